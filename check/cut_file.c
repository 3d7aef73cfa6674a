// cut_file.c: the system sends SIGBUS when a page of a mapped file cannot be read.
#define _POSIX_C_SOURCE 200809L
#include "cut_file.h"
#include "clean_text.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char message[600];
static int code;

// Calls only what a handler may call.
static void end(int signal) {
    (void)signal;
    if (write(STDERR_FILENO, message, strlen(message)) < 0) _exit(code); // standard error is closed
    _exit(code);
}

void cut_file_prepare(const char* program, const char* file, int exit_code) {
    struct sigaction action = {.sa_handler = end};
    snprintf(message, sizeof message, "%s: %.500s: cut or not readable while it was in use\n", program,
             shown(file));
    code = exit_code;
    sigaction(SIGBUS, &action, NULL);
}
