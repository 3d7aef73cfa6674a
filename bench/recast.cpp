// recast.cpp: does Wend reach on the floors of a building what Recast reaches in the same voxels? Random
// buildings of up to six floors have walls, platforms to step on, flights of stairs that are up to five tiles
// wide, winding stairs in shafts, and holes. Wend gets the plan: a tile for each column of a floor, walls
// where a step is too high or there is no headroom, seams where a flight meets the floor above, links for the
// winding stairs. Recast gets the solid voxels, and finds by itself where a body stands and steps. Then all
// tiles are compared: those that one reaches from each other, the other must reach, too.
//     bench_recast [--buildings N] [--first SEED]
// Exits with 1 where they differ.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <recastnavigation/Recast.h>

#include "measure.h"

namespace {

// In voxels, whose sides are those of a tile; a floor's ground is one thick.
constexpr int32_t STOREY = 12, CLIMB = 3, HEADROOM = 6;
constexpr int32_t DX[] = {1, 0, -1, 0}, DY[] = {0, 1, 0, -1};

enum class what : uint8_t { hole, ground, wall };

struct place {
    what is = what::ground;
    int32_t rise = 0;     // of the ground above that of its floor
    bool fixed = false;   // part of stairs
    bool winding = false; // a step of winding stairs: Wend has a link instead
};

struct at {
    int32_t x, y, floor;
};

struct building {
    int32_t width, height, floors;
    std::vector<place> places;
    std::vector<std::pair<at, at>> links; // winding stairs

    bool contains(at t) const {
        return t.x >= 0 && t.y >= 0 && t.floor >= 0 && t.x < width && t.y < height && t.floor < floors;
    }
    size_t index(at t) const { return (static_cast<size_t>(t.floor) * height + t.y) * width + t.x; }
    place& operator[](at t) { return places[index(t)]; }
    const place& operator[](at t) const { return places[index(t)]; }

