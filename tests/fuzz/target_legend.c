// Does any colour legend for a small picture get a clean result?
#include <string.h>

#include "memory_file.h"
#include "pool.h"
#include "read.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const char content[] = "P3 3 2 255 255 0 0 0 255 0 1 2 3 64 64 64 255 255 255 0 0 0";
    const char* file = memory_file(data, size);
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.allocator = pool_allocator();
    def.legend = file;
    wend_grid* grid = NULL;
    wend_error error;
    const wend_result result =
        wend_import_memory(content, sizeof content - 1, "test file", &def, &grid, NULL, &error);
    // Who is to blame is named: the legend, or the picture when a colour is unknown.
    if (result != WEND_OK) {
        const bool by_legend = strncmp(error.text, file, strlen(file)) == 0;
        check_error_line(&error, result, by_legend ? file : "test file");
    }
    wend_grid_destroy(grid);
    return 0;
}
