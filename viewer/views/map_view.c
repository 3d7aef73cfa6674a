// map_view.c: how are the map, its connected components and the costs to the goal drawn?
#include "views/map_view.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// In a frame, so that none is late.
enum {
    MOST_AVERAGED_TILES = 1 << 27, // of larger mapped worlds, pictures of small scale show some tiles
    MOST_BELOW_TILES = 1 << 26,    // 256 MB: of larger floors the one below is not seen
    TEXTURE_TILES = 500 * 1000,    // read for textures
    SHOWN_TILES = 700 * 1000,      // linked to components while a person waits for their picture
    OTHER_TILES = 200 * 1000,      // and while only the line at the bottom does
    LEAST_MS = 10,                 // that a window takes for such pieces, as long as any is missing:
    MOST_MS = 40,                  // as much as for the rest of a frame
};

static void drop_components(map_view* m) {
    map_layer_destroy(m->components_picture); // it borrows the shades
    components_destroy(m->components);
    m->components_picture = NULL;
    m->components = NULL;
}

static void drop_clearance(map_view* m) {
    map_layer_destroy(m->clearance_picture); // it borrows the shades
    clearance_destroy(m->clearance);
    m->clearance_picture = NULL;
    m->clearance = NULL;
}

static void drop_costs(map_view* m) {
    map_layer_destroy(m->costs_picture); // it borrows the grid of the profile
    m->costs_picture = NULL;
}

// ---- the floor below

static uint32_t dimmed(uint32_t color, uint32_t over) {
    uint32_t out = 0;
    for (int shift = 0; shift <= 16; shift += 8)
        out |= (30 * (color >> shift & 255) + 70 * (over >> shift & 255)) / 100 << shift;
    return 0xFF000000u | out;
}

// Where the shown floor is blocked and the one below is not. Other tiles show the colours of their classes.
static void look_below(map_view* m, wend_rect tiles) {
    const wend_grid* grid = m->scene->grid;
    const wend_rect map = wend_grid_area(grid);
    bool passable[WEND_CLASS_COUNT];
    for (int i = 0; i < WEND_CLASS_COUNT; i++) passable[i] = scene_class_cost(m->scene, i) > 0;
    for (int32_t y = tiles.y; y < tiles.y + tiles.height && m->below != NULL; y++) {
        const uint8_t* row = wend_grid_floor_row(grid, m->floor, y);
        const uint8_t* below = wend_grid_floor_row(grid, m->floor - 1, y);
        uint32_t* out = m->below + (size_t)(y - map.y) * (size_t)map.width;
        for (int32_t x = tiles.x - map.x; x < tiles.x - map.x + tiles.width; x++) {
            const bool seen = !passable[row[x]] && passable[below[x]];
            out[x] = seen ? dimmed(m->colors.colors[below[x]], m->colors.colors[row[x]]) : 0;
        }
    }
}

static void look_below_all(map_view* m) {
    look_below(m, wend_grid_area(m->scene->grid));
}

// A map whose file has a picture has one floor.
static const uint32_t* pixels_of(const map_view* m) {
    return m->scene->look.pixels != NULL ? m->scene->look.pixels : m->below;
}

// The pictures of a floor. The components are those of all floors.
static void drop_pictures(map_view* m) {
    map_layer_destroy(m->map); // it borrows the grid
    m->map = NULL;
    free(m->below);
    m->below = NULL;
    drop_costs(m);
    drop_clearance(m);
    map_layer_destroy(m->components_picture);
    m->components_picture = NULL;
}

static void drop_map(map_view* m) {
    drop_pictures(m);
    drop_components(m);
}

// Shows the pixels of the map unless its costs are shown, and tints what is blocked.
static void set_pixels(map_view* m) {
    const scene* s = m->scene;
    bool tinted[WEND_CLASS_COUNT];
    for (int i = 0; i < WEND_CLASS_COUNT; i++)
        tinted[i] = view_has(m->view, LAYER_BLOCKED) && scene_class_cost(s, i) <= 0;
    m->pixels_shown = !view_has(m->view, LAYER_COSTS);
    m->tints_shown = view_has(m->view, LAYER_BLOCKED);
    map_layer_set_pixels(m->map, m->pixels_shown ? pixels_of(m) : NULL,
                         m->pixels_shown ? &s->look.drawing : NULL, tinted, s->look.dark_ground);
}

// Follows the colours of costs, profiles and layers; on a large map it takes several frames.
static void update_colors(map_view* m) {
    const palette colors = view_palette(m->view);
    const bool pixels = !view_has(m->view, LAYER_COSTS), tints = view_has(m->view, LAYER_BLOCKED);
    if (memcmp(&colors, &m->colors, sizeof colors) == 0 &&
        (pixels_of(m) == NULL || (pixels == m->pixels_shown && tints == m->tints_shown)))
        return;
    m->colors = colors;
    look_below_all(m);
    set_pixels(m);
    map_layer_set_colors(m->map, colors.colors);
}

