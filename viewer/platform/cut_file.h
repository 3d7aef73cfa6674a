// cut_file.h: what happens when the file of a mapped world is cut while the viewer shows it?
#ifndef WEND_VIEW_CUT_FILE_H
#define WEND_VIEW_CUT_FILE_H

/// From now on the program ends with a message that names this file, instead of the system's signal, when a
/// page of a mapped file cannot be read.
void cut_file_prepare(const char* file);

#endif
