// failing_calls.c: what do commands and functions leave behind when one of their file operations fails, is
// cut short, finds a full disk, or is the last one before the program is killed?
//     failing_calls WEND USE_FILES SHARE MOST [CASE]
// Every SHARE-th operation fails (1: each one; fewer where a case would take more than MOST runs), in the
// ways that its manual names; the disk is full after each SHARE-th block of 4096 bytes. The output is then
// the old file or the new one. A program that ends with success has written the new one or printed the usual
// answer. One that fails says why in one line and exits with 4, or with 3 where it has no permission to read.
// The next run works and removes what was left behind.
#define _DEFAULT_SOURCE // mkdtemp
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faulty_calls.h"
#include "files.h"

enum { ARGUMENTS = 16, MAX_CALLS = 1 << 16, BLOCK = 4096 };

typedef struct trial {
    const char* name;
    const char* output; // NULL: the answer is what it prints
    bool replaces;      // an older file is there
    bool uses_api;      // use_files instead of wend
    bool is_slow;       // thousands of operations: only where MOST is 1000 or more
    const char* arguments[ARGUMENTS];
} trial;

static const trial trials[] = {
    {"bake", "out.wend", true, false, false, {"bake", "map.pgm", "-q", "--threads", "1", "-o", "out.wend"}},
    {"bake of a new file",
     "out.wend",
     false,
     false,
     false,
     {"bake", "map.pgm", "-q", "--threads", "1", "-o", "out.wend"}},
    {"bake with a work file",
     "out.wend",
     true,
     false,
     true,
     {"bake", "large.pgm", "-q", "--threads", "1", "--memory", "32M", "-o", "out.wend"}},
    {"edit",
     "out.wend",
     true,
     false,
     false,
     {"edit", "base.wend", "-q", "--set", "9,9,7,7=blocked", "-o", "out.wend"}},
    {"edit in place",
     "base.wend",
     true,
     false,
     false,
     {"edit", "base.wend", "-q", "--set", "9,9,7,7=blocked", "-o", "base.wend"}},
    {"edit of a patch",
     "some.patch",
     true,
     false,
     false,
     {"edit", "base.wend", "-q", "--set", "9,9,7,7=blocked", "--patch", "some.patch"}},
    {"edit of a new patch",
     "out.patch",
     false,
     false,
     false,
     {"edit", "base.wend", "-q", "--set", "9,9,7,7=blocked", "--patch", "out.patch"}},
    {"merge", "out.wend", true, false, false, {"merge", "base.wend", "some.patch", "-q", "-o", "out.wend"}},
    {"merge in place",
     "base.wend",
     true,
     false,
     false,
     {"merge", "base.wend", "some.patch", "-q", "-o", "base.wend"}},
    {"render", "out.png", true, false, false, {"render", "base.wend", "-q", "-o", "out.png"}},
    {"hash", NULL, false, false, false, {"hash", "base.wend"}},
    {"verify", NULL, false, false, false, {"verify", "base.wend", "--patch", "some.patch", "-q"}},
    {"read", NULL, false, true, false, {"read"}},
    {"map", NULL, false, true, false, {"map"}},
    {"map with patches", NULL, false, true, false, {"map-patched"}},
    {"import", NULL, false, true, false, {"import"}},
    {"save", "out.wend", true, true, false, {"save"}},
    {"save of a patch", "out.patch", true, true, false, {"save-patch"}},
};
enum { TRIALS = sizeof trials / sizeof *trials };

typedef struct contents {
    uint8_t* bytes; // NULL: no file
    size_t size;
} contents;

static char wend[4096], use_files[4096];
static contents old_file, new_file, answer;
static int failures;
static int64_t most = 1 << 20; // runs of one trial, about
static long runs, kept_old, got_new, leftovers;
static const char said[] = "said"; // what the programs print

// ---- files

static contents get(const char* name) {
    contents c = {NULL, 0};
    c.bytes = files_get(name, &c.size);
    return c;
}

