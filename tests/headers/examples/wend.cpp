// wend.cpp: the example of wend/wend.hpp, then every function of the C++ headers of the engine once: a world
// is built, searched, edited, saved and opened; a field is filled; a crowd walks; what fails throws.
#include "expect.hpp"
#include <wend/wend.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <unordered_map>

template <class T> constexpr bool moves_only() {
    return std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
           !std::is_copy_constructible_v<T>;
}
static_assert(moves_only<wend::grid>() && moves_only<wend::world>() && moves_only<wend::search>() &&
              moves_only<wend::path>() && moves_only<wend::field>() && moves_only<wend::crowd>() &&
              moves_only<wend::threads>());

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
    expect(!crowd.link(last) && crowd.agent(last) && crowd.replan({0, 0, 120, 90}) == 0 &&
           crowd.improve(-1) == 0);
    wend_agent slower = *crowd.agent(last);
    slower.max_speed = 7;
    crowd.change(last, slower);
    crowd.set_def(wend::crowd_def());
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

static void use_field(const wend::world& world) {
    wend::field field;
    const wend_tile unit{40, 30};
    field.fill(world.grid(), WEND_FIELD_FROM, {&unit, 1}, 12);
    std::vector<wend_tile> reached = field.tiles();
    expect(reached.size() > 100 && field.clusters() > 0 && field.bytes() > 0);
    std::array<wend_tile, 3> some;
    expect(field.tiles(some) == static_cast<std::int64_t>(reached.size()) && some[2] == reached[2]);
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
    wend::search search;
    field.set_goals(world, goals);
    expect(field.expand_to(search, unit) && field.next_tile(unit) && search.bytes() > 0);
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
    const wend_edit edits[] = {wend::edit_tiles({200, 100, 2, 2}, 0)};
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
    expect(moved.snapshot().version() == version + 1);
    moved.run(1000);
    moved.close();
    expect(thrown_by([&] { moved.submit(wend::query({5, 5}, {6, 6})); }) == WEND_ERROR_CANCELLED);
}

// Two floors with a ramp between them.
void use_floors() {
    wend_grid_def def = wend::grid_def(20, 10);
    def.floors = 2;
    wend::grid grid(def);
    grid.set_floor_height(1, 3);
    wend::grid_view view = grid;
    expect(view.floors() == 2 && view.floor_height(1) == 3 && view.height() == 10);
    expect(view.tile_at({4.5f, 4.5f}, 1)->floor == 1 && !view.tile_at({4.5f, 4.5f}, 2));
    wend_rect area{};
    std::int32_t ends = 0;
    expect(grid.add_seam(wend::seam({2, 3}, {4, 3}, {2, 4, 1}, {4, 4, 1})) == 0);
    expect(!wend::links_crowd(view, 31, area, ends));
    wend::grid globe(wend::grid_def(20, 10));
    globe.wrap(WEND_WRAP_X);
    expect(globe.wraps() == WEND_WRAP_X);
    wend::world world(std::move(grid));
    expect(world.add_seam(wend::seam({8, 3}, {8, 5}, {9, 3, 1}, {9, 5, 1})) == 6);
    wend::search search;
    const wend::path path = search.find(world, wend::query({0, 0}, {19, 9, 1}));
    expect(path.outcome() == WEND_FOUND && path.waypoint_floors().size() == path.waypoints().size());
    wend::field field;
    const wend_tile goal = {19, 9, 1};
    field.fill(world.grid(), WEND_FIELD_TO, {&goal, 1}, 1e9);
    expect(field.flow_at_floor({1.5f, 1.5f}, 1) && !field.flow_at_floor({1.5f, 1.5f}, 2));
    wend::crowd crowd(world);
    const wend_agent_id id = crowd.add(wend::agent({1.5f, 1.5f}, 4, 32, 0.2f));
    crowd.send(id, goal);
    crowd.tick(0.1f);
    expect(crowd.path_floors(id).size() == crowd.path(id).size());
}

