// pages.h: memory that the system provides page by page when it is touched, and takes back on request.
#ifndef WENDI_PAGES_H
#define WENDI_PAGES_H
#include "core/base.h"

/// Bytes of a page.
size_t wendi_page_size(void);
/// Reserves zeroed memory; none is used until it is touched. NULL: the system cannot.
void* wendi_pages_reserve(size_t size);
void wendi_pages_free(void* memory, size_t size);
/// Asks the system to read the pages of some bytes of a mapped file before they are touched.
void wendi_pages_want(const void* first, size_t size);
/// True when some bytes of a mapped file are in memory, or the system does not tell: it does for a process
/// that owns the file or may write to it. Looks at both of two pages, and at the middle one of more, as what
/// lies beside the bytes may have brought the others.
bool wendi_pages_are_here(const void* first, size_t size);
/// Gives whole pages back to the system. When they are touched again they have the contents of the mapped
/// file, or zeros; what was written to them is lost.
void wendi_pages_drop(void* first, size_t size);
#endif
