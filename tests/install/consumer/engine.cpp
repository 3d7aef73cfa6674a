// The program of engine.c in C++: five tiles in a row, walked from end to end.
#include <cstdio>
#include <wend/wend.hpp>

int main() {
    wend::world world(wend::grid(wend::grid_def(5, 1)));
    wend::search search;
    wend_query query = wend::query({0, 0}, {4, 0});
    query.algorithm = WEND_ASTAR;
    wend::path path = search.find(world, query);
    std::printf("wend %s: %s, cost %.3f\n", wend_version_string(), wend_outcome_string(path.outcome()),
                path.cost());
    return path ? 0 : 1;
}
