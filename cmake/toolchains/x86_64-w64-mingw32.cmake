# Builds for Windows (64 bit) with Debian's mingw-w64, and runs what is built under wine. Everything is linked
# statically, so that the programs need no DLL besides those of the system.
#   sh cmake/mingw_libraries.sh build/windows-libraries     for the importers and the program
#   cmake --preset windows && cmake --build --preset windows
# Packages: gcc-mingw-w64-x86-64 libz-mingw-w64-dev wine
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
set(WEND_WINDOWS_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../../build/windows-libraries CACHE PATH "What mingw_libraries.sh has made")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEND_WINDOWS_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${WEND_WINDOWS_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${WEND_WINDOWS_LIBRARIES}/lib/pkgconfig) # not the libraries of this machine
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
