// Does a program that imports pictures notice the child process that decodes some of them? It must not,
// neither in its signals, its own children and descriptors, nor in its other threads. Without the child the
// tiles must be the same.
#include "files.h"
#include "read.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_memory.h"

#if defined(__linux__) && !defined(WIMP_NO_SANDBOX)
#define HAS_CHILD 1
#else
#define HAS_CHILD 0
#define __WALL    0
#endif

enum { BMP, BMP_PALETTE, TGA, TGA_RLE, GIF, KIND_COUNT };

static void make_kind(bytes* file, int32_t kind) {
    static const uint8_t gif_palette[4][3] = {{0, 0, 0}, {255, 255, 255}, {10, 230, 20}, {90, 90, 100}};
    static const uint8_t bmp_palette[4][4] = {{255, 0, 0}, {0, 0, 0}, {9, 9, 240}, {240, 240, 240}};
    picture index = {.width = 4, .height = 3, .channels = 1, .samples = {0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 1, 0}};
    picture color = {.width = 4, .height = 3, .channels = 3};
    picture wide = {.width = 4, .height = 3, .channels = 4};
    for (int32_t i = 0; i < 48; i++) {
        color.samples[i] = (uint16_t)(i * 7 % 256);
        wide.samples[i] = (uint16_t)(i * 1777);
    }
    file->size = 0;
    if (kind == BMP) make_bmp(file, &color, false, NULL, 0);
    if (kind == BMP_PALETTE) make_bmp(file, &index, true, bmp_palette, 4);
    if (kind == TGA) make_tga(file, &color, &(tga_kind){.top_down = true});
    if (kind == TGA_RLE) make_tga(file, &wide, &(tga_kind){.rle = true, .alpha_bits = 8});
    if (kind == GIF) make_gif(file, &index, gif_palette, 2);
}

// All kinds, and the hashes of their grids as they are when nothing special is going on.
static bytes files[KIND_COUNT];
static uint64_t usual[KIND_COUNT];

static uint64_t hash_of(int32_t kind, const wend_import_def* def_opt) {
    reading r = read_file(&files[kind], def_opt);
    if (r.result != WEND_OK) return 0;
    uint64_t hash = wend_grid_hash(r.grid);
    wend_grid_destroy(r.grid);
    return hash;
}

static int remember_usual(void** state) {
    (void)state;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        make_kind(&files[kind], kind);
        usual[kind] = hash_of(kind, NULL);
        if (usual[kind] == 0) return -1;
    }
    return 0;
}

// A child of a program with a sanitizer takes many times as long to start.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWER 5
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOWER 5
#endif
#endif
#ifndef SLOWER
#define SLOWER 1
#endif

static int32_t wrong_imports(int32_t rounds) {
    int32_t wrong = 0;
    rounds = (rounds + SLOWER - 1) / SLOWER;
    for (int32_t i = 0; i < rounds; i++)
        for (int32_t kind = 0; kind < KIND_COUNT; kind++) wrong += hash_of(kind, NULL) != usual[kind];
    return wrong;
}

// ---- without a child

static int64_t faults_of_children(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_minflt;
}

static void in_the_process_the_tiles_are_the_same(void** state) {
    (void)state;
    wend_import_def here = wend_default_import_def();
    assert_false(here.decode_in_process);
    here.decode_in_process = true;
    int64_t faults = faults_of_children();
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        here.allocator = &allocator;
        assert_true(hash_of(kind, &here) == usual[kind]);
        assert_int_equal(memory.live, 0);
    }
    assert_true(faults_of_children() == faults); // there was none
    assert_int_equal(wrong_imports(1), 0);
    if (HAS_CHILD) assert_true(faults_of_children() > faults);
}

