// counting.h: an allocator that counts its allocations.
#ifndef COUNTING_H
#define COUNTING_H
#include "wend/base.h"

/// Calls malloc and free, and counts. The counter must outlive the allocator's users.
wend_allocator counting_allocator(int64_t* count);

#endif
