# The target 'coverage': runs the tests and writes build/coverage/coverage.html. Every 7th allocation fails, where the quick
# test has each 29th. Left out are wend_checked, the engine compiled a second time, and wend-gdal, which locks itself up and
# can write no counters.
find_program(GCOVR gcovr REQUIRED)
set(failing_allocations "")
if(TARGET faults_short_memory)
  set(failing_allocations COMMAND faults_short_memory --every 7)
endif()
add_custom_target(coverage
  COMMAND ${CMAKE_CTEST_COMMAND} --output-on-failure -LE long
  ${failing_allocations}
  COMMAND ${GCOVR} --root ${CMAKE_SOURCE_DIR} --filter ${CMAKE_SOURCE_DIR}/engine/src --filter ${CMAKE_SOURCE_DIR}/importers/src --filter ${CMAKE_SOURCE_DIR}/graph/src
          --filter ${CMAKE_SOURCE_DIR}/check --filter ${CMAKE_SOURCE_DIR}/cli --exclude ${CMAKE_SOURCE_DIR}/importers/src/gdal
          --exclude-directories ".*/wend_checked[.]dir" --object-directory ${CMAKE_BINARY_DIR} --print-summary
          --html-details coverage.html
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR} USES_TERMINAL VERBATIM)
