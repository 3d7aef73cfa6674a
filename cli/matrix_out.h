// matrix_out.h: how is a matrix of costs written?
#ifndef MATRIX_OUT_H
#define MATRIX_OUT_H
#include "cli.h"

/// True for a name that ends in .csv or .npy, and for "-", which is CSV.
bool matrix_out_is_known(const char* file);
/// Writes rows of costs: as lines of numbers with 6 decimals and "inf", or as float64 of NumPy. CLI_OK or an
/// exit code.
int matrix_out_write(const double* costs, int32_t rows, int32_t columns, const char* file);

#endif
