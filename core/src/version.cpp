#include "kaleido_core.h"

int32_t kaleido_core_interface(void) { return KALEIDO_CORE_INTERFACE; }

const char* kaleido_core_version(void) { return KALEIDO_VERSION; }
