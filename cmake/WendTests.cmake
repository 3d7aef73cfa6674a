# Labels of tests: how long one takes, the folder it stands in, and whether it may fail on a busy machine.

# wend_label(quick|medium|long TEST...): labels tests of this folder with the duration and with the folder's name, which
# the tests' names begin with. Every test is labelled so; tests/law/labels.cmake looks.
function(wend_label duration)
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set_tests_properties(${ARGN} PROPERTIES LABELS "${duration};${folder}")
endfunction()

# wend_unsteady(TEST...): labels tests that depend on a machine that keeps up, since they type into a window, kill or cut at
# a moment, or start mpirun. ./run test gives only these a second run.
function(wend_unsteady)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS unsteady)
endfunction()
