// pool.h: an allocator for fuzzers, which keeps large blocks for the next input.
#ifndef WEND_FUZZ_POOL_H
#define WEND_FUZZ_POOL_H
#include "wend/base.h"

/// The allocator of the process. It checks the size of each freed block. AddressSanitizer maps a large block
/// anew each time, which costs more than most inputs; one that is reused here is poisoned while nobody owns
/// it.
const wend_allocator* pool_allocator(void);
/// Forgets the highest number of bytes so far.
void pool_begin(void);
/// The highest number of bytes in use at a time since pool_begin.
size_t pool_peak_bytes(void);
/// Blocks not freed.
int64_t pool_live_blocks(void);
#endif
