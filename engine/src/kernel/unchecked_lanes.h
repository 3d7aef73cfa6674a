// unchecked_lanes.h: the sweep kernels compute whole vectors, also lanes beyond the end of a row, which
// nobody uses. MemorySanitizer takes that for a use of what was never set: from here on it trusts them, up to
// sweep_table.h.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#pragma clang attribute push(__attribute__((no_sanitize("memory"))), apply_to = function)
#define WENDI_UNCHECKED_LANES
#endif
#endif
