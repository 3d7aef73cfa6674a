// resident.h: how much of a mapping is in memory?
#ifndef WEND_TEST_RESIDENT_H
#define WEND_TEST_RESIDENT_H
#include <stdint.h>

/// Kilobytes of the mapping that holds an address, as the system counts them; -1: it does not say.
int64_t resident_kb(const void* address);
#endif
