# What every target of Wend is compiled with: strict C17, warnings, and floating point that gives the same bits everywhere.
add_library(wend_compile INTERFACE)
target_compile_features(wend_compile INTERFACE c_std_17)
target_compile_options(wend_compile INTERFACE
  -Wall -Wextra -Wpedantic -Wno-missing-field-initializers -Wshadow -Wconversion -Wno-sign-conversion -Wvla
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  -ffp-contract=off -fvisibility=hidden)
# A project without a build type, as one that takes Wend by FetchContent may have none, would compile the engine without
# optimisation. Its own flags count more.
if(NOT CMAKE_C_FLAGS MATCHES "(^| )-O")
  separate_arguments(release UNIX_COMMAND "${CMAKE_C_FLAGS_RELEASE}")
  target_compile_options(wend_compile INTERFACE "$<$<CONFIG:>:${release}>")
endif()
if(MINGW)
  # Formats of printf as in C17; and gcc keeps only 16 bytes of alignment on Windows, so wider moves are written as ones
  # that need none.
  target_compile_definitions(wend_compile INTERFACE __USE_MINGW_ANSI_STDIO=1)
  target_compile_options(wend_compile INTERFACE -Wno-float-conversion) # isfinite of its math.h, where it is not used
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(wend_compile INTERFACE -Wa,-muse-unaligned-vector-move)
  endif()
endif()
if(WEND_WERROR)
  target_compile_options(wend_compile INTERFACE -Werror)
endif()
if(WEND_SANITIZE)
  target_compile_options(wend_compile INTERFACE -fsanitize=${WEND_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    -UNDEBUG) # with the internal checks
  target_link_options(wend_compile INTERFACE -fsanitize=${WEND_SANITIZE})
endif()
if(WEND_FUZZ)
  target_compile_options(wend_compile INTERFACE -fsanitize=fuzzer-no-link
    -fsanitize-coverage-ignorelist=${PROJECT_SOURCE_DIR}/cmake/fuzz_ignore.txt)
  target_link_options(wend_compile INTERFACE -fsanitize=fuzzer-no-link)
  target_compile_definitions(wend_compile INTERFACE WIMP_NO_SANDBOX) # the fuzzer has to see what is reached
endif()
if(WEND_COVERAGE)
  target_compile_options(wend_compile INTERFACE --coverage -fprofile-update=atomic) # threads count too
  target_link_options(wend_compile INTERFACE --coverage)
  target_compile_definitions(wend_compile INTERFACE NDEBUG) # or each internal check would be a branch that nothing reaches
endif()
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)

# wend_install_page(FILE COMPONENT): installs a man page, compressed where Debian asks for that.
function(wend_install_page page component)
  if(WEND_DEBIAN)
    install(CODE "execute_process(COMMAND gzip -9nf -k ${page} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
    set(page ${page}.gz)
  endif()
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
endfunction()
