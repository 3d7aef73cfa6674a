// merge.c: `wend merge`: makes one world of a world and its patches.
#include "clean_text.h"
#include "clock.h"
#include "edit_lock.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "world_file.h"

#include <stdio.h>

typedef struct merge_arguments {
    common_options common;
    const char *world, *output;
    option_list patches;
} merge_arguments;

#define AT(member) offsetof(merge_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    OPT_OPERANDS_REQUIRED("PATCH", "its patches, in the order in which they were made", AT(patches)),
    OPT_OUTPUT_IN_PLACE('o', "output", "OUT.wend", "the world with these edits; may be WORLD itself",
                        AT(output), REQUIRED),
    COMMON_OPTIONS(merge_arguments),
};

static void report(const merge_arguments* a, const wend_world* world, double seconds) {
    char bytes[32];
    if (a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "world", a->world);
        patches_json(json, &a->patches);
        json_text(json, "output", a->output);
        json_integer(json, "file_bytes", world_file_bytes(a->output));
        json_number(json, "save_s", seconds, 6);
        json_hash(json, "hash", wend_world_hash(world));
        json_print(json);
    } else if (!a->common.quiet) {
        printf("merged       %d patch%s in %.3f s\n", a->patches.count, a->patches.count == 1 ? "" : "es",
               seconds);
        printf("world        %s, %s\n", shown(a->output), cli_bytes_text(world_file_bytes(a->output), bytes));
        printf("hash         %016llx\n", (unsigned long long)wend_world_hash(world));
    }
}

static int merge(void* arguments) {
    const merge_arguments* a = arguments;
    wend_world* world = NULL;
    edit_lock lock = EDIT_LOCK_NONE;
    if (output_is_stream(a->output))
        return command_fail(CLI_USAGE, "a world is written to a file, not to standard output");
    int code = world_output_check(a->output, NULL);
    if (code == CLI_OK && same_file(a->world, a->output)) code = edit_lock_take(a->world, NULL, &lock);
    if (code == CLI_OK) code = world_map(a->world, &a->patches, &world);
    const uint64_t start = clock_wall_ns(NULL);
    if (code == CLI_OK) code = edit_lock_check(&lock);
    if (code == CLI_OK) code = world_save(world, a->output);
    edit_lock_release(&lock);
    if (code == CLI_OK) report(a, world, cli_seconds_since(start));
    wend_world_destroy(world);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    merge_arguments a = {.world = NULL};
    return options_run(self, argc, argv, &a, merge);
}

const command command_merge = {
    .name = "merge",
    .summary = "make one world of a world and its patches",
    .details = "The result is the file that the same edits would give with wend edit -o, byte for byte. The "
               "whole world is\n"
               "verified, piece by piece: memory holds what the patches changed and a few MB. A patch fits "
               "only the world that\n"
               "it was made for, so these patches do not fit the result.",
    .example = "wend edit island.wend --patch houses.patch --set 440,505,3,25=blocked && "
               "wend merge island.wend houses.patch -o island.wend",
    .options = options,
    .run = run,
};
