# Builds WebAssembly with Emscripten, and runs what is built under node, with the files of the machine.
#   cmake -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/wasm32-emscripten.cmake ...
# Packages: emscripten
set(CMAKE_C_COMPILER emcc)
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-experimental-fetch) # Emscripten 3.1 takes node with fetch for a browser
set(EMSCRIPTEN_SYSTEM_PROCESSOR wasm32)
find_file(WEND_EMSCRIPTEN_TOOLCHAIN cmake/Modules/Platform/Emscripten.cmake
  PATHS $ENV{EMSDK}/upstream/emscripten /usr/share/emscripten NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
include(${WEND_EMSCRIPTEN_TOOLCHAIN})
