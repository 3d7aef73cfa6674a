// faulty_calls.h: runs a program and lets one of its file operations fail, by tracing its system calls
// (ptrace).
//
// A file operation is a system call about a file in the current folder: its name is relative or begins with
// that folder, or its descriptor was opened so. They are counted from 1 on, over all threads.
#ifndef WEND_TEST_FAULTY_CALLS_H
#define WEND_TEST_FAULTY_CALLS_H
#include <stdbool.h>
#include <stdint.h>

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_ERROR, ///< the call does nothing and gives an error
    FAULT_SHORT, ///< half of the bytes are read or written
    FAULT_KILL,  ///< SIGKILL before the call
    FAULT_FULL   ///< the disk is full once the program has written so many bytes
} fault_kind;

typedef struct fault {
    fault_kind kind;
    int error;       ///< FAULT_ERROR: the errno
    int64_t at;      ///< number of the call that fails
    int64_t room;    ///< FAULT_FULL: bytes
    const char* out; ///< file that gets the standard output and the standard error
} fault;

typedef struct fault_report {
    int status;      ///< of waitpid
    int64_t calls;   ///< file operations
    int64_t written; ///< bytes
    bool struck;     ///< a call failed, or was cut short
    char call[16];   ///< its name
} fault_report;

/// True where calls can be traced: on Linux on x86-64 and arm64, unless the system forbids ptrace.
bool faulty_calls_work(void);
/// Runs argv[0]; the program ends when it cannot.
fault_report run_with_fault(char* const* argv, const fault* f);
/// Can this call give this error, as the manual says?
bool call_can_fail_with(const char* call, int error);
/// The names of the file operations of a program that runs without a fault, in their order; count of them.
int64_t list_calls(char* const* argv, const char* out, const char** names, int64_t capacity);
#endif