// Pictures count from the first tile of the map.
static wend_rect changed_in_picture(const map_view* m) {
    const wend_rect map = wend_grid_area(m->scene->grid), c = m->scene->changed;
    return (wend_rect){c.x - map.x, c.y - map.y, c.width, c.height, c.floor};
}

// Edited tiles change what the profile sees of those around them.
static void update_costs(const map_view* m) {
    const int32_t reach = (int32_t)WEND_MAX_PROFILE_REACH + 1;
    const wend_rect c = changed_in_picture(m);
    const int32_t left = SDL_max(c.x - reach, 0), top = SDL_max(c.y - reach, 0);
    const int32_t right = SDL_min(c.x + c.width + reach, wend_grid_width(m->scene->grid));
    const int32_t bottom = SDL_min(c.y + c.height + reach, wend_grid_height(m->scene->grid));
    map_layer_update(m->costs_picture,
                     (wend_rect){left, top, right - left, bottom - top, (uint16_t)m->floor});
}

static bool is_sampled(const map_view* m) {
    const wend_grid* grid = m->scene->grid;
    return m->scene->mapped && (int64_t)wend_grid_width(grid) * wend_grid_height(grid) > MOST_AVERAGED_TILES;
}

static void make_map(map_view* m) {
    m->colors = view_palette(m->view);
    m->floor = m->view->camera.floor;
    map_tiles tiles = map_tiles_of(m->scene->grid, m->floor);
    tiles.sampled = is_sampled(m);
    const int64_t count = (int64_t)tiles.width * tiles.height;
    if (m->floor > 0 && count <= MOST_BELOW_TILES) m->below = malloc((size_t)count * sizeof *m->below);
    look_below_all(m);
    m->map = map_layer_create(m->view->window->renderer, tiles, m->colors.colors, &m->tasks);
    if (m->map != NULL) set_pixels(m);
    m->version++;
}

// Other pictures, when another floor is shown.
static void follow_floor(map_view* m) {
    if (m->floor == m->view->camera.floor) return;
    drop_pictures(m);
    make_map(m);
}

static void listen(void* context, scene_event event) {
    map_view* m = context;
    if (event == SCENE_CLOSING || event == SCENE_ENDING) drop_map(m);
    if (event == SCENE_ENDING) map_view_set_renderer(m, NULL);
    if (event == SCENE_KEPT || event == SCENE_OPENED || event == SCENE_REBUILT) {
        make_map(m);
        m->components_grid = NULL;
    }
    if (event == SCENE_OPENED || event == SCENE_REBUILT || event == SCENE_ENDING)
        goal_field_forget(&m->goal_field);
    if (event != SCENE_EDITED && event != SCENE_RECOSTED) return;
    m->version++;
    const int32_t changed = event == SCENE_EDITED ? m->scene->changed.floor : -1;
    const bool is_below = m->below != NULL && changed == m->floor - 1, seen = changed == m->floor || is_below;
    if (seen) look_below(m, m->scene->changed);
    if (seen) map_layer_update(m->map, changed_in_picture(m));
    if (seen && m->costs_picture != NULL) update_costs(m);
    if (event == SCENE_RECOSTED) drop_costs(m);
    if (event == SCENE_RECOSTED) m->colors = (palette){.colors = {0}}; // all of them anew
    if (m->components != NULL) components_restart(m->components);
    if (m->clearance != NULL) clearance_restart(m->clearance, m->scene->query.profile);
    goal_field_restart(&m->goal_field);
}

void map_view_init(map_view* m, view* v, scene* s, wend_tasks tasks) {
    m->view = v;
    m->scene = s;
    m->tasks = tasks;
    floor_pictures_init(&m->floor_pictures, v, s);
    scene_listen(s, listen, m);
}

void map_view_set_renderer(map_view* m, SDL_Renderer* renderer) {
    map_layer_set_renderer(m->map, renderer);
    map_layer_set_renderer(m->components_picture, renderer);
    map_layer_set_renderer(m->clearance_picture, renderer);
    map_layer_set_renderer(m->costs_picture, renderer);
    hatching_forget(&m->hatching);
    floor_pictures_forget(&m->floor_pictures);
    field_layer_destroy(m->field_layer);
    m->field_layer = NULL;
}