// Two rooms with a thin wall between them, a one-way step through it, and a tunnel that costs less.
void use_connections() {
    wend::grid grid(wend::grid_def(20, 10));
    for (int y = 0; y < 10; y++) grid.set_wall({9, y}, {10, y});
    wend::grid_view view = grid;
    expect(view.closed_step_count() == 20 && !view.step_is_open({9, 4}, {10, 4}));
    grid.set_step({9, 4}, {10, 4}, true);
    expect(view.can_step({9, 4}, {10, 4}) && !view.can_step({10, 4}, {9, 4}) && view.closed_steps({10, 4}));
    wend_link tunnel = wend::link({2, 2}, {18, 8}, 4);
    tunnel.kind = wend::link_kind("tunnel");
    const std::int32_t id = grid.add_link(tunnel);
    expect(view.links().size() == 1 && view.find_link(id)->cost == 4 && view.link_is_usable(id) &&
           view.link_cost(id) == 4);
    expect(std::strcmp(wend::to_string(view.links()[0].kind), "tunnel") == 0);
    const wend_seam seam = wend::seam({2, 3}, {4, 3}, {12, 3}, {14, 3});
    expect(wend::seam_length(seam) == 3);
    grid.set_link(id, 3, false);
    expect(!view.link_is_usable(id) && thrown_by([] { wend::link_kind("wormhole"); }) == WEND_ERROR_ARGUMENT);
    grid.set_link(id, 3, true);
    grid.set_link_cost(id, 1, 2);
    grid.set_link_cost(id, 1, -1);
    wend::grid copy(wend::grid_def(20, 10));
    copy.copy_connections(grid);
    expect(copy.view().closed_step_count() == 19 && copy.view().links().size() == 1);
    copy.remove_link(id);
    expect(copy.view().links().empty() && copy.view().tile_size() == 1 && copy.view().origin().x == 0);
    copy.set_cost_range(1, 4);
    float costs[WEND_CLASS_COUNT] = {0, 1, 2};
    copy.set_class_costs(costs);
    const std::uint8_t mud[] = {2, 2, 0};
    copy.write({0, 0, 3, 1}, mud);
    expect(copy.view().cost_range().declared && copy.view().cost_range().greatest == 4 &&
           !view.cost_range().declared);
    expect(view.cost_units() > 0 && copy.view().straight_cost(2) == 2 * copy.view().straight_cost(1) &&
           copy.view().diagonal_cost(2) > copy.view().straight_cost(2));
    expect(copy.view().terrain_class({1, 0}) == 2 && copy.view().cost({1, 0}) == 2 &&
           copy.view().passable_count() == 199 && copy.view().class_counts()[2] == 2 &&
           copy.view().class_costs()[2] == 2);
    expect(view.contains({19, 9}) && !view.contains({20, 9}) && view.connectivity() == WEND_CONNECTIVITY_8 &&
           view.hash() != copy.view().hash() && view.bytes() > 0 &&
           *view.tile_at({3.5f, 2.5f}) == (wend_tile{3, 2}) && !view.tile_at({-1, 0}));

    wend_profile_def profiles[] = {wend::profile_def("cart")};
    profiles[0].radius = 1.5f;
    wend_world_def def = wend::world_def();
    def.profiles = profiles;
    def.profile_count = 1;
    def.metadata = "two rooms";
    wend::world world(std::move(grid), def);
    wend::search search;
    wend::path path = search.find(world, wend::query({0, 0}, {19, 9}));
    expect(path.links().size() == 1 && path.links()[0].id == id && path.waypoints().size() > 2);
    expect(std::strcmp(world.metadata(), "two rooms") == 0 && path.hash() && path.integer_cost() > 0);

    wend::crowd crowd(world);
    const wend_agent_id walker = crowd.add(wend::agent({0.5f, 0.5f}, 4, 32, 0.2f));
    crowd.send(walker, {19, 9});
    while (crowd.state(walker) != WEND_AGENT_ON_LINK) crowd.tick(1.0f / 30);
    expect(crowd.link(walker)->id == id && crowd.link(walker)->progress <= 1);

    const std::int32_t cart = world.find_profile("cart");
    expect(cart == 1 && world.profile_count() == 2 && !std::strcmp(world.profile_name(1), "cart"));
    expect(world.widest_body(cart) == 1.5f && world.get_profile(cart).radius == 1.5f);
    const wend::world_view carts = world.profile(cart);
    expect(!carts.grid().passable({0, 0}) && carts.connected({5, 5}, {5, 6}) && carts.hash() &&
           carts.info().level_count > 0 && carts.version() == 0);
    const std::vector<float> clearances = world.clearance(0, {0, 0, 4, 2});
    expect(clearances.size() == 8 && clearances[0] == 0.5f);
    float four[4];
    expect(thrown_by([&] { world.clearance(0, {0, 0, 4, 2}, 0, four); }) == WEND_ERROR_ARGUMENT);
    expect(thrown_by([&] { world.clearance(0, {0, 0, -4, -2}); }) == WEND_ERROR_ARGUMENT);

    wend_sight_def eye = wend::sight_def();
    eye.range = 2;
    expect(world.grid().line_of_sight({0, 0}, {2, 0}, eye).sees);
    const wend::grid_view::sight_line line = world.grid().line_of_sight({0, 0}, {3, 0}, eye);
    expect(!line.sees && line.blocker.x == -1);
    expect(world.grid().visible_tiles({0, 0}, {0, 0, 4, 1}, eye) == std::vector<std::uint8_t>({1, 1, 1, 0}));
    std::uint8_t tiles[3] = {};
    expect(thrown_by([&] {
               world.grid().visible_tiles({0, 0}, {0, 0, 4, 1}, tiles);
           }) == WEND_ERROR_ARGUMENT);
    world.grid().visible_tiles({0, 0}, {0, 0, 3, 1}, tiles);
    expect(tiles[0] && tiles[2]);

    world.set_class_cost(2, 1, cart);
    world.set_link(id, 5, true);
    world.set_link_cost(id, 0, 6);
    world.set_link_cost(id, 0, 5);
    world.remove_link(id);
    expect(world.add_link(tunnel) >= 0 && world.grid().links().size() == 1);
    world.keep_original();
    expect(world.subgoal_state() == WEND_SUBGOALS_NONE &&
           thrown_by([&] { world.add_subgoals(1 << 20); }) == WEND_ERROR_UNSUPPORTED &&
           world.subgoal_bytes() == 0);
    const wend_edit edits[] = {wend::edit_step({9, 6}, {10, 6}, false), wend::edit_wall({3, 3}, {3, 4}, true),
                               wend::edit_tiles({5, 5, 1, 1}, 0)};
    expect(world.edit(edits) > 0 && world.original_class({5, 5}) == 1);
    expect(world.refresh_near({5, 5}) && world.level_info(1).cluster_size > 0);
    world.verify();
}

