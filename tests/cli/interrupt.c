// interrupt.c: does a bake that is stopped while it writes leave a complete world and nothing else? Starts
// `wend bake` in an empty folder, sends it a signal as soon as a second file appears, and examines what
// remains. After a kill, which no program can handle, the temporary file is left; the next bake removes it.
//     interrupt WEND MAP
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char world[] = "world.wend";

// Files in the current folder.
static int count_files(void) {
    int count = 0;
    DIR* d = opendir(".");
    for (const struct dirent* e; d != NULL && (e = readdir(d)) != NULL;) count += e->d_name[0] != '.';
    if (d != NULL) closedir(d);
    return count;
}

static pid_t start(const char* wend, const char* command, const char* map) {
    pid_t child = fork();
    if (child == 0) {
        if (map != NULL)
            execl(wend, wend, command, map, "-o", world, "-q", (char*)NULL);
        else
            execl(wend, wend, command, world, (char*)NULL);
        _exit(127);
    }
    return child;
}

static int finish(pid_t child) {
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int main(int argc, char** argv) {
    enum { TRIES = 20 };
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
    char folder[] = "interrupt.XXXXXX";
    if (argc != 3 || mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
    if (finish(start(argv[1], "bake", argv[2])) != 0) return 1;
    int hits = 0, failures = 0, left_behind = 0;
    for (int i = 0; i < TRIES; i++) {
        pid_t child = start(argv[1], "bake", argv[2]);
        int status = 0;
        bool ended = false;
        while (count_files() < 2 && !ended) ended = waitpid(child, &status, WNOHANG) != 0;
        if (!ended) {
            kill(child, signals[i % 4]);
            status = finish(child);
            hits++;
        }
        // The signal may come when all is done.
        bool stopped = WIFSIGNALED(status) && WTERMSIG(status) == signals[i % 4];
        if (stopped && signals[i % 4] == SIGKILL) {
            left_behind += count_files() == 2;
            if (finish(start(argv[1], "bake", argv[2])) != 0) failures++;
        }
        if ((status != 0 && !stopped) || count_files() != 1 || finish(start(argv[1], "hash", NULL)) != 0) {
            printf("signal %d: status %x, %d files left\n", signals[i % 4], (unsigned)status, count_files());
            failures++;
        }
    }
    unlink(world);
    if (chdir("..") == 0) rmdir(folder);
    printf("%d of %d bakes were stopped while they wrote, %d killed ones left a file, %d failures\n", hits,
           TRIES, left_behind, failures);
    return hits == 0 || left_behind == 0 || failures > 0;
}
