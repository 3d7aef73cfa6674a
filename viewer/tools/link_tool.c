// link_tool.c: how does the user place, select, move and change links?
#include "tools/link_tool.h"
#include "platform/commands.h"
#include "views/connections.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINK_COST 10.0f ///< of the first link

static void listen(void* context, scene_event event) {
    link_tool* t = context;
    if (event == SCENE_OPENED) t->selected_id = -1;
    if (event != SCENE_OPENED && event != SCENE_REBUILT) return;
    t->grip = LINK_GRIP_NONE;
    t->floor_begun = false;
}

static const wend_grid* grid_of(const link_tool* t) {
    return t->document->scene.grid;
}

const wend_link* link_tool_selected(const link_tool* t) {
    return t->selected_id >= 0 ? wend_grid_find_link(grid_of(t), t->selected_id) : NULL;
}

const wend_link* link_tool_partner(const link_tool* t, const wend_link* link) {
    int32_t count = 0;
    const wend_link* links = wend_grid_links(grid_of(t), &count);
    for (int32_t i = 0; i < count; i++)
        if (same_tile(links[i].from, link->to) && same_tile(links[i].to, link->from) &&
            links[i].kind == link->kind)
            return &links[i];
    return NULL;
}

const char* link_tool_kind_name(int kind) {
    return kind < WEND_LINK_KIND_COUNT ? wend_link_kind_string((wend_link_kind)kind) : NULL;
}

// ---- changes, each one step to undo

static bool apply(link_tool* t, link_change* changes, int32_t count) {
    document* d = t->document;
    wend_result result = edits_change(&d->edits, EDIT_LINKS, changes, count);
    if (result == WEND_OK) return true;
    if (result == WEND_ERROR_ARGUMENT)
        notice_show(d->notice, true, "a link needs two different passable tiles");
    else if (result == WEND_ERROR_LIMIT)
        notice_show(d->notice, true,
                    "too many links: a cluster has room for %d tiles with links, a map for %d",
                    WEND_MAX_CLUSTER_LINKS, WEND_MAX_LINKS);
    else
        document_check_edit(d, result);
    return false;
}

static wend_link reversed(wend_link link) {
    wend_tile from = link.from;
    link.from = link.to;
    link.to = from;
    link.id = -1;
    return link;
}

static void add(link_tool* t, wend_tile from, wend_tile to) {
    link_change changes[2] = {{.has = true, .after = t->next}};
    changes[0].after.from = from;
    changes[0].after.to = to;
    changes[0].after.id = -1;
    changes[1] = (link_change){.has = true, .after = reversed(changes[0].after)};
    if (apply(t, changes, t->two_way ? 2 : 1)) t->selected_id = changes[0].after.id;
}

// Replaces the selected link, and the link back by the same the other way. Nothing is selected: the next
// link will be like this.
static void replace_selected(link_tool* t, const wend_link* wanted) {
    const wend_link* selected = link_tool_selected(t);
    if (selected == NULL) {
        t->next = *wanted;
        return;
    }
    const wend_link* partner = link_tool_partner(t, selected);
    link_change changes[2] = {{.had = true, .has = true, .before = *selected, .after = *wanted}};
    if (partner != NULL) {
        changes[1] = (link_change){true, true, *partner, reversed(*wanted)};
        changes[1].after.id = partner->id;
    }
    apply(t, changes, partner != NULL ? 2 : 1);
}

static wend_link selected_or_next(const link_tool* t) {
    const wend_link* selected = link_tool_selected(t);
    return selected != NULL ? *selected : t->next;
}

static void remove_link(link_tool* t, const wend_link* link) {
    const wend_link* partner = link_tool_partner(t, link);
    link_change changes[2] = {{.had = true, .before = *link}};
    if (partner != NULL) changes[1] = (link_change){.had = true, .before = *partner};
    if (apply(t, changes, partner != NULL ? 2 : 1)) t->selected_id = -1;
}

// Adds or removes the link back of the selected one.
static void set_two_way(void* owner, bool two_way) {
    link_tool* t = owner;
    const wend_link* selected = link_tool_selected(t);
    if (selected == NULL) {
        t->two_way = two_way;
        return;
    }
    const wend_link* partner = link_tool_partner(t, selected);
    if (two_way == (partner != NULL)) return;
    link_change change = {.had = !two_way, .has = two_way};
    if (two_way)
        change.after = reversed(*selected);
    else
        change.before = *partner;
    apply(t, &change, 1);
}