void use_steering() {
    const wend::grid grid(wend::grid_def(30, 30));
    wend_agent agent = wend::agent({10, 10}, 2, 8, 0.3f), other = wend::agent({11, 10}, 2, 8, 0.3f);
    other.velocity = {0, 1};
    const std::vector<wend_agent> others = {other};
    const wend_vec2 ahead{20, 10};
    expect(wend::steer::seek(agent, ahead).x == 2 && wend::steer::flee(agent, ahead).x == -2);
    expect(wend::steer::arrive(agent, {11, 10}, 4).x < 2 && wend::steer::pursue(agent, other, 1).y > 0);
    expect(wend::steer::evade(agent, other, 1).y < 0);
    wend_wander wander{};
    expect(wend::steer::wander(agent, wander, 0.5f).x != 9 && wend::steer::turn({1, 0}, {0, 1}, 2).y > 0.9f);
    expect(wend::steer::separate(agent, others, 3).x < 0 && wend::steer::cohere(agent, others, 3).x > 0);
    expect(wend::steer::align(agent, others, 3).y == 1);
    agent.velocity = {2, 0};
    expect(wend::steer::avoid(agent, others, 2).y != 0);
    agent.position = {0.5f, 10};
    expect(wend::steer::avoid_walls(agent, grid, 2).x > 0);
    const wend_weighted items[] = {{{1, 0}, 1}, {{0, 1}, 1}};
    const wend_vec2 both = wend::steer::blend(items, 2), first = wend::steer::prioritise(items, 2);
    expect(both.x == 1 && both.y == 1 && first.x == 1);
    wend::push(agent, wend::steer::towards(agent, both, 0.1f), 0.1f);
    wend::glide(agent, {1, 0}, 0.1f);
    expect(agent.position.x > 0.5f && thrown_by([&] {
                                          wend::glide(agent, {1, 0}, 2);
                                      }) == WEND_ERROR_ARGUMENT);

    wend::search search;
    wend::path path;
    wend_query query = wend::query({0, 10}, {5, 20});
    query.algorithm = WEND_ASTAR;
    search.find_on_grid(grid, query, path);
    wend_agent walker = wend::agent(grid.view().center({0, 10}), 2, 8, 0.3f), swimmer = walker;
    int ticks = 0;
    while (!wend::follow(walker, grid, path, 0.1f) && ticks < 200) ticks++;
    while (!wend::follow_move(swimmer, grid, path.waypoints(),
                              wend::follow_velocity(swimmer, grid, path.waypoints(), 0.1f), 0.1f) &&
           ticks > 0)
        ticks--;
    expect(ticks == 0 && walker.position.x == swimmer.position.x);
}

