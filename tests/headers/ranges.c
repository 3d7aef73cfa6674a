// ranges.c: do functions accept the ranges that the public headers state, and refuse everything else? With
// --list it prints the ranges that it tests; stated.sh compares them with the headers.
#include "ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wend_grid* grid;
wend_world* world;

wend_grid* new_grid(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    wend_grid* made = NULL;
    if (wend_grid_create(&def, &made) != WEND_OK) abort();
    return made;
}

int main(int argument_count, char** arguments) {
    bool list = argument_count > 1 && strcmp(arguments[1], "--list") == 0;
    int32_t failed = 0;
    if (!list) {
        wend_world_def def = wend_default_world_def();
        wend_profile_def profile = wend_default_profile_def();
        profile.name = "tank";
        def.profiles = &profile;
        def.profile_count = 1;
        grid = new_grid(150, 150);
        wend_grid* given = new_grid(150, 150);
        if (wend_world_build(&given, &def, &world) != WEND_OK) abort();
    }
    static const range* const lists[] = {ranges_of_map, ranges_of_query, ranges_of_agents, ranges_of_graph,
                                         ranges_of_import};
    int32_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (const range* r = lists[i]; r->of; r++, count++) {
            if (list) {
                printf("%s\t%s\n", r->of, r->text);
            } else if (!r->holds()) {
                printf("%s: the range is not %s\n", r->of, r->text);
                failed++;
            }
        }
    }
    if (!list) printf("%d ranges tried\n", count);
    wend_world_destroy(world);
    wend_grid_destroy(grid);
    return failed > 0;
}
