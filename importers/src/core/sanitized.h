// sanitized.h: is this a build for a sanitizer? Those reserve terabytes of addresses and make system calls
// themselves, so limits and filters must leave room for them.
#ifndef WIMP_SANITIZED_H
#define WIMP_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WIMP_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define WIMP_SANITIZED 1
#endif
#endif
#ifndef WIMP_SANITIZED
#define WIMP_SANITIZED 0
#endif

#endif
