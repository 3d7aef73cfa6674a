// sys/resource.h: on Windows all of it is in posix.h.
