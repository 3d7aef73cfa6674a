// boids.c: which boids walk on the map, where to, and where have they been?
#include "tools/boids.h"
#include "document/scene.h"
#include "platform/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PLANS = 64, // in a tick, on small maps; fewer on large ones, so that no frame is late
    LEAST_PLANS = 8,
    LOOK_ROUND = 64, // tiles, for a free place beside a wall
};

// ---- which velocity a boid prefers by the rules in the panel

const char* const boid_wish_names[WISH_COUNT] = {
    [WISH_FOLLOW] = "follow",     [WISH_SEEK] = "seek",   [WISH_ARRIVE] = "arrive", [WISH_AVOID] = "avoid",
    [WISH_SEPARATE] = "separate", [WISH_ALIGN] = "align", [WISH_COHERE] = "cohere",
};

// Limits the speed to that of arriving, by the weight of arriving.
static wend_vec2 slowed(const boids* b, int32_t number, const wend_agent* agent, wend_vec2 v) {
    const wend_grid* grid = wend_world_grid(b->world);
    const boid* it = &b->items[number];
    wend_vec2 end = wend_grid_center(grid, b->rules.share ? it->goal : it->place);
    float radius = b->rules.arrive_radius * wend_grid_tile_size(grid);
    wend_vec2 arrive = wend_steer_arrive(agent, end, radius);
    float share = hypotf(arrive.x, arrive.y) / agent->max_speed; // 1: farther away than the radius
    float most = agent->max_speed * fmaxf(1 - b->rules.weight[WISH_ARRIVE] * (1 - share), 0.02f);
    float speed = hypotf(v.x, v.y);
    return speed > most ? (wend_vec2){v.x * most / speed, v.y * most / speed} : v;
}

// The preferred velocity of a boid: a wend_crowd_steer_fn; the context is the boids.
static wend_vec2 steer(wend_agent_id id, const wend_agent* agent, wend_vec2 wanted, const wend_agent* near,
                       int32_t near_count, void* context) {
    const boids* b = context;
    const int32_t number = wend_crowd_index(b->crowd, id);
    const boid_rules* r = &b->rules;
    float distance = r->neighbours * wend_grid_tile_size(wend_world_grid(b->world));
    wend_weighted wishes[5];
    int count = 0, index = 0, waypoints = 0;
    wend_vec2 target;
    if (r->on[WISH_FOLLOW]) wishes[count++] = (wend_weighted){wanted, r->weight[WISH_FOLLOW]};
    if (r->on[WISH_SEEK] && boids_target(b, number, &target, &index, &waypoints))
        wishes[count++] = (wend_weighted){wend_steer_seek(agent, target), r->weight[WISH_SEEK]};
    if (r->on[WISH_SEPARATE])
        wishes[count++] =
            (wend_weighted){wend_steer_separate(agent, near, near_count, distance), r->weight[WISH_SEPARATE]};
    if (r->on[WISH_ALIGN])
        wishes[count++] =
            (wend_weighted){wend_steer_align(agent, near, near_count, distance), r->weight[WISH_ALIGN]};
    if (r->on[WISH_COHERE])
        wishes[count++] =
            (wend_weighted){wend_steer_cohere(agent, near, near_count, distance), r->weight[WISH_COHERE]};
    wend_vec2 v = wend_steer_blend(wishes, count, agent->max_speed);
    return r->on[WISH_ARRIVE] ? slowed(b, number, agent, v) : v;
}

// ---- making

void boids_init(boids* b) {
    *b = (boids){.rules = {.speed = 8,
                           .acceleration = 32,
                           .radius = 0.3f,
                           .arrive_radius = 3,
                           .neighbours = 3,
                           .on = {[WISH_FOLLOW] = true, [WISH_ARRIVE] = true, [WISH_AVOID] = true}},
                 .random = 1};
    for (int i = 0; i < WISH_COUNT; i++) b->rules.weight[i] = 1;
}

