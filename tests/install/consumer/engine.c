// A program of someone who has only the engine: five tiles in a row, walked from end to end.
#include <stdio.h>
#include <wend/wend.h>

int main(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 5;
    def.height = 1;
    wend_grid* grid = NULL;
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){4, 0});
    query.algorithm = WEND_ASTAR;
    if (wend_grid_create(&def, &grid) || wend_search_create(&search_def, &search) ||
        wend_path_create(NULL, &path) || wend_find_path_on_grid(search, grid, &query, path, NULL))
        return 1;
    printf("wend %s: %s, cost %.3f\n", wend_version_string(), wend_outcome_string(wend_path_outcome(path)),
           wend_path_cost(path));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
    return 0;
}
