// expect.hpp: what the tests of the C++ headers share: a condition that must hold, and the result that a call
// throws.
#ifndef WEND_TEST_EXPECT_HPP
#define WEND_TEST_EXPECT_HPP
#include <wend/base.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#define expect(condition)                                                                                    \
    do {                                                                                                     \
        if (condition) break;                                                                                \
        std::fprintf(stderr, "line %d: expected %s\n", __LINE__, #condition);                                \
        std::exit(1);                                                                                        \
    } while (0)

inline void write_file(const std::string& name, const char* bytes, std::size_t size) {
    expect(std::ofstream(name, std::ios::binary).write(bytes, static_cast<std::streamsize>(size)).flush());
}

template <class Call> wend_result thrown_by(Call call) {
    try {
        call();
    } catch (const wend::error& error) {
        expect(error.what()[0] != 0);
        return error.result();
    }
    return WEND_OK;
}
#endif
