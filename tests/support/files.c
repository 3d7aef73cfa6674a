// files.c: which files does a test work with?
#define _XOPEN_SOURCE 700
#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[256];

void files_enter(void) {
    const char* base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/wend-test.XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(folder) || chdir(folder) != 0) {
        perror(folder);
        abort();
    }
}

static int32_t each_file(bool remove_it) {
    int32_t count = 0;
    DIR* directory = opendir(folder);
    if (!directory) abort();
    for (struct dirent* e; (e = readdir(directory));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        count++;
        if (remove_it && remove(e->d_name) != 0) perror(e->d_name);
    }
    closedir(directory);
    return count;
}

void files_leave(void) {
    each_file(true);
    if (chdir("/") != 0 || rmdir(folder) != 0) perror(folder);
}

int32_t files_count(void) {
    return each_file(false);
}

void files_put(const char* name, const void* bytes, size_t size) {
    FILE* f = fopen(name, "wb");
    if (!f || (size && fwrite(bytes, 1, size, f) != size) || fclose(f) != 0) {
        perror(name);
        abort();
    }
}

void files_poke(const char* name, size_t at, uint8_t byte) {
    FILE* f = fopen(name, "r+b");
    if (!f || fseek(f, (long)at, SEEK_SET) != 0 || fputc(byte, f) == EOF || fclose(f) != 0) {
        perror(name);
        abort();
    }
}

uint8_t* files_get(const char* name, size_t* size_out) {
    FILE* f = fopen(name, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    uint8_t* bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    if (bytes && fread(bytes, 1, (size_t)size, f) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(f);
    *size_out = bytes ? (size_t)size : 0;
    return bytes;
}

bool files_hold(const char* name, const char* text) {
    size_t size;
    uint8_t* bytes = files_get(name, &size);
    bool equal = bytes && size == strlen(text) && memcmp(bytes, text, size) == 0;
    free(bytes);
    return equal;
}