    // The height on which a body stands.
    int32_t level(at t) const { return t.floor * STOREY + 1 + (*this)[t].rise; }
    // The lowest solid voxel above.
    int32_t ceiling(at t) const {
        for (at up = {t.x, t.y, t.floor + 1}; up.floor < floors; up.floor++)
            if ((*this)[up].is != what::hole) return up.floor * STOREY;
        return floors * STOREY + HEADROOM;
    }
    bool is_tile(at t) const {
        return (*this)[t].is == what::ground && !(*this)[t].winding && ceiling(t) - level(t) >= HEADROOM;
    }
    bool can_step(at a, at b) const {
        return is_tile(a) && is_tile(b) && std::abs(level(a) - level(b)) <= CLIMB &&
               std::min(ceiling(a), ceiling(b)) - std::max(level(a), level(b)) >= HEADROOM;
    }
};

// ---- random buildings

bool all_free(const building& b, at from, int32_t width, int32_t height) {
    for (int32_t f = from.floor; f <= from.floor + 1; f++)
        for (int32_t y = from.y; y < from.y + height; y++)
            for (int32_t x = from.x; x < from.x + width; x++)
                if (!b.contains({x, y, f}) || b[{x, y, f}].fixed) return false;
    return true;
}

// A straight flight to the floor above, whose ground is open over it.
void add_flight(building& b, uint64_t& dice) {
    const int32_t rise = 1 + below(&dice, CLIMB), steps = (STOREY - 1) / rise, direction = below(&dice, 4),
                  wide = 1 + below(&dice, 5);
    const bool along_x = direction % 2 == 0;
    const int32_t width = along_x ? steps + 2 : wide, height = along_x ? wide : steps + 2;
    const at corner = {below(&dice, b.width), below(&dice, b.height), below(&dice, b.floors - 1)};
    if (!all_free(b, corner, width, height)) return;
    for (int32_t along = 0; along < steps + 2; along++)
        for (int32_t side = 0; side < wide; side++) {
            const int32_t k = direction < 2 ? along : steps + 1 - along;
            const at low = {corner.x + (along_x ? k : side), corner.y + (along_x ? side : k), corner.floor};
            const at high = {low.x, low.y, low.floor + 1};
            const bool is_step = along > 0 && along <= steps;
            b[low] = {what::ground, is_step ? along * rise : 0, true, false};
            b[high] = {is_step ? what::hole : what::ground, 0, true, false};
            if (along > steps) b[low].is = what::wall; // below the landing
        }
}

// Four steps round a corner, in a shaft with a door on both floors.
void add_winding_stairs(building& b, uint64_t& dice) {
    const at corner = {below(&dice, b.width), below(&dice, b.height), below(&dice, b.floors - 1)};
    if (!all_free(b, corner, 4, 4)) return;
    for (int32_t k = 0; k < 16; k++) {
        const at low = {corner.x + k % 4, corner.y + k / 4, corner.floor};
        b[low] = b[{low.x, low.y, low.floor + 1}] = {what::wall, 0, true, false};
    }
    static constexpr int32_t X[] = {1, 2, 2, 1}, Y[] = {1, 1, 2, 2};
    for (int32_t k = 0; k < 3; k++) {
        const at low = {corner.x + X[k], corner.y + Y[k], corner.floor};
        b[low] = {what::ground, CLIMB * (k + 1), true, true};
        b[{low.x, low.y, low.floor + 1}].is = what::hole;
    }
    const at top = {corner.x + X[3], corner.y + Y[3], corner.floor + 1};
    const at door = {corner.x, corner.y + Y[0], corner.floor}, exit = {corner.x, top.y, top.floor};
    b[door].is = b[top].is = b[exit].is = what::ground;
    b.links.push_back({door, top});
}

building make_building(uint64_t seed) {
    uint64_t dice = seed * 0x9e3779b97f4a7c15u | 1;
    for (int32_t i = 0; i < 8; i++) below(&dice, 2);
    building b;
    b.width = 16 + below(&dice, 33);
    b.height = 16 + below(&dice, 33);
    b.floors = 2 + below(&dice, 5);
    b.places.resize(static_cast<size_t>(b.width) * b.height * b.floors);
    for (int32_t i = 0; i < b.floors * 6; i++) add_flight(b, dice);
    for (int32_t i = 0; i < b.floors * 4; i++) add_winding_stairs(b, dice);
    const int32_t walls = below(&dice, 40), holes = below(&dice, 10), platforms = below(&dice, 30);
    for (size_t i = 0; i < b.places.size(); i++) {
        place& p = b.places[i];
        const bool lowest = i < static_cast<size_t>(b.width) * b.height;
        const int32_t wall = below(&dice, 100), hole = below(&dice, 100), platform = below(&dice, 100),
                      rise = 1 + below(&dice, 7);
        if (p.fixed) continue;
        if (wall < walls)
            p.is = what::wall;
        else if (hole < holes && !lowest)
            p.is = what::hole;
        else if (platform < platforms)
            p.rise = rise;
    }
    return b;
}

// ---- Wend: floors, walls, seams and links

wend_tile tile_of(at t) {
    return {t.x, t.y, static_cast<uint16_t>(t.floor), 0};
}

int64_t walls, seams, seam_pairs, links;

// Where steps in one direction lead from a floor to the one above, or from one above: a seam for each run.
void add_seams(const building& b, wend_grid* grid, int32_t floor, int32_t direction) {
    const bool along_x = direction % 2 != 0;
    const int32_t lines = along_x ? b.height : b.width, length = along_x ? b.width : b.height;
    for (int32_t line = 0; line < lines; line++)
        for (int32_t i = 0, run = 0; i <= length; i++) {
            const at a = {along_x ? i : line, along_x ? line : i, floor};
            const at over = {a.x + DX[direction], a.y + DY[direction], floor + 1};
            if (i < length && b.contains(over) && b.can_step(a, over)) {
                run++;
                continue;
            }
            if (run > 0) {
                const int32_t back_x = along_x ? 1 : 0, back_y = 1 - back_x;
                const wend_tile last = {a.x - back_x, a.y - back_y, static_cast<uint16_t>(floor), 0};
                wend_tile first = last, other = last, other_first;
                first.x -= back_x * (run - 1), first.y -= back_y * (run - 1);
                other.x += DX[direction], other.y += DY[direction], other.floor++;
                other_first = first;
                other_first.x += DX[direction], other_first.y += DY[direction], other_first.floor++;
                const wend_seam seam = wend_default_seam(first, last, other_first, other);
                must(wend_grid_add_seam(grid, &seam, nullptr), "adding a seam");
                seams++, seam_pairs += run;
            }
            run = 0;
        }
}

wend_world* make_world(const building& b) {
    std::vector<uint8_t> classes(b.places.size());
    wend_grid_def def = wend_default_grid_def();
    def.width = b.width, def.height = b.height, def.floors = b.floors;
    def.classes = classes.data();
    std::vector<at> all;
    for (int32_t f = 0; f < b.floors; f++)
        for (int32_t y = 0; y < b.height; y++)
            for (int32_t x = 0; x < b.width; x++) all.push_back({x, y, f});
    for (const at t : all) classes[b.index(t)] = b.is_tile(t);
    wend_grid* grid = nullptr;
    must(wend_grid_create(&def, &grid), "making a grid");
    for (const at t : all)
        for (int32_t d = 0; d < 2; d++) {
            const at beside = {t.x + DX[d], t.y + DY[d], t.floor};
            if (!b.contains(beside) || !b.is_tile(t) || !b.is_tile(beside) || b.can_step(t, beside)) continue;
            must(wend_grid_set_wall(grid, tile_of(t), tile_of(beside), true), "making a wall");
            walls++;
        }
    for (int32_t f = 0; f + 1 < b.floors; f++)
        for (int32_t d = 0; d < 4; d++) add_seams(b, grid, f, d);
    for (const auto& stairs : b.links) {
        const wend_link up = wend_default_link(tile_of(stairs.first), tile_of(stairs.second), 6),
                        down = wend_default_link(up.to, up.from, 6);
        must(wend_grid_add_link(grid, &up, nullptr), "adding a link");
        must(wend_grid_add_link(grid, &down, nullptr), "adding a link");
        links++;
    }
    const wend_world_def world_def = wend_default_world_def();
    wend_world* world = nullptr;
    must(wend_world_build(&grid, &world_def, &world), "building");
    return world;
}

// ---- Recast: voxels, and where their tops touch

void must_recast(bool done, const char* called) {
    if (done) return;
    std::fprintf(stderr, "bench: %s fails\n", called);
    std::exit(1);
}

struct voxels {
    rcContext context{false};
    std::unique_ptr<rcHeightfield, decltype(&rcFreeHeightField)> solid{rcAllocHeightfield(),
                                                                       rcFreeHeightField};
    std::unique_ptr<rcCompactHeightfield, decltype(&rcFreeCompactHeightfield)> open{
        rcAllocCompactHeightfield(), rcFreeCompactHeightfield};
    std::vector<int32_t> part; // by span: which it is connected with

