/* The interface is plain C: it is enough that this compiles. */
#include "kaleido_core.h"

int32_t interface_number(void);

int32_t interface_number(void) { return kaleido_core_interface(); }
