// sys/utsname.h: on Windows all of it is in posix.h.
