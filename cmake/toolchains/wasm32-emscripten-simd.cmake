# As wasm32-emscripten.cmake, with the SIMD instructions of 128 bits: what is built does not load where they are missing,
# so there are two builds of everything.
# Packages: emscripten
set(CMAKE_C_COMPILER emcc)
set(CMAKE_C_FLAGS_INIT "-msimd128")
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-experimental-fetch)
include(${CMAKE_CURRENT_LIST_DIR}/wasm32-emscripten.cmake)
