// importer.c: maps in a format of your own. Reads "RLE1 WIDTH HEIGHT" and rows of runs such as "12. 3# 4~",
// one line for each row, and makes a world of it. A damaged map is refused with a line that says where.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/wend.h>

static const char level[] = "RLE1 24 6\n"
                            "24.\n"
                            "4. 12# 8.\n"
                            "10. 4~ 10.\n"
                            "4. 6# 4~ 2# 8.\n"
                            "4. 12# 8.\n"
                            "24.\n";

// Terrain of the format: a letter, and the cost of a tile; 0: blocked. Its index is the class, from 1.
static const struct {
    char letter;
    float cost;
} terrain[] = {{'.', 1}, {'~', 3.5f}, {'#', 0}};
enum { TERRAINS = sizeof terrain / sizeof terrain[0] };

static uint8_t class_of(char letter) {
    for (uint8_t i = 0; i < TERRAINS; i++)
        if (terrain[i].letter == letter) return (uint8_t)(i + 1);
    return 0;
}

// Reads one row of width tiles and moves *text to the next line. Returns what is wrong, or NULL.
static const char* read_row(const char** text, uint8_t* row, int32_t width) {
    int32_t x = 0;
    while (**text && **text != '\n') {
        char* end;
        const long run = strtol(*text, &end, 10);
        if (end == *text || run < 1) return "expected a count of tiles";
        if (run > width - x) return "the row is too long";
        if (!class_of(*end)) return "expected one of . ~ #";
        memset(row + x, class_of(*end), (size_t)run);
        x += (int32_t)run;
        for (*text = end + 1; **text == ' ';) ++*text;
    }
    if (x < width) return "the row is too short";
    *text += **text == '\n';
    return NULL;
}

// Fills a grid row by row, so that a map of any size needs memory for one row only. NULL after a message.
static wend_grid* import_level(const char* name, const char* text) {
    wend_grid_def def = wend_default_grid_def();
    int used = 0;
    if (sscanf(text, "RLE1 %d %d\n%n", &def.width, &def.height, &used) != 2 || !used) {
        printf("%s: line 1: expected RLE1 WIDTH HEIGHT\n", name);
        return NULL;
    }
    text += used;
    for (int i = 0; i < TERRAINS; i++) def.class_costs[i + 1] = terrain[i].cost;
    wend_grid* grid = NULL;
    wend_result result = wend_grid_create(&def, &grid); // checks the size before it allocates
    uint8_t* row = result == WEND_OK ? malloc((size_t)def.width) : NULL;
    const char* wrong = result != WEND_OK ? wend_result_string(result) : row ? NULL : "no memory";
    int32_t y = 0;
    for (; !wrong && y < def.height; y++) {
        wrong = read_row(&text, row, def.width);
        if (!wrong) result = wend_grid_write(grid, (wend_rect){0, y, def.width, 1}, row, 0);
        if (result != WEND_OK) wrong = wend_result_string(result);
    }
    free(row);
    if (!wrong) return grid;
    printf("%s: line %d: %s\n", name, (int)(y + 1), wrong);
    wend_grid_destroy(grid); // accepts NULL
    return NULL;
}

int main(void) {
    wend_grid* grid = import_level("level.rle", level);
    wend_world_def def = wend_default_world_def();
    wend_world* world;
    wend_error error;
    def.metadata = "level.rle"; // any text; it stays with the world, also in its file
    if (!grid || wend_world_build(&grid, &def, &world) != WEND_OK) return 1;
    const wend_world_info info = wend_world_get_info(world);
    printf("%s: %d x %d tiles, %d of them passable, clusters: %d\n", wend_world_metadata(world),
           wend_grid_width(wend_world_grid(world)), wend_grid_height(wend_world_grid(world)),
           (int)wend_grid_passable_count(wend_world_grid(world)), (int)info.cluster_count);

    // The game ships the .wend file, which opens at once, and not the map.
    if (wend_world_save(world, "level.wend", &error) != WEND_OK) return puts(error.text), 1;
    wend_world* opened;
    if (wend_world_open("level.wend", NULL, &opened, &error) != WEND_OK) return puts(error.text), 1;
    printf("level.wend: %s\n",
           wend_world_hash(opened) == wend_world_hash(world) ? "the same world" : "another");
    wend_world_destroy(opened);
    wend_world_destroy(world);
    remove("level.wend");

    // Damaged maps.
    grid = import_level("short.rle", "RLE1 8 2\n8.\n5. 2#\n");
    if (!grid) grid = import_level("letter.rle", "RLE1 8 1\n4. 4?\n");
    if (!grid) grid = import_level("huge.rle", "RLE1 2000000000 2000000000\n");
    if (!grid) grid = import_level("noise.rle", "\x89PNG\n");
    wend_grid_destroy(grid);
    return grid != NULL;
}
