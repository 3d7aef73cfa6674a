// cut_file.c: what happens when the file of a mapped world is cut while the viewer shows it?
#define _POSIX_C_SOURCE 200809L
#include "platform/cut_file.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FOR_INPUT = 4 }; // as wend ends for input and output that fail

static char message[600];

// The system sends SIGBUS when a page of a mapped file cannot be read. Only what a handler may call.
static void end(int signal) {
    (void)signal;
    if (write(STDERR_FILENO, message, strlen(message)) < 0) _exit(EXIT_FOR_INPUT); // nobody listens
    _exit(EXIT_FOR_INPUT);
}

void cut_file_prepare(const char* file) {
    struct sigaction action = {.sa_handler = end};
    snprintf(message, sizeof message, "wend-view: %.500s: cut or not readable while it was in use\n", file);
    sigaction(SIGBUS, &action, NULL);
}
