/* The interface is plain C: this compiles, and says no more. */
#include "kaleido_core.h"

int32_t interface_number(void);

int32_t interface_number(void) { return kaleido_core_interface(); }
