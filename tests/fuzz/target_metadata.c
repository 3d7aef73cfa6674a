// Does any metadata of a world give a clean source to the programs, names and colours to the viewer, and
// valid JSON when the source is written again?
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/map_look.h"
#include "pool.h"
#include "target.h"
#include "world_source.h"

static void must(bool condition) {
    if (!condition) __builtin_trap();
}

static bool is_plain(const char* text, size_t size) {
    if (memchr(text, 0, size) == NULL) return false;
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) return false;
    return true;
}

static void check_source(const world_source* s) {
    must(is_plain(s->name, sizeof s->name) && is_plain(s->format, sizeof s->format));
    must(is_plain(s->rule, sizeof s->rule) && is_plain(s->ros_mode, sizeof s->ros_mode));
    must(is_plain(s->geo.name, sizeof s->geo.name) && is_plain(s->geo.wkt, sizeof s->geo.wkt));
    must(is_plain(s->raster.driver, sizeof s->raster.driver));
    for (int32_t i = 0; i < WEND_CLASS_COUNT; i++) must(is_plain(s->meanings[i], sizeof s->meanings[i]));
    if (s->ros.resolution != 0) must(isfinite(s->ros.resolution) && s->ros.resolution > 0 && s->ros.rows > 0);
}

// What wend info, wend edit and wend render do with a source.
static void print_again(const world_source* source) {
    char* text = world_source_write(source);
    must(text != NULL);
    cJSON* parsed = cJSON_Parse(text);
    must(parsed != NULL);
    cJSON_Delete(parsed);
    const world_source again = world_source_read(text);
    must(strcmp(again.name, source->name) == 0 && strcmp(again.rule, source->rule) == 0);
    must(again.hash == source->hash && again.downscale == source->downscale);
    must((again.ros.resolution > 0) == (source->ros.resolution > 0));
    must(again.geo.has_transform == source->geo.has_transform);
    free(text);
}

// NULL: the engine refuses the text, because it is too long.
static wend_world* world_with(const char* metadata) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 3;
    def.allocator = pool_allocator();
    def.height = 2;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_world_def world_def = wend_default_world_def();
    world_def.metadata = metadata;
    world_def.level_count = 1;
    world_def.allocator = pool_allocator();
    must(wend_grid_create(&def, &grid) == WEND_OK);
    if (wend_world_build(&grid, &world_def, &world) != WEND_OK) wend_grid_destroy(grid);
    return world;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char* text = malloc(size + 1);
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    text[size] = '\0';
    wend_world* world = world_with(text);
    if (world) {
        const world_source source = world_source_read(wend_world_metadata(world));
        check_source(&source);
        print_again(&source);
        map_look look = look_of_world(world);
        for (int i = 0; i < WEND_CLASS_COUNT; i++) must(is_plain(look.names[i], sizeof look.names[i]));
        look_free(&look);
    }
    wend_world_destroy(world);
    free(text);
    return 0;
}