void draw_all(const wend::world& world, const wend::path& path) {
    int lines = 0, rects = 0;
    const auto line = [&](wend_draw_kind, wend_vec2, wend_vec2) { lines++; };
    const auto rect = [&](wend_draw_kind, wend_rect) { rects++; };
    const wend_rect all{0, 0, 640, 480};
    wend::draw(world, 1u << WEND_DRAW_CLUSTER, all, line, rect);
    expect(rects > 100 && lines == 0);
    wend::draw(path, world.grid(), 1u << WEND_DRAW_WAYPOINT, all, line, rect);
    expect(lines > 0);
    const int before = lines;
    for (wend_tile tile : path.route()) wend::draw_node(world, tile, all, line, rect);
    expect(lines > before);
}

void use_files() {
    wend::set_hooks(nullptr);
    expect(wend::version()[0] == '0' + WEND_VERSION_MAJOR);
    expect(!std::strcmp(wend::to_string(WEND_AGENT_STUCK), "stuck") &&
           !std::strcmp(wend::to_string(WEND_NO_ROUTE), "no_route") && wend::to_string(WEND_OPENING_TILE)[0]);
}

static void use_streaming(wend::search& search, wend::path& path) {
    wend::world open = wend::world::stream("copy.wend");
    const wend_rect here = open.region({5, 5}), there = open.region({290, 470});
    expect(!open.is_loaded({5, 5}));
    open.load(here, false);
    expect(open.is_loaded({5, 5}) && open.stream_info().loaded_count == 1);
    wend_query query = wend::query({5, 5}, {290, 470});
    query.first_tiles = 20;
    search.find(open, query, path);
    expect(path.outcome() == WEND_PARTIAL && path.rest() != WEND_REST_NONE);
    const std::vector<wend_rect> ahead = search.regions(open, path, 100);
    expect(!ahead.empty() && open.load_ahead(ahead) == static_cast<std::int32_t>(ahead.size()));
    search.refine(open, path, 100000);
    expect(path.outcome() == WEND_FOUND && path.rest() == WEND_REST_NONE && open.is_loaded({290, 470}));
    open.unload(there);
    expect(!open.is_loaded({290, 470}));
    open.set_budget(1 << 20);
    expect(open.stream_info().budget_bytes == 1 << 20);
}

