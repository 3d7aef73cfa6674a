// run_task.c: how do the bytes of a task become those of its result?
#include "bake/bake_block.h"

wend_result wend_bake_run_task(const void* input, size_t input_size, const wend_allocator* allocator_opt,
                               void** output_out, size_t* output_size_out, wend_error* error_opt) {
    static const char name[] = "task of a bake";
    if (!input || !output_out || !output_size_out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_block_check(input, input_size, WENDI_INPUT_MAGIC, name, error_opt);
    if (result != WEND_OK) return result;
    const wend_allocator allocator = wendi_allocator(allocator_opt);
    const wendi_window_input* window = input;
    wendi_part* part = NULL;
    if (input_size < sizeof *window || !wendi_settings_are_valid(&window->settings))
        result = WEND_ERROR_FORMAT;
    else if (window->header.level == window->settings.task_level)
        result = wendi_run_window(window, &allocator, &part);
    else
        result = input_size < sizeof(wendi_merge_input) ? WEND_ERROR_FORMAT
                                                        : wendi_run_merge(input, &allocator, &part);
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory to compute it", name);
    if (result != WEND_OK) return wendi_fail(error_opt, result, "%s: impossible contents", name);
    *output_out = part;
    *output_size_out = (size_t)part->header.size;
    return WEND_OK;
}
