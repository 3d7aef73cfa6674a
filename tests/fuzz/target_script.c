// Does any script of the viewer get a clean result?
#include <string.h>

#include "memory_file.h"
#include "read.h"
#include "script/script.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const char* file = memory_file(data, size);
    script* loaded = NULL;
    wend_error error = {.text = ""};
    const wend_result result = script_load(file, 0x8000, &loaded, &error);
    if ((result == WEND_OK) != (loaded != NULL)) __builtin_trap();
    if (result != WEND_OK && strncmp(error.text, file, strlen(file)) != 0) __builtin_trap();
    script_destroy(loaded);
    return 0;
}