// The costs of a profile are those of its own grid: where its body does not fit is blocked, and near
// obstacles tiles may cost more. Those of the map are on the map's own layer.
static void follow_costs(map_view* m) {
    const scene* s = m->scene;
    if (!view_has(m->view, LAYER_COSTS) || s->query.profile == 0) {
        drop_costs(m);
        return;
    }
    const wend_grid* grid = wend_world_grid(scene_view(s));
    map_tiles tiles = map_tiles_of(grid, m->floor);
    tiles.sampled = is_sampled(m);
    const palette colors = palette_costs(grid);
    if (m->costs_picture != NULL && m->costs_tiles != tiles.first) drop_costs(m);
    if (m->costs_picture == NULL)
        m->costs_picture = map_layer_create(m->view->window->renderer, tiles, colors.colors, &m->tasks);
    else if (memcmp(&colors, &m->costs_colors, sizeof colors) != 0)
        map_layer_set_colors(m->costs_picture, colors.colors);
    m->costs_tiles = tiles.first;
    m->costs_colors = colors;
}

// The picture of the clearance, of the components or of the costs of a profile, which takes the place of the
// map; NULL: none is shown. *rows_out: how many of its rows have been found.
static map_layer* shown_picture(const map_view* m, int32_t* rows_out) {
    const view* v = m->view;
    if (view_has(v, LAYER_CLEARANCE) && m->clearance_picture != NULL) {
        *rows_out = m->clearance->shown;
        return m->clearance_picture;
    }
    if (view_has(v, LAYER_COMPONENTS) && m->components_picture != NULL) {
        *rows_out = components_shown_rows(m->components, m->floor);
        return m->components_picture;
    }
    *rows_out = wend_grid_height(m->scene->grid);
    return m->costs_picture;
}

// The layer that all of the map is seen in.
static map_layer* shown_layer(const map_view* m) {
    int32_t rows = 0;
    map_layer* picture = shown_picture(m, &rows);
    return picture != NULL && rows == wend_grid_height(m->scene->grid) ? picture : m->map;
}

// True: nothing is missing.
static bool draw_distance(map_view* m, bool whole) {
    view* v = m->view;
    if (!view_has(v, LAYER_DISTANCE) && !view_has(v, LAYER_FLOW)) return true;
    bool filled = goal_field_work(&m->goal_field, m->scene, whole);
    if (!view_has(v, LAYER_DISTANCE)) return filled;
    if (m->field_layer == NULL) m->field_layer = field_layer_create(v->window->renderer);
    if (m->field_layer == NULL) return true; // no memory: the map is there without it
    return field_layer_draw(m->field_layer, &m->goal_field, &m->colors, v, whole) && filled;
}

// A window gives a layer that is found step by step half of its time. Without one it is a piece a frame, so
// that equal input gives equal pictures.
static void begin_pieces(map_view* m) {
    const Uint64 now = SDL_GetTicks64();
    m->pieces_end_ms = now + SDL_clamp(now - m->pieces_end_ms, LEAST_MS, MOST_MS);
}

static bool has_time(map_view* m) {
    const Uint64 now = SDL_GetTicks64();
    if (!m->view->window->headless && now < m->pieces_end_ms) return true;
    m->pieces_end_ms = now;
    return false;
}

// Shows what has been found, in a picture that is made when there is none yet.
static void show_found(const map_view* m, map_layer** picture, map_tiles shades,
                       const uint32_t colors[WEND_CLASS_COUNT], wend_rect changed) {
    if (*picture == NULL) *picture = map_layer_create(m->view->window->renderer, shades, colors, &m->tasks);
    if (*picture != NULL && changed.height > 0) map_layer_update(*picture, changed);
}

// The components are those of the profile.
static void follow_components(map_view* m) {
    const wend_grid* grid = wend_world_grid(scene_view(m->scene));
    if (m->components_grid == grid) return;
    drop_components(m);
    m->components = components_create(grid);
    m->components_grid = grid;
}

// Continues while the status line does without a picture.
static bool link_components(map_view* m, bool whole) {
    wend_rect changed;
    if (m->components == NULL || m->scene->mapped || components_progress(m->components, false) == 1)
        return true;
    if (!components_work(m->components, false, m->floor, whole ? INT64_MAX : OTHER_TILES, &changed))
        drop_components(m);
    return m->components == NULL || components_progress(m->components, false) == 1;
}

// Continues a little, or to the end when whole. True: the work is complete.
static bool find_components(map_view* m, bool whole) {
    components* c = m->components;
    m->finding = "connected components";
    m->found = -1;
    if (c == NULL) return true;
    begin_pieces(m);
    while (components_progress(c, true) < 1) {
        wend_rect changed;
        if (!components_work(c, true, m->floor, whole ? INT64_MAX : SHOWN_TILES, &changed)) {
            drop_components(m);
            return true;
        }
        show_found(m, &m->components_picture, components_shades(c, m->floor, is_sampled(m)),
                   palette_shades().colors, changed);
        if (!whole && !has_time(m)) break;
    }
    if (m->components_picture == NULL) // of another floor than was shown before
        show_found(m, &m->components_picture, components_shades(c, m->floor, is_sampled(m)),
                   palette_shades().colors, (wend_rect){0, 0, 0, 0});
    m->found = components_progress(c, true);
    return m->found == 1;
}

