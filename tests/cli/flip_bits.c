// flip_bits.c: does `wend hash` notice every damage to a world file? Flips a bit in each byte, and truncates
// the file. Each time the command must exit with 3, print nothing to standard output, and print one error
// line that names the file.
//     flip_bits WEND WORLD.wend
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_SIZE = 1 << 16 };
static const char damaged[] = "damaged.wend";

static void write_file(const unsigned char* bytes, size_t size) {
    FILE* f = fopen(damaged, "wb");
    if (f == NULL || fwrite(bytes, 1, size, f) != size || fclose(f) != 0) {
        perror(damaged);
        exit(1);
    }
}

static int run(const char* wend) {
    pid_t child = fork();
    if (child == 0) {
        dup2(open("flip.out", O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
        dup2(open("flip.err", O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
        execl(wend, wend, "hash", damaged, (char*)NULL);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static size_t read_file(const char* name, unsigned char* bytes) {
    FILE* f = fopen(name, "rb");
    size_t size = f != NULL ? fread(bytes, 1, MAX_SIZE, f) : 0;
    if (f != NULL) fclose(f);
    return size;
}

static int check(const char* wend, const char* what, size_t at) {
    static unsigned char out[MAX_SIZE + 1], error[MAX_SIZE + 1];
    int code = run(wend);
    size_t out_size = read_file("flip.out", out), size = read_file("flip.err", error);
    error[size] = '\0';
    const char* end = strchr((char*)error, '\n');
    if (code == 3 && out_size == 0 && strncmp((char*)error, "wend: damaged.wend: ", 20) == 0 && end != NULL &&
        end[1] == '\0')
        return 0;
    printf("%s %zu: exit %d, stderr: %s\n", what, at, code, error);
    return 1;
}

int main(int argc, char** argv) {
    static unsigned char bytes[MAX_SIZE];
    size_t size = argc == 3 ? read_file(argv[2], bytes) : 0;
    if (size == 0 || size == MAX_SIZE) return 1;
    int failures = 0;
    // All of the header and the section table, then every third byte; the bit changes along.
    size_t flips = 0;
    for (size_t at = 0; at < size; at += at < 256 ? 1 : 3, flips++) {
        bytes[at] ^= (unsigned char)(1u << at % 8);
        write_file(bytes, size);
        bytes[at] ^= (unsigned char)(1u << at % 8);
        failures += check(argv[1], "bit flipped in byte", at);
    }
    for (size_t cut = 0; cut < size; cut += 37) {
        write_file(bytes, cut);
        failures += check(argv[1], "cut to", cut);
    }
    printf("%zu bytes, %zu flips, %d failures\n", size, flips, failures);
    return failures > 0;
}
