// gdal_program.h: where is wend-gdal, the program that reads rasters?
#ifndef GDAL_PROGRAM_PATH_H
#define GDAL_PROGRAM_PATH_H

/// The path of wend-gdal, beside this program or where it was installed with it; NULL: there is none. Call it
/// on one thread first.
const char* gdal_program(void);

#endif
