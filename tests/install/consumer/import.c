// A program of someone who reads maps: a MovingAI map of one row, straight from memory.
#include <stdio.h>
#include <string.h>
#include <wend/import.h>

int main(void) {
    const char map[] = "type octile\nheight 1\nwidth 5\nmap\n..@..\n";
    wend_import_def def = wend_default_import_def();
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    if (wend_import_memory(map, strlen(map), "map", &def, &grid, &info, &error)) {
        puts(error.text);
        return 1;
    }
    printf("%s: %d of %d tiles passable\n", info.format, (int)wend_grid_passable_count(grid),
           wend_grid_width(grid));
    wend_grid_destroy(grid);
    return 0;
}