void boids_clear(boids* b) {
    wend_crowd_destroy(b->crowd);
    b->crowd = NULL;
    for (int i = 0; i < BOID_FLOWS; i++) {
        wend_field_destroy(b->flows[i].field);
        b->flows[i] = (boid_flow){0};
    }
    b->count = 0;
    b->ticks = b->boid_ticks = b->tick_ns = 0;
    b->replans_asked = 0;
}

void boids_destroy(boids* b) {
    boids_clear(b);
    free(b->items);
    *b = (boids){0};
}

static float tile_size(const boids* b) {
    return wend_grid_tile_size(wend_world_grid(b->world));
}

static wend_crowd_def crowd_def(boids* b) {
    wend_crowd_def def = wend_default_crowd_def();
    def.neighbour_range = b->rules.neighbours * tile_size(b);
    const wend_grid* grid = wend_world_grid(b->world);
    int32_t side =
        wend_grid_width(grid) > wend_grid_height(grid) ? wend_grid_width(grid) : wend_grid_height(grid);
    def.plans_per_tick = MOST_PLANS * 512 / (side > 512 ? side : 512);
    if (def.plans_per_tick < LEAST_PLANS) def.plans_per_tick = LEAST_PLANS;
    def.work_per_tick = INT32_MAX;
    def.pass_through = !b->rules.on[WISH_AVOID];
    def.horizon = fmaxf(b->rules.weight[WISH_AVOID], 0.05f);
    def.steer = steer;
    def.steer_context = b;
    return def;
}

static wend_result need_crowd(boids* b) {
    if (b->crowd != NULL) return WEND_OK;
    wend_crowd_def def = crowd_def(b);
    return wend_crowd_create(b->world, &def, &b->crowd);
}

// In tiles: that of a wide profile, otherwise that of the rules as far as the paths have room for it.
static float radius_of(const boids* b, int profile) {
    wend_profile_def def;
    if (wend_world_get_profile(b->world, profile, &def) == WEND_OK && def.radius > 0.5f) return def.radius;
    return fminf(b->rules.radius, wend_world_widest_body(b->world, profile));
}

// A body at a position, with the sizes and speeds of the rules.
static wend_agent body_at(const boids* b, wend_vec2 place, uint16_t floor, int profile) {
    float size = tile_size(b);
    return (wend_agent){.position = place,
                        .floor = floor,
                        .max_speed = b->rules.speed * size,
                        .max_acceleration = b->rules.acceleration * size,
                        .radius = radius_of(b, profile) * size,
                        .profile = profile};
}

const wend_world* boids_view(const boids* b, int number) {
    return wend_world_profile(b->world, boids_body(b, number)->profile);
}

static wend_result add(boids* b, wend_vec2 place, uint16_t floor, int profile) {
    if (b->count == BOIDS_MAX) return WEND_ERROR_LIMIT;
    wend_result result = need_crowd(b);
    if (result != WEND_OK) return result;
    if (!memory_grow(&b->items, b->count, &b->capacity, sizeof *b->items)) return WEND_ERROR_MEMORY;
    wend_agent body = body_at(b, place, floor, profile);
    wend_agent_id id;
    result = wend_crowd_add(b->crowd, &body, &id);
    if (result != WEND_OK) return result;
    b->items[b->count] = (boid){.trail_count = 1, .trail_next = 1, .trail = {place}, .trail_floors = {floor}};
    b->count++;
    return WEND_OK;
}

// ---- errands

static bool leads_to(const boid_flow* flow, wend_tile goal, int profile) {
    return flow->used > 0 && flow->profile == profile && same_tile(flow->goal, goal);
}

// The field to a goal that boids of a profile share; a new one goes to a free or the least recently used
// slot.
static boid_flow* flow_to(boids* b, wend_tile goal, int profile) {
    boid_flow* best = &b->flows[0];
    for (int i = 0; i < BOID_FLOWS; i++) {
        if (leads_to(&b->flows[i], goal, profile)) return &b->flows[i];
        if (b->flows[i].used < best->used) best = &b->flows[i];
    }
    return best;
}

