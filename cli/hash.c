// hash.c: `wend hash`: prints the content hash of a world.
#include "json.h"
#include "options.h"
#include "world_file.h"

#include <stdio.h>

typedef struct hash_arguments {
    common_options common;
    const char* world;
} hash_arguments;

#define AT(member) offsetof(hash_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    COMMON_OPTIONS(hash_arguments),
    OPT_END,
};

static int run(const command* self, int argc, char** argv) {
    hash_arguments a = {.world = NULL};
    int code = options_parse(self, argc, argv, &a);
    if (code != OPTIONS_GO) return code;
    wend_world* world = NULL;
    code = world_open(a.world, &world);
    if (code != CLI_OK) return code;
    uint64_t hash = wend_world_hash(world);
    if (a.common.json) {
        cJSON* json = cJSON_CreateObject();
        json_hash(json, "hash", hash);
        json_text(json, "file", a.world);
        json_print(json);
    } else {
        printf("%016llx  %s\n", (unsigned long long)hash, a.world);
    }
    wend_world_destroy(world);
    return CLI_OK;
}

const command command_hash = {
    .name = "hash",
    .summary = "print the content hash of a world",
    .details =
        "The hash covers what a query can see: the cost of every tile, the connectivity, walls, links, the "
        "clusters and\n"
        "all distance matrices; not class numbers, metadata or file layout. It is the same on every machine "
        "for "
        "the same input.",
    .example = "wend hash island.wend",
    .options = options,
    .run = run,
};
