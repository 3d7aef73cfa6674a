# The target 'coverage': runs the tests and writes build/coverage/coverage.html.
find_program(GCOVR gcovr REQUIRED)
add_custom_target(coverage
  COMMAND ${CMAKE_CTEST_COMMAND} --output-on-failure -LE long
  COMMAND ${GCOVR} --root ${CMAKE_SOURCE_DIR} --filter ${CMAKE_SOURCE_DIR}/engine/src --filter ${CMAKE_SOURCE_DIR}/importers/src
          --filter ${CMAKE_SOURCE_DIR}/check --filter ${CMAKE_SOURCE_DIR}/cli --object-directory ${CMAKE_BINARY_DIR} --print-summary
          --html-details coverage.html
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR} USES_TERMINAL VERBATIM)
