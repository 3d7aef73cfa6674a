// why.c: why does no path lead to the goal, and what would have to be opened?
#include "tools/why.h"
#include "document/place.h"
#include "platform/commands.h"
#include "platform/job.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const SDL_Color mark_color = {255, 140, 40, 255};

static void listen(void* context, scene_event event) {
    why_tool* w = context;
    if (event == SCENE_ENDING) wend_explanation_destroy(w->explanation);
    if (event == SCENE_OPENED || event == SCENE_REBUILT || event == SCENE_EDITED || event == SCENE_RECOSTED ||
        event == SCENE_CLOSING)
        w->shown = false;
    if (event != SCENE_PLANNED || !w->shown) return;
    const wend_explanation_info info = wend_explanation_get_info(w->explanation);
    const wend_query* q = &w->document->scene.query;
    if (!same_tile(info.from.tile, q->start) || !same_tile(info.to.tile, q->goal) || w->profile != q->profile)
        w->shown = false;
}

static const wend_opening* openings_of(const why_tool* w, int32_t* count_out) {
    return wend_explanation_openings(w->explanation, count_out);
}

// ---- the explanation

typedef struct asking {
    const scene* scene;
    wend_explanation* out;
} asking;

static wend_result ask(job* j, void* context) {
    const asking* a = context;
    const wend_query* q = &a->scene->query;
    wend_search_def def = wend_default_search_def();
    def.should_cancel = job_should_cancel;
    def.cancel_context = j;
    wend_search* search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) result = wend_explain(search, scene_view(a->scene), q->start, q->goal, a->out);
    wend_search_destroy(search);
    return result;
}

// "2 blocked tiles, 1 wall"
static void list_openings(const why_tool* w, char* out, size_t size) {
    static const char* const names[WEND_OPENING_KIND_COUNT][2] = {
        {"blocked tile", "blocked tiles"},   {"one-way step", "one-way steps"}, {"wall", "walls"},
        {"disabled link", "disabled links"}, {"narrow tile", "narrow tiles"},
    };
    int counts[WEND_OPENING_KIND_COUNT] = {0};
    int32_t count = 0;
    const wend_opening* openings = openings_of(w, &count);
    for (int32_t i = 0; i < count; i++) counts[openings[i].kind]++;
    size_t used = 0;
    out[0] = '\0';
    for (int kind = 0; kind < WEND_OPENING_KIND_COUNT && used < size; kind++)
        if (counts[kind] > 0)
            used += (size_t)snprintf(out + used, size - used, "%s%d %s", used > 0 ? ", " : "", counts[kind],
                                     names[kind][counts[kind] > 1]);
}

static void describe_end(const wend_explained_end* end, const char* name, char* out, size_t size) {
    if (!end->passable)
        snprintf(out, size, "The %s is blocked.", name);
    else
        snprintf(out, size, "The %s reaches %lld tile%s.", name, (long long)end->component_tiles,
                 end->component_tiles == 1 ? "" : "s");
}

static void describe(why_tool* w) {
    const wend_explanation_info info = wend_explanation_get_info(w->explanation);
    int32_t count = 0;
    const wend_opening* openings = openings_of(w, &count);
    w->can_open = count > 0;
    if (count == 0) {
        snprintf(w->text, sizeof w->text, "%s",
                 info.outcome == WEND_FOUND ? "A path leads from start to goal, so nothing has to be opened."
                                            : "No path, and nothing that could be opened.");
        return;
    }
    char ends[2][80], list[200];
    describe_end(&info.from, "start", ends[0], sizeof ends[0]);
    describe_end(&info.to, "goal", ends[1], sizeof ends[1]);
    list_openings(w, list, sizeof list);
    const char* back = info.leads_back ? " A path leads back." : "";
    snprintf(w->text, sizeof w->text, "%s %s%s The least to be opened: %s, the first at (%s).", ends[0],
             ends[1], back, list, place_tile(&w->document->scene, openings[0].from).text);
}

