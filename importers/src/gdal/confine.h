// confine.h: takes the rights of a process that decodes away.
#ifndef GDAL_CONFINE_H
#define GDAL_CONFINE_H
#include <stdbool.h>

/// Limits memory, files and processor time, without return. most_samples: no raster has more.
void confine_limits(double most_samples);
/// Allows processor time for so many more samples.
void confine_allow(double samples);
/// Leaves no system calls but those that a decoder needs: no new files, programs, threads, sockets, signals.
/// folders: in which files may be opened for reading, a list that ends with NULL; a kernel without Landlock
/// cannot tell them from others. False: this system cannot confine a process.
bool confine(const char* const* folders);

#endif
