// edit_killed.c: does an edit that is killed at any moment leave the old file or the new one? Edits a world
// in place, edits a patch, and merges both, also in place, in an empty folder, and kills the program after a
// random time. Each file is then what it was before or what it was to become, byte for byte, and the next run
// removes what was left behind.
//     edit_killed WEND MAP TRIES
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS = 12, KINDS = 4 };

static const char* wend;

// ---- programs

static pid_t start(const char* const* arguments) {
    char* argv[ARGUMENTS + 2] = {(char*)(uintptr_t)wend};
    for (int i = 0; arguments[i] != NULL; i++) argv[i + 1] = (char*)(uintptr_t)arguments[i];
    const pid_t child = fork();
    if (child != 0) return child;
    const int silent = open("/dev/null", O_WRONLY);
    dup2(silent, STDERR_FILENO);
    dup2(silent, STDOUT_FILENO);
    execv(wend, argv);
    _exit(127);
}

static int finish(pid_t child) {
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

static void must(const char* const* arguments) {
    const int status = finish(start(arguments));
    if (status == 0) return;
    fprintf(stderr, "wend %s %s: status %x\n", arguments[0], arguments[1], (unsigned)status);
    exit(1);
}

// ---- files

typedef struct contents {
    char* bytes;
    size_t size;
} contents;

static contents read_file(const char* name) {
    contents c = {NULL, 0};
    FILE* file = fopen(name, "rb");
    if (file == NULL) return c;
    fseek(file, 0, SEEK_END);
    c.size = (size_t)ftell(file);
    rewind(file);
    c.bytes = malloc(c.size + 1);
    if (c.bytes == NULL || fread(c.bytes, 1, c.size, file) != c.size) exit(1);
    fclose(file);
    return c;
}

static bool same(const contents* a, const contents* b) {
    return a->size == b->size && a->bytes != NULL && b->bytes != NULL &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

static void copy(const char* from, const char* to) {
    const contents c = read_file(from);
    FILE* file = fopen(to, "wb");
    if (c.bytes == NULL || file == NULL || fwrite(c.bytes, 1, c.size, file) != c.size || fclose(file) != 0)
        exit(1);
    free(c.bytes);
}

static int count_temporary_files(void) {
    int count = 0;
    DIR* folder = opendir(".");
    for (const struct dirent* e; folder != NULL && (e = readdir(folder)) != NULL;)
        count += strstr(e->d_name, ".wendtmp") != NULL;
    if (folder != NULL) closedir(folder);
    return count;
}

// ---- trials

// What is done, and the file that it replaces.
typedef struct trial {
    const char* name;
    const char *before, *after; // copies of the file
    const char* file;
    const char* arguments[ARGUMENTS];
} trial;

static const trial trials[KINDS] = {
    {"edit in place",
     "world.old",
     "world.new",
     "world.wend",
     {"edit", "world.wend", "--set", "30,30,200,9=blocked", "-o", "world.wend", "-q", NULL}},
    {"edit of a patch",
     "patch.old",
     "patch.new",
     "houses.patch",
     {"edit", "base.wend", "--patch", "houses.patch", "--set", "90,90,50,50=blocked", "-q", NULL}},
    {"merge",
     "merged.old",
     "merged.new",
     "merged.wend",
     {"merge", "base.wend", "some.patch", "-o", "merged.wend", "-q", NULL}},
    {"merge in place",
     "place.old",
     "place.new",
     "place.wend",
     {"merge", "place.wend", "some.patch", "-o", "place.wend", "-q", NULL}},
};

// Makes both states of each file.
static void prepare(const char* map) {
    must((const char*[]){"bake", map, "-o", "base.wend", "-q", NULL});
    must((const char*[]){"edit", "base.wend", "--patch", "some.patch", "--set", "40,40,5,5=blocked", "-q",
                         NULL});
    must((const char*[]){"edit", "base.wend", "--set", "0,0,9,9=blocked", "-o", "world.wend", "-q", NULL});
    must((const char*[]){"edit", "base.wend", "--patch", "houses.patch", "--set", "7,7,5,5=blocked", "-q",
                         NULL});
    copy("base.wend", "merged.wend");
    copy("base.wend", "place.wend");
    copy("some.patch", "some.old");
    for (int i = 0; i < KINDS; i++) {
        copy(trials[i].file, trials[i].before);
        must(trials[i].arguments);
        copy(trials[i].file, trials[i].after);
    }
}

static uint64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static void wait_us(uint64_t us) {
    const struct timespec t = {(time_t)(us / 1000000u), (long)(us % 1000000u) * 1000};
    nanosleep(&t, NULL);
}

// 0: the old file, 1: the new one, -1: another.
static int kill_at_some_time(const trial* t, uint64_t within_us) {
    copy(t->before, t->file);
    const pid_t child = start(t->arguments);
    wait_us((uint64_t)rand() % (within_us + 1));
    kill(child, SIGKILL);
    finish(child);
    contents now = read_file(t->file), before = read_file(t->before), after = read_file(t->after);
    const int kept = same(&now, &before) ? 0 : same(&now, &after) ? 1 : -1;
    free(now.bytes);
    free(before.bytes);
    free(after.bytes);
    return kept;
}

int main(int argc, char** argv) {
    char folder[] = "edit_killed.XXXXXX";
    if (argc != 4 || mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
    wend = argv[1];
    const int tries = atoi(argv[3]);
    uint64_t times_us[KINDS];
    int failures = 0, old_files = 0, new_files = 0, left_behind = 0;
    srand(7);
    prepare(argv[2]);
    for (int i = 0; i < KINDS; i++) {
        copy(trials[i].before, trials[i].file);
        const uint64_t start_us = now_us();
        must(trials[i].arguments);
        times_us[i] = now_us() - start_us;
    }
    for (int i = 0; i < tries; i++) {
        const trial* t = &trials[i % KINDS];
        const int kept = kill_at_some_time(t, times_us[i % KINDS] * 11 / 10);
        old_files += kept == 0;
        new_files += kept == 1;
        failures += kept < 0;
        left_behind += count_temporary_files() > 0;
        if (kept < 0) printf("%s: neither the old nor the new file\n", t->name);
    }
    for (int i = 0; i < KINDS; i++) {
        copy(trials[i].before, trials[i].file);
        must(trials[i].arguments);
    }
    const contents patch = read_file("some.patch"), patch_before = read_file("some.old");
    if (!same(&patch, &patch_before)) {
        printf("a patch that was merged has changed\n");
        failures++;
    }
    if (count_temporary_files() > 0) {
        printf("temporary files stay\n");
        failures++;
    }
    if (chdir("..") != 0) return 1;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) return 1;
    printf("%d kills: %d old files, %d new ones, %d times a temporary file stayed behind, %d failures\n",
           tries, old_files, new_files, left_behind, failures);
    return failures > 0 || old_files == 0;
}
