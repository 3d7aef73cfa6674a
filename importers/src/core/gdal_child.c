// gdal_child.c: how do the importers run wend-gdal?
//
// GDAL is a hundred libraries, and what it reads comes from strangers. So it is in a program, which a child
// of a child of the host executes: the child that the host has is a copy of it, which gets no SIGCHLD of its
// own and sends none (see core/child.h), waits for the program, and takes it along when it ends.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // syscall, MSG_NOSIGNAL, F_DUPFD
#endif
#include "core/gdal_child.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/child.h"

#if WIMP_HAS_CHILDREN
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Decoding a row of blocks or asking a slow disk takes seconds.
enum { PATIENCE_MS = 120000 };
enum { MOST_VARIABLES = 8, VARIABLE_BYTES = 512 };

// All that the child needs, on the stack of the calling thread, of which it has a copy.
typedef struct order {
    const char* program;
    char* variables[MOST_VARIABLES + 1];
    char texts[MOST_VARIABLES][VARIABLE_BYTES];
    int descriptor;
    int raster; // -1: none
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
    // Copies above those that are about to be replaced.
    const int first = WIMP_TALK_RASTER_DESCRIPTOR + 1;
    const int nothing = fcntl(open("/dev/null", O_RDWR), F_DUPFD, first);
    const int talk = fcntl(o->descriptor, F_DUPFD, first), raster = fcntl(o->raster, F_DUPFD, first);
    if (dup2(talk, 0) < 0 || dup2(talk, 1) < 0 || dup2(nothing, 2) < 0) return 1;
    if (o->raster >= 0 && dup2(raster, WIMP_TALK_RASTER_DESCRIPTOR) < 0) return 1;
    wimp_child_close_from(o->raster < 0 ? WIMP_TALK_RASTER_DESCRIPTOR : first);
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
    const pid_t program = wimp_child_start(run_program, context);
    wimp_child_close_from(0);
    if (program > 0) wimp_child_wait(program);
    return 0;
}

// ---- the host

static int64_t now_ms(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits until the program talks or listens, or has ended.
static bool wait_for(wimp_gdal_child* child, short what) {
    const int64_t end = now_ms() + child->patience_ms;
    for (;;) {
        struct pollfd ready = {.fd = child->descriptor, .events = what};
        const int64_t left = end - now_ms();
        const int found = poll(&ready, 1, left > 0 ? (int)left : 0);
        if (found > 0) return true;
        if (found < 0 && errno == EINTR) continue;
        child->is_silent = found == 0;
        return false;
    }
}

static bool send_all(wimp_gdal_child* child, const void* bytes, size_t size) {
    const char* at = bytes;
    while (size > 0) {
        if (!wait_for(child, POLLOUT)) return false;
        const ssize_t sent = send(child->descriptor, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool wimp_gdal_send_file(wimp_gdal_child* child, int descriptor, int error) {
    wimp_file_answer answer = {error};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {.bytes = {0}};
    struct iovec part = {&answer, sizeof answer};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (error == 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent;
    do
        sent =
            wait_for(child, POLLOUT) ? sendmsg(child->descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
    while (sent < 0 && (errno == EINTR || errno == EAGAIN));
    return sent == (ssize_t)sizeof answer;
}

static wend_result fail_to_run(const char* program, const char* name, wend_error* error_opt) {
    return wimp_fail(error_opt, WEND_ERROR_IO, name, "cannot run %s, which reads it by GDAL: %s", program,
                     wimp_system_error(errno));
}

wend_result wimp_gdal_start(const char* program, const wimp_talk_request* request, int raster,
                            const void* more_opt, size_t size, const char* name, wimp_gdal_child* out,
                            wend_error* error_opt) {
    if (program == NULL)
        return wimp_fail(error_opt, WEND_ERROR_UNSUPPORTED, name,
                         "needs GDAL: the program wend-gdal, which its package installs, is not there");
    if (access(program, X_OK) != 0) return fail_to_run(program, name, error_opt);
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return fail_to_run(program, name, error_opt);
    order o = {.program = program, .descriptor = pair[1], .raster = raster};
    choose_variables(&o);
    const pid_t child = wimp_child_start(run_child, &o);
    const int error = errno;
    close(pair[1]);
    if (child < 0) {
        close(pair[0]);
        errno = error;
        return fail_to_run(program, name, error_opt);
    }
    *out = (wimp_gdal_child){pair[0], (int32_t)child, program, PATIENCE_MS, false};
    if (send_all(out, request, sizeof *request) && send_all(out, more_opt, size)) return WEND_OK;
    wimp_gdal_end(out);
    return wimp_gdal_fail_early(out, name, error_opt);
}

bool wimp_gdal_read(wimp_gdal_child* child, void* out, size_t size) {
    char* at = out;
    while (size > 0) {
        if (!wait_for(child, POLLIN)) return false;
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

wend_result wimp_gdal_start(const char* program, const wimp_talk_request* request, int raster,
                            const void* more_opt, size_t size, const char* name, wimp_gdal_child* out,
                            wend_error* error_opt) {
    (void)program, (void)request, (void)raster, (void)more_opt, (void)size, (void)out;
    return wimp_fail(error_opt, WEND_ERROR_UNSUPPORTED, name, "needs GDAL, which Wend runs on Linux only");
}

bool wimp_gdal_read(wimp_gdal_child* child, void* out, size_t size) {
    (void)child, (void)out, (void)size;
    return false;
}

bool wimp_gdal_send_file(wimp_gdal_child* child, int descriptor, int error) {
    (void)child, (void)descriptor, (void)error;
    return false;
}

void wimp_gdal_end(const wimp_gdal_child* child) {
    (void)child;
}

#endif

wend_result wimp_gdal_fail_early(const wimp_gdal_child* child, const char* name, wend_error* error_opt) {
    if (child->is_silent)
        return wimp_fail(error_opt, WEND_ERROR_FORMAT, name,
                         "%s has said nothing for %d seconds; the file may be damaged", child->program,
                         child->patience_ms / 1000);
    return wimp_fail(error_opt, WEND_ERROR_FORMAT, name,
                     "%s ended early: the file is damaged, or needs more memory or time than is allowed",
                     child->program);
}
