// rank_hello.c: compares what ranks say about themselves.
#include "rank_hello.h"

#include "wend/wend.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void append_word(rank_hello* hello, size_t* used, const char* word) {
    const size_t size = strlen(word) + 1;
    if (*used + size >= sizeof hello->options) return;
    memcpy(hello->options + *used, word, size);
    *used += size;
}

// How many words, from this one on, are an option that may differ.
static int free_words(const char* word) {
    static const char* const names[] = {"--threads", "--memory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(word, names[i], length) == 0 && (word[length] == '\0' || word[length] == '='))
            return word[length] == '\0' ? 2 : 1;
    }
    return 0;
}

rank_hello rank_hello_of(int argc, char** argv, int32_t threads, int64_t memory_bytes) {
    rank_hello hello = {.protocol = RANK_PROTOCOL,
                        .format = WEND_FORMAT_VERSION,
                        .threads = threads,
                        .process = (int32_t)getpid(),
                        .memory_bytes = memory_bytes};
    size_t used = 0;
    snprintf(hello.version, sizeof hello.version, "%s", wend_version_string());
    if (gethostname(hello.host, sizeof hello.host - 1) != 0) snprintf(hello.host, sizeof hello.host, "?");
    for (int i = 1; i < argc;) {
        const int skipped = free_words(argv[i]);
        if (skipped == 0) append_word(&hello, &used, argv[i]);
        i += skipped > 0 ? skipped : 1;
    }
    return hello;
}

// The first word in which two lists differ; the end of a list is "".
static void find_difference(const rank_hello* a, const rank_hello* b, const char** in_a, const char** in_b) {
    *in_a = a->options;
    *in_b = b->options;
    while (**in_a != '\0' && strcmp(*in_a, *in_b) == 0) {
        *in_a += strlen(*in_a) + 1;
        *in_b += strlen(*in_b) + 1;
    }
}

bool rank_hello_read(const void* bytes, size_t size, rank_hello* out) {
    if (size != sizeof *out) return false;
    memcpy(out, bytes, size);
    out->version[sizeof out->version - 1] = out->host[sizeof out->host - 1] = '\0';
    out->options[sizeof out->options - 1] = out->options[sizeof out->options - 2] = '\0';
    return out->protocol == RANK_PROTOCOL;
}

bool rank_hello_fits(const rank_hello* own, const rank_hello* other, char* text_out, size_t text_size) {
    if (strcmp(other->version, own->version) != 0 || other->format != own->format) {
        snprintf(text_out, text_size, "is wend %s with world format %d, but rank 0 is wend %s with format %d",
                 other->version, other->format, own->version, own->format);
        return false;
    }
    const char *in_own, *in_theirs;
    find_difference(own, other, &in_own, &in_theirs);
    if (strcmp(in_own, in_theirs) == 0) return true;
    if (*in_theirs == '\0')
        snprintf(text_out, text_size, "was started without '%.200s', which rank 0 has", in_own);
    else if (*in_own == '\0')
        snprintf(text_out, text_size, "was started with '%.200s', which rank 0 does not have", in_theirs);
    else
        snprintf(text_out, text_size, "was started with '%.200s' where rank 0 has '%.200s'", in_theirs,
                 in_own);
    return false;
}
