// sys/file.h: on Windows all of it is in posix.h.
