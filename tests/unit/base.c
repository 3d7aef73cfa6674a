// base.c: results as text, memory, errors, and files that are written completely or not at all.
#define _XOPEN_SOURCE 700
#include "core/base.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/private.h"

static void every_result_has_a_text(void** state) {
    (void)state;
    for (int i = 0; i < WEND_RESULT_COUNT; i++) {
        const char* text = wend_result_string((wend_result)i);
        assert_non_null(text);
        assert_true(strlen(text) > 1);
        for (int k = 0; k < i; k++) assert_string_not_equal(text, wend_result_string((wend_result)k));
    }
    const char* unknown = wend_result_string((wend_result)WEND_RESULT_COUNT);
    assert_non_null(unknown);
    assert_string_equal(wend_result_string((wend_result)-1), unknown);
    assert_string_equal(wend_result_string((wend_result)12345), unknown);
}

static void version_is_that_of_the_header(void** state) {
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", WEND_VERSION_MAJOR, WEND_VERSION_MINOR, WEND_VERSION_PATCH);
    assert_string_equal(wend_version_string(), text);
}

static void allocation_refuses_nothing_and_too_much(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator a = test_memory_allocator(&memory);
    assert_null(wendi_alloc(&a, 0, 8));
    assert_null(wendi_alloc(&a, 8, 0));
    assert_null(wendi_alloc(&a, SIZE_MAX / 4, 8));
    assert_null(wendi_alloc(&a, SIZE_MAX, SIZE_MAX));
    assert_null(wendi_alloc_zeroed(&a, SIZE_MAX / 4, 8));
    assert_int_equal(memory.calls, 0);

    uint8_t* zeroed = wendi_alloc_zeroed(&a, 100, 3);
    assert_non_null(zeroed);
    for (int32_t i = 0; i < 300; i++) assert_int_equal(zeroed[i], 0);
    wendi_free(&a, zeroed, 100, 3);
    wendi_free(&a, NULL, 5, 5);
    assert_int_equal(memory.live, 0);

    wend_allocator standard = wendi_allocator(NULL);
    uint8_t* plain = wendi_alloc_zeroed(&standard, 10, 10);
    assert_non_null(plain);
    for (int32_t i = 0; i < 100; i++) assert_int_equal(plain[i], 0);
    wendi_free(&standard, plain, 10, 10);
}

static void growing_keeps_what_is_there(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator a = test_memory_allocator(&memory);
    int32_t* data = NULL;
    size_t capacity = 0, count = 0;
    for (; count < 5000; count++) {
        assert_true(wendi_make_room(&a, &data, &capacity, count, count + 1, sizeof *data));
        data[count] = (int32_t)count;
    }
    assert_true(memory.calls < 40); // by half or more each time
    for (size_t i = 0; i < count; i++) assert_int_equal(data[i], i);

    size_t before = capacity;
    memory.fail_at = memory.calls;
    assert_false(wendi_make_room(&a, &data, &capacity, count, capacity + 1, sizeof *data));
    assert_int_equal(capacity, before);
    assert_int_equal(data[4999], 4999);
    wendi_free(&a, data, capacity, sizeof *data);
    assert_int_equal(memory.live, 0);
}

