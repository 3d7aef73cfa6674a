// files.h: a folder for the files of one test, and its contents.
#ifndef WEND_TEST_FILES_H
#define WEND_TEST_FILES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Makes a new empty folder and works in it. The program ends when that cannot be.
void files_enter(void);
/// Removes the folder with the plain files in it.
void files_leave(void);
/// Entries in the folder.
int32_t files_count(void);
void files_put(const char* name, const void* bytes, size_t size);
/// Overwrites one byte of a file, in place.
void files_poke(const char* name, size_t at, uint8_t byte);
/// The bytes of a file, to be freed; NULL when it cannot be read.
uint8_t* files_get(const char* name, size_t* size_out);
/// True when a file holds just this text.
bool files_hold(const char* name, const char* text);
#endif
