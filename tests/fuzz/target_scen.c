// Does any scenario file get a clean result?
#include "memory_file.h"
#include "read.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const char* file = memory_file(data, size);
    wend_scenario* scenario = NULL;
    wend_error error;
    const wend_result result = wend_scenario_load(file, &scenario, &error);
    if (result != WEND_OK) {
        check_error_line(&error, result, file);
        return 0;
    }
    int32_t count = 0;
    const wend_scenario_problem* problems = wend_scenario_problems(scenario, &count);
    for (int32_t i = 0; i < count; i++)
        if (problems[i].width < 1 || problems[i].height < 1 || !(problems[i].optimal_cost >= 0))
            __builtin_trap();
    wend_scenario_destroy(scenario);
    return 0;
}