static void in_the_process_the_messages_are_the_same(void** state) {
    (void)state;
    wend_import_def there = wend_default_import_def(), here = there;
    here.decode_in_process = true;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) {
        for (size_t size = files[kind].size + 1; size-- > 0;) {
            reading a = read_bytes(files[kind].data, size, &there);
            reading b = read_bytes(files[kind].data, size, &here);
            assert_int_equal(a.result, b.result);
            if (a.result != WEND_OK) assert_string_equal(a.error.text, b.error.text);
            wend_grid_destroy(a.grid);
            wend_grid_destroy(b.grid);
        }
    }
}

static void in_the_process_memory_may_be_short(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.decode_in_process = true;
    for (int32_t kind = 0; kind < KIND_COUNT; kind++) // at least the decoder's memory, the grid, its tiles
        assert_true(check_out_of_memory(def, read_file_again, &files[kind]) >= 3);
}

static void surveys_may_be_made_in_the_process(void** state) {
    (void)state;
    files_put("import_host.bmp", files[BMP].data, files[BMP].size);
    wend_import_def def = wend_default_import_def();
    def.decode_in_process = true;
    int64_t faults = faults_of_children();
    wend_image_survey* survey = NULL;
    assert_ok(wend_image_survey_create("import_host.bmp", &def, 100, &survey, NULL));
    wend_image_survey_destroy(survey);
    static const char recipe[] = "wend recipe 1\nbase import_host.bmp\n";
    wend_grid* grid = NULL;
    wend_error error = {0};
    if (wend_import_memory(recipe, sizeof recipe - 1, "import_host.recipe", &def, &grid, NULL, &error) !=
        WEND_OK)
        fail_msg("%s", error.text);
    wend_grid_destroy(grid);
    remove("import_host.bmp");
    assert_true(faults_of_children() == faults);
}

// ---- signals and children of the host

static atomic_int sigchld_count, reaped_count;

static void count_signals(int number) {
    (void)number;
    atomic_fetch_add(&sigchld_count, 1);
}

// As event loops and shells have it: whatever child has ended is taken.
static void reap_everything(int number) {
    int error = errno;
    atomic_fetch_add(&sigchld_count, 1);
    (void)number;
    while (waitpid(-1, NULL, WNOHANG) > 0) atomic_fetch_add(&reaped_count, 1);
    errno = error;
}

static void with_sigchld(void (*handler)(int), int flags, struct sigaction* before_out) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGCHLD, &action, before_out), 0);
}

static void check_no_child_is_left(void) {
    assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    assert_int_equal(errno, ECHILD);
}

static void sigchld_may_be_ignored(void** state) {
    (void)state;
    struct sigaction before;
    with_sigchld(SIG_IGN, 0, &before);
    int32_t wrong = wrong_imports(20);
    with_sigchld(SIG_DFL, SA_NOCLDWAIT, NULL);
    wrong += wrong_imports(20);
    sigaction(SIGCHLD, &before, NULL);
    assert_int_equal(wrong, 0);
    check_no_child_is_left();
}

static void the_host_gets_no_sigchld(void** state) {
    (void)state;
    struct sigaction before;
    with_sigchld(count_signals, 0, &before); // without SA_RESTART: a call that it interrupts would fail
    atomic_store(&sigchld_count, 0);
    int32_t wrong = wrong_imports(20);
    sigaction(SIGCHLD, &before, NULL);
    assert_int_equal(wrong, 0);
    assert_int_equal(sigchld_count, 0);
    check_no_child_is_left();
}

static void a_host_may_reap_whatever_it_meets(void** state) {
    (void)state;
    struct sigaction before;
    with_sigchld(reap_everything, SA_RESTART, &before);
    atomic_store(&sigchld_count, 0);
    atomic_store(&reaped_count, 0);
    enum { CHILDREN = 10 };
    int32_t wrong = 0;
    for (int32_t i = 0; i < CHILDREN; i++) { // among the test's own children
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) _exit(7);
        wrong += wrong_imports(4);
    }
    while (atomic_load(&reaped_count) < CHILDREN) usleep(1000);
    sigaction(SIGCHLD, &before, NULL);
    assert_int_equal(wrong, 0);
    assert_int_equal(reaped_count, CHILDREN); // and none but those
    check_no_child_is_left();
}

