// lonlat.h: longitude and latitude of WGS 84 in degrees for the positions of a command.
#ifndef LONLAT_H
#define LONLAT_H
#include "world_frame.h"

/// Replaces positions of a map by longitude and latitude in degrees. Returns CLI_OK or an exit code, the
/// reason printed.
int lonlat_of_positions(const char* command_name, const world_frame* frame, world_point* points_io,
                        int32_t count);
/// The other way.
int lonlat_to_positions(const char* command_name, const world_frame* frame, world_point* points_io,
                        int32_t count);

#endif