static void use_relief() {
    std::vector<float> metres(60 * 40);
    for (std::size_t i = 0; i < metres.size(); i++) metres[i] = 0.25f * static_cast<float>(i % 60);
    const std::vector<std::uint8_t> lanes(metres.size(), 2);
    const wend_slope_point slopes[] = {{-1, 2}, {0, 1}, {1, 5}};
    const wend_row_size rows[] = {{0, 1, 1}, {20, 0.5f, 1}};
    wend_relief_def def = wend::relief_def();
    def.elevations = metres.data();
    def.slopes = slopes;
    def.slope_count = 3;
    def.rows = rows;
    def.row_count = 2;
    def.lanes = lanes.data();
    def.lane_factors[2] = 1.5f;
    wend::grid slope(wend::grid_def(60, 40));
    slope.set_relief(def);
    const wend::grid_view view = slope;
    expect(view.has_relief() && view.has_elevations() && view.lane({3, 3}) == 2);
    expect(view.elevation({8, 3}) == 2 && view.elevations({8, 3, 1, 2})[1] == 2 && view.unit_length() == 1);
    float apart[3] = {};
    view.read_elevations({8, 3, 1, 2}, apart, 2);
    expect(apart[2] == 2 && apart[1] == 0);
    expect(thrown_by([&] { view.read_elevations({8, 3, 1, 2}, apart, 3); }) == WEND_ERROR_ARGUMENT);
    expect(view.row_size(25) && view.row_size(25)->x == 0.5f && !view.row_size(40));
    expect(view.step_cost({8, 3}, {9, 3}) > view.step_cost({9, 3}, {8, 3}));
    wend::world world(std::move(slope));
    const wend_edit lower = wend::edit_elevation({8, 3, 2, 2}, 1);
    expect(world.edit(wend::span<const wend_edit>(&lower, 1)) > 0 && world.grid().elevation({9, 4}) == 1);
    wend::grid flat(wend::grid_def(60, 40));
    flat.set_relief(def);
    flat.remove_relief();
    expect(!flat.view().has_relief() && !flat.view().row_size(0));
}