static void the_hosts_children_stay_its_own(void** state) {
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(7);
    assert_int_equal(wrong_imports(10), 0);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    check_no_child_is_left();
}

typedef struct reaper {
    atomic_bool stop;
    int flags;
    int32_t caught;
} reaper;

static void* reap_all_the_time(void* context) {
    reaper* r = context;
    while (!atomic_load(&r->stop)) {
        if (waitpid(-1, NULL, WNOHANG | r->flags) > 0)
            r->caught++;
        else
            sched_yield();
    }
    return NULL;
}

static void a_thread_that_reaps_all_the_time(void** state) {
    (void)state;
    for (int32_t i = 0; i < 2; i++) {
        reaper r = {.flags = i == 0 ? 0 : __WALL}; // nobody waits by __WALL; the import holds even then
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, reap_all_the_time, &r), 0);
        int32_t wrong = wrong_imports(40);
        atomic_store(&r.stop, true);
        pthread_join(thread, NULL);
        assert_int_equal(wrong, 0);
        if (i == 0) assert_int_equal(r.caught, 0);
        check_no_child_is_left();
    }
}

// ---- descriptors and threads of the host

enum { HIGHEST = 256 };

static int32_t open_count(void) {
    int32_t count = 0;
    for (int fd = 0; fd < HIGHEST; fd++) count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void* import_often(void* context) {
    *(int32_t*)context = wrong_imports(15);
    return NULL;
}

static void* allocate_all_the_time(void* context) {
    const atomic_bool* stop = context;
    for (size_t i = 1; !atomic_load(stop); i = i * 5 % 65537) { // now and then holds the lock of malloc
        void* memory = malloc(i);
        if (memory) memset(memory, 1, i < 64 ? i : 64);
        free(memory);
    }
    return NULL;
}

static void many_threads_import_at_once(void** state) {
    (void)state;
    enum { IMPORTERS = 8, ALLOCATORS = 2 };
    int32_t wrong[IMPORTERS], before = open_count();
    pthread_t threads[IMPORTERS], allocators[ALLOCATORS];
    atomic_bool stop = false;
    for (int32_t i = 0; i < ALLOCATORS; i++)
        assert_int_equal(pthread_create(&allocators[i], NULL, allocate_all_the_time, &stop), 0);
    for (int32_t i = 0; i < IMPORTERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, import_often, &wrong[i]), 0);
    for (int32_t i = 0; i < IMPORTERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(wrong[i], 0);
    }
    atomic_store(&stop, true);
    for (int32_t i = 0; i < ALLOCATORS; i++) pthread_join(allocators[i], NULL);
    assert_int_equal(open_count(), before);
    check_no_child_is_left();
}

static void a_host_without_descriptors(void** state) {
    (void)state;
    struct rlimit before, none = {0, 0};
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0); // a program at its limit
    int32_t wrong = wrong_imports(2);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(wrong, 0);
}

#if HAS_CHILD
// ---- the child itself, seen from another thread while it decodes

enum { SIDE = 8192 };

// A grey TGA whose decoder has something to do: runs of 128 pixels.
static uint8_t* make_large(size_t* size_out) {
    size_t runs = (size_t)SIDE * SIDE / 128;
    *size_out = 18 + runs * 2;
    uint8_t* file = calloc(1, *size_out);
    assert_non_null(file);
    file[2] = 11;
    file[13] = file[15] = SIDE >> 8;
    file[16] = 8;
    for (size_t i = 0; i < runs; i++) {
        file[18 + i * 2] = 0xff;
        file[19 + i * 2] = 0xff;
    }
    return file;
}

typedef struct import {
    const uint8_t* file;
    size_t size;
    wend_result result;
    wend_error error;
    atomic_bool done;
} import;

static void* import_large(void* context) {
    import* k = context;
    wend_import_def def = wend_default_import_def();
    def.downscale = 64;
    wend_grid* grid = NULL;
    k->result = wend_import_memory(k->file, k->size, "large", &def, &grid, NULL, &k->error);
    wend_grid_destroy(grid);
    atomic_store(&k->done, true);
    return NULL;
}

