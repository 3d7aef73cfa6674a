// answer.cpp: the query of answer.c in C++.
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <iterator>
#include <vector>
#include <wend/wend.hpp>

int main() try {
    constexpr std::int32_t width = 400, height = 300;
    std::vector<std::uint8_t> classes;
    for (std::int32_t y = 0; y < height; y++) {
        for (std::int32_t x = 0; x < width; x++) {
            const std::int32_t v = (x * 7919 + y * 104729 + (x / 9) * (y / 7) * 31) % 97;
            const bool blocked = v < 12 && x > 1 && x < width - 2;
            classes.push_back(blocked ? 0 : v < 60 ? 1 : v < 85 ? 2 : 3);
        }
    }
    wend_grid_def def = wend::grid_def(width, height);
    def.classes = classes.data();
    const float costs[] = {0, 1, 2, 4};
    for (std::size_t k = 0; k < WEND_CLASS_COUNT; k++)
        def.class_costs[k] = k < std::size(costs) ? costs[k] : 0;
    const wend::world world{wend::grid(def)};
    wend::search search;
    wend::path path;
    search.find(world, wend_default_query({1, 1}, {398, 298}), path);
    std::printf("%s %016" PRIx64 " %016" PRIx64 " %.6f\n", wend_outcome_string(path.outcome()), world.hash(),
                path.hash(), path.cost());
} catch (const std::exception& error) {
    std::fprintf(stderr, "answer: %s\n", error.what());
    return 1;
}