int main() {
#include EXAMPLE
    expect(path && path.outcome() == WEND_FOUND && steps > 600);
    expect(path.tiles().front() == (wend_tile{5, 5}) && path.tiles().back() == (wend_tile{600, 400}));
    expect(world.grid().width() == 640 && world.grid().row(470).size() == 640 &&
           world.grid().row(480).empty());
    expect(world.grid().read({3, 4, 5, 6}).size() == 30);
    expect(world.read_tiles({3, 4, 5, 6}) == world.grid().read({3, 4, 5, 6}));
    wend::world grown = world.fork();
    const std::vector<std::uint8_t> chunk(20 * 10, 1);
    grown.add_ground({-20, 5, 20, 10}, chunk);
    expect(grown.ground().x == -20 && grown.ground().width == 660 && grown.grid().area().x <= -20);
    expect(thrown_by([&] { grown.add_ground({-20, 5, 20, 11}, chunk); }) == WEND_ERROR_ARGUMENT);
    const std::vector<float> flat(chunk.size(), 0);
    expect(thrown_by([&] { grown.add_ground({-20, 5, 20, 10}, chunk, flat); }) == WEND_ERROR_UNSUPPORTED);
    grown.remove_ground({-20, 5, 20, 10});
    grown.refresh();
    expect(grown.grid().area().x == 0 && grown.hash() == world.hash());
    wend::world frozen = world.snapshot(), twin = frozen.fork();
    twin.edit({3, 4, 5, 6}, 0);
    expect(twin.hash() != world.hash() && frozen.hash() == world.hash());
    expect(thrown_by([&] { frozen.edit({3, 4, 5, 6}, 0); }) == WEND_ERROR_UNSUPPORTED);
    expect(grid.view().width() == 0); // NOLINT: the world has it

    draw_all(world, path);

    std::vector<unsigned char> bytes = world.save_memory();
    wend::world copy = wend::world::open_memory(bytes.data(), bytes.size());
    expect(copy.hash() == world.hash() && copy.counts().component_count == 1);
    bytes[bytes.size() / 2] ^= 1;
    expect(thrown_by([&] { wend::world::open_memory(bytes.data(), bytes.size()); }) == WEND_ERROR_FORMAT);
    copy.save("copy.wend");
    expect(wend::world::open("copy.wend").hash() == world.hash());
    wend::world mapped = wend::world::map(std::string("copy.wend"));
    mapped.verify();
    wend_damage damaged{};
    expect(mapped.find_damage({&damaged, 1}) == 0 && !mapped.is_mapped_at(&damaged));
    wend::world changed = wend::world::map("copy.wend");
    changed.edit({7, 7, 2, 2}, 0);
    changed.refresh();
    changed.save_patch("copy.patch");
    const char* const patches[] = {"copy.patch"};
    expect(wend::world::map("copy.wend", patches).hash() == changed.hash());
    expect(mapped.hash() == world.hash());
    expect(thrown_by([] { wend::world::open("no such file"); }) == WEND_ERROR_IO);
    expect(thrown_by([] { wend::grid bad(wend::grid_def(0, 5)); }) == WEND_ERROR_ARGUMENT);

    expect(copy.edit({300, 0, 3, 480}, 0) > 0 && copy.refresh());
    expect(!copy.connected({5, 5}, {600, 400}));
    search.find(copy, wend::query({5, 5}, {600, 400}), path);
    expect(!path && path.outcome() == WEND_NO_ROUTE && path.tiles().empty());
    const wend_tile goals[] = {{600, 400}, {20, 30}};
    search.find(copy, wend::query_nearest({5, 5}, goals), path);
    expect(path && path.goal() == 1 && path.tiles().back() == goals[1]);
    const auto finds_none = [&](wend_query asked) {
        return thrown_by([&] { search.find(copy, asked, path); }) == WEND_ERROR_ARGUMENT;
    };
    expect(finds_none(wend::query_nearest({5, 5}, {})) &&
           finds_none(wend::query_to_area({5, 5}, {0, 0, 0, 0})));
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
    wend::path three[3];
    expect(search.alternatives(copy, wend::query({5, 5}, {250, 400}), three) == routes.size() &&
           three[1].hash() == routes[1].hash());
    wend::threads two(2);
    const wend_query pair[] = {wend::query({5, 5}, {250, 400}), wend::query({9, 9}, {250, 400})};
    double pair_costs[2] = {};
    wend::find_paths(
        copy, pair, [&](const wend_path* found, int query) { pair_costs[query] = wend_path_cost(found); },
        two.tasks());
    expect(pair_costs[0] == routes[0].cost() && pair_costs[1] > 0);
    expect(thrown_by([&] {
               wend::find_paths(copy, pair,
                                [](const wend_path*, int) { throw wend::error(WEND_ERROR_IO, "stop"); });
           }) == WEND_ERROR_IO);
    wend::matrix_search matrices;
    const wend_tile places[] = {{5, 5}, {9, 9}, {250, 400}};
    const std::vector<double> matrix = matrices.costs(copy, places, places);
    expect(matrix.size() == 9 && matrix[0] == 0 && matrix[2] > 400 && matrices.bytes() > 0);
    double row[3] = {};
    matrices.costs(copy, wend::span<const wend_tile>(places, 1), places, row, wend::matrix_def());
    expect(row[2] == matrix[2]);
    expect(wend::assign(matrix, 3) == std::vector<std::int32_t>({0, 1, 2}));
    float ring[9] = {};
    wend::round_costs(copy.grid(), wend::span<const wend_tile>(places, 1), 100, {4, 4, 3, 3}, ring);
    expect(ring[4] == 0 && ring[5] == 1);
    std::int32_t visits[3] = {};
    expect(wend::tour(matrix, visits, wend::tour_def()) < 1.1 * matrix[2] && visits[1] == 1);
    wend::field out, back;
    const wend::span<const wend_tile> start(places, 1), end(places + 2, 1);
    const double cheapest = wend::corridor_fill(out, back, copy.grid(), start, end, 2);
    expect(cheapest <= matrix[2] && wend::corridor_tiles(out, back, 0).size() > 390);
    std::int32_t regions[4];
    out.regions({places[0].x, places[0].y, 2, 2}, regions);
    expect(regions[0] == 0);
    expect(thrown_by([&] { out.regions({0, 0, 3, 3}, regions); }) == WEND_ERROR_ARGUMENT);
    expect(thrown_by([&] { wend::assign(matrix, 0); }) == WEND_ERROR_ARGUMENT);
    wend::fleet fleet(copy);
    const std::int32_t robot = fleet.add({5, 5}), cart = fleet.add({6, 5}, 0, 1);
    fleet.send(robot, {6, 5});
    fleet.send(cart, {5, 5});
    for (int i = 0; i < 20 && (i == 0 || fleet.stats().moving > 0); i++) {
        const wend_tile were[] = {fleet.mover(robot)->tile, fleet.mover(cart)->tile};
        fleet.step();
        const wend_tile are[] = {fleet.mover(robot)->tile, fleet.mover(cart)->tile};
        expect(wend::check_moves(copy.grid(), were, are).empty());
    }
    expect(fleet.at({5, 5}) == cart && fleet.movers().size() == 2 && fleet.blockers(robot).empty());
    expect(std::string(wend::to_string(fleet.mover(robot)->state)) == "arrived");
    fleet.stop(robot);
    const wend_tile stops[] = {{8, 8}, {9, 9}};
    expect(fleet.add_task(stops) == 0);
    fleet.step();
    expect(fleet.mover(robot)->task == 0 && fleet.hash() != 0 && fleet.bytes() > 0);
    const std::int32_t both[] = {robot, cart};
    expect(fleet.send(both, {20, 20}) == 2);
    fleet.remove(cart);
    const wend_tile here[] = {{1, 1}, {2, 1}}, swapped[] = {{2, 1}, {1, 1}};
    const auto found = wend::check_moves(copy.grid(), here, swapped);
    expect(found.size() == 1 && std::string(wend::to_string(found[0].kind)) == "pass");
    expect(thrown_by([&] { fleet.send(cart, {5, 5}); }) == WEND_ERROR_ARGUMENT);
    wend_link_use uses[2] = {};
    expect(wend::check_links(copy, wend_link_rules{}, here, swapped, uses).empty());
    const std::int32_t kinds[2] = {};
    expect(wend::check_moves(copy, kinds, here, swapped).size() == 1);
    wend::overlay overlay(copy);
    const wend_vec2 corners[] = {{10, 10}, {20, 10}, {15, 20}}, towers[] = {{40.5f, 40.5f}};
    const float reach[] = {5}, harm[] = {4}, costs[] = {1, 2, 3, 4};
    const std::uint8_t shades[] = {0, 255, 128, 1};
    const std::int32_t moved_shape = overlay.add(wend::disc({5, 5}, 3, 1)),
                       wall = overlay.add(wend::rect({30, 30, 2, 2}, INFINITY));
    overlay.add(wend::capsule({50, 50}, {60, 55}, 2, 1));
    overlay.add(wend::polygon(corners, 2));
    overlay.add_costs({70, 70, 2, 2}, costs);
    overlay.add_image({80, 80, 2, 2}, shades, 0.1f, 2, 0.5f);
    std::int32_t of_tower[1] = {-1};
    overlay.add_dangers(towers, reach, harm, of_tower);
    overlay.move(moved_shape, wend::disc({6, 6}, 3, 1));
    overlay.tick();
    const wend::world_view scouts = overlay.world();
    expect(!scouts.grid().passable({30, 30}) && copy.grid().passable({30, 30}) && of_tower[0] == 6);
    overlay.remove(wall);
    expect(overlay.refresh() && scouts.grid().passable({30, 30}) && overlay.info().handle_count == 6);
    overlay.hide(3);
    const std::uint8_t seen[] = {1, 0, 0, 1};
    overlay.see({1, 1, 2, 2}, seen);
    overlay.see({10, 10, 2, 2});
    overlay.forget({10, 10, 1, 1});
    expect(overlay.is_seen({1, 1}) && !overlay.is_seen({2, 1}) && !overlay.is_seen({10, 10}));
    overlay.reveal();
    expect(thrown_by([&] { overlay.remove(wall); }) == WEND_ERROR_STALE);
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
    expect(path.broken_at(copy) &&
           path.tiles()[static_cast<std::size_t>(*path.broken_at(copy)) + 1] == middle);
    search.repair(copy, path);
    expect(path.valid_on(copy));
    search.cut(copy, path, 20);
    search.chase(copy, path, {288, 469});
    expect(path && path.tiles().back() == (wend_tile{288, 469}));
    expect(thrown_by([&] { search.cut(copy, path, 10000); }) == WEND_ERROR_ARGUMENT);
    expect(!search.replan(copy, path, path.tiles()[3], 100) && search.replan(copy, path, {5, 5}, 100));
    use_streaming(search, path);

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
    use_connections();
    use_floors();
    use_relief();
    use_steering();
    use_files();
    return 0;
}