// Likewise for the clearance of the profile that plans.
static bool find_clearance(map_view* m, bool whole) {
    const int32_t profile = m->scene->query.profile;
    m->finding = "clearance";
    m->found = tile_plane_of(m->scene->grid).is_hex ? 1 : -1;
    if (m->clearance == NULL) m->clearance = clearance_create(m->scene->world, profile, m->floor);
    clearance* c = m->clearance;
    if (c == NULL) return true; // hexagons, or no memory
    if (c->profile != profile) clearance_restart(c, profile);
    begin_pieces(m);
    bool complete = c->done == c->height;
    const map_tiles shades = {c->shades, (size_t)c->width, c->width, c->height, NULL, is_sampled(m)};
    while (!complete) {
        wend_rect changed;
        complete = clearance_work(c, whole ? INT64_MAX : SHOWN_TILES, &changed);
        show_found(m, &m->clearance_picture, shades, clearance_palette().colors, changed);
        if (!whole && !has_time(m)) break;
    }
    m->found = (float)c->done / (float)c->height;
    return complete;
}

// The map below what has not been found yet.
static bool draw_layers(map_view* m, bool whole) {
    const view* v = m->view;
    const int64_t budget = whole ? INT64_MAX : TEXTURE_TILES;
    SDL_Renderer* renderer = v->window->renderer;
    int32_t rows = 0;
    map_layer* picture = shown_picture(m, &rows);
    bool complete = true;
    if (shown_layer(m) == m->map) complete = map_layer_draw(m->map, &v->camera, budget);
    if (picture == NULL) return complete;
    const bool all = rows == v->camera.map_height;
    if (!all && v->camera.plane.is_diamond) return complete; // its rows are no rows of the window
    const int end =
        (int)SDL_clamp(lround(camera_row_y(&v->camera, v->camera.plane.top + rows)), 0, v->camera.height);
    if (end == 0 && !all) return complete;
    if (!all) SDL_RenderSetClipRect(renderer, &(SDL_Rect){0, 0, v->camera.width, end});
    complete &= map_layer_draw(picture, &v->camera, budget);
    SDL_RenderSetClipRect(renderer, NULL);
    return complete;
}

void map_view_draw(map_view* m, bool whole) {
    view* v = m->view;
    follow_floor(m);
    update_colors(m);
    follow_costs(m);
    follow_components(m);
    const bool areas = view_has(v, LAYER_COMPONENTS);
    m->finding = NULL;
    m->complete = areas ? find_components(m, whole) : link_components(m, whole);
    if (view_has(v, LAYER_CLEARANCE)) m->complete &= find_clearance(m, whole);
    if (m->found == 1) m->finding = NULL;
    m->complete &= draw_layers(m, whole);
    if (view_has(v, LAYER_BLOCKED) && !view_has(v, LAYER_COSTS) && shown_layer(m) == m->map)
        m->complete &= hatching_draw(
            &m->hatching, v, m->version * WEND_MAX_PROFILES + (uint64_t)m->scene->query.profile, whole);
    m->complete &= draw_distance(m, whole);
}

void map_view_draw_flow(map_view* m) {
    view* v = m->view;
    if (view_has(v, LAYER_FLOW)) field_layer_draw_flow(&m->goal_field, v);
}

void map_view_draw_minimap(map_view* m) {
    minimap_draw(m->view, shown_layer(m));
}

// ---- commands

// So many clusters on, or back where that is below 0.
static void step_field_by(void* owner, double steps) {
    map_view* m = owner;
    m->view->layers |= 1u << LAYER_DISTANCE;
    goal_field_step_by(&m->goal_field, (int64_t)steps);
}

// After so many clusters.
static void step_field_to(void* owner, double steps) {
    const goal_field* f = &((const map_view*)owner)->goal_field;
    step_field_by(owner, steps - (double)(f->stepping ? f->wanted : 0));
}

static void turn_field_playing(void* owner, bool playing) {
    map_view* m = owner;
    m->view->layers |= 1u << LAYER_DISTANCE;
    goal_field_play(&m->goal_field, playing);
}

const command_def map_view_commands[] = {
    COMMAND_SET("field_step", 0, 1e9, step_field_to, .also = "end", .also_value = 1e9),
    COMMAND_TURN("field_playing", map_view, goal_field.playing, turn_field_playing, COMMAND_SETTING),
    COMMAND_SET("field-by", -1e9, 1e9, step_field_by, .kind = COMMAND_ACTION),
    COMMANDS_END,
};
