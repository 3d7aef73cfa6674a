// gdal_child.c: how do the importers run wend-gdal?
//
// GDAL is a hundred libraries, and what it reads comes from strangers. So it is in a program, which a child
// of a child of the host executes: the child that the host has is a copy of it, which gets no SIGCHLD of its
// own and sends none (see core/child.h), waits for the program, and takes it along when it ends.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // syscall, MSG_NOSIGNAL
#endif
#include "core/gdal_child.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/child.h"

#if WIMP_HAS_CHILDREN
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_VARIABLES = 8, VARIABLE_BYTES = 512 };

// All that the child needs, on the stack of the calling thread, of which it has a copy.
typedef struct order {
    const char* program;
    char* variables[MOST_VARIABLES + 1];
    char texts[MOST_VARIABLES][VARIABLE_BYTES];
    int descriptor;
} order;

// Where libraries and the tables of GDAL and PROJ lie. Settings of GDAL itself stay outside, so that a raster
// is read in the same way by everybody.
static void choose_variables(order* o) {
    static const char* const names[] = {"LD_LIBRARY_PATH", "GDAL_DATA", "PROJ_DATA", "PROJ_LIB"};
    int count = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char* value = getenv(names[i]);
        if (value == NULL) continue;
        const int length = snprintf(o->texts[count], VARIABLE_BYTES, "%s=%s", names[i], value);
        if (length < VARIABLE_BYTES) o->variables[count] = o->texts[count], count++;
    }
    o->variables[count] = NULL;
}

// ---- the child, and the child's child: no call here allocates or locks

static int run_program(void* context) {
    const order* o = context;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = open("/dev/null", O_RDWR);
    if (dup2(o->descriptor, 0) < 0 || dup2(o->descriptor, 1) < 0 || dup2(nothing, 2) < 0) return 1;
    wimp_child_close_from(3);
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    sigset_t unblocked;
    sigemptyset(&unblocked);
    pthread_sigmask(SIG_SETMASK, &unblocked, NULL);
    const char* const words[] = {o->program, NULL};
    syscall(SYS_execve, o->program, words, o->variables);
    return 127;
}

static int run_child(void* context) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const pid_t program = wimp_child_start(run_program, context);
    wimp_child_close_from(0);
    if (program > 0) wimp_child_wait(program);
    return 0;
}

// ---- the host

static bool send_all(int descriptor, const void* bytes, size_t size) {
    const char* at = bytes;
    while (size > 0) {
        const ssize_t sent = send(descriptor, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static wend_result fail_to_run(const char* program, const char* name, wend_error* error_opt) {
    return wimp_fail(error_opt, WEND_ERROR_IO, name, "cannot run %s, which reads it by GDAL: %s", program,
                     wimp_system_error(errno));
}

wend_result wimp_gdal_start(const char* program, const wimp_talk_request* request, const void* more_opt,
                            size_t size, const char* name, wimp_gdal_child* out, wend_error* error_opt) {
    if (program == NULL)
        return wimp_fail(error_opt, WEND_ERROR_UNSUPPORTED, name,
                         "needs GDAL: the program wend-gdal, which its package installs, is not there");
    if (access(program, X_OK) != 0) return fail_to_run(program, name, error_opt);
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return fail_to_run(program, name, error_opt);
    order o = {.program = program, .descriptor = pair[1]};
    choose_variables(&o);
    const pid_t child = wimp_child_start(run_child, &o);
    const int error = errno;
    close(pair[1]);
    if (child < 0) {
        close(pair[0]);
        errno = error;
        return fail_to_run(program, name, error_opt);
    }
    *out = (wimp_gdal_child){pair[0], (int32_t)child, program};
    if (send_all(pair[0], request, sizeof *request) && send_all(pair[0], more_opt, size)) return WEND_OK;
    wimp_gdal_end(out);
    return wimp_gdal_fail_early(out, name, error_opt);
}

bool wimp_gdal_read(const wimp_gdal_child* child, void* out, size_t size) {
    char* at = out;
    while (size > 0) {
        const ssize_t got = read(child->descriptor, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

void wimp_gdal_end(const wimp_gdal_child* child) {
    close(child->descriptor);
    // Only a child that still runs is killed: a number that is free again may be that of a stranger.
    if (waitpid((pid_t)child->process, NULL, __WALL | WNOHANG) != 0) return;
    kill((pid_t)child->process, SIGKILL); // the program goes with it
    wimp_child_wait((pid_t)child->process);
}

#else

wend_result wimp_gdal_start(const char* program, const wimp_talk_request* request, const void* more_opt,
                            size_t size, const char* name, wimp_gdal_child* out, wend_error* error_opt) {
    (void)program, (void)request, (void)more_opt, (void)size, (void)out;
    return wimp_fail(error_opt, WEND_ERROR_UNSUPPORTED, name, "needs GDAL, which Wend runs on Linux only");
}

bool wimp_gdal_read(const wimp_gdal_child* child, void* out, size_t size) {
    (void)child, (void)out, (void)size;
    return false;
}

void wimp_gdal_end(const wimp_gdal_child* child) {
    (void)child;
}

#endif

wend_result wimp_gdal_fail_early(const wimp_gdal_child* child, const char* name, wend_error* error_opt) {
    return wimp_fail(error_opt, WEND_ERROR_FORMAT, name,
                     "%s ended early: the file is damaged, or needs more memory or time than is allowed",
                     child->program);
}