    explicit voxels(const building& b) {
        const float low[] = {0, 0, 0},
                    high[] = {static_cast<float>(b.width), static_cast<float>(b.floors * STOREY + HEADROOM),
                              static_cast<float>(b.height)};
        must_recast(rcCreateHeightfield(&context, *solid, b.width, b.height, low, high, 1, 1),
                    "rcCreateHeightfield");
        for (int32_t y = 0; y < b.height; y++)
            for (int32_t x = 0; x < b.width; x++) add_column(b, x, y);
        must_recast(rcBuildCompactHeightfield(&context, HEADROOM, CLIMB, *solid, *open),
                    "rcBuildCompactHeightfield");
        flood();
    }

    // Runs of solid voxels. Nobody stands on top of a wall.
    void add_column(const building& b, int32_t x, int32_t y) {
        std::vector<uint8_t> solid_at(static_cast<size_t>(b.floors) * STOREY + 1);
        for (int32_t f = 0; f < b.floors; f++) {
            const place& p = b[{x, y, f}];
            if (p.is == what::hole) continue;
            const int32_t from = f * STOREY, to = p.is == what::wall ? from + STOREY : from + 1 + p.rise;
            for (int32_t z = from; z < to; z++) solid_at[static_cast<size_t>(z)] = p.is == what::wall ? 1 : 2;
        }
        int32_t from = 0;
        for (int32_t z = 0; z < static_cast<int32_t>(solid_at.size()); z++) {
            if (solid_at[static_cast<size_t>(z)]) continue;
            if (z > from) {
                const uint8_t area =
                    solid_at[static_cast<size_t>(z) - 1] == 2 ? RC_WALKABLE_AREA : RC_NULL_AREA;
                must_recast(rcAddSpan(&context, *solid, x, y, static_cast<unsigned short>(from),
                                      static_cast<unsigned short>(z), area, 0),
                            "rcAddSpan");
            }
            from = z + 1;
        }
    }

    static int32_t first_of(const rcCompactCell& cell) { return static_cast<int32_t>(cell.index); }

    void flood() {
        const rcCompactHeightfield& f = *open;
        part.assign(static_cast<size_t>(f.spanCount), -1);
        int32_t parts = 0;
        std::vector<at> waiting; // column, row, span
        for (int32_t y = 0; y < f.height; y++)
            for (int32_t x = 0; x < f.width; x++) {
                const rcCompactCell& cell = f.cells[x + y * f.width];
                for (int32_t i = first_of(cell); i < first_of(cell) + static_cast<int32_t>(cell.count); i++) {
                    if (part[i] >= 0 || f.areas[i] == RC_NULL_AREA) continue;
                    part[i] = parts;
                    waiting.push_back({x, y, i});
                    while (!waiting.empty()) {
                        const at t = waiting.back();
                        waiting.pop_back();
                        for (int32_t d = 0; d < 4; d++) {
                            const int32_t layer = rcGetCon(f.spans[t.floor], d);
                            if (layer == RC_NOT_CONNECTED) continue;
                            const int32_t nx = t.x + rcGetDirOffsetX(d), ny = t.y + rcGetDirOffsetY(d);
                            const int32_t next = first_of(f.cells[nx + ny * f.width]) + layer;
                            if (part[next] >= 0) continue;
                            part[next] = parts;
                            waiting.push_back({nx, ny, next});
                        }
                    }
                    parts++;
                }
            }
    }