// Sets the goal of a field; boids that followed it to another goal get their own paths.
static wend_result set_goal(boids* b, boid_flow* flow, wend_tile goal, int profile) {
    for (int i = 0; i < b->count && flow->used > 0; i++)
        if (b->items[i].sent && leads_to(flow, b->items[i].goal, boids_body(b, i)->profile))
            wend_crowd_send(b->crowd, boids_id(b, i), flow->goal);
    flow->used = 0;
    wend_result result = flow->field != NULL ? WEND_OK : wend_field_create(NULL, &flow->field);
    if (result == WEND_OK)
        result = wend_field_set_goals(flow->field, wend_world_profile(b->world, profile), &goal, 1);
    if (result != WEND_OK) return result;
    flow->goal = goal;
    flow->profile = profile;
    flow->used = ++b->errands;
    return WEND_OK;
}

static wend_result send(boids* b, int number) {
    const boid* it = &b->items[number];
    if (!it->sent) return WEND_OK;
    const int profile = boids_body(b, number)->profile;
    boid_flow* flow = flow_to(b, it->goal, profile);
    bool shares = b->rules.share && !it->alone && leads_to(flow, it->goal, profile);
    return shares ? wend_crowd_send_by_field(b->crowd, boids_id(b, number), it->goal, flow->field)
                  : wend_crowd_send(b->crowd, boids_id(b, number), b->rules.share ? it->goal : it->place);
}

wend_result boids_send_again(boids* b) {
    wend_result result = WEND_OK;
    for (int i = 0; i < BOID_FLOWS; i++) b->flows[i].used = 0;
    for (int i = 0; i < b->count && result == WEND_OK; i++) {
        const int profile = boids_body(b, i)->profile;
        boid_flow* flow = flow_to(b, b->items[i].goal, profile);
        bool wants = b->rules.share && b->items[i].sent && !b->items[i].alone && flow->used == 0;
        if (wants) result = set_goal(b, flow, b->items[i].goal, profile);
        if (result == WEND_OK) result = send(b, i);
    }
    return result;
}

// The tiles from one to the next at which bodies of a width stand side by side.
static int32_t spacing_for(float radius) {
    return radius > 0.5f ? (int32_t)ceilf(fminf(2 * radius, 64)) : 1;
}

wend_result boids_send_selected(boids* b, wend_tile goal) {
    int wanted = 0, widest = -1;
    for (int i = 0; i < b->count; i++) {
        wanted += b->items[i].selected;
        if (b->items[i].selected && (widest < 0 || boids_body(b, i)->radius > boids_body(b, widest)->radius))
            widest = i;
    }
    if (wanted == 0) return WEND_OK;
    wend_tile* places = malloc((size_t)wanted * sizeof *places);
    if (places == NULL) return WEND_ERROR_MEMORY;
    int32_t found = 0;
    const int32_t spacing = spacing_for(boids_body(b, widest)->radius / tile_size(b));
    wend_result result = wend_formation_tiles(wend_world_grid(boids_view(b, widest)), goal, wanted, spacing,
                                              NULL, places, &found);
    for (int i = 0, next = 0; i < b->count && result == WEND_OK; i++) {
        boid* it = &b->items[i];
        if (!it->selected) continue;
        it->goal = goal;
        it->place =
            next < found ? places[next] : goal; // when there is no room for all, the rest shares the goal
        it->sent = true;
        it->alone = false;
        next++;
        const int profile = boids_body(b, i)->profile;
        boid_flow* flow = flow_to(b, goal, profile);
        if (b->rules.share && !leads_to(flow, goal, profile)) result = set_goal(b, flow, goal, profile);
        if (result == WEND_OK) result = send(b, i);
    }
    free(places);
    return result;
}

// ---- adding and removing

