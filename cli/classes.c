// classes.c: the table of a grid's terrain classes: what each costs and how many tiles it has.
#include "classes.h"

#include <stdio.h>

void classes_json(cJSON* object, const wend_grid* grid, bool is_image, bool with_unused) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    cJSON* classes = cJSON_AddArrayToObject(object, "classes");
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (counts[i] == 0 && !(with_unused && costs[i] > 0)) continue;
        cJSON* row = cJSON_CreateObject();
        json_integer(row, "class", i);
        if (is_image && costs[i] > 0) json_number(row, "brightness", 1 / (double)costs[i], 6);
        json_number(row, "cost", (double)costs[i], 6);
        json_integer(row, "tiles", counts[i]);
        cJSON_AddItemToArray(classes, row);
    }
}

void classes_print(const wend_grid* grid, bool is_image) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    printf("class        cost        tiles%s\n", is_image ? "  brightness" : "");
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (counts[i] == 0) continue;
        if (costs[i] > 0)
            printf("%5d  %10.4f %12lld", i, (double)costs[i], (long long)counts[i]);
        else
            printf("%5d  %10s %12lld", i, "blocked", (long long)counts[i]);
        if (is_image && costs[i] > 0) printf("      %6.4f", 1 / (double)costs[i]);
        printf("\n");
    }
}
