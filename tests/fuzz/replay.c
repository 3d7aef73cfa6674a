// Do the files that fuzzers found, or that they start from, still get an answer? usage: fuzz_replay_TARGET
// FOLDER... Each folder must be there with files in it.
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"
#include "use_up.h"

static int replay(const char* name) {
    FILE* file = fopen(name, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    uint8_t* bytes =
        size >= 0 ? malloc(size > 0 ? (size_t)size : 1) : NULL; // its exact size, for the sanitizers
    bool good = false;
    if (bytes) {
        rewind(file);
        good = fread(bytes, 1, (size_t)size, file) == (size_t)size;
    }
    if (good) (void)LLVMFuzzerTestOneInput(bytes, (size_t)size);
    if (!good) printf("%s: cannot be read\n", name);
    free(bytes);
    if (file) fclose(file);
    return good ? 0 : 1;
}

int main(int count, char** arguments) {
    int files = 0, failures = 0;
    thorough = true;
    for (int i = 1; i < count; i++) {
        DIR* folder = opendir(arguments[i]);
        int before = files;
        for (struct dirent* entry; folder && (entry = readdir(folder)) != NULL;) {
            char name[4096];
            if (entry->d_name[0] == '.') continue;
            snprintf(name, sizeof name, "%s/%s", arguments[i], entry->d_name);
            failures += replay(name);
            files++;
        }
        if (folder) closedir(folder);
        if (files > before) continue;
        printf("%s: has no files\n", arguments[i]);
        failures++;
    }
    printf("%d files, %d failures\n", files, failures);
    return failures > 0 || files == 0;
}
