// verify.c: `wend verify`: checks every byte of a world and its patches.
#include "clean_text.h"
#include "clock.h"
#include "json.h"
#include "options.h"
#include "overlay_options.h"
#include "world_file.h"

#include <stdio.h>

enum { LISTED = 20 }; // damaged clusters

#define AT(member) offsetof(view_options, member)
static const option options[] = {
    VIEW_WORLD,
    COMMON_OPTIONS(view_options),
};

typedef struct verification {
    const view_options* a;
    wend_damage damage[LISTED];
    int32_t damaged;
    double seconds;
    wend_error error;
} verification;

static void print_json(const verification* v, const wend_world* world, int code) {
    const wend_world_info info = wend_world_get_info(world);
    cJSON* json = cJSON_CreateObject();
    json_text(json, "world", v->a->world);
    patches_json(json, &v->a->patches);
    json_integer(json, "file_bytes", world_file_bytes(v->a->world));
    json_integer(json, "clusters", info.cluster_count);
    cJSON_AddBoolToObject(json, "undamaged", code == CLI_OK);
    json_integer(json, "damaged_clusters", v->damaged);
    cJSON* list = cJSON_AddArrayToObject(json, "damage");
    for (int32_t i = 0; i < v->damaged && i < LISTED; i++) {
        const wend_rect r = v->damage[i].tiles;
        cJSON* entry = json_row(list);
        json_integer(entry, "level", v->damage[i].level);
        json_integer(entry, "x", r.x);
        json_integer(entry, "y", r.y);
        json_integer(entry, "width", r.width);
        json_integer(entry, "height", r.height);
    }
    json_number(json, "seconds", v->seconds, 6);
    if (code != CLI_OK) json_error(json);
    json_print(json);
}

static void print_text(const verification* v, const wend_world* world, int code) {
    char bytes[32];
    printf("world        %s, %s\n", shown(v->a->world), cli_bytes_text(world_file_bytes(v->a->world), bytes));
    const wend_world_info info = wend_world_get_info(world);
    printf("clusters     %lld on %d level%s\n", (long long)info.cluster_count, info.level_count,
           cli_plural(info.level_count));
    for (int32_t i = 0; i < v->damaged && i < LISTED; i++) {
        const wend_rect r = v->damage[i].tiles;
        printf("damaged      cluster of level %d, tiles %d,%d to %d,%d\n", v->damage[i].level, r.x, r.y,
               r.x + r.width - 1, r.y + r.height - 1);
    }
    if (v->damaged > LISTED) printf("damaged      %d more clusters\n", v->damaged - LISTED);
    printf("verified     in %.3f s: %s\n", v->seconds, code == CLI_OK ? "undamaged" : "damaged");
}

// A world with profiles is read as a whole when it is opened, and checked at once.
static int run_on_world(const void* arguments, const wend_world* world) {
    verification v = {.a = arguments};
    const uint64_t start = clock_wall_ns(NULL);
    wend_result result = wend_world_find_damage(world, v.damage, LISTED, &v.damaged);
    if (result == WEND_OK) result = wend_world_verify(world, &v.error);
    v.seconds = cli_seconds_since(start);
    if (result != WEND_OK && result != WEND_ERROR_DAMAGED)
        return cli_fail_error(&v.error, result, CLI_WORKING);
    const int code = result == WEND_OK ? CLI_OK : cli_fail_error(&v.error, result, CLI_READING);
    if (v.a->common.json)
        print_json(&v, world, code);
    else if (!v.a->common.quiet)
        print_text(&v, world, code);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    view_options a = {.opener = world_map};
    return view_run(self, argc, argv, &a, NULL, run_on_world);
}

const command command_verify = {
    .name = "verify",
    .summary = "check every byte of a world and its patches",
    .details =
        "Verifies all checksums, and that every cluster is what its tiles say. Prints the damaged clusters "
        "and their\n"
        "tiles. Exits with 3 when anything is damaged.",
    .example = "wend verify island.wend",
    .options = options,
    .run = run,
};
