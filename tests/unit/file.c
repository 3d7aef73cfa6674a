// file.c: saving changes nothing of the process: not its umask, not for a moment; and what it opens is closed
// in programs that the host starts meanwhile.
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "unit.h"
#include "wend/world.h"

static mode_t mode_of(const char* file) {
    struct stat status;
    assert_int_equal(stat(file, &status), 0);
    return status.st_mode & 0777;
}

// ---- the umask

enum { SAVERS = 3, SAVES = 60 };

typedef struct saver {
    const wend_world* world;
    char names[2][16];
    int32_t failures;
} saver;

static void* save_often(void* context) {
    saver* s = context;
    for (int32_t i = 0; i < SAVES; i++) {
        remove(s->names[0]); // created again each time; the other one is replaced
        s->failures += wend_world_save(s->world, s->names[0], NULL) != WEND_OK;
        s->failures += wend_file_write(s->names[1], "text", 4, NULL) != WEND_OK;
    }
    return NULL;
}

typedef struct sampler {
    atomic_bool stop;
    mode_t expected;
    int64_t samples, wrong;
} sampler;

// What the umask leaves of 0666, again and again; asking umask itself would change it.
static void* sample_umask(void* context) {
    sampler* s = context;
    while (!atomic_load(&s->stop)) {
        int descriptor = open("sample", O_WRONLY | O_CREAT | O_EXCL, 0666);
        struct stat status = {0};
        s->wrong +=
            descriptor < 0 || fstat(descriptor, &status) != 0 || (status.st_mode & 0777) != s->expected;
        if (descriptor >= 0) close(descriptor);
        unlink("sample");
        s->samples++;
    }
    return NULL;
}

static wend_world* small_world(void) {
    map_recipe recipe = map_recipe_of("rooms 40x40 8 whole 15 3");
    return map_make_world(&recipe);
}

static void threads_that_save_leave_the_umask_alone(void** state) {
    (void)state;
    static const mode_t masks[] = {022, 077, 027};
    files_enter();
    wend_world* world = small_world();
    mode_t before = umask(0);
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        umask(masks[m]);
        sampler watch = {.expected = 0666 & ~masks[m]};
        saver savers[SAVERS];
        pthread_t threads[SAVERS + 1];
        assert_int_equal(pthread_create(&threads[SAVERS], NULL, sample_umask, &watch), 0);
        for (int32_t i = 0; i < SAVERS; i++) {
            savers[i] = (saver){.world = world};
            for (int32_t k = 0; k < 2; k++)
                snprintf(savers[i].names[k], sizeof savers[i].names[k], "%s%d", k ? "text" : "world", i);
            assert_int_equal(pthread_create(&threads[i], NULL, save_often, &savers[i]), 0);
        }
        for (int32_t i = 0; i < SAVERS; i++) pthread_join(threads[i], NULL);
        atomic_store(&watch.stop, true);
        pthread_join(threads[SAVERS], NULL);
        mode_t after = umask(before);
        umask(after);
        assert_int_equal(after, masks[m]);
        assert_true(watch.samples > 0);
        assert_int_equal(watch.wrong, 0);
        for (int32_t i = 0; i < SAVERS; i++) {
            assert_int_equal(savers[i].failures, 0);
            for (int32_t k = 0; k < 2; k++) {
                assert_int_equal(mode_of(savers[i].names[k]), 0666 & ~masks[m]);
                assert_int_equal(remove(savers[i].names[k]), 0);
            }
        }
        assert_int_equal(files_count(), 0); // no temporary file is left
    }
    umask(before);
    wend_world_destroy(world);
    files_leave();
}

// Many threads, one file: each save is whole, and none fails for the name of its temporary file.
static void threads_may_save_the_same_file(void** state) {
    (void)state;
    files_enter();
    wend_world* world = small_world();
    saver savers[8];
    pthread_t threads[8];
    for (int32_t i = 0; i < 8; i++) {
        savers[i] = (saver){.world = world, .names = {"world", "text"}};
        assert_int_equal(pthread_create(&threads[i], NULL, save_often, &savers[i]), 0);
    }
    for (int32_t i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(savers[i].failures, 0);
    }
    assert_true(files_hold("text", "text"));
    wend_world* read = NULL;
    assert_ok(wend_world_open("world", NULL, &read, NULL));
    assert_true(wend_world_hash(read) == wend_world_hash(world));
    assert_int_equal(files_count(), 2);
    wend_world_destroy(read);
    wend_world_destroy(world);
    files_leave();
}

static void modes_of_files(void** state) {
    (void)state;
    static const mode_t masks[] = {022, 077, 027}, modes[] = {0600, 0640, 0666, 0755, 0444};
    files_enter();
    mode_t before = umask(0);
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        umask(masks[m]);
        assert_ok(wend_file_write("new", "1", 1, NULL));
        assert_int_equal(mode_of("new"), 0666 & ~masks[m]);
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) { // a mode is kept, whatever the umask
            assert_int_equal(chmod("new", modes[i]), 0);
            if (access("new", W_OK) != 0) continue; // refused, but not to root
            assert_ok(wend_file_write("new", "2", 1, NULL));
            assert_int_equal(mode_of("new"), modes[i]);
        }
        assert_int_equal(remove("new"), 0);
    }
    umask(before);
    files_leave();
}

// ---- descriptors

enum { HIGHEST = 256 };

static void find_open(bool open_out[HIGHEST]) {
    for (int fd = 0; fd < HIGHEST; fd++) open_out[fd] = fcntl(fd, F_GETFD) >= 0;
}

typedef struct witness {
    bool before[HIGHEST];
    int32_t opened, inherited; // descriptors that are new; those of them that survive exec
} witness;

static void look(witness* w) {
    for (int fd = 0; fd < HIGHEST; fd++) {
        int flags = w->before[fd] ? -1 : fcntl(fd, F_GETFD);
        if (flags < 0) continue;
        w->opened++;
        w->inherited += !(flags & FD_CLOEXEC);
    }
}

static wend_result look_at_the_end(void* context, const void** bytes_out, size_t* size_out) {
    look(context);
    *bytes_out = NULL;
    *size_out = 0;
    return WEND_OK;
}

static void* look_and_alloc(size_t size, size_t align, void* context) {
    look(context);
    return aligned_alloc(align, (size + align - 1) / align * align);
}
static void plain_free(void* memory, size_t size, void* context) {
    (void)size, (void)context;
    free(memory);
}

static void programs_started_meanwhile_inherit_nothing(void** state) {
    (void)state;
    files_enter();
    wend_world* world = small_world();
    witness w = {0};
    find_open(w.before);
    assert_ok(wend_file_write_pieces("new", look_at_the_end, &w, NULL));
    assert_true(w.opened > 0);
    assert_int_equal(w.inherited, 0);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world_destroy(world);
    w.opened = 0;
    wend_allocator allocator = {look_and_alloc, plain_free, &w};
    assert_ok(wend_world_open("world", &allocator, &world, NULL));
    assert_true(w.opened > 0);
    assert_int_equal(w.inherited, 0);
    wend_world_destroy(world);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_that_save_leave_the_umask_alone),
        cmocka_unit_test(threads_may_save_the_same_file),
        cmocka_unit_test(modes_of_files),
        cmocka_unit_test(programs_started_meanwhile_inherit_nothing),
    };
    return run_unit_tests(tests);
}