static bool same(const contents* a, const contents* b) {
    return (a->bytes == NULL) == (b->bytes == NULL) && a->size == b->size &&
           (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static void put_back(const char* name) {
    if (old_file.bytes != NULL)
        files_put(name, old_file.bytes, old_file.size);
    else
        unlink(name);
}

// Removes the work file, as a user would who does not want to go on with it, and counts what else was left.
static int clean_up(bool remove) {
    int count = 0;
    DIR* folder = opendir(".");
    for (const struct dirent* e; folder != NULL && (e = readdir(folder)) != NULL;) {
        const bool left = strstr(e->d_name, ".wendtmp") != NULL || strstr(e->d_name, ".baking") != NULL;
        count += left;
        if (left && remove) unlink(e->d_name);
    }
    if (folder != NULL) closedir(folder);
    return count;
}

// ---- programs

static char** argv_of(const trial* t, bool once) {
    static char* argv[ARGUMENTS + 3];
    int count = 0;
    argv[count++] = t->uses_api ? use_files : wend;
    for (int i = 0; t->arguments[i] != NULL; i++) argv[count++] = (char*)(uintptr_t)t->arguments[i];
    if (t->uses_api) argv[count++] = (char*)(uintptr_t)(once ? "1" : "2");
    argv[count] = NULL;
    return argv;
}

static void must_run(const char* const* arguments) {
    char* argv[ARGUMENTS + 2] = {wend};
    for (int i = 0; arguments[i] != NULL; i++) argv[i + 1] = (char*)(uintptr_t)arguments[i];
    const pid_t child = fork();
    if (child == 0) {
        execv(argv[0], argv);
        _exit(127);
    }
    int status = 1;
    if (child > 0) waitpid(child, &status, 0);
    if (status == 0) return;
    fprintf(stderr, "wend %s: status %d\n", arguments[0], status);
    exit(1);
}

static void complain(const trial* t, const char* how, int64_t at, const fault_report* r, const char* what) {
    const contents text = get(said);
    printf("%s, %s at %lld (%s): %s; status %#x: %.*s\n", t->name, how, (long long)at, r->call, what,
           (unsigned)r->status, (int)text.size, text.bytes != NULL ? (const char*)text.bytes : "");
    free(text.bytes);
    failures++;
}

// One line that says why, and for a bake with a work file one that says how to continue.
static bool says_one_line(const trial* t) {
    const contents text = get(said);
    const char* begin = (const char*)text.bytes;
    const char* end = text.size > 10 ? memchr(begin, '\n', text.size) : NULL;
    bool good = end != NULL && (t->uses_api || strncmp(begin, "wend: ", 6) == 0);
    if (good && !t->uses_api && end + 1 < begin + text.size)
        good = strstr(end, "--resume continues\n") != NULL && strchr(end + 1, '\n') == begin + text.size - 1;
    free(text.bytes);
    return good;
}

static void run_without_fault(const trial* t, const char* when) {
    const fault none = {.kind = FAULT_NONE, .out = said};
    const fault_report r = run_with_fault(argv_of(t, true), &none);
    if (r.status != 0) complain(t, when, 0, &r, "fails without a fault");
    if (t->output == NULL) return;
    const contents now = get(t->output);
    if (new_file.bytes != NULL && !same(&now, &new_file)) complain(t, when, 0, &r, "another file");
    if (clean_up(false) > 0) complain(t, when, 0, &r, "leaves a temporary file");
    free(now.bytes);
    put_back(t->output);
}

// What a command only reads stays as it is.
static const char* const inputs[] = {"map.pgm", "base.wend", "some.patch", "more.patch"};
enum { INPUTS = sizeof inputs / sizeof *inputs };
static contents inputs_before[INPUTS];

static void check_inputs(const trial* t, const char* how, int64_t at, const fault_report* r) {
    for (int i = 0; i < INPUTS; i++) {
        if (t->output != NULL && strcmp(t->output, inputs[i]) == 0) continue;
        const contents now = get(inputs[i]);
        if (!same(&now, &inputs_before[i])) complain(t, how, at, r, "an input has changed");
        free(now.bytes);
    }
}

static void check(const trial* t, const char* how, int64_t at, const fault_report* r) {
    runs++;
    const bool ended = WIFEXITED(r->status);
    const int code = ended ? WEXITSTATUS(r->status) : -1;
    if (!ended && WTERMSIG(r->status) != SIGKILL) complain(t, how, at, r, "ends by a signal");
    const bool may_be_3 = strcmp(how, "EACCES") == 0; // a file without permission is a bad one
    if (ended && code != 0 && code != 4 && !(code == 3 && may_be_3))
        complain(t, how, at, r, "another exit code");
    if (code > 0 && !says_one_line(t)) complain(t, how, at, r, "does not say why in one line");
    if (t->output != NULL) {
        const contents now = get(t->output);
        const bool is_old = same(&now, &old_file), is_new = same(&now, &new_file);
        kept_old += is_old;
        got_new += is_new;
        if (!is_old && !is_new) complain(t, how, at, r, "neither the old nor the new file");
        if (code == 0 && !is_new) complain(t, how, at, r, "success without the new file");
        free(now.bytes);
    } else if (code == 0) {
        contents now = get(said);
        const bool ends_so = now.size >= answer.size &&
                             memcmp(now.bytes + now.size - answer.size, answer.bytes, answer.size) == 0;
        if (!(t->uses_api ? ends_so : same(&now, &answer))) complain(t, how, at, r, "another answer");
        free(now.bytes);
    }
    check_inputs(t, how, at, r);
    if (t->output != NULL) put_back(t->output);
    // What cannot be looked at or removed stays until the next run.
    const bool may_stay = !ended || strcmp(r->call, "unlink") == 0 || strcmp(r->call, "stat") == 0 ||
                          strcmp(r->call, "flock") == 0;
    const bool has_work = strstr(t->name, "work file") != NULL;
    if (clean_up(false) == 0) return;
    if (!may_stay && !has_work) complain(t, how, at, r, "leaves a temporary file");
    if (leftovers++ % 8 == 0) run_without_fault(t, "with what was left");
    clean_up(true);
}

static void fail_calls(const trial* t, int share) {
    static const struct {
        fault_kind kind;
        int error;
        const char* name;
    } ways[] = {
        {FAULT_KILL, 0, "SIGKILL"},
        {FAULT_SHORT, 0, "half"},
        {FAULT_ERROR, EIO, "EIO"},
        {FAULT_ERROR, ENOSPC, "ENOSPC"},
        {FAULT_ERROR, EINTR, "EINTR"},
        {FAULT_ERROR, ENOMEM, "ENOMEM"},
        {FAULT_ERROR, EMFILE, "EMFILE"},
        {FAULT_ERROR, EACCES, "EACCES"},
        {FAULT_ERROR, EPERM, "EPERM"},
        {FAULT_ERROR, ENOLCK, "ENOLCK"},
        {FAULT_ERROR, EOPNOTSUPP, "EOPNOTSUPP"},
    };
    enum { WAYS = sizeof ways / sizeof *ways };
    static const char* names[MAX_CALLS];
    const int64_t count = list_calls(argv_of(t, true), said, names, MAX_CALLS);
    if (t->output != NULL) put_back(t->output);
    if (count == 0) failures++;
    int64_t turn = 0;
    if (count * 3 / share > most) share = (int)(count * 3 / most);
    for (int64_t at = 1; at <= count; at++) {
        for (int w = 0; w < WAYS; w++) {
            const bool moves_bytes =
                strcmp(names[at - 1], "read") == 0 || strcmp(names[at - 1], "write") == 0;
            if (ways[w].kind == FAULT_SHORT && !moves_bytes) continue;
            if (ways[w].kind == FAULT_ERROR && !call_can_fail_with(names[at - 1], ways[w].error)) continue;
            if (turn++ % share != 0) continue;
            const fault f = {.kind = ways[w].kind, .error = ways[w].error, .at = at, .out = said};
            const fault_report r = run_with_fault(argv_of(t, false), &f);
            check(t, ways[w].name, at, &r);
        }
    }
    printf("%s: %lld file operations\n", t->name, (long long)count);
}

static void fill_disk(const trial* t, int share) {
    const fault none = {.kind = FAULT_NONE, .out = said};
    const int64_t needed = run_with_fault(argv_of(t, true), &none).written;
    put_back(t->output);
    if (needed / BLOCK / share > most / 4) share = (int)(needed / BLOCK / (most / 4));
    for (int64_t room = 0; room < needed; room += (int64_t)BLOCK * share) {
        const fault f = {.kind = FAULT_FULL, .room = room, .out = said};
        const fault_report r = run_with_fault(argv_of(t, true), &f);
        check(t, "full disk", room, &r);
        if (WIFEXITED(r.status) && WEXITSTATUS(r.status) == 0) complain(t, "full disk", room, &r, "success");
    }
}

static void try(const trial* t, int share) {
    if (!t->replaces && t->output != NULL) unlink(t->output);
    old_file = t->output != NULL ? get(t->output) : (contents){NULL, 0};
    new_file = answer = (contents){NULL, 0};
    for (int i = 0; i < INPUTS; i++) inputs_before[i] = get(inputs[i]);
    const fault none = {.kind = FAULT_NONE, .out = said};
    const fault_report r = run_with_fault(argv_of(t, true), &none);
    if (r.status != 0) complain(t, "none", 0, &r, "fails without a fault");
    if (t->output != NULL) {
        new_file = get(t->output);
        put_back(t->output);
        if (new_file.bytes == NULL || same(&old_file, &new_file)) complain(t, "none", 0, &r, "nothing new");
    } else {
        answer = get(said);
    }
    fail_calls(t, share);
    if (t->output != NULL) fill_disk(t, share);
    run_without_fault(t, "afterwards");
    clean_up(true);
    free(old_file.bytes);
    free(new_file.bytes);
    free(answer.bytes);
    for (int i = 0; i < INPUTS; i++) free(inputs_before[i].bytes);
}

static void prepare(void) {
    must_run((const char*[]){"generate", "--size", "64", "--seed", "3", "-o", "map.pgm", "-q", NULL});
    if (most >= 1000)
        must_run((const char*[]){"generate", "--size", "1300", "--seed", "3", "-o", "large.pgm", "-q", NULL});
    must_run((const char*[]){"bake", "map.pgm", "-o", "base.wend", "--cluster", "15", "-q", NULL});
    must_run((const char*[]){"bake", "map.pgm", "-o", "out.wend", "--cluster", "15", "-q", NULL});
    must_run((const char*[]){"render", "base.wend", "-o", "out.png", "--layers", "clusters", "-q", NULL});
    must_run((const char*[]){"edit", "base.wend", "--patch", "some.patch", "--set", "40,40,5,5=blocked", "-q",
                             NULL});
    must_run((const char*[]){"edit", "base.wend", "--patch", "some.patch", "--patch", "more.patch", "--set",
                             "2,40,5,5=blocked", "-q", NULL});
    must_run(
        (const char*[]){"edit", "base.wend", "--patch", "out.patch", "--set", "4,4,5,5=blocked", "-q", NULL});
}

int main(int argc, char** argv) {
    if (argc < 5 || realpath(argv[1], wend) == NULL || realpath(argv[2], use_files) == NULL) return 2;
    if (!faulty_calls_work()) {
        printf("skipped: system calls cannot be traced here\n");
        return 77;
    }
    const int share = atoi(argv[3]);
    most = atoll(argv[4]);
    files_enter();
    prepare();
    for (int i = 0; i < TRIALS; i++)
        if (argc < 6 ? !trials[i].is_slow || most >= 1000 : strcmp(argv[5], trials[i].name) == 0)
            try(&trials[i], share);
    files_leave();
    printf("%ld runs: %ld times the old file, %ld times the new one, %ld times something was left, %d "
           "failures\n",
           runs, kept_old, got_new, leftovers, failures);
    return failures > 0 || runs == 0;
}