// ---- the mouse

static bool is_near(const link_tool* t, wend_tile tile) {
    const view* v = t->view;
    if (!view_shows_floor(v, tile.floor)) return false;
    SDL_FPoint at = view_tile_center(v, tile);
    float reach = fmaxf(8 * v->scale, (float)v->camera.zoom * 0.4f);
    return hypotf(at.x - v->pointer_x, at.y - v->pointer_y) <= reach;
}

bool link_tool_press(link_tool* t, bool left) {
    const wend_link* selected = link_tool_selected(t);
    if (!left) {
        const wend_link* link = wend_grid_find_link(grid_of(t), connections_link_at_pointer(t->view));
        if (link != NULL) remove_link(t, link);
        return link != NULL;
    }
    t->from = view_pointer_tile(t->view);
    t->grip = selected != NULL && is_near(t, selected->to)     ? LINK_GRIP_TO
              : selected != NULL && is_near(t, selected->from) ? LINK_GRIP_FROM
                                                               : LINK_GRIP_NEW;
    return true;
}

// The link as the drag leaves it. False: it does not change.
static bool dragged(const link_tool* t, wend_link* out) {
    wend_tile to = view_pointer_tile(t->view);
    const wend_link* selected = link_tool_selected(t);
    bool moves = t->grip == LINK_GRIP_FROM || t->grip == LINK_GRIP_TO;
    if (t->grip == LINK_GRIP_NONE || same_tile(to, t->from) || (moves && selected == NULL)) return false;
    *out = moves ? *selected : t->next;
    if (t->grip == LINK_GRIP_NEW) out->from = t->from;
    if (t->grip == LINK_GRIP_FROM)
        out->from = to;
    else
        out->to = to;
    return true;
}

// Selects a link, or begins one to another floor; there, the next click ends it.
static void click(link_tool* t) {
    if (t->floor_begun && t->begin.floor != t->from.floor) {
        t->floor_begun = false;
        add(t, t->begin, t->from);
        return;
    }
    t->selected_id = connections_link_at_pointer(t->view);
    t->begin = t->from;
    t->floor_begun =
        t->selected_id < 0 && wend_grid_floors(grid_of(t)) > 1 && wend_grid_contains(grid_of(t), t->from);
}

void link_tool_release(link_tool* t) {
    wend_link link;
    bool moved = dragged(t, &link);
    if (!moved)
        click(t);
    else if (t->grip == LINK_GRIP_NEW)
        add(t, link.from, link.to);
    else
        replace_selected(t, &link);
    t->grip = LINK_GRIP_NONE;
}

// Where a link to another floor begins; on other floors, how it leads there from the pointer.
static void draw_begin(const link_tool* t) {
    view* v = t->view;
    const float radius = fmaxf(8 * v->scale, (float)v->camera.zoom * 0.4f);
    const SDL_Color white = {255, 255, 255, 255}, dark = {20, 24, 32, 255};
    const wend_tile at = view_pointer_tile(v);
    if (view_shows_floor(v, t->begin.floor)) {
        const SDL_FPoint middle = view_tile_center(v, t->begin);
        draw_ring(&v->batch, middle, radius, 5 * v->scale, dark);
        draw_ring(&v->batch, middle, radius, 2.5f * v->scale, white);
    } else if (v->pointer_inside && wend_grid_contains(grid_of(t), at)) {
        connections_draw_floor_mark(v, view_tile_center(v, at), t->begin.floor > at.floor, radius, white,
                                    dark);
    }
}

void link_tool_draw(const link_tool* t, bool in_hand) {
    view* v = t->view;
    const wend_link* selected = link_tool_selected(t);
    if (!in_hand) return;
    if (selected != NULL) connections_draw_marked(v, selected);
    if (t->floor_begun) draw_begin(t);
    wend_link link;
    if (!dragged(t, &link)) return;
    link.id = -1; // not on the map: dashed
    connections_draw_marked(v, &link);
}

// ---- commands

static bool run_link(void* owner, const char* value, char* why) {
    link_tool* t = owner;
    wend_tile ends[2];
    const wend_grid* grid = grid_of(t);
    if (!parse_tiles(value, grid, ends, why)) return false;
    add(t, ends[0], ends[1]);
    return true;
}

