// memory.c: is there enough memory for a map, or for one item more?
#define _POSIX_C_SOURCE 200809L
#include "platform/memory.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Terrain, rooms and caves take 3 to 5 bytes a tile while they are built, random noise 8, mazes 13 to 16.
enum { BYTES_A_TILE = 8 };

// The number after a word at the beginning of a line, or the first number for ""; -1: none.
static int64_t number_in(const char* file, const char* word) {
    FILE* in = fopen(file, "r");
    if (in == NULL) return -1;
    char line[200];
    long long value = -1;
    size_t length = strlen(word);
    while (value < 0 && fgets(line, sizeof line, in) != NULL)
        if (strncmp(line, word, length) == 0 && sscanf(line + length, "%lld", &value) != 1) break;
    fclose(in);
    return value;
}

static int64_t lesser(int64_t a, int64_t b) {
    return a < b ? a : b;
}

// Memory left in the control group of this process, if that has a limit; reclaimable caches count as free.
static int64_t free_in_group(void) {
    static const char root[] = "/sys/fs/cgroup";
    char group[200] = "", file[300];
    FILE* in = fopen("/proc/self/cgroup", "r");
    if (in == NULL) return INT64_MAX;
    while (fgets(file, sizeof file, in) != NULL)
        if (sscanf(file, "0::%199s", group) == 1) break;
    fclose(in);
    snprintf(file, sizeof file, "%s%s/memory.max", root, group);
    int64_t most = number_in(file, "");
    snprintf(file, sizeof file, "%s%s/memory.current", root, group);
    int64_t used = number_in(file, "");
    snprintf(file, sizeof file, "%s%s/memory.stat", root, group);
    int64_t idle = number_in(file, "inactive_file ");
    if (most < 0 || used < 0) return INT64_MAX;
    return most - used + (idle > 0 ? idle : 0);
}

int64_t memory_free(void) {
    int64_t kib = number_in("/proc/meminfo", "MemAvailable:");
    int64_t bytes = lesser(kib >= 0 ? kib * 1024 : INT64_MAX, free_in_group());
    struct rlimit limit;
    int64_t pages = number_in("/proc/self/statm", "");
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && pages >= 0)
        bytes = lesser(bytes, (int64_t)limit.rlim_cur - pages * sysconf(_SC_PAGESIZE));
    return bytes > 0 ? bytes : 0;
}

int64_t memory_of_map(int64_t tiles) {
    return tiles * BYTES_A_TILE;
}

int64_t memory_tiles(int64_t bytes) {
    return bytes > BYTES_A_TILE ? bytes / BYTES_A_TILE : 1;
}

const char* memory_text(int64_t bytes, char text_out[32]) {
    if (bytes >= 1000000000)
        snprintf(text_out, 32, "%.1f GB", (double)bytes / 1e9);
    else
        snprintf(text_out, 32, bytes >= 10000000 ? "%.0f MB" : "%.1f MB", (double)bytes / 1e6);
    return text_out;
}

bool memory_grow(void* list_io, int count, int* capacity_io, size_t size) {
    if (count < *capacity_io) return true;
    if (*capacity_io > INT_MAX / 2) return false;
    const int capacity = *capacity_io > 0 ? 2 * *capacity_io : 16;
    void* items = NULL;
    memcpy(&items, list_io, sizeof items);
    items = realloc(items, (size_t)capacity * size);
    if (items == NULL) return false;
    memcpy(list_io, &items, sizeof items);
    *capacity_io = capacity;
    return true;
}
