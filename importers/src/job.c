// job.c: how do readers report, warn, allocate and refuse?
#define _XOPEN_SOURCE 700 // uselocale, strerror_l
#include "job.h"

#include <locale.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SHOWN = 200 }; // bytes of a file name in a message; the tail tells more than the head

void* wendi_import_alloc(const wend_allocator* allocator_opt, size_t size) {
    if (allocator_opt) return allocator_opt->alloc(size, alignof(max_align_t), allocator_opt->context);
    return malloc(size);
}

void wendi_import_free(const wend_allocator* allocator_opt, void* memory, size_t size) {
    if (!memory) return;
    if (allocator_opt)
        allocator_opt->free(memory, size, allocator_opt->context);
    else
        free(memory);
}

void* wendi_import_zeroed(const wend_allocator* allocator_opt, size_t size) {
    void* memory = wendi_import_alloc(allocator_opt, size);
    return memory ? memset(memory, 0, size) : NULL;
}

static locale_t english(void) {
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void wendi_import_vprint(char* out, size_t size, const char* format, va_list arguments) {
    locale_t c = english(), hosts = c ? uselocale(c) : (locale_t)0; // of this thread alone
    vsnprintf(out, size, format, arguments);
    if (!c) return;
    uselocale(hosts);
    freelocale(c);
}

void wendi_import_print(char* out, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    wendi_import_vprint(out, size, format, arguments);
    va_end(arguments);
}

const char* wendi_import_system_error(int number) {
    locale_t c = english();
    if (!c) return "the system gave no reason";
    const char* text = strerror_l(number, c);
    freelocale(c);
    return text;
}

// Bytes of the well-formed UTF-8 character at s; 0 if there is none.
static int32_t utf8_length(const uint8_t* s) {
    if (s[0] < 0x80) return 1;
    int32_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    for (int32_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    // overlong forms, surrogates and what lies past U+10FFFF
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

void wendi_clean_text(char* text) {
    uint8_t* s = (uint8_t*)text;
    while (*s) {
        int32_t length = utf8_length(s);
        bool control = *s < 0x20 || *s == 0x7f || (*s == 0xc2 && length == 2 && s[1] < 0xa0);
        if (length == 0 || control) {
            for (int32_t i = 0; i < (length ? length : 1); i++) s[i] = '?';
        }
        s += length ? length : 1;
    }
}

wend_result wendi_import_fail(wend_error* error_opt, wend_result result, const char* name, const char* format,
                              ...) {
    if (!error_opt) return result;
    size_t length = strlen(name);
    bool shorten = length > NAME_SHOWN;
    if (shorten) {
        name += length - NAME_SHOWN;
        while ((*name & 0xc0) == 0x80) name++; // not from the middle of a character
    }
    wend_error error = {.result = result};
    int at = snprintf(error.text, sizeof error.text, "%s%s: ", shorten ? "..." : "", name);
    va_list arguments;
    va_start(arguments, format);
    wendi_import_vprint(error.text + at, sizeof error.text - (size_t)at, format, arguments);
    va_end(arguments);
    wendi_clean_text(error.text);
    *error_opt = error;
    return result;
}

wend_result wendi_job_out_of_memory(const wendi_job* job, uint64_t size) {
    return wendi_job_fail(job, WEND_ERROR_MEMORY, "out of memory: %llu bytes were asked for",
                          (unsigned long long)size);
}

void wendi_job_warn(wendi_job* job, const char* format, ...) {
    char* warning = job->info->warning;
    size_t room = sizeof job->info->warning, used = strlen(warning);
    if (used > 0 && used + 2 < room) used += (size_t)snprintf(warning + used, room - used, "; ");
    va_list arguments;
    va_start(arguments, format);
    wendi_import_vprint(warning + used, room - used, format, arguments);
    va_end(arguments);
    wendi_clean_text(warning);
}

wend_result wendi_job_check_size(const wendi_job* job, int64_t width, int64_t height) {
    if (width <= 0 || height <= 0)
        return wendi_job_fail(job, WEND_ERROR_FORMAT, "its size is %lld x %lld; expected at least 1 x 1",
                              (long long)width, (long long)height);
    int64_t k = job->def->downscale;
    if (k > width || k > height)
        return wendi_job_fail(
            job, WEND_ERROR_ARGUMENT,
            "a tile of %lld x %lld pixels would be larger than the map, which has %lld x %lld", (long long)k,
            (long long)k, (long long)width, (long long)height);
    int64_t columns = (width + k - 1) / k, rows = (height + k - 1) / k;
    if (width > WENDI_MAX_IMAGE_SIDE || height > WENDI_MAX_IMAGE_SIDE)
        return wendi_job_fail(job, WEND_ERROR_LIMIT, "%lld x %lld is too large; the limit is %d a side",
                              (long long)width, (long long)height, WENDI_MAX_IMAGE_SIDE);
    if (columns > WEND_MAX_SIDE || rows > WEND_MAX_SIDE)
        return wendi_job_fail(job, WEND_ERROR_LIMIT, "%lld x %lld tiles are too many; the limit is %d a side",
                              (long long)columns, (long long)rows, WEND_MAX_SIDE);
    if (columns * rows > job->def->max_tiles)
        return wendi_job_fail(job, WEND_ERROR_LIMIT, "%lld x %lld are %lld tiles; the limit is %lld",
                              (long long)columns, (long long)rows, (long long)(columns * rows),
                              (long long)job->def->max_tiles);
    return WEND_OK;
}

wend_result wendi_job_check_whole(const wendi_job* job, int64_t width, int64_t height, int64_t max_pixels) {
    if (max_pixels > job->def->max_decoded) max_pixels = job->def->max_decoded;
    if (width * height <= max_pixels) return WEND_OK;
    return wendi_job_fail(job, WEND_ERROR_LIMIT,
                          "%lld x %lld are %lld pixels; the limit for this kind of image is %lld; expected a "
                          "PNG without interlace or a PNM for a larger one",
                          (long long)width, (long long)height, (long long)(width * height),
                          (long long)max_pixels);
}

wend_result wendi_job_check_data(const wendi_job* job, size_t offset, uint64_t needed) {
    size_t left = offset < job->size ? job->size - offset : 0;
    if (left >= needed) return WEND_OK;
    return wendi_job_fail(job, WEND_ERROR_FORMAT,
                          "truncated: its size needs at least %llu bytes of pixels, %llu are there",
                          (unsigned long long)needed, (unsigned long long)left);
}