static int compare_tiles(const void* a, const void* b) {
    const wend_tile *s = a, *t = b;
    if (s->floor != t->floor) return s->floor < t->floor ? -1 : 1;
    if (s->y != t->y) return s->y < t->y ? -1 : 1;
    return s->x < t->x ? -1 : s->x > t->x;
}

// The tile on which a boid stands; false: it is off the map.
static bool tile_of(const boids* b, int number, wend_tile* out) {
    const wend_agent* body = boids_body(b, number);
    return wend_grid_tile_at_floor(wend_world_grid(b->world), body->position, body->floor, out) == WEND_OK;
}

// The tiles on which boids stand, sorted. NULL: out of memory.
static wend_tile* taken_tiles(const boids* b) {
    wend_tile* tiles = malloc(((size_t)b->count + 1) * sizeof *tiles);
    for (int i = 0; tiles != NULL && i < b->count; i++)
        if (!tile_of(b, i, &tiles[i])) tiles[i] = NO_TILE;
    if (tiles != NULL) qsort(tiles, (size_t)b->count, sizeof *tiles, compare_tiles);
    return tiles;
}

wend_result boids_place(boids* b, wend_tile tile, int count, int* placed_out) {
    *placed_out = 0;
    const int profile = b->rules.profile;
    const wend_grid* grid = wend_world_grid(wend_world_profile(b->world, profile));
    int most = b->count + count; // candidates; others may stand on some of them
    wend_tile *taken = taken_tiles(b), *places = malloc((size_t)most * sizeof *places);
    int32_t found = 0;
    wend_result result = WEND_ERROR_MEMORY;
    if (taken != NULL && places != NULL)
        result =
            wend_formation_tiles(grid, tile, most, spacing_for(radius_of(b, profile)), NULL, places, &found);
    size_t before = (size_t)b->count;
    for (int i = 0; i < found && *placed_out < count && result == WEND_OK; i++) {
        if (bsearch(&places[i], taken, before, sizeof *taken, compare_tiles) != NULL) continue;
        result = add(b, wend_grid_center(grid, places[i]), places[i].floor, profile);
        if (result == WEND_OK) ++*placed_out;
    }
    free(taken);
    free(places);
    return result;
}

// A random passable tile; false: none was found.
static bool random_tile(boids* b, wend_tile* out) {
    const wend_grid* grid = wend_world_grid(wend_world_profile(b->world, b->rules.profile));
    for (int tries = 0; tries < 2000; tries++) {
        *out = scene_random_tile(grid, &b->random);
        if (wend_grid_passable(grid, *out)) return true;
    }
    return false;
}

wend_result boids_place_random(boids* b, int count, int* placed_out) {
    const wend_world* view = wend_world_profile(b->world, b->rules.profile);
    const wend_grid* grid = wend_world_grid(view);
    wend_tile start, goal;
    wend_result result = WEND_OK;
    for (*placed_out = 0; *placed_out < count && result == WEND_OK; ++*placed_out) {
        if (!random_tile(b, &start)) break;
        result = add(b, wend_grid_center(grid, start), start.floor, b->rules.profile);
        if (result != WEND_OK) break;
        goal = start;
        for (int tries = 0; tries < 50; tries++)
            if (random_tile(b, &goal) && wend_world_connected(view, start, goal)) break;
        if (!wend_world_connected(view, start, goal)) goal = start;
        boid* it = &b->items[b->count - 1];
        it->goal = it->place = goal;
        it->sent = it->alone = true;
        result = send(b, b->count - 1);
    }
    return result;
}

void boids_remove(boids* b, int number) {
    if (number < 0 || number >= b->count || wend_crowd_remove(b->crowd, boids_id(b, number)) != WEND_OK)
        return;
    b->items[number] = b->items[--b->count];
}

void boids_remove_selected(boids* b) {
    for (int i = b->count - 1; i >= 0; i--)
        if (b->items[i].selected) boids_remove(b, i);
}

