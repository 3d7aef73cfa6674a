# wend.lua with the plain header in it, so that it is one file: cmake -D SOURCE=wend.lua -D HEADER=wend_ffi.h -D OUT=FILE -P embed.cmake
file(READ ${SOURCE} text)
file(READ ${HEADER} header)
string(REPLACE "local declarations = nil -- wend_ffi.h" "local declarations = [==[\n${header}]==]" text "${text}")
file(WRITE ${OUT} "${text}")