static void explain(why_tool* w) {
    document* d = w->document;
    if (w->explanation == NULL && wend_explanation_create(NULL, &w->explanation) != WEND_OK) {
        notice_show(d->notice, true, "out of memory");
        return;
    }
    asking a = {&d->scene, w->explanation};
    const wend_result result =
        work_run(d->window, d->scene.name, "looking for the cheapest opening", ask, &a);
    w->shown = result == WEND_OK;
    w->profile = d->scene.query.profile;
    if (result == WEND_OK)
        describe(w);
    else if (result != WEND_ERROR_CANCELLED)
        notice_show(d->notice, true, "cannot explain: %s", wend_result_string(result));
}

// ---- opening

// What the nearest passable tile of the path is made of; otherwise the cheapest class; 0: there is none.
static uint8_t class_like_neighbours(const why_tool* w, wend_tile tile) {
    const scene* s = &w->document->scene;
    int32_t count = 0, at = 0;
    const wend_tile* tiles = wend_explanation_tiles(w->explanation, &count);
    while (at < count && !same_tile(tiles[at], tile)) at++;
    for (int32_t step = 1; step < count; step++) {
        for (int32_t i = at - step; i <= at + step; i += 2 * step) {
            if (i < 0 || i >= count) continue;
            const uint8_t terrain_class = wend_grid_class(s->grid, tiles[i]);
            if (scene_class_cost(s, terrain_class) > 0) return terrain_class;
        }
    }
    int cheapest = 0;
    for (int i = 1; i < WEND_CLASS_COUNT; i++) {
        const float cost = scene_class_cost(s, i);
        if (cost > 0 && (cheapest == 0 || cost < scene_class_cost(s, cheapest))) cheapest = i;
    }
    return (uint8_t)cheapest;
}

static void open_tile(const why_tool* w, edit_pass* pass, wend_tile tile, uint8_t terrain_class) {
    const scene* s = &w->document->scene;
    if (!wend_grid_contains(s->grid, tile)) return;
    const uint8_t old = wend_grid_class(s->grid, tile);
    if (scene_class_cost(s, old) == 0 && terrain_class != 0)
        edits_add_run(pass, (wend_rect){tile.x, tile.y, 1, 1, tile.floor}, old, terrain_class);
}

// Opens what the body of the profile touches round a tile.
static void widen(const why_tool* w, edit_pass* pass, wend_tile tile) {
    const scene* s = &w->document->scene;
    wend_profile_def def;
    if (wend_world_get_profile(s->world, s->query.profile, &def) != WEND_OK) return;
    const bool inflated = def.inflation.inflation_radius > 0;
    const float radius =
        inflated ? (float)def.inflation.inscribed_radius / wend_grid_tile_size(s->grid) : def.radius;
    const int reach = (int)ceilf(radius + 0.5f);
    const uint8_t terrain_class = class_like_neighbours(w, tile);
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            // From the centre to the nearest point of the tile; costmaps measure from centre to centre.
            const float part = inflated ? 0 : 0.5f;
            const float x = fmaxf(fabsf((float)dx) - part, 0), y = fmaxf(fabsf((float)dy) - part, 0);
            if (hypotf(x, y) <= radius)
                open_tile(w, pass, (wend_tile){tile.x + dx, tile.y + dy, tile.floor}, terrain_class);
        }
    }
}

static void open_tiles_and_steps(const why_tool* w, edit_pass* pass) {
    int32_t count = 0;
    const wend_opening* openings = openings_of(w, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_opening* o = &openings[i];
        if (o->kind == WEND_OPENING_TILE) open_tile(w, pass, o->from, class_like_neighbours(w, o->from));
        if (o->kind == WEND_OPENING_NARROW) widen(w, pass, o->from);
        if (o->kind == WEND_OPENING_STEP || o->kind == WEND_OPENING_WALL)
            edits_add_exit(pass, o->from, o->to, false);
        if (o->kind == WEND_OPENING_WALL) edits_add_exit(pass, o->to, o->from, false);
    }
}

static wend_result enable_links(const why_tool* w) {
    document* d = w->document;
    int32_t count = 0, link_count = 0;
    const wend_opening* openings = openings_of(w, &count);
    const wend_link* links = wend_grid_links(d->scene.grid, &link_count);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        if (openings[i].kind != WEND_OPENING_LINK) continue;
        for (int32_t k = 0; k < link_count; k++) {
            if (links[k].id != openings[i].link) continue;
            link_change change = {.had = true, .has = true, .before = links[k], .after = links[k]};
            change.after.enabled = true;
            change.after.profiles |= 1u << d->scene.query.profile;
            result = edits_change(&d->edits, EDIT_LINKS, &change, 1);
            links = wend_grid_links(d->scene.grid, &link_count);
            break;
        }
    }
    return result;
}

