// counting.h: an allocator that counts how often it is asked.
#ifndef COUNTING_H
#define COUNTING_H
#include "wend/base.h"

/// malloc and free behind a counter. The count must outlive what allocates.
wend_allocator counting_allocator(int64_t* count);

#endif