    // -1: no body stands there.
    int32_t part_at(int32_t x, int32_t y, int32_t level) const {
        const rcCompactCell& cell = open->cells[x + y * open->width];
        for (int32_t i = first_of(cell); i < first_of(cell) + static_cast<int32_t>(cell.count); i++)
            if (open->spans[i].y == level) return part[i];
        return -1;
    }
};

// ---- both

struct totals {
    int64_t buildings, floors, tiles, parts, pairs, apart, differences;
};

void compare(const building& b, wend_search* search, wend_path* path, totals& sum) {
    const voxels v(b);
    wend_world* world = make_world(b);
    std::vector<std::pair<int32_t, wend_tile>> first; // of each part
    std::vector<std::pair<int32_t, wend_tile>> tiles;
    int64_t others = 0; // spans without a tile: steps of winding stairs, and ground without headroom
    for (int32_t f = 0; f < b.floors; f++)
        for (int32_t y = 0; y < b.height; y++)
            for (int32_t x = 0; x < b.width; x++) {
                const at t = {x, y, f};
                const int32_t part = v.part_at(x, y, b.level(t));
                if (!b.is_tile(t)) {
                    others += b[t].is == what::ground;
                    continue;
                }
                sum.differences += part < 0;
                tiles.push_back({part, tile_of(t)});
            }
    sum.differences += static_cast<int64_t>(tiles.size()) + others != v.open->spanCount;
    std::sort(tiles.begin(), tiles.end(), [](const auto& a, const auto& c) { return a.first < c.first; });
    for (const auto& t : tiles) {
        if (first.empty() || first.back().first != t.first) first.push_back(t);
        sum.differences += !wend_world_connected(world, first.back().second, t.second);
    }
    for (size_t i = 0; i < first.size(); i++)
        for (size_t k = 0; k < i; k++)
            sum.differences += wend_world_connected(world, first[i].second, first[k].second);
    uint64_t dice = 7 + static_cast<uint64_t>(sum.buildings);
    for (int32_t i = 0; i < 100; i++) {
        const auto &from = tiles[static_cast<size_t>(below(&dice, static_cast<int32_t>(tiles.size())))],
                   &to = tiles[static_cast<size_t>(below(&dice, static_cast<int32_t>(tiles.size())))];
        const wend_query query = wend_default_query(from.second, to.second);
        must(wend_find_path(search, world, &query, path, nullptr), "a query");
        sum.differences += (wend_path_outcome(path) == WEND_FOUND) != (from.first == to.first);
        sum.pairs++;
        sum.apart += from.first != to.first;
    }
    sum.buildings++;
    sum.floors += b.floors;
    sum.tiles += static_cast<int64_t>(tiles.size());
    sum.parts += static_cast<int64_t>(first.size());
    wend_world_destroy(world);
}

} // namespace

int main(int argc, char** argv) {
    int64_t buildings = 100, seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--buildings") == 0) buildings = std::atoll(argv[i + 1]);
        if (std::strcmp(argv[i], "--first") == 0) seed = std::atoll(argv[i + 1]);
    }
    const wend_search_def def = wend_default_search_def();
    wend_search* search = nullptr;
    wend_path* path = nullptr;
    must(wend_search_create(&def, &search), "making a search");
    must(wend_path_create(nullptr, &path), "making a path");
    totals sum = {};
    for (int64_t i = 0; i < buildings; i++) {
        const int64_t before = sum.differences;
        compare(make_building(static_cast<uint64_t>(seed + i)), search, path, sum);
        if (sum.differences > before)
            std::fprintf(stderr, "--first %lld --buildings 1: %lld differences\n",
                         static_cast<long long>(seed + i), static_cast<long long>(sum.differences - before));
    }
    wend_search_destroy(search);
    wend_path_destroy(path);
    std::printf(
        "%lld buildings, %lld floors, %lld tiles in %lld parts, %lld walls, %lld seams of %lld pairs, "
        "%lld winding stairs; %lld paths asked for, %lld between parts: %lld differences\n",
        static_cast<long long>(sum.buildings), static_cast<long long>(sum.floors),
        static_cast<long long>(sum.tiles), static_cast<long long>(sum.parts), static_cast<long long>(walls),
        static_cast<long long>(seams), static_cast<long long>(seam_pairs), static_cast<long long>(links),
        static_cast<long long>(sum.pairs), static_cast<long long>(sum.apart),
        static_cast<long long>(sum.differences));
    return sum.differences > 0;
}