// The child of this process, 0: none.
static pid_t find_child(void) {
    DIR* all = opendir("/proc");
    pid_t found = 0;
    for (struct dirent* e; all && !found && (e = readdir(all)) != NULL;) {
        char name[300], line[300] = "";
        snprintf(name, sizeof name, "/proc/%.200s/stat", e->d_name);
        FILE* f = e->d_name[0] >= '1' && e->d_name[0] <= '9' ? fopen(name, "r") : NULL;
        if (!f) continue;
        char* rest = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
        fclose(f);
        if (rest && strtol(rest + 4, NULL, 10) == getpid()) found = (pid_t)strtol(e->d_name, NULL, 10);
    }
    if (all) closedir(all);
    return found;
}

static void start(import* k, pthread_t* thread, uint8_t** file) {
    *k = (import){0};
    k->file = *file = make_large(&k->size);
    assert_int_equal(pthread_create(thread, NULL, import_large, k), 0);
}

static void a_child_that_is_killed(void** state) {
    (void)state;
import k;
    pthread_t thread;
    uint8_t* file;
    start(&k, &thread, &file);
    pid_t child = 0;
    while (!child && !atomic_load(&k.done)) child = find_child();
    if (child) kill(child, SIGKILL);
    pthread_join(thread, NULL);
    free(file);
    assert_true(child > 0);
    assert_int_equal(k.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(k.error.text, "the decoder crashed or timed out"));
    check_no_child_is_left();
}

static atomic_int* handled; // shared with children

static void count_handled(int number) {
    (void)number;
    atomic_fetch_add(handled, 1);
}

// It runs none of the host's handlers and keeps none of its descriptors open.
static void a_child_has_nothing_of_the_host(void** state) {
    (void)state;
    handled = mmap(NULL, sizeof *handled, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(handled != MAP_FAILED);
    struct sigaction before, action = {.sa_handler = count_handled};
    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    int ends[2];
    assert_int_equal(pipe(ends), 0);

import k;
    pthread_t thread;
    uint8_t* file;
    start(&k, &thread, &file);
    pid_t child = 0;
    while (!child && !atomic_load(&k.done)) child = find_child();
    if (child) kill(child, SIGUSR1);
    close(ends[1]);
    char byte;
    ssize_t got = read(ends[0], &byte, 1); // ends when the last one to hold the other end lets go of it
    bool was_early = !atomic_load(&k.done);
    pthread_join(thread, NULL);
    free(file);
    close(ends[0]);
    sigaction(SIGUSR1, &before, NULL);
    int32_t count = *handled;
    munmap(handled, sizeof *handled);
    assert_true(child > 0);
    assert_int_equal(k.result, WEND_OK);
    assert_int_equal(got, 0);
    assert_true(was_early);
    assert_int_equal(count, 0);
    check_no_child_is_left();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_process_the_tiles_are_the_same),
        cmocka_unit_test(in_the_process_the_messages_are_the_same),
        cmocka_unit_test(in_the_process_memory_may_be_short),
        cmocka_unit_test(surveys_may_be_made_in_the_process),
        cmocka_unit_test(sigchld_may_be_ignored),
        cmocka_unit_test(the_host_gets_no_sigchld),
        cmocka_unit_test(a_host_may_reap_whatever_it_meets),
        cmocka_unit_test(the_hosts_children_stay_its_own),
        cmocka_unit_test(a_thread_that_reaps_all_the_time),
        cmocka_unit_test(many_threads_import_at_once),
        cmocka_unit_test(a_host_without_descriptors),
#if HAS_CHILD
        cmocka_unit_test(a_child_that_is_killed),
        cmocka_unit_test(a_child_has_nothing_of_the_host),
#endif
    };
    return cmocka_run_group_tests_name(__FILE__, tests, remember_usual, NULL);
}