wend_result boids_set_world(boids* b, const wend_world* world, bool keep) {
    int count = keep ? b->count : 0, there = 0;
    boid* items = b->items;
    wend_agent* bodies = malloc(((size_t)count + 1) * sizeof *bodies);
    wend_result result = bodies != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    for (int i = 0; i < count && result == WEND_OK; i++) bodies[i] = *boids_body(b, i);
    boids_clear(b);
    b->world = world;
    if (b->rules.profile >= wend_world_profile_count(world)) b->rules.profile = 0;
    for (int i = 0; i < count && result == WEND_OK; i++) {
        boid kept = items[i]; // the array has enough room
        const bool known = bodies[i].profile < wend_world_profile_count(world);
        result = add(b, bodies[i].position, bodies[i].floor, known ? bodies[i].profile : 0);
        if (result != WEND_OK) break;
        b->items[there++] = kept;
    }
    free(bodies);
    if (result == WEND_OK) result = boids_send_again(b);
    if (result != WEND_OK) boids_clear(b);
    return result;
}

// ---- choosing

const wend_agent* boids_body(const boids* b, int number) {
    int32_t count = 0;
    return &wend_crowd_agents(b->crowd, &count)[number];
}

wend_agent_id boids_id(const boids* b, int number) {
    int32_t count = 0;
    return wend_crowd_ids(b->crowd, &count)[number];
}

int boids_at(const boids* b, wend_vec2 place, int32_t floor, float reach) {
    int best = -1;
    float nearest = INFINITY;
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        float gap = hypotf(body->position.x - place.x, body->position.y - place.y);
        if (body->floor != floor || gap > fmaxf(reach, body->radius) || gap >= nearest) continue;
        nearest = gap;
        best = i;
    }
    return best;
}

int boids_selected(const boids* b) {
    for (int i = 0; i < b->count; i++)
        if (b->items[i].selected) return i;
    return -1;
}

void boids_select_only(boids* b, int number) {
    for (int i = 0; i < b->count; i++) b->items[i].selected = i == number;
}

void boids_select_within(boids* b, wend_vec2 low, wend_vec2 high, int32_t floor) {
    for (int i = 0; i < b->count; i++) {
        wend_vec2 p = boids_body(b, i)->position;
        b->items[i].selected = boids_body(b, i)->floor == floor && p.x >= low.x && p.x <= high.x &&
                               p.y >= low.y && p.y <= high.y;
    }
}

bool boids_selection_box(const boids* b, int32_t floor, wend_vec2* low, wend_vec2* high) {
    int count = 0;
    for (int i = 0; i < b->count; i++) {
        if (!b->items[i].selected || boids_body(b, i)->floor != floor) continue;
        wend_vec2 p = boids_body(b, i)->position;
        if (count++ == 0) *low = *high = p;
        *low = (wend_vec2){fminf(low->x, p.x), fminf(low->y, p.y)};
        *high = (wend_vec2){fmaxf(high->x, p.x), fmaxf(high->y, p.y)};
    }
    return count > 1;
}

// ---- rules and edits

// Keeps a body at its position, or moves it to the nearest one where it fits; false: there is none nearby.
static bool fit_body(boids* b, int number) {
    const wend_grid* grid = wend_world_grid(boids_view(b, number));
    const wend_agent* now = boids_body(b, number);
    wend_agent body = body_at(b, now->position, now->floor, now->profile);
    wend_tile at;
    if (wend_crowd_change(b->crowd, boids_id(b, number), &body) == WEND_OK) return true;
    if (!tile_of(b, number, &at)) return false;
    for (int ring = 0; ring <= LOOK_ROUND; ring++) {
        for (int y = at.y - ring; y <= at.y + ring; y++) {
            bool edge = y == at.y - ring || y == at.y + ring;
            for (int x = at.x - ring; x <= at.x + ring; x += edge || ring == 0 ? 1 : 2 * ring) {
                const wend_tile tile = {x, y, at.floor};
                if (!wend_grid_passable(grid, tile)) continue;
                body.position = wend_grid_center(grid, tile);
                if (wend_crowd_change(b->crowd, boids_id(b, number), &body) == WEND_OK) return true;
            }
        }
    }
    return false;
}

