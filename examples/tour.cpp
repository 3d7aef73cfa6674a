// tour.cpp: a level in C++17. Objects destroy themselves, errors are exceptions, arrays are spans.
#include <cstdio>
#include <wend/wend.hpp>

enum : std::uint8_t { rock, road, forest, river };

static wend::world make_level() {
    wend_grid_def def = wend::grid_def(256, 192);
    def.class_costs[forest] = 2.5f;
    def.class_costs[river] = 0; // blocked
    wend::grid grid(def);
    grid.fill({40, 30, 60, 120}, forest);
    grid.fill({120, 0, 8, 192}, river);
    grid.fill({120, 20, 8, 3}, road);    // the northern bridge
    grid.fill({120, 165, 8, 3}, road);   // the southern bridge
    return wend::world(std::move(grid)); // plans the clusters, and takes the grid
}

int main() try {
    wend::world world = make_level();
    wend::search search; // scratch memory, one for each thread
    const wend_tile camp{20, 100}, castle{230, 100};

    // A path, with its tiles and with the points between which one can walk in straight lines.
    wend_query query = wend::query(camp, castle);
    query.smooth = true;
    wend::path path = search.find(world, query);
    std::printf("camp to castle: %s, cost %.1f, %zu tiles, %zu waypoints\n", wend::to_string(path.outcome()),
                path.cost(), path.tiles().size(), path.waypoints().size());

    // The bridge on the path burns down. The edit repairs the world, and then the path is repaired.
    const bool north = path.tiles()[path.tiles().size() / 2].y < 100;
    world.edit({120, north ? 20 : 165, 8, 3}, river);
    std::printf("the %s bridge burns: the path is %s\n", north ? "northern" : "southern",
                path.valid_on(world) ? "still good" : "broken");
    search.repair(world, path);
    std::printf("repaired: cost %.1f\n", path.cost());

    // Everything that a unit at the camp reaches with 30 movement points.
    wend::field range;
    range.fill(world.grid(), WEND_FIELD_FROM, {&camp, 1}, 30);
    std::printf("within 30 points of the camp: %zu tiles\n", range.tiles().size());

    // The nearest of several wells; the query borrows the array.
    const wend_tile wells[] = {{60, 20}, {10, 180}, {250, 100}};
    search.find(world, wend::query_nearest(camp, wells), path); // reuses the memory of the path
    std::printf("nearest well: number %d, cost %.1f\n", path.goal(), path.cost());

    // Files. save writes a .wend file completely or not at all; a program that starts opens it at once.
    world.refresh(); // finishes what the edit has left for later
    world.save("tour.wend");
    std::printf("saved and opened: %s\n",
                wend::world::open("tour.wend").hash() == world.hash() ? "the same world" : "another world");
    std::remove("tour.wend");

    // What fails throws, and changes nothing.
    search.find(world, wend::query(camp, {256, 0}), path);
} catch (const wend::error& error) {
    std::printf("a goal off the map: %s\n", error.what());
    return error.result() == WEND_ERROR_ARGUMENT ? 0 : 1;
}
