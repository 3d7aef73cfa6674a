// edit_lock.h: how do several programs edit one world, so that no edit is lost?
//
// An edit that replaces the world, or writes a patch of it, locks the world's file from before it is read
// until the new file has its name: other edits wait for their turn. The file may not have changed meanwhile,
// so that a program that knows no locks loses nothing either.
#ifndef EDIT_LOCK_H
#define EDIT_LOCK_H
#include <stdbool.h>
#include <sys/stat.h>

#include "cli.h"

typedef struct edit_lock {
    int descriptor; ///< -1: none
    const char *world, *patch_opt;
    bool has_patch; ///< the patch was there
    struct stat world_before, patch_before;
} edit_lock;

#define EDIT_LOCK_NONE                                                                                       \
    { .descriptor = -1 }

/// Waits until no other edit has the world's lock, and takes it. Returns CLI_OK or an exit code.
int edit_lock_take(const char* world, const char* patch_opt, edit_lock* out);
/// To be called just before the new file takes its name: reports that the world or its patch changed since
/// they were locked. Returns CLI_OK or an exit code.
int edit_lock_check(const edit_lock* lock);
void edit_lock_release(edit_lock* lock);

#endif