wend_result boids_apply_rules(boids* b) {
    if (b->crowd == NULL) return WEND_OK;
    wend_crowd_def def = crowd_def(b);
    for (int i = b->count - 1; i >= 0; i--)
        if (!fit_body(b, i)) boids_remove(b, i);
    return wend_crowd_set_def(b->crowd, &def);
}

wend_result boids_follow_edit(boids* b, wend_rect tiles) {
    if (b->crowd == NULL) return WEND_OK;
    for (int i = b->count - 1; i >= 0; i--) {
        wend_tile at;
        if (!tile_of(b, i, &at) || at.floor != tiles.floor) continue;
        const int reach = 1 + (int)(boids_body(b, i)->radius / tile_size(b));
        bool near = at.x >= tiles.x - reach && at.x < tiles.x + tiles.width + reach &&
                    at.y >= tiles.y - reach && at.y < tiles.y + tiles.height + reach;
        if (near && !fit_body(b, i)) boids_remove(b, i);
    }
    wend_result result = WEND_OK;
    for (int i = 0; i < BOID_FLOWS && result == WEND_OK; i++)
        if (b->flows[i].used > 0)
            result = wend_field_set_goals(
                b->flows[i].field, wend_world_profile(b->world, b->flows[i].profile), &b->flows[i].goal, 1);
    b->replans_asked += wend_crowd_replan(b->crowd, tiles);
    return result;
}

// ---- walking

static void leave_trail(boids* b, int number) {
    boid* it = &b->items[number];
    wend_vec2 here = boids_body(b, number)->position;
    wend_vec2 last = it->trail[(it->trail_next + BOID_TRAIL - 1) % BOID_TRAIL];
    const uint16_t floor = boids_body(b, number)->floor;
    const bool same_floor = it->trail_floors[(it->trail_next + BOID_TRAIL - 1) % BOID_TRAIL] == floor;
    if (same_floor && hypotf(here.x - last.x, here.y - last.y) < tile_size(b) / 2) return;
    it->trail[it->trail_next] = here;
    it->trail_floors[it->trail_next] = floor;
    it->trail_next = (it->trail_next + 1) % BOID_TRAIL;
    if (it->trail_count < BOID_TRAIL) it->trail_count++;
}

wend_result boids_tick(boids* b, float seconds) {
    if (b->count == 0) return WEND_OK;
    wend_result result = wend_crowd_tick(b->crowd, seconds);
    b->ticks++;
    b->boid_ticks += b->count;
    for (int i = 0; i < b->count; i++) leave_trail(b, i);
    return result;
}

// ---- looking

wend_agent_state boids_state(const boids* b, int number) {
    return wend_crowd_state(b->crowd, boids_id(b, number));
}

int boids_in_state(const boids* b, wend_agent_state state) {
    int count = 0;
    for (int i = 0; i < b->count; i++) count += boids_state(b, i) == state;
    return count;
}

int boids_on_the_way(const boids* b) {
    return boids_in_state(b, WEND_AGENT_WALKING) + boids_in_state(b, WEND_AGENT_WAITING);
}

bool boids_move(const boids* b) {
    if (boids_on_the_way(b) > 0) return true;
    for (int i = 0; i < b->count; i++) {
        wend_vec2 v = boids_body(b, i)->velocity; // of boids that make way
        if (v.x != 0 || v.y != 0) return true;
    }
    return false;
}

bool boids_target(const boids* b, int number, wend_vec2* target_out, int* index_out, int* count_out) {
    int32_t count = 0;
    const wend_vec2* path = wend_crowd_path(b->crowd, boids_id(b, number), &count);
    if (count < 2) return false;
    *index_out = boids_body(b, number)->waypoint + 1;
    if (*index_out > count - 1) *index_out = count - 1;
    *count_out = count - 1;
    *target_out = path[*index_out];
    return true;
}
