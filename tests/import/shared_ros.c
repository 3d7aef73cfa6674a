// Are third-party ROS maps read like the map server of nav2 reads them? Every tile is compared with its
// formula, computed in integers from the grey in the file. The environment variable WEND_SHARED names the
// folder. Exit 77: it does not exist.
#include <stdio.h>
#include <stdlib.h>

#include "wend/import.h"

enum { SKIPPED = 77, FREE = 1, OCCUPIED = 101, UNKNOWN = 255 };

typedef struct ros_map {
    const char* name;
    int32_t occupied, free; ///< thresholds in thousandths
    bool is_scale;
    float resolution, left, bottom;
} ros_map;

static const ros_map maps[] = {
    {"nav2_bringup/depot", 650, 250, false, 0.05f, 0, 0},
    {"nav2_bringup/depot_keepout", 650, 250, false, 0.05f, 0, 0},
    {"nav2_bringup/depot_speed", 1000, 0, true, 0.05f, 0, 0},
    {"nav2_bringup/tb3_sandbox", 650, 196, false, 0.05f, -10, -10},
    {"nav2_bringup/warehouse", 650, 100, false, 0.03f, -15.1f, -25},
    {"nav2_bringup/warehouse_keepout", 650, 100, false, 0.03f, -15.1f, -25},
    {"nav2_bringup/warehouse_speed", 1000, 0, true, 0.03f, -15.1f, -25},
    {"turtlebot3/turtlebot3_house", 650, 196, false, 0.05f, -10, -10},
    {"turtlebot3/turtlebot3_world", 650, 196, false, 0.05f, -10, -10},
};

// p = (255 - grey) / 255; none of these maps has a grey whose p is a threshold, but for black and white.
static int32_t expected_class(const ros_map* m, int32_t grey) {
    int32_t p = (255 - grey) * 1000, occupied = m->occupied * 255, free = m->free * 255;
    if (p > occupied) return OCCUPIED;
    if (p < free) return FREE;
    if (!m->is_scale) return UNKNOWN;
    return FREE + (2 * 100 * (p - free) + (occupied - free)) / (2 * (occupied - free)); // no ties in these
}

static bool read_whole(const char* file, uint8_t** content_out, size_t* size_out) {
    FILE* f = fopen(file, "rb");
    if (!f) return false;
    fseek(f, 0, SEEK_END);
    *size_out = (size_t)ftell(f);
    rewind(f);
    *content_out = malloc(*size_out + 1);
    bool is_read = *content_out && fread(*content_out, 1, *size_out, f) == *size_out;
    fclose(f);
    return is_read;
}

static int32_t check_map(const char* folder, const ros_map* m) {
    char yaml[4096], image[4096];
    snprintf(yaml, sizeof yaml, "%s/%s.yaml", folder, m->name);
    snprintf(image, sizeof image, "%s/%s.pgm", folder, m->name);
    wend_import_def def = wend_default_import_def();
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    uint8_t* content = NULL;
    size_t size = 0;
    if (wend_import_file(yaml, &def, &grid, &info, &error) != WEND_OK) {
        printf("%s\n", error.text);
        return 1;
    }
    if (!read_whole(image, &content, &size)) {
        printf("%s: cannot be read\n", image);
        return 1;
    }
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid), wrong = 0;
    const uint8_t* greys =
        content + size - (size_t)width * (size_t)height; // binary, of 8 bits: they end the file
    for (int32_t i = 0; i < width * height; i++)
        wrong += wend_grid_class(grid, (wend_tile){i % width, i / width}) != expected_class(m, greys[i]);
    wend_vec2 origin = wend_grid_origin(grid);
    float top = -(m->bottom + (float)height * m->resolution);
    bool is_placed = wend_grid_tile_size(grid) == m->resolution && origin.x == m->left &&
                     origin.y > top - 0.001f && origin.y < top + 0.001f;
    printf("%s: %d x %d, %d tiles wrong%s\n", m->name, width, height, wrong,
           is_placed ? "" : ", at a wrong place");
    free(content);
    wend_grid_destroy(grid);
    return wrong > 0 || !is_placed;
}

// The server's own test map, with the occupancy that its tests expect, from the bottom-left corner upwards.
static int32_t check_test_map(const char* folder) {
    static const char* const rows[] = {"..........", "####..###.", "####..###.", "#.........", "#.........",
                                       "#.....##..", "#.....##..", "#.....##..", "#.....##..", "#........."};
    static const char* const files[] = {"testmap.yaml", "testmap.pgm", "testmap.png", "testmap.bmp"};
    int32_t failures = 0;
    for (int32_t f = 0; f < 4; f++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/nav2_map_server_test/%s", folder, files[f]);
        wend_import_def def = wend_default_import_def();
        wend_error error;
        wend_grid* grid = NULL;
        if (f > 0) def.rule = WEND_RULE_ROS;
        if (wend_import_file(file, &def, &grid, NULL, &error) != WEND_OK) {
            printf("%s\n", error.text);
            failures++;
            continue;
        }
        int32_t wrong = wend_grid_width(grid) != 10 || wend_grid_height(grid) != 10;
        for (int32_t i = 0; i < 100; i++)
            wrong += wend_grid_class(grid, (wend_tile){i % 10, 9 - i / 10}) !=
                     (rows[i / 10][i % 10] == '#' ? OCCUPIED : FREE);
        printf("%s: %d tiles wrong\n", files[f], wrong);
        failures += wrong > 0;
        wend_grid_destroy(grid);
    }
    return failures;
}

int main(void) {
    const char* shared = getenv("WEND_SHARED");
    char folder[2048], probe[4096];
    snprintf(folder, sizeof folder, "%s/maps/images/ros", shared ? shared : "../shared");
    snprintf(probe, sizeof probe, "%s/nav2_map_server_test/testmap.yaml", folder);
    FILE* f = fopen(probe, "rb");
    if (!f) {
        printf("skipped: no folder WEND_SHARED with these files\n");
        return SKIPPED;
    }
    fclose(f);
    int32_t failures = check_test_map(folder);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) failures += check_map(folder, &maps[i]);
    printf("%d failures\n", failures);
    return failures > 0;
}
