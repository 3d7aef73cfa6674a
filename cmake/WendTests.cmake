# Labels of tests: how long one takes, and the folder it stands in.

# wend_label(quick|medium|long TEST...): labels tests of this folder with the duration and with the folder's name, which
# the tests' names begin with. Every test is labelled so; tests/law/labels.cmake looks.
function(wend_label duration)
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set_tests_properties(${ARGN} PROPERTIES LABELS "${duration};${folder}")
endfunction()
