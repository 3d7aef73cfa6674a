// resume.c: a bake that does not fit its memory is killed at random moments, runs out of disk, is
// interrupted, finds its work file damaged or of another map. The old world must stay as it is until the new
// one is complete, --resume must finish with the bytes of a bake in memory, and nothing else may be left.
//     resume WEND KILLS [SIDE]
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char old_world[] = "old.wend", world[] = "world.wend", expected[] = "expected.wend";
static const char work[] = "world.wend.baking", messages[] = "messages";
static const char* wend;
static uint64_t state = 88172645463325252u; // of a xorshift generator

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % limit;
}

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool fails(const char* what) {
    fprintf(stderr, "resume: %s\n", what);
    return false;
}

static bool is_there(const char* name) {
    return access(name, F_OK) == 0;
}

static char* read_all(const char* name, size_t* size_out) {
    FILE* stream = fopen(name, "rb");
    *size_out = 0;
    if (stream == NULL) return NULL;
    fseek(stream, 0, SEEK_END);
    const size_t size = (size_t)ftell(stream);
    rewind(stream);
    char* bytes = malloc(size + 1);
    if (bytes == NULL || fread(bytes, 1, size, stream) != size) abort();
    bytes[size] = '\0';
    fclose(stream);
    *size_out = size;
    return bytes;
}

static void write_all(const char* name, const char* bytes, size_t size) {
    FILE* stream = fopen(name, "wb");
    if (stream == NULL || fwrite(bytes, 1, size, stream) != size || fclose(stream) != 0) abort();
}

static void copy(const char* from, const char* to) {
    size_t size;
    char* bytes = read_all(from, &size);
    write_all(to, bytes, size);
    free(bytes);
}

static bool are_equal(const char* a, const char* b) {
    size_t a_size, b_size;
    char *x = read_all(a, &a_size), *y = read_all(b, &b_size);
    const bool same = x != NULL && y != NULL && a_size == b_size && memcmp(x, y, a_size) == 0;
    free(x);
    free(y);
    return same;
}

static bool mentions(const char* word) {
    size_t size;
    char* text = read_all(messages, &size);
    const bool found = text != NULL && strstr(text, word) != NULL;
    free(text);
    return found;
}

// Files in the folder whose names begin with that of the world, other than the world.
static int count_leftovers(void) {
    int count = 0;
    DIR* folder = opendir(".");
    for (const struct dirent* e; folder != NULL && (e = readdir(folder)) != NULL;)
        count += strncmp(e->d_name, world, strlen(world)) == 0 && strcmp(e->d_name, world) != 0;
    if (folder != NULL) closedir(folder);
    return count;
}

// most_bytes: of any file; 0: no limit.
static pid_t start(const char* map, const char* output, const char* cluster, bool resume, rlim_t most_bytes) {
    const pid_t child = fork();
    if (child != 0) return child;
    const int descriptor = open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const struct rlimit limit = {most_bytes, most_bytes};
    if (descriptor < 0 || dup2(descriptor, 2) < 0 || (most_bytes > 0 && setrlimit(RLIMIT_FSIZE, &limit) != 0))
        _exit(126);
    if (most_bytes > 0) setenv("GCOV_PREFIX", "/dev/null", 1); // what coverage counts does not fit either
    execl(wend, wend, "bake", map, "-o", output, "--cluster", cluster, "--memory",
          strcmp(output, expected) == 0 ? "4G" : "32M", "-q", resume ? "--resume" : (char*)NULL, (char*)NULL);
    _exit(127);
}

