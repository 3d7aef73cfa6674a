// Does any list of links, and any list or picture of walls, for a small map get a clean result?
#include <string.h>

#include "memory_file.h"
#include "pool.h"
#include "read.h"
#include "target.h"
#include "wend/link.h"

static const char map[] = "....9...\n.##..2..\n.....#..\n";

static void import(const wend_import_def* def, const char* file) {
    wend_grid* grid = NULL;
    wend_error error;
    const wend_result result = wend_import_memory(map, sizeof map - 1, "map", def, &grid, NULL, &error);
    if (result != WEND_OK) check_error_line(&error, result, file);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(grid, &count);
    for (int32_t i = 0; i < count; i++)
        if (!wend_grid_link_is_usable(grid, links[i].id) && links[i].enabled) __builtin_trap();
    wend_grid_destroy(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const char* file = memory_file(data, size);
    wend_import_def def = wend_default_import_def();
    def.max_tiles = 1 << 12;
    def.allocator = pool_allocator();
    def.links = file;
    import(&def, file);
    def.links = NULL;
    def.walls = file;
    import(&def, file);
    return 0;
}
