// edit_lock.c: flock on the file of the world. A replaced file has another inode, so whoever waited for the
// lock looks whether the name still leads to the locked file.
#define _DEFAULT_SOURCE // flock
#include "edit_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool is_same(const struct stat* a, const struct stat* b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

// A file system that knows no locks is not an error: edit_lock_check remains.
static void wait_for(int descriptor, const char* world) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    cli_note("waiting for another edit of %s", world);
    while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
}

// Without the file whoever opens it says why. Any other failure may be gone by then, and the edit would go on
// without a lock.
static int fail_open(const char* world) {
    if (errno == ENOENT) return CLI_OK;
    return cli_fail(errno == EACCES ? CLI_BAD_INPUT : CLI_RESOURCE, "%s: cannot be opened: %s", world,
                    strerror(errno));
}

int edit_lock_take(const char* world, const char* patch_opt, edit_lock* out) {
    struct stat named;
    *out = (edit_lock){.descriptor = -1, .world = world, .patch_opt = patch_opt};
    for (;;) {
        const int descriptor = open(world, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) return fail_open(world);
        wait_for(descriptor, world);
        if (fstat(descriptor, &out->world_before) == 0 && stat(world, &named) == 0 &&
            named.st_dev == out->world_before.st_dev && named.st_ino == out->world_before.st_ino) {
            out->descriptor = descriptor;
            out->has_patch = patch_opt != NULL && stat(patch_opt, &out->patch_before) == 0;
            return CLI_OK;
        }
        close(descriptor); // replaced while this program waited
        if (stat(world, &named) != 0) return cli_fail(CLI_BAD_INPUT, "%s: %s", world, strerror(errno));
    }
}

int edit_lock_check(const edit_lock* lock) {
    struct stat now;
    const char* changed = NULL;
    if (lock->descriptor < 0) return CLI_OK;
    if (stat(lock->world, &now) != 0 || !is_same(&now, &lock->world_before)) changed = lock->world;
    if (lock->patch_opt != NULL && changed == NULL) {
        const bool has_patch = stat(lock->patch_opt, &now) == 0;
        if (has_patch != lock->has_patch || (has_patch && !is_same(&now, &lock->patch_before)))
            changed = lock->patch_opt;
    }
    if (changed == NULL) return CLI_OK;
    return cli_fail(CLI_RESOURCE, "%s: changed by another program while it was edited; edit it again",
                    changed);
}

void edit_lock_release(edit_lock* lock) {
    if (lock->descriptor >= 0) close(lock->descriptor);
    lock->descriptor = -1;
}