// Blocks of all alignments come and go in any order; what is left goes with the owner.
static void an_owner_counts_and_frees_its_memory(void** state) {
    (void)state;
    enum { BLOCKS = 200 };
    static const size_t sizes[] = {1, 8, 24, 64, 4096};
    struct {
        char* at;
        size_t count, size;
    } blocks[BLOCKS] = {{0}};
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    struct {
        wendi_owner owner;
        int32_t number;
    }* object = wendi_owner_create(&host, sizeof *object);
    assert_non_null(object);
    assert_int_equal(object->number, 0);
    const wend_allocator allocator = wendi_owned_by(&object->owner);
    rng random = rng_seeded(5);
    for (int32_t i = 0; i < 5000; i++) {
        const int32_t k = rng_below(&random, BLOCKS);
        wendi_free(&allocator, blocks[k].at, blocks[k].count, blocks[k].size);
        const bool zeroed = rng_chance(&random, 50);
        blocks[k].count = (size_t)rng_between(&random, 1, 9);
        blocks[k].size = sizes[rng_below(&random, 5)];
        blocks[k].at =
            (zeroed ? wendi_alloc_zeroed : wendi_alloc)(&allocator, blocks[k].count, blocks[k].size);
        assert_non_null(blocks[k].at);
        assert_int_equal((uintptr_t)blocks[k].at % (blocks[k].size % 64 == 0 ? 64 : _Alignof(max_align_t)),
                         0);
        for (size_t b = 0; zeroed && b < blocks[k].count * blocks[k].size; b++)
            assert_int_equal(blocks[k].at[b], 0);
        memset(blocks[k].at, 0x5a, blocks[k].count * blocks[k].size);
        assert_int_equal(object->owner.bytes, memory.live_bytes);
    }
    assert_null(wendi_alloc(&allocator, SIZE_MAX / 2, 1)); // with its head it does not fit
    wendi_owner_destroy(&object->owner);
    assert_int_equal(memory.live, 0);
    memory.fail_at = memory.calls;
    assert_null(wendi_owner_create(&host, sizeof *object));
}

static void error_texts_are_one_clean_line(void** state) {
    (void)state;
    wend_error error;
    assert_int_equal(wendi_fail(&error, WEND_ERROR_FORMAT, "a\nb\t%s\x7f", "c\x1b[31m"), WEND_ERROR_FORMAT);
    assert_int_equal(error.result, WEND_ERROR_FORMAT);
    assert_string_equal(error.text, "a?b?c?[31m?");
    assert_int_equal(wendi_fail(NULL, WEND_ERROR_IO, "nobody asks"), WEND_ERROR_IO);

    char* name = malloc(5000); // longer than any error text
    assert_non_null(name);
    memset(name, 'x', 4999);
    name[4999] = 0;
    wendi_fail(&error, WEND_ERROR_IO, "%s: gone", name);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "...x", 4);
    assert_string_equal(error.text + strlen(error.text) - 7, "x: gone");
    for (int i = 0; i < 4998; i += 2) memcpy(name + i, "\xc3\xa4", 2); // no half of a character is left
    wendi_fail(&error, WEND_ERROR_IO, "%s: gone", name);
    assert_memory_equal(error.text, "...\xc3\xa4", 5);
    wendi_fail(&error, WEND_ERROR_IO, "%s: gone again", name);
    assert_memory_equal(error.text, "...\xc3\xa4", 5);
    free(name);
}

// ---- wend_file_write

static mode_t mode_of(const char* file) {
    struct stat status;
    assert_int_equal(stat(file, &status), 0);
    return status.st_mode & 0777;
}