static bool run_select(void* owner, const char* value, char* why) {
    link_tool* t = owner;
    double id = -1;
    if (strcmp(value, "none") != 0 && !parse_range(value, 0, INT32_MAX, &id, why)) return false;
    if (id >= 0 && wend_grid_find_link(grid_of(t), (int32_t)id) == NULL)
        return command_refuse(why, "there is no link %d", (int32_t)id);
    t->selected_id = (int32_t)id;
    return true;
}

// A link by its id, or "selected".
static bool run_remove(void* owner, const char* value, char* why) {
    link_tool* t = owner;
    int32_t before = t->selected_id;
    if (strcmp(value, "selected") != 0 && !run_select(t, value, why)) return false;
    const wend_link* link = link_tool_selected(t);
    if (link != NULL)
        remove_link(t, link);
    else
        notice_show(t->document->notice, false, "no link is selected");
    if (before != t->selected_id && wend_grid_find_link(grid_of(t), before) != NULL) t->selected_id = before;
    return true;
}

static bool has_selected(const void* owner, char* why) {
    return link_tool_selected(owner) != NULL || command_refuse(why, "no link is selected");
}

static void move_from(void* owner, wend_tile tile) {
    wend_link link = selected_or_next(owner);
    link.from = tile;
    replace_selected(owner, &link);
}

static void move_to(void* owner, wend_tile tile) {
    wend_link link = selected_or_next(owner);
    link.to = tile;
    replace_selected(owner, &link);
}

static void set_kind(void* owner, double kind) {
    wend_link link = selected_or_next(owner);
    link.kind = (wend_link_kind)kind;
    replace_selected(owner, &link);
}

static void set_cost(void* owner, double cost) {
    wend_link link = selected_or_next(owner);
    link.cost = (float)cost;
    replace_selected(owner, &link);
}

static int32_t profile_of(const link_tool* t) {
    return t->document->scene.query.profile;
}

static bool has_profile(const void* owner, char* why) {
    return profile_of(owner) != 0 || command_refuse(why, "no profile is chosen");
}

// For the profile of the query; below 0: it has no other cost.
static void set_profile_cost(void* owner, double cost) {
    wend_link link = selected_or_next(owner);
    link.profile_costs[profile_of(owner)] = (float)cost;
    replace_selected(owner, &link);
}

static bool is_enabled(const void* owner) {
    return selected_or_next(owner).enabled;
}

static void turn_enabled(void* owner, bool enabled) {
    wend_link link = selected_or_next(owner);
    link.enabled = enabled;
    replace_selected(owner, &link);
}

static bool is_two_way(const void* owner) {
    const link_tool* t = owner;
    const wend_link* selected = link_tool_selected(t);
    return selected != NULL ? link_tool_partner(t, selected) != NULL : t->two_way;
}

static const command_def link_commands[] = {
    COMMAND("link", run_link, COMMAND_SETTING),
    COMMAND("link_select", run_select, COMMAND_SETTING),
    COMMAND("link_remove", run_remove, COMMAND_SETTING),
    {.name = "link_from", .at = move_from, .allowed = has_selected},
    {.name = "link_to", .at = move_to, .allowed = has_selected},
    COMMAND_CHOOSE("link_kind", link_tool_kind_name, "kind of link", set_kind, .kind = COMMAND_SETTING),
    COMMAND_SET("link_cost", 0, (double)WEND_MAX_LINK_COST, set_cost, .kind = COMMAND_SETTING),
    COMMAND_SET("link_profile_cost", 0, (double)WEND_MAX_LINK_COST, set_profile_cost, .also = "none",
                .also_value = -1, .allowed = has_profile),
    COMMAND_SWITCH("link_enabled", link_tool, two_way, .turn = turn_enabled, .on = is_enabled),
    COMMAND_SWITCH("link_two_way", link_tool, two_way, .turn = set_two_way, .on = is_two_way),
    COMMANDS_END,
};

void link_tool_init(link_tool* t, document* d, view* v) {
    *t = (link_tool){.document = d, .view = v, .selected_id = -1};
    t->next = wend_default_link((wend_tile){0, 0}, (wend_tile){0, 0}, LINK_COST);
    scene_listen(&d->scene, listen, t);
    commands_add(d->commands, link_commands, t);
}
