// lonlat.c: how do positions of a command become longitude and latitude?
#include "lonlat.h"
#include "output.h"
#include "path_file.h"

#include <stdlib.h>

static int transform(const char* command_name, const world_frame* frame, bool to_wgs84,
                     world_point* points_io, int32_t count) {
    wend_error error = {.text = ""};
    const wend_result result = path_file_transform(frame, to_wgs84, points_io, count, &error);
    if (result == WEND_OK) return CLI_OK;
    const bool usage = result == WEND_ERROR_FORMAT || result == WEND_ERROR_ARGUMENT;
    return cli_fail(usage ? CLI_USAGE : cli_exit_code(result, CLI_WORKING), "%s: %s", command_name,
                    error.text);
}

int lonlat_of_positions(const char* command_name, const world_frame* frame, world_point* points_io,
                        int32_t count) {
    return transform(command_name, frame, true, points_io, count);
}

int lonlat_to_positions(const char* command_name, const world_frame* frame, world_point* points_io,
                        int32_t count) {
    return transform(command_name, frame, false, points_io, count);
}