static void open_all(why_tool* w) {
    document* d = w->document;
    if (!w->shown || !w->can_open || d->edits.open) return;
    edit_pass pass = edits_begin_pass(&d->edits);
    open_tiles_and_steps(w, &pass);
    wend_result result = edits_end_pass(&pass);
    if (result == WEND_OK) result = enable_links(w);
    document_check_edit(d, result);
}

// ---- what is seen

static void draw_opening(const why_tool* w, const wend_opening* o) {
    view* v = w->view;
    if (!view_shows_floor(v, o->from.floor)) return;
    const SDL_FPoint from = view_tile_center(v, o->from), to = view_tile_center(v, o->to);
    const float half = fmaxf((float)v->camera.zoom / 2, 3 * v->scale), line = 2.5f * v->scale;
    if (o->kind == WEND_OPENING_TILE || o->kind == WEND_OPENING_NARROW) {
        const SDL_FPoint low = {from.x - half, from.y - half}, high = {from.x + half, from.y + half};
        SDL_Color fill = mark_color;
        fill.a = 110;
        draw_rect(&v->batch, (SDL_FRect){low.x, low.y, 2 * half, 2 * half}, fill);
        draw_frame(&v->batch, low, high, line + 2 * v->scale, draw_rgb(PALETTE_CASING));
        draw_frame(&v->batch, low, high, line, mark_color);
    } else {
        draw_line(&v->batch, from, to, line + 3 * v->scale, draw_rgb(PALETTE_CASING));
        draw_line(&v->batch, from, to, line + v->scale, mark_color);
    }
    if (half >= 7 * v->scale) return;
    draw_ring(&v->batch, from, 10 * v->scale, line + 2 * v->scale, draw_rgb(PALETTE_CASING));
    draw_ring(&v->batch, from, 10 * v->scale, line, mark_color);
}

void why_draw(const why_tool* w) {
    if (!w->shown) return;
    view* v = w->view;
    int32_t count = 0;
    const wend_tile* tiles = wend_explanation_tiles(w->explanation, &count);
    SDL_Color casing = draw_rgb(PALETTE_CASING);
    casing.a = 150;
    for (int32_t i = 1, first = 0; i < count; i++) {         // straight runs are one line
        if (tiles[i].floor != tiles[i - 1].floor) first = i; // stairs
        const bool turns = i + 1 < count && (tiles[i + 1].floor != tiles[i].floor ||
                                             tiles[i + 1].x - tiles[i].x != tiles[i].x - tiles[i - 1].x ||
                                             tiles[i + 1].y - tiles[i].y != tiles[i].y - tiles[i - 1].y);
        if (!turns && i + 1 < count) continue;
        if (!view_shows_floor(v, tiles[i].floor) || first == i) {
            first = i;
            continue;
        }
        const SDL_FPoint from = view_tile_center(v, tiles[first]), to = view_tile_center(v, tiles[i]);
        draw_line(&v->batch, from, to, 4 * v->scale, casing);
        draw_dashes(&v->batch, from, to, 3 * v->scale, 7 * v->scale, mark_color);
        first = i;
    }
    const wend_opening* openings = openings_of(w, &count);
    for (int32_t i = 0; i < count; i++) draw_opening(w, &openings[i]);
}

// ---- commands

static bool run_why(void* owner, const char* value, char* text) {
    why_tool* w = owner;
    bool on = w->shown;
    if (strcmp(value, "open") == 0) {
        open_all(w);
        return true;
    }
    if (!parse_switch(&on, value, text)) return false;
    if (on && !w->shown) explain(w);
    w->shown = w->shown && on;
    return true;
}

static const command_def why_commands[] = {COMMAND_SWITCH("why", why_tool, shown, .run = run_why),
                                           COMMANDS_END};

void why_init(why_tool* w, document* d, view* v) {
    *w = (why_tool){.document = d, .view = v};
    scene_listen(&d->scene, listen, w);
    commands_add(d->commands, why_commands, w);
}
