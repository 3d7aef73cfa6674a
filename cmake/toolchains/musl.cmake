# Builds with musl instead of the C library of GNU; statically, so that it runs anywhere.
#   cmake -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/musl.cmake ...
# Packages: musl-tools
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
