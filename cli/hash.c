// hash.c: `wend hash`: prints the content hashes of worlds.
#include "clean_text.h"
#include "json.h"
#include "options.h"
#include "world_file.h"

#include <stdio.h>

typedef struct hash_arguments {
    common_options common;
    option_list worlds, patches;
} hash_arguments;

#define AT(member) offsetof(hash_arguments, member)
static const option options[] = {
    OPT_OPERANDS_REQUIRED("WORLD", "baked worlds", AT(worlds)),
    PATCH_OPTION(hash_arguments),
    COMMON_OPTIONS(hash_arguments),
};

// One world, with its patches; json_opt: its array of worlds.
static int hash_world(const char* file, const option_list* patches, cJSON* json_opt) {
    wend_world* world = NULL;
    const int code = world_open(file, patches, &world);
    const uint64_t hash = code == CLI_OK ? wend_world_hash(world) : 0;
    wend_world_destroy(world);
    if (json_opt != NULL) {
        cJSON* entry = json_row(json_opt);
        json_text(entry, "world", file);
        if (code == CLI_OK)
            json_hash(entry, "hash", hash);
        else
            json_error(entry);
    } else if (code == CLI_OK) {
        printf("%016llx  %s\n", (unsigned long long)hash, shown(file));
    }
    return code;
}

// A world that cannot be read does not keep the others from being hashed.
static int hash_worlds(void* arguments) {
    const hash_arguments* a = arguments;
    if (a->patches.count > 0 && a->worlds.count > 1)
        return command_fail(CLI_USAGE, "--patch goes with one world");
    cJSON* json = a->common.json ? cJSON_CreateObject() : NULL;
    cJSON* worlds = json != NULL ? cJSON_AddArrayToObject(json, "worlds") : NULL;
    int code = CLI_OK;
    for (int i = 0; i < a->worlds.count; i++) {
        const int one = hash_world(a->worlds.items[i], &a->patches, worlds);
        if (one != CLI_OK) code = one;
    }
    if (json != NULL && a->worlds.count == 1 && code == CLI_OK) {
        const cJSON* hash = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(worlds, 0), "hash");
        json_text(json, "hash", hash->valuestring);
    }
    if (json != NULL && a->patches.count > 0) patches_json(json, &a->patches);
    if (json != NULL && code != CLI_OK) json_error(json);
    if (json != NULL) json_print(json);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    hash_arguments a = {.common = {0}};
    return options_run(self, argc, argv, &a, hash_worlds);
}

const command command_hash = {
    .name = "hash",
    .summary = "print the content hashes of worlds",
    .details =
        "The hash covers what a query can see: the cost of every tile, the connectivity, walls, links, the "
        "clusters and\n"
        "all distance matrices; not class numbers, metadata or file layout. It is the same on every machine "
        "for the same\n"
        "input. A world that cannot be read is reported, and the others are hashed.",
    .example = "wend hash island.wend",
    .options = options,
    .run = run,
};
