// failing_malloc.h: the allocations of the libraries and of this program, counted, of which one can fail. The
// linker puts these functions in place of the standard ones (--wrap), also those of sanitizers.
#ifndef WEND_TEST_FAILING_MALLOC_H
#define WEND_TEST_FAILING_MALLOC_H
#include <stdbool.h>
#include <stdint.h>

/// Lets the allocation with this number fail, counted from the next one on as 0; all_later: those after it
/// too.
void failing_malloc_begin(int64_t number, bool all_later);
/// No allocation fails any more. Returns how many there were since begin.
int64_t failing_malloc_end(void);
/// Blocks that are not freed.
int64_t failing_malloc_live(void);
#endif
