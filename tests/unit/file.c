// file.c: saving changes nothing of the process: not its umask, not for a moment; what it opens is closed in
// programs that the host starts meanwhile; and what killed processes leave is removed, but nothing else.
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "unit.h"
#include "wend/private.h"
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

static void owners_of_files(void** state) {
    (void)state;
    enum { USER = 12345, GROUP = 23456 };
    files_enter();
    assert_ok(wend_file_write("new", "1", 1, NULL));
    const bool is_root = chown("new", USER, GROUP) == 0;
    assert_ok(wend_file_write("new", "2", 1, NULL));
    struct stat status;
    assert_int_equal(stat("new", &status), 0);
    assert_int_equal(status.st_uid, is_root ? USER : geteuid());
    if (is_root) assert_int_equal(status.st_gid, GROUP);
    files_leave();
}

// ---- killed writers

// A process that is in the middle of writing "map"; `written` says that it has begun.
typedef struct writer {
    pid_t process;
    int may_end, written; // ends of pipes
} writer;

typedef struct writer_end {
    int may_end, written;
    bool supplied;
} writer_end;

static wend_result supply_and_wait(void* context, const void** bytes_out, size_t* size_out) {
    writer_end* w = context;
    char byte = 'x';
    if (w->supplied && (write(w->written, &byte, 1) != 1 || read(w->may_end, &byte, 1) < 0)) _exit(2);
    *bytes_out = "child";
    *size_out = w->supplied ? 0 : 5;
    w->supplied = true;
    return WEND_OK;
}

static writer start_writer(void) {
    int end[2], written[2];
    assert_int_equal(pipe(end), 0);
    assert_int_equal(pipe(written), 0);
    writer w = {.process = fork(), .may_end = end[1], .written = written[0]};
    assert_true(w.process >= 0);
    if (w.process == 0) {
        close(end[1]);
        writer_end own = {.may_end = end[0], .written = written[1]};
        _exit(wend_file_write_pieces("map", supply_and_wait, &own, NULL) == WEND_OK ? 0 : 1);
    }
    close(end[0]);
    close(written[1]);
    char byte;
    assert_int_equal(read(w.written, &byte, 1), 1);
    return w;
}

static int end_writer(writer* w, bool kill_it) {
    int status = 0;
    if (kill_it) assert_int_equal(kill(w->process, SIGKILL), 0);
    close(w->may_end);
    assert_int_equal(waitpid(w->process, &status, 0), w->process);
    close(w->written);
    return status;
}

static void files_of_killed_writers_are_removed(void** state) {
    (void)state;
    enum { WRITERS = 3 };
    files_enter();
    assert_ok(wend_file_write("map", "old", 3, NULL));
    writer writers[WRITERS];
    for (int32_t i = 0; i < WRITERS; i++) writers[i] = start_writer(); // at the same time: three names
    for (int32_t i = 0; i < WRITERS; i++) assert_true(WIFSIGNALED(end_writer(&writers[i], true)));
    assert_int_equal(files_count(), 1 + WRITERS);
    assert_ok(wend_file_write("other", "x", 1, NULL)); // another name
    assert_int_equal(files_count(), 2 + WRITERS);
    assert_ok(wend_file_write("map", "new", 3, NULL));
    assert_int_equal(files_count(), 2);
    assert_true(files_hold("map", "new"));
    files_leave();
}

static void files_of_live_writers_stay(void** state) {
    (void)state;
    files_enter();
    writer killed = start_writer(), live = start_writer();
    assert_true(WIFSIGNALED(end_writer(&killed, true)));
    assert_int_equal(files_count(), 2);
    assert_ok(wend_file_write("map", "parent", 6, NULL));
    assert_int_equal(files_count(), 2); // the result, and the file of the live writer
    assert_true(files_hold("map", "parent"));
    assert_int_equal(end_writer(&live, false), 0);
    assert_int_equal(files_count(), 1);
    assert_true(files_hold("map", "child"));
    files_leave();
}

// What only looks like a temporary file is left alone.
static void other_files_stay(void** state) {
    (void)state;
    files_enter();
    assert_ok(wend_file_write("target", "keep", 4, NULL));
    assert_int_equal(symlink("target", "map.0.wendtmp"), 0);
    assert_int_equal(mkdir("map.1.wendtmp", 0777), 0);
    assert_int_equal(mkfifo("map.2.wendtmp", 0666), 0);
    assert_ok(wend_file_write("map.backup", "keep", 4, NULL));
    assert_ok(wend_file_write("map", "new", 3, NULL));
    assert_int_equal(files_count(), 6);
    assert_true(files_hold("map", "new") && files_hold("target", "keep") && files_hold("map.backup", "keep"));
    for (char number = '0'; number < '3'; number++) {
        char name[] = "map._.wendtmp";
        name[4] = number;
        assert_int_equal(remove(name), 0);
    }
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
        cmocka_unit_test(owners_of_files),
        cmocka_unit_test(files_of_killed_writers_are_removed),
        cmocka_unit_test(files_of_live_writers_stay),
        cmocka_unit_test(other_files_stay),
        cmocka_unit_test(programs_started_meanwhile_inherit_nothing),
    };
    return run_unit_tests(tests);
}
