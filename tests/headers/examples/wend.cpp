// wend.cpp: the example of wend/wend.hpp, then every class once: a world is built, searched, edited, saved
// and opened; a field is filled; a crowd walks; what fails throws.
#include <wend/wend.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <unordered_map>

#define expect(condition)                                                                                    \
    do {                                                                                                     \
        if (condition) break;                                                                                \
        std::fprintf(stderr, "line %d: expected %s\n", __LINE__, #condition);                                \
        std::exit(1);                                                                                        \
    } while (0)

template <class Call> static wend_result thrown_by(Call call) {
    try {
        call();
    } catch (const wend::error& error) {
        expect(error.what()[0] != 0);
        return error.result();
    }
    return WEND_OK;
}

template <class T> constexpr bool moves_only() {
    return std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
           !std::is_copy_constructible_v<T>;
}
static_assert(moves_only<wend::grid>() && moves_only<wend::world>() && moves_only<wend::search>() &&
              moves_only<wend::path>() && moves_only<wend::field>() && moves_only<wend::crowd>() &&
              moves_only<wend::threads>() && moves_only<wend::graph>() && moves_only<wend::graph_search>());

static void use_crowd(wend::world& world) {
    wend::crowd crowd(world);
    std::unordered_map<wend_agent_id, int> names;
    std::vector<wend_tile> starts = wend::formation_tiles(world.grid(), {10, 10}, 20, 2);
    expect(starts.size() == 20 && starts.front() == (wend_tile{10, 10}));
    for (wend_tile start : starts) {
        wend_agent_id id = crowd.add(wend::agent(world.grid().center(start), 8, 64, 0.3f, names.size()));
        crowd.send(id, {40, 40});
        names[id] = static_cast<int>(names.size());
    }
    wend_agent_id gone = crowd.ids()[3], last = crowd.ids().back();
    crowd.remove(gone);
    expect(!crowd.contains(gone) && crowd.agent(gone) == nullptr && crowd.path(gone).empty());
    expect(thrown_by([&] { crowd.send(gone, {1, 1}); }) == WEND_ERROR_STALE);
    expect(crowd.index(last) == 3 && crowd.agent(last)->user_data == 19);
    wend::field field;
    const wend_tile goal{40, 40};
    field.set_goals(world, {&goal, 1});
    crowd.send_by_field(last, goal, field);
    for (int i = 0; i < 600; i++) crowd.tick(1.0f / 30);
    for (wend_agent_id id : crowd.ids())
        expect(crowd.state(id) == WEND_AGENT_ARRIVED && names.count(id) == 1);
    expect(crowd.agents().size() == 19 && crowd.stats().ticks == 600 && crowd.hash() != 0);
    wend::crowd moved = std::move(crowd);
    expect(moved.ids().size() == 19 && crowd.ids().empty()); // NOLINT: a moved-from object is empty
    expect(thrown_by([&] { crowd.tick(0.1f); }) == WEND_ERROR_ARGUMENT);
}

static void use_connections() {
    wend::grid ground(wend::grid_def(40, 40));
    ground.set_wall({10, 5}, {11, 5}, true);
    ground.set_step({20, 5}, {21, 5}, false);
    expect(ground.view().closed_step_count() == 3 && ground.view().closed_steps({20, 5}) == 1);
    expect(!ground.view().step_is_open({10, 5}, {11, 5}) && ground.view().step_is_open({21, 5}, {20, 5}));
    std::int32_t tunnel = ground.add_link(wend::link({1, 1}, {38, 38}, 3));
    ground.set_link(tunnel, 2, true);
    ground.remove_link(ground.add_link(wend::link({2, 1}, {38, 38}, 3)));
    expect(thrown_by([&] { ground.remove_link(99); }) == WEND_ERROR_ARGUMENT);
    wend::grid copy(wend::grid_def(40, 40));
    copy.copy_connections(ground);
    expect(copy.view().links().size() == 1 && copy.view().find_link(tunnel)->cost == 2 &&
           copy.view().find_link(99) == nullptr && copy.view().link_is_usable(tunnel));
    expect(ground.view().hash() == copy.view().hash() && !ground.view().cost_range().declared);
    copy.set_cost_range(0.5f, 4);
    expect(copy.view().cost_range().greatest == 4 && ground.view().straight_cost(0) == 0 &&
           ground.view().straight_cost(1) == ground.view().cost_units() &&
           ground.view().diagonal_cost(1) > ground.view().cost_units());

    wend::world world(std::move(ground));
    wend::search search;
    wend::path path = search.find(world, wend::query({1, 1}, {38, 39}));
    expect(path.links().size() == 1 && path.links().front().id == tunnel && path.cost() == 3);
    wend::crowd crowd(world);
    wend_agent_id id = crowd.add(wend::agent({1.5f, 1.5f}, 4, 32, 0.2f));
    crowd.send(id, {38, 39});
    expect(!crowd.link(id));
    while (crowd.state(id) != WEND_AGENT_ON_LINK) crowd.tick(1.0f / 30);
    expect(crowd.link(id)->id == tunnel && crowd.link(id)->progress <= 1);
    wend::field field;
    const wend_tile goal{38, 39};
    field.fill(world.grid(), WEND_FIELD_TO, {&goal, 1}, 100);
    expect(field.clusters() >= 4);
}

static void use_steering() {
    wend::grid ground(wend::grid_def(60, 60));
    ground.fill({30, 0, 2, 50}, 0);
    wend::world world(std::move(ground));
    wend::search search;
    wend_query across = wend::query({5, 5}, {55, 5});
    across.smooth = true;
    wend::path path = search.find(world, across);

    wend_agent walker = wend::agent({5.5f, 5.5f}, 4, 32, 0.3f);
    int ticks = 0;
    while (!wend::follow(walker, world.grid(), path, 1.0f / 30)) ticks++;
    expect(ticks > 600 && world.grid().tile_at(walker.position) == (wend_tile{55, 5}));
    walker = wend::agent({5.5f, 5.5f}, 4, 32, 0.3f);
    for (bool arrived = false; !arrived;) {
        wend_vec2 wanted = wend::follow_velocity(walker, world.grid(), path.waypoints(), 1.0f / 30);
        arrived = wend::follow_move(walker, world.grid(), path.waypoints(), wanted, 1.0f / 30);
    }
    expect(thrown_by([&] { wend::follow(walker, world.grid(), path, 2); }) == WEND_ERROR_ARGUMENT);

    const wend_agent others[] = {wend::agent({10, 10}, 1, 1, 0.5f), wend::agent({12, 10}, 1, 1, 0.5f)};
    wend_agent lone = wend::agent({10.5f, 10}, 2, 8, 0.5f);
    lone.velocity = {1, 0};
    expect(wend::separate(lone, others, 3).x > 0 && wend::cohere(lone, others, 3).x > 0);
    expect(wend::align(lone, others, 3).x == 0 && wend::avoid(lone, {others + 1, 1}, 3).x >= 0);
    expect(wend::avoid_walls(wend::agent({29, 20}, 1, 1, 0.5f), world.grid(), 2).x < 0);
    const wend_weighted parts[] = {{{3, 0}, 1}, {{0, 3}, 1}};
    expect(wend::blend(parts, 2).y > 1 && wend::prioritise(parts, 2).y == 0);
    wend::push(lone, {0, 1}, 0.1f);
    wend::glide(lone, {1, 0}, 0.1f);
    expect(lone.position.x > 10.6f && thrown_by([&] { wend::push(lone, {0, 0}, 0); }) == WEND_ERROR_ARGUMENT);

    std::size_t clusters = 0, edges = 0, steps = 0;
    const wend_rect all{0, 0, 60, 60};
    const auto count_line = [&](wend_draw_kind kind, wend_vec2, wend_vec2) {
        edges += kind == WEND_DRAW_EDGE;
        steps += kind == WEND_DRAW_PATH;
    };
    wend_tile node{-1, -1};
    const auto count_rect = [&](wend_draw_kind kind, wend_rect tiles) {
        clusters += kind == WEND_DRAW_CLUSTER;
        if (kind == WEND_DRAW_NODE) node = {tiles.x, tiles.y};
    };
    wend::draw(world, 1u << WEND_DRAW_CLUSTER | 1u << WEND_DRAW_NODE, all, count_line, count_rect);
    expect(clusters == static_cast<std::size_t>(world.info().columns * world.info().rows));
    wend::draw(path, world.grid(), 1u << WEND_DRAW_PATH, all, count_line, count_rect);
    expect(steps == path.tiles().size() - 1);
    wend::draw_node(world, node, all, count_line, count_rect);
    expect(edges > 0);
    wend::write_file("text.txt", "ten bytes.", 10);
    expect(thrown_by([] { wend::write_file("no/such/folder", "", 0); }) == WEND_ERROR_IO);
}

static void use_field(const wend::world& world) {
    wend::field field;
    const wend_tile unit{40, 30};
    field.fill(world.grid(), WEND_FIELD_FROM, {&unit, 1}, 12);
    std::vector<wend_tile> reached = field.tiles();
    expect(reached.size() > 100);
    for (wend_tile tile : reached) expect(field.cost(tile) <= 12 && field.end(tile) == 0);
    expect(std::isinf(field.cost({53, 30})) && !field.next_tile({53, 30}));
    std::uint64_t seed = 4;
    expect(field.cost(*field.random(seed)) <= 12);
    field.begin(world.grid(), WEND_FIELD_TO, {&unit, 1}, 50);
    while (!field.step(2)) {
    }
    expect(field.flow({30.5f, 30.5f})->x > 0.9f);
    const wend_tile goals[] = {{100, 80}, {45, 30}};
    expect(field.nearest(world.grid(), unit, goals).index == 1);
}

wend_result count_columns(wend_world* world, void* context) {
    *static_cast<std::int32_t*>(context) = wend_grid_width(wend_world_grid(world));
    return WEND_OK;
}

void use_service(wend::world& world) {
    wend_service_def def = wend::service_def();
    def.worker_count = 2;
    wend::service service(world, def);
    wend::service moved(std::move(service));
    const wend_edit edits[] = {wend_edit_tiles({200, 100, 2, 2}, 0)};
    std::uint64_t version = world.version();
    expect(moved.wait(moved.submit_edits(edits, 5)).version == version + 1);
    wend_ticket ticket = moved.submit(wend::query({5, 5}, {290, 470}), 3, 6);
    wend::answer answer = moved.wait(ticket);
    expect(answer.tag == 6 && answer.path && answer.path->outcome() == WEND_FOUND &&
           answer.version > version);
    expect(thrown_by([&] { moved.poll(ticket); }) == WEND_ERROR_STALE);
    expect(thrown_by([&] { moved.cancel(ticket); }) == WEND_ERROR_STALE);
    std::int32_t columns = 0;
    moved.submit_change(count_columns, &columns);
    moved.drain();
    expect(moved.next() && !moved.next() && columns == 640 && moved.stats().applied == 2);
    moved.hold([&](const wend_world* held) { expect(wend_world_version(held) == version + 1); });
    moved.run(1000);
    moved.close();
    expect(thrown_by([&] { moved.submit(wend::query({5, 5}, {6, 6})); }) == WEND_ERROR_CANCELLED);
}

void use_graph() {
    const wend_graph_connection connections[] = {{0, 1, 5}, {1, 2, 5}, {0, 2, 12}, {0, 2, 11}};
    const std::vector<wend_graph_position> positions = {{0, 0}, {3, 4}, {6, 8}};
    wend::graph graph(3, connections, positions);
    wend::graph_search search;
    expect(graph.node_count() == 3 && graph.connection_count() == 4 && graph.outgoing(0).size() == 3);
    expect(graph.euclidean_factor() > 0.99 && graph.position(1)->y == 4 && graph.bytes() > 100);
    expect(search.find(graph, wend::graph_query(0, 2)) && search.cost() == 10);
    expect(search.connections().size() == 2 && search.nodes().back() == 2 && search.node(1).g == 5);
    graph.set_enabled(1, false);
    expect(!graph.enabled(1) && search.find(graph, wend::graph_query(0, 2)));
    expect(search.connections().size() == 1 && search.connections()[0] == 3);
    graph.set_cost(3, 20);
    expect(graph.connection(3).cost == 20 && search.find(graph, wend::graph_query(0, 2)) &&
           search.cost() == 12);
    expect(!search.find(graph, wend::graph_query(2, 0)) && search.nodes().empty());
    expect(search.find(graph, wend::graph_query(0)) && search.node(2).g == 12 && search.bytes() > 0);
    expect(thrown_by([&] { graph.set_cost(4, 1); }) == WEND_ERROR_ARGUMENT);
    expect(thrown_by([&] { search.find(graph, wend::graph_query(3)); }) == WEND_ERROR_ARGUMENT);
    expect(thrown_by([&] { wend::graph bad(2, connections, positions); }) == WEND_ERROR_ARGUMENT);
    wend::graph moved = std::move(graph);
    expect(moved.node_count() == 3 && graph.node_count() == 0); // NOLINT: a moved-from object is empty
}

int main() {
#include EXAMPLE
    expect(path && path.outcome() == WEND_FOUND && steps > 600);
    expect(path.tiles().front() == (wend_tile{5, 5}) && path.tiles().back() == (wend_tile{600, 400}));
    expect(world.grid().width() == 640 && world.grid().row(470).size() == 640 &&
           world.grid().row(480).empty());
    expect(grid.view().width() == 0); // NOLINT: the world has it

    std::vector<unsigned char> bytes = world.save_memory();
    wend::world copy = wend::world::open_memory(bytes.data(), bytes.size());
    expect(copy.hash() == world.hash() && copy.counts().component_count == 1);
    bytes[bytes.size() / 2] ^= 1;
    expect(thrown_by([&] { wend::world::open_memory(bytes.data(), bytes.size()); }) == WEND_ERROR_FORMAT);
    copy.save("copy.wend");
    expect(wend::world::open("copy.wend").hash() == world.hash());
    expect(thrown_by([] { wend::world::open("no such file"); }) == WEND_ERROR_IO);
    expect(thrown_by([] { wend::grid bad(wend::grid_def(0, 5)); }) == WEND_ERROR_ARGUMENT);

    expect(copy.edit({300, 0, 3, 480}, 0) > 0 && copy.refresh());
    expect(!copy.connected({5, 5}, {600, 400}));
    search.find(copy, wend::query({5, 5}, {600, 400}), path);
    expect(!path && path.outcome() == WEND_NO_ROUTE && path.tiles().empty());
    const wend_tile goals[] = {{600, 400}, {20, 30}};
    search.find(copy, wend::query_nearest({5, 5}, goals), path);
    expect(path && path.goal() == 1 && path.tiles().back() == goals[1]);
    expect(thrown_by([&] { search.find(copy, wend::query({-1, 0}, {0, 0}), path); }) == WEND_ERROR_ARGUMENT);
    wend_query near = wend::query({5, 5}, {301, 400});
    near.snap = 5;
    search.find(copy, near, path);
    expect(path && path.snapped().goal && !path.snapped().start && path.goal_tile().x == 299);
    near.snap = 0;
    near.partial = true;
    search.find(copy, near, path);
    expect(path.outcome() == WEND_PARTIAL && path.tiles().back().x == 299 && path.goal_tile().x == 301);
    search.find(copy, wend::query_to_area({5, 5}, {40, 0, 9, 480}), path);
    expect(path && path.tiles().back().x == 40 && path.start_tile().x == 5);
    search.find(copy, wend::query_to_class({5, 5}, 1), path);
    expect(path && path.tiles().size() == 1);
    const auto routes = search.alternatives(copy, wend::query({5, 5}, {250, 400}), 3);
    expect(routes.size() >= 2 && routes[1].cost() <= 1.4 * routes[0].cost() &&
           routes[1].tiles().back().x == 250);
    wend::explanation why;
    search.explain(copy, {5, 5}, {600, 400}, why);
    expect(why.openings().size() == 3 && why.info().outcome == WEND_NO_ROUTE && why.tiles().size() > 500);
    wend_query across = wend::query({5, 5}, {290, 470});
    across.algorithm = WEND_ASTAR;
    search.begin(copy, across);
    expect(!search.step(1));
    while (!search.step(100)) continue;
    search.finish(path);
    expect(path.outcome() == WEND_FOUND);
    search.begin_on_grid(copy.grid(), across);
    search.cancel();
    expect(thrown_by([&] { search.step(1); }) == WEND_ERROR_ARGUMENT);
    search.begin(copy, across);
    expect(copy.edit({100, 100, 1, 1}, 0) > 0 && copy.version() == 2);
    expect(thrown_by([&] { search.step(1); }) == WEND_ERROR_STALE);

    search.find(copy, wend::query({5, 5}, {290, 470}), path);
    const wend_tile middle = path.tiles()[path.tiles().size() / 2];
    expect(path.valid_on(copy) && copy.edit({middle.x, middle.y, 1, 1}, 0) > 0 && !path.valid_on(copy));
    search.repair(copy, path);
    expect(path.valid_on(copy));
    search.cut(copy, path, 20);
    search.chase(copy, path, {288, 469});
    expect(path && path.tiles().back() == (wend_tile{288, 469}));
    expect(thrown_by([&] { search.cut(copy, path, 10000); }) == WEND_ERROR_ARGUMENT);

    use_service(copy);

    wend::threads pool(2);
    wend_world_def def = wend::world_def();
    def.tasks = pool.tasks();
    wend::grid ground(wend::grid_def(120, 90));
    def.cluster_size = 7;
    expect(thrown_by([&] { wend::world refused(std::move(ground), def); }) == WEND_ERROR_LIMIT);
    expect(ground.view().width() == 120); // NOLINT: still the caller's
    def.cluster_size = 15;
    wend::world small(std::move(ground), def);
    use_field(small);
    use_crowd(small);
    use_graph();
    use_connections();
    use_steering();
    return 0;
}