static void a_file_is_made_and_replaced_whole(void** state) {
    (void)state;
    files_enter();
    assert_ok(wend_file_write("new", "first", 5, NULL));
    assert_true(files_hold("new", "first"));
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(mode_of("new"), 0666 & ~mask);
    assert_int_equal(chmod("new", 0640), 0);
    assert_ok(wend_file_write("new", "2", 1, NULL));
    assert_true(files_hold("new", "2"));
    assert_int_equal(mode_of("new"), 0640); // as it was
    assert_ok(wend_file_write("new", NULL, 0, NULL));
    assert_true(files_hold("new", ""));
    assert_int_equal(files_count(), 1); // nothing left beside it
    assert_int_equal(wend_file_write(NULL, "x", 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_file_write("new", NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    files_leave();
}

// Gives "a", "bb", "ccc" ... and then ends as it is told.
typedef struct pieces {
    int given, count;
    wend_result end;
} pieces;

static wend_result give_piece(void* context, const void** bytes_out, size_t* size_out) {
    static const char* const texts[] = {"a", "bb", "ccc"};
    pieces* p = context;
    if (p->given == p->count) {
        *size_out = 0;
        return p->end;
    }
    *bytes_out = texts[p->given];
    *size_out = (size_t)++p->given;
    return WEND_OK;
}

static void a_file_in_pieces_is_whole_or_not_at_all(void** state) {
    (void)state;
    files_enter();
    assert_ok(wend_file_write_pieces("new", give_piece, &(pieces){.count = 3}, NULL));
    assert_true(files_hold("new", "abbccc"));
    assert_int_equal(
        wend_file_write_pieces("new", give_piece, &(pieces){.count = 2, .end = WEND_ERROR_CANCELLED}, NULL),
        WEND_ERROR_CANCELLED);
    assert_true(files_hold("new", "abbccc"));
    assert_ok(wend_file_write_pieces("new", give_piece, &(pieces){.count = 0}, NULL));
    assert_true(files_hold("new", ""));
    assert_int_equal(files_count(), 1);
    assert_int_equal(wend_file_write_pieces("new", NULL, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_file_write_pieces(NULL, give_piece, &(pieces){0}, NULL), WEND_ERROR_ARGUMENT);
    files_leave();
}

static void a_link_stays_a_link(void** state) {
    (void)state;
    files_enter();
    files_put("target", "old", 3);
    assert_int_equal(symlink("target", "link"), 0);
    assert_ok(wend_file_write("link", "new", 3, NULL));
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_true(files_hold("target", "new"));
    assert_int_equal(files_count(), 2);
    files_leave();
}

static void refuses(const char* file, const char* said) {
    wend_error error = {0};
    assert_int_equal(wend_file_write(file, "x", 1, &error), WEND_ERROR_IO);
    assert_int_equal(error.result, WEND_ERROR_IO);
    if (strlen(file) < 400) assert_memory_equal(error.text, file, strlen(file));
    assert_non_null(strstr(error.text, said));
}

static void only_regular_files_are_replaced(void** state) {
    (void)state;
    files_enter();
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    refuses("folder", "not a regular file");
    refuses("pipe", "not a regular file"); // and does not wait for a reader
    refuses("/dev/null", "not a regular file");
    refuses("missing/file", "No such file");
    char* name = malloc(6000);
    assert_non_null(name);
    memset(name, 'n', 5999);
    name[5999] = 0;
    refuses(name, "nnn: cannot write: File name too long");
    name[300] = 0; // longer than any file system's names
    refuses(name, "too long");
    free(name);
    assert_int_equal(files_count(), 2);
    files_leave();
}

static void a_failed_write_leaves_the_old_file(void** state) {
    (void)state;
    files_enter();
    files_put("kept", "old content", 11);
    size_t size = 1 << 20;
    char* bytes = calloc(size, 1);
    assert_non_null(bytes);
    struct rlimit limit, narrow;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    narrow = limit;
    narrow.rlim_cur = 100000; // writes beyond fail, as on a full disk
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &narrow), 0);
    wend_error error = {0};
    wend_result replaced = wend_file_write("kept", bytes, size, &error);
    wend_result made = wend_file_write("new", bytes, size, NULL);
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, handler);
    free(bytes);
    assert_int_equal(replaced, WEND_ERROR_IO);
    assert_int_equal(made, WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "kept: write failed: "));
    assert_true(files_hold("kept", "old content"));
    assert_int_equal(files_count(), 1);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_has_a_text),
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(allocation_refuses_nothing_and_too_much),
        cmocka_unit_test(growing_keeps_what_is_there),
        cmocka_unit_test(an_owner_counts_and_frees_its_memory),
        cmocka_unit_test(error_texts_are_one_clean_line),
        cmocka_unit_test(a_file_is_made_and_replaced_whole),
        cmocka_unit_test(a_file_in_pieces_is_whole_or_not_at_all),
        cmocka_unit_test(a_link_stays_a_link),
        cmocka_unit_test(only_regular_files_are_replaced),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
    };
    return run_unit_tests(tests);
}