static int finish(pid_t child) {
    int status = 0;
    if (child <= 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int bake(const char* map, bool resume, rlim_t most_bytes) {
    return finish(start(map, world, "31", resume, most_bytes));
}

typedef struct counts {
    int killed, interrupted, finished, resumed;
} counts;

// Starts a bake and ends it after a random time. True: the world is the old one, or complete.
static bool end_one(int64_t whole_us, counts* c) {
    static const int signals[] = {SIGKILL, SIGKILL, SIGKILL, SIGTERM, SIGINT};
    const int number = signals[random_below(5)];
    const bool resume = is_there(work);
    const pid_t child = start("map.pgm", world, "31", resume, 0);
    c->resumed += resume;
    const int64_t end = now_us() + (int64_t)random_below((uint64_t)(whole_us + whole_us / 4));
    int status = 0;
    bool ended = false;
    while (!ended && now_us() < end) {
        ended = waitpid(child, &status, WNOHANG) != 0;
        const struct timespec pause = {0, 300000};
        nanosleep(&pause, NULL);
    }
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (!ended) {
        kill(child, number);
        code = finish(child);
    }
    if (!ended && code == 4 && number != SIGKILL) {
        c->interrupted++;
        if (!mentions("interrupted") && !mentions("cancelled")) return fails("an interrupt is not reported");
        if (is_there(work) && mentions("tasks") && !mentions("--resume"))
            return fails("how to continue is not said");
    } else if (!ended && code >= 128) {
        c->killed++;
    } else if (code != 0) {
        return fails("a bake fails");
    }
    if (are_equal(world, expected)) {
        c->finished++;
        copy(old_world, world);
        return true;
    }
    return are_equal(world, old_world) || fails("the world is neither the old nor the new one");
}

static bool survives_kills(int kills) {
    counts c = {0, 0, 0, 0};
    copy(old_world, world);
    const int64_t begin = now_us();
    if (bake("map.pgm", false, 0) != 0 || !are_equal(world, expected))
        return fails("the bake within the memory differs from that in memory");
    const int64_t whole_us = now_us() - begin;
    copy(old_world, world);
    for (int i = 0; i < kills; i++)
        if (!end_one(whole_us, &c)) return false;
    if (bake("map.pgm", true, 0) != 0 || !are_equal(world, expected))
        return fails("the resumed world differs");
    if (count_leftovers() > 0) return fails("files are left");
    printf("%d killed, %d interrupted, %d resumed, %d finished\n", c.killed, c.interrupted, c.resumed,
           c.finished);
    return c.killed + c.interrupted > 0 || fails("no bake was ended early");
}

// Too little room for the tiles, the results, the world.
static bool survives_full_disk(void) {
    size_t size;
    free(read_all(expected, &size));
    const rlim_t limits[] = {1000, size / 4, size / 2, size * 3 / 4, size - 4096};
    copy(old_world, world);
    for (int i = 0; i < 5; i++) {
        const int code = bake("map.pgm", i % 2 == 1, limits[i]);
        if (code != 4) return fails("a full disk is not an error of resources");
        if (!mentions("large") && !mentions("room")) return fails("the full disk is not reported");
        if (!are_equal(world, old_world)) return fails("the old world is gone");
    }
    if (bake("map.pgm", true, 0) != 0 || !are_equal(world, expected))
        return fails("after a full disk the world differs");
    return count_leftovers() == 0 || fails("files are left after a full disk");
}

// Ends a bake once it has some results.
static bool leave_work(void) {
    for (int i = 0; i < 50; i++) {
        const pid_t child = start("map.pgm", world, "31", is_there(work), 0);
        size_t size = 0;
        const int64_t end = now_us() + 20000000;
        int status;
        bool ended = false;
        while (size < 200000 && !ended && now_us() < end) {
            FILE* stream = fopen(work, "rb");
            if (stream != NULL && fseek(stream, 0, SEEK_END) == 0) size = (size_t)ftell(stream);
            if (stream != NULL) fclose(stream);
            ended = waitpid(child, &status, WNOHANG) != 0;
        }
        if (!ended) kill(child, SIGKILL);
        if (!ended) finish(child);
        if (are_equal(world, old_world) && is_there(work)) return true;
        copy(old_world, world);
    }
    return fails("no work file is left");
}

static bool refuses(const char* map, const char* word) {
    if (bake(map, true, 0) != 3 || !mentions(word)) return fails("a wrong work file is used");
    return (are_equal(world, old_world) && is_there(work)) || fails("a wrong work file does harm");
}

static bool handles_wrong_work_files(void) {
    copy(old_world, world);
    if (!leave_work() || !refuses("other.pgm", "another map")) return false;
    size_t size;
    char* bytes = read_all(work, &size);
    bytes[size * 2 / 3] ^= 16;
    write_all(work, bytes, size); // results: what follows is computed again
    if (bake("map.pgm", true, 0) != 0 || !are_equal(world, expected))
        return fails("damaged results are used");
    copy(old_world, world);
    bytes[100] ^= 1;
    write_all(work, bytes, size); // the header
    free(bytes);
    if (!refuses("map.pgm", "start over")) return false;
    if (bake("map.pgm", false, 0) != 0 || !are_equal(world, expected))
        return fails("a damaged work file is in the way");
    return count_leftovers() == 0 || fails("files are left after damage");
}

static int generate(const char* name, const char* side, const char* seed) {
    const pid_t child = fork();
    if (child == 0) {
        execl(wend, wend, "generate", "--size", side, "--seed", seed, "-o", name, "-q", (char*)NULL);
        _exit(127);
    }
    return finish(child);
}

int main(int argc, char** argv) {
    char folder[] = "resume.XXXXXX";
    if (argc < 3 || mkdtemp(folder) == NULL || chdir(folder) != 0) return 2;
    wend = argv[1];
    const char* side = argc > 3 ? argv[3] : "1300";
    if (generate("map.pgm", side, "1") != 0 || generate("other.pgm", side, "2") != 0 ||
        finish(start("map.pgm", expected, "31", false, 0)) != 0 ||
        finish(start("map.pgm", old_world, "15", false, 0)) != 0)
        return 2;
    const bool good = survives_kills(atoi(argv[2])) && survives_full_disk() && handles_wrong_work_files();
    static const char* const names[] = {"map.pgm", "other.pgm", old_world, world, expected, work, messages};
    for (size_t i = 0; i < sizeof names / sizeof *names && good; i++) unlink(names[i]);
    if (good && (chdir("..") != 0 || rmdir(folder) != 0)) fails("the folder is not empty");
    return !good;
}
