// system.h: what does the system give beside files: memory by pages, threads and a clock?
#ifndef WENDI_SYSTEM_H
#define WENDI_SYSTEM_H
#include <pthread.h>
#include <stdint.h>

#include "core/base.h"

// ---- memory that the system provides page by page when it is touched, and takes back on request.

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
/// file, or zeros; what was written to them is lost, but to those of an output (wendi_output_map).
void wendi_pages_drop(void* first, size_t size);

// ---- how does the engine start threads, and what time is it on them?

enum { WENDI_MAX_WORKERS = 256 };

/// Starts up to count threads, which block the signals that are sent to the process, so that the host's
/// handlers run on its own threads. Returns how many the system was willing to start.
int32_t wendi_workers_start(pthread_t* workers, int32_t count, void* (*work)(void* context), void* context);
/// Processors that are online; at least 1.
int32_t wendi_processor_count(void);
/// Nanoseconds of the system's monotone clock.
uint64_t wendi_system_ns(void);
#endif
