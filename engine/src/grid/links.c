// links.c: which links lead from where to where, and how are they added to a grid, changed and copied?
#include "grid/links.h"

#include <math.h>
#include <string.h>

#include "grid/exit_pages.h"
#include "wend/private.h"

// ---- how are links added, found, changed and removed?

static const char* const kind_names[WEND_LINK_KIND_COUNT] = {"other", "tunnel", "lift",     "ladder",
                                                             "jump",  "ferry",  "teleport", "seam"};

const char* wend_link_kind_string(wend_link_kind kind) {
    return (int)kind >= 0 && kind < WEND_LINK_KIND_COUNT ? kind_names[kind] : "unknown kind";
}

wend_result wend_link_kind_from_string(const char* text, wend_link_kind* out) {
    if (!text || !out) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < WEND_LINK_KIND_COUNT; i++) {
        if (strcmp(text, kind_names[i]) != 0) continue;
        *out = (wend_link_kind)i;
        return WEND_OK;
    }
    return WEND_ERROR_ARGUMENT;
}

wend_link wend_default_link(wend_tile from, wend_tile to, float cost) {
    wend_link link = {
        .from = from, .to = to, .cost = cost, .id = -1, .profiles = UINT32_MAX, .enabled = true};
    for (int32_t p = 0; p < WEND_MAX_PROFILES; p++) link.profile_costs[p] = -1;
    return link;
}

// Index of the link with this id; -1: none.
static int32_t link_index(const wend_grid* grid, int32_t id) {
    int32_t index = wendi_links_lower_bound(&grid->links, id);
    return index < grid->links.count && grid->links.data[index].id == id ? index : -1;
}

wend_cost wendi_link_cost(const wend_grid* grid, const wend_link* link) {
    if (link->kind != WEND_LINK_SEAM) return wendi_link_units(link, grid->costs.unit);
    int32_t cost = grid->costs.straight[*wendi_tile(grid, link->to.x, link->to.y)];
    if (wendi_has_directions(grid))
        cost = wendi_times_factor(cost, wendi_level_factor(grid->relief.table, link->to.y, WENDI_EAST));
    return wendi_max(cost, 1);
}

double wendi_link_true_cost(const wend_grid* grid, const wend_link* link) {
    if (link->kind != WEND_LINK_SEAM) return (double)link->cost;
    return wendi_has_directions(grid) ? (double)wendi_link_cost(grid, link) / grid->costs.unit
                                      : (double)grid->class_costs[*wendi_tile(grid, link->to.x, link->to.y)];
}

bool wendi_link_is_usable(const wend_grid* grid, const wend_link* link) {
    return wendi_link_is_enabled(link) && wendi_is_passable(grid, link->from.x, link->from.y) &&
           wendi_is_passable(grid, link->to.x, link->to.y);
}

wendi_link_search wendi_links_in(const wendi_links* links, wendi_link_side side, wend_rect area) {
    wendi_link_search search = {.links = links, .page_row = 1}; // without links, all pages are done
    if (links->count == 0) return search;
    search.ends = &links->ends[side];
    search.area = area;
    search.left = search.page_column = area.x / WENDI_LINK_PAGE_SIDE;
    search.right = (area.x + area.width - 1) / WENDI_LINK_PAGE_SIDE;
    search.page_row = area.y / WENDI_LINK_PAGE_SIDE;
    search.bottom = (area.y + area.height - 1) / WENDI_LINK_PAGE_SIDE;
    return search;
}

// The first page from one on that has some ends; a greater one than the last: none up to that.
static int32_t next_page(const wendi_link_ends* ends, int32_t page, int32_t last) {
    while (page <= last) {
        const uint32_t bits = ends->some[page / 32] >> page % 32;
        if (bits) return page + __builtin_ctz(bits);
        page = (page / 32 + 1) * 32;
    }
    return last + 1;
}

int32_t wendi_next_link(wendi_link_search* search) {
    for (;;) {
        while (search->next < search->end) {
            const wendi_link_end* end = &search->ends->data[search->next++];
            if (wendi_area_contains(search->area, end->tile)) return end->link;
        }
        if (search->page_row > search->bottom) return -1;
        const int32_t row = search->page_row * search->links->page_columns,
                      page = next_page(search->ends, row + search->page_column, row + search->right);
        search->page_column = page - row + 1;
        if (page <= row + search->right) {
            search->next = search->ends->first[page];
            search->end = search->ends->first[page + 1];
            continue;
        }
        search->page_column = search->left;
        search->page_row++;
    }
}

bool wendi_next_usable_link(const wend_grid* grid, wendi_link_search* search, wendi_usable_link* out) {
    const bool leaves = search->ends == &grid->links.ends[WENDI_LINK_FROM];
    for (int32_t i; (i = wendi_next_link(search)) >= 0;) {
        const wend_link* link = &grid->links.data[i];
        if (!wendi_link_is_usable(grid, link)) continue;
        *out = (wendi_usable_link){link, i, leaves ? link->from : link->to, leaves ? link->to : link->from,
                                   wendi_link_cost(grid, link)};
        return true;
    }
    return false;
}

const wend_link* wendi_link_between(const wend_grid* grid, wend_tile from, wend_tile to) {
    const wend_link* best = NULL;
    wend_cost least = 0;
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, from);
    wendi_usable_link link;
    while (wendi_next_usable_link(grid, &search, &link)) {
        if (!wendi_is_same(link.there, to) || (best && link.cost >= least)) continue;
        best = link.link;
        least = link.cost;
    }
    return best;
}

bool wendi_next_inner_link(const wend_grid* grid, wendi_link_search* search, wendi_usable_link* out) {
    while (wendi_next_usable_link(grid, search, out))
        if (wendi_area_contains(search->area, out->there)) return true;
    return false;
}

bool wendi_holds_link(const wend_grid* grid, wend_rect area) {
    wendi_link_search search = wendi_links_in(&grid->links, WENDI_LINK_FROM, area);
    wendi_usable_link link;
    return wendi_next_inner_link(grid, &search, &link);
}

static bool is_valid_cost(float cost) {
    return cost >= 0 && cost <= WEND_MAX_LINK_COST;
}

static bool has_valid_profile_costs(const wend_link* link) {
    for (int32_t p = 0; p < WEND_MAX_PROFILES; p++) {
        const float cost = link->profile_costs[p];
        if (!(cost < 0 || (p > 0 && is_valid_cost(cost)))) return false;
    }
    return true;
}

bool wendi_link_is_valid(const wend_grid* grid, const wend_link* link) {
    return wendi_sheet_contains(grid, link->from) && wendi_sheet_contains(grid, link->to) &&
           !wendi_is_same(link->from, link->to) && is_valid_cost(link->cost) && link->duration >= 0 &&
           isfinite(link->duration) && (int)link->kind >= 0 && link->kind < WEND_LINK_KIND_COUNT &&
           link->id >= 0 && has_valid_profile_costs(link);
}

// An id of -1 is chosen later.
static bool is_valid(const wend_grid* grid, const wend_link* link) {
    wend_link named = *link;
    if (named.id == -1) named.id = 0;
    return wendi_link_is_valid(grid, &named) &&
           (link->kind == WEND_LINK_SEAM ||
            (wendi_sheet_passable(grid, link->from) && wendi_sheet_passable(grid, link->to)));
}

wend_result wendi_grid_reserve_link(wend_grid* grid) {
    wendi_links* links = &grid->links;
    if ((int64_t)grid->width * grid->height > WENDI_MAX_LINKED_TILES) return WEND_ERROR_LIMIT;
    wend_result result = wendi_links_reserve(links, &grid->allocator, &grid->floors, grid->height);
    if (result != WEND_OK) return result;
    return wendi_shortcuts_reserve(&grid->shortcuts, &grid->allocator, (size_t)links->count + 1);
}

// Finds them again where they are no longer on what suits the links, the sheet or the plane.
static void settle_shortcuts(wend_grid* grid) {
    const wendi_walk_costs walk = wendi_walk_costs_of(grid);
    if (wendi_shortcuts_pitch(&grid->shortcuts, &walk) != grid->shortcuts.pitch)
        wendi_grid_find_shortcuts(grid);
}

void wendi_grid_insert_link(wend_grid* grid, const wend_link* link) {
    const wendi_walk_costs walk = wendi_walk_costs_of(grid);
    wendi_links_insert(&grid->links, link);
    wendi_shortcuts_add(&grid->shortcuts, link, &walk);
    settle_shortcuts(grid);
}

// Equal costs are equal bytes.
static void set_profile_cost(wend_link* link, int32_t profile, float cost) {
    link->profile_costs[profile] = cost < 0 ? -1 : cost + 0.0f;
}

wend_result wend_grid_add_link(wend_grid* grid, const wend_link* link, int32_t* id_out_opt) {
    if (!grid || !link) return WEND_ERROR_ARGUMENT;
    wend_link added = *link;
    added.from = wendi_to_sheet(&grid->floors, link->from);
    added.to = wendi_to_sheet(&grid->floors, link->to);
    return wendi_sheet_add_link(grid, &added, id_out_opt);
}

wend_result wendi_sheet_add_link(wend_grid* grid, const wend_link* link, int32_t* id_out_opt) {
    if (!is_valid(grid, link)) return WEND_ERROR_ARGUMENT;
    wendi_links* links = &grid->links;
    if (link->id >= 0 && link_index(grid, link->id) >= 0) return WEND_ERROR_ARGUMENT;
    if (links->count == WEND_MAX_LINKS || wendi_link_most_units(link, grid->costs.unit) > WENDI_MAX_LINK_COST)
        return WEND_ERROR_LIMIT;
    int32_t id = link->id;
    if (id < 0) {
        const wend_link* last = links->count > 0 ? &links->data[links->count - 1] : NULL;
        if (last && last->id == INT32_MAX) return WEND_ERROR_LIMIT;
        id = last ? last->id + 1 : 0;
    }
    wend_result result = wendi_grid_reserve_link(grid);
    if (result != WEND_OK) return result;
    wend_link added = *link;
    added.id = id;
    added.cost += 0.0f; // not -0, so that equal costs are equal bytes
    for (int32_t p = 0; p < WEND_MAX_PROFILES; p++) set_profile_cost(&added, p, link->profile_costs[p]);
    wendi_grid_insert_link(grid, &added);
    grid->version++;
    if (id_out_opt) *id_out_opt = id;
    return WEND_OK;
}

wend_result wend_grid_remove_link(wend_grid* grid, int32_t id) {
    int32_t index = grid ? link_index(grid, id) : -1;
    if (index < 0) return WEND_ERROR_ARGUMENT;
    const wendi_walk_costs walk = wendi_walk_costs_of(grid);
    wendi_shortcuts_remove(&grid->shortcuts, &grid->links.data[index], &walk);
    wendi_links_remove(&grid->links, index);
    settle_shortcuts(grid);
    grid->version++;
    return WEND_OK;
}

wend_result wend_grid_set_link(wend_grid* grid, int32_t id, float cost, bool enabled) {
    int32_t index = grid ? link_index(grid, id) : -1;
    if (index < 0 || !is_valid_cost(cost)) return WEND_ERROR_ARGUMENT;
    wend_link changed = grid->links.data[index];
    changed.cost = cost + 0.0f;
    changed.enabled = enabled;
    if (wendi_link_cost(grid, &changed) > WENDI_MAX_LINK_COST) return WEND_ERROR_LIMIT;
    const wendi_walk_costs walk = wendi_walk_costs_of(grid);
    wendi_shortcuts_remove(&grid->shortcuts, &grid->links.data[index], &walk);
    wendi_shortcuts_add(&grid->shortcuts, &changed, &walk);
    wendi_links_change(&grid->links, index, &changed);
    settle_shortcuts(grid);
    grid->version++;
    return WEND_OK;
}

wend_result wend_grid_set_link_cost(wend_grid* grid, int32_t id, int32_t profile, float cost) {
    int32_t index = grid ? link_index(grid, id) : -1;
    if (index < 0 || profile < 0 || profile >= WEND_MAX_PROFILES) return WEND_ERROR_ARGUMENT;
    const wend_link* link = &grid->links.data[index];
    if (profile == 0) return wend_grid_set_link(grid, id, cost, link->enabled);
    if (!(cost < 0 || is_valid_cost(cost))) return WEND_ERROR_ARGUMENT;
    wend_link changed = *link;
    set_profile_cost(&changed, profile, cost);
    if (wendi_link_most_units(&changed, grid->costs.unit) > WENDI_MAX_LINK_COST) return WEND_ERROR_LIMIT;
    wendi_links_change(&grid->links, index, &changed);
    grid->version++;
    return WEND_OK;
}

const wend_link* wend_grid_links(const wend_grid* grid, int32_t* count_out) {
    if (count_out) *count_out = grid ? grid->links.count : 0;
    return grid && count_out ? wendi_shown_links(&grid->links) : NULL;
}

const wend_link* wend_grid_find_link(const wend_grid* grid, int32_t id) {
    int32_t index = grid ? link_index(grid, id) : -1;
    return index >= 0 ? wendi_shown_links(&grid->links) + index : NULL;
}

const wend_link* wendi_sheet_find_link(const wend_grid* grid, int32_t id) {
    int32_t index = grid ? link_index(grid, id) : -1;
    return index >= 0 ? &grid->links.data[index] : NULL;
}

bool wend_grid_link_is_usable(const wend_grid* grid, int32_t id) {
    const wend_link* link = wendi_sheet_find_link(grid, id);
    return link && wendi_link_is_usable(grid, link);
}

double wend_grid_link_cost(const wend_grid* grid, int32_t id) {
    const wend_link* link = wendi_sheet_find_link(grid, id);
    return link ? wendi_link_true_cost(grid, link) : 0;
}

// ---- how do floors meet?

wend_seam wend_default_seam(wend_tile a_first, wend_tile a_last, wend_tile b_first, wend_tile b_last) {
    return (wend_seam){a_first, a_last, b_first, b_last, UINT32_MAX};
}

// Tiles of one side of a seam; 0: it is neither a row nor a column.
static int32_t side_length(wend_tile first, wend_tile last) {
    const int64_t dx = (int64_t)last.x - first.x, dy = (int64_t)last.y - first.y;
    const int64_t steps = dx < 0 ? -dx : dx, other = dy < 0 ? -dy : dy;
    if (first.floor != last.floor || (dx != 0 && dy != 0) || steps + other >= WEND_MAX_SIDE) return 0;
    return (int32_t)(steps + other) + 1;
}

int32_t wend_seam_length(const wend_seam* seam) {
    if (!seam) return 0;
    const int32_t length = side_length(seam->a_first, seam->a_last);
    return length == side_length(seam->b_first, seam->b_last) ? length : 0;
}

static int32_t sign(int32_t value) {
    return (value > 0) - (value < 0);
}

static wend_tile tile_of_side(wend_tile first, wend_tile last, int32_t pair) {
    return (wend_tile){first.x + pair * sign(last.x - first.x), first.y + pair * sign(last.y - first.y),
                       first.floor};
}

wend_link wendi_seam_link(const wend_seam* seam, int32_t pair, bool back) {
    const wend_tile a = tile_of_side(seam->a_first, seam->a_last, pair),
                    b = tile_of_side(seam->b_first, seam->b_last, pair);
    wend_link link = wend_default_link(back ? b : a, back ? a : b, 0);
    link.kind = WEND_LINK_SEAM;
    link.profiles = seam->profiles;
    return link;
}

bool wendi_seam_to_sheet(const wend_grid* grid, const wend_seam* seam, wend_seam* out) {
    const int32_t length = wend_seam_length(seam);
    if (length == 0) return false;
    *out = *seam;
    wend_tile* const ends[4] = {&out->a_first, &out->a_last, &out->b_first, &out->b_last};
    for (int32_t i = 0; i < 4; i++) {
        *ends[i] = wendi_to_sheet(&grid->floors, *ends[i]);
        if (!wendi_sheet_contains(grid, *ends[i])) return false;
    }
    for (int32_t i = 0; i < length; i++) {
        const wend_link link = wendi_seam_link(out, i, false);
        if (wendi_is_same(link.from, link.to)) return false;
    }
    return true;
}

// Removes the links that were added last, down to a count.
static void remove_down_to(wend_grid* grid, int32_t count) {
    while (grid->links.count > count) wend_grid_remove_link(grid, grid->links.data[grid->links.count - 1].id);
}

wend_result wend_grid_add_seam(wend_grid* grid, const wend_seam* seam, int32_t* first_id_out_opt) {
    wend_seam on_sheet;
    if (!grid || !seam || !wendi_seam_to_sheet(grid, seam, &on_sheet)) return WEND_ERROR_ARGUMENT;
    const int32_t count = 2 * wend_seam_length(&on_sheet), before = grid->links.count;
    int32_t id = 0;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_link link = wendi_seam_link(&on_sheet, i / 2, i % 2);
        result = wendi_sheet_add_link(grid, &link, &id);
    }
    if (result != WEND_OK) remove_down_to(grid, before);
    if (result == WEND_OK && first_id_out_opt) *first_id_out_opt = id - count + 1;
    return result;
}

// ---- which edges of a map are joined?

// The seam between two opposite edges of a floor.
static wend_seam seam_of_edges(const wend_grid* grid, wend_wrap edges, int32_t floor) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t right = map.x + map.width - 1, bottom = map.y + map.height - 1;
    const uint16_t f = (uint16_t)floor;
    const wend_tile corner = {map.x, map.y, f}, right_end = {right, map.y, f}, low_end = {map.x, bottom, f},
                    far = {right, bottom, f};
    return edges == WEND_WRAP_X ? wend_default_seam(right_end, far, corner, low_end)
                                : wend_default_seam(low_end, far, corner, right_end);
}

wend_result wend_grid_wrap(wend_grid* grid, uint32_t edges) {
    if (!grid || edges == 0 || edges > (WEND_WRAP_X | WEND_WRAP_Y)) return WEND_ERROR_ARGUMENT;
    const wend_rect map = wend_grid_area(grid);
    if ((edges & WEND_WRAP_X && map.width < 3) || (edges & WEND_WRAP_Y && map.height < 3))
        return WEND_ERROR_ARGUMENT;
    if (wendi_is_hex(grid->connectivity)) return WEND_ERROR_UNSUPPORTED;
    const int32_t before = grid->links.count;
    wend_result result = WEND_OK;
    for (int32_t floor = 0; floor < grid->floors.count && result == WEND_OK; floor++)
        for (uint32_t one = WEND_WRAP_X; one <= WEND_WRAP_Y && result == WEND_OK; one *= 2) {
            if (!(edges & one)) continue;
            const wend_seam seam = seam_of_edges(grid, (wend_wrap)one, floor);
            result = wend_grid_add_seam(grid, &seam, NULL);
        }
    if (result != WEND_OK) remove_down_to(grid, before);
    return result;
}

uint32_t wend_grid_edges_between(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (!grid) return 0;
    from = wendi_to_sheet(&grid->floors, from);
    to = wendi_to_sheet(&grid->floors, to);
    const bool on_map = wendi_sheet_contains(grid, from) && wendi_sheet_contains(grid, to);
    return on_map ? wendi_edges_between(&grid->floors, from, to) : 0;
}

uint32_t wend_grid_wraps(const wend_grid* grid) {
    if (!grid || grid->links.count == 0) return 0;
    const wendi_floors* floors = &grid->floors;
    int64_t across = 0, down = 0; // links over edges, in both directions
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        if (link->kind != WEND_LINK_SEAM) continue;
        const uint32_t edges = wendi_edges_between(floors, link->from, link->to);
        across += edges == WEND_WRAP_X;
        down += edges == WEND_WRAP_Y;
    }
    return (across >= 2 * (int64_t)floors->height * floors->count ? WEND_WRAP_X : 0u) |
           (down >= 2 * (int64_t)floors->width * floors->count ? WEND_WRAP_Y : 0u);
}

// ---- how does a map get the links, walls and one-way steps of another?
//
// Invariant: an error leaves the map as it was. Links that were added are removed again; its closed steps
// are kept until the steps of both maps are together.

static void remove_links(wend_grid* to, const wendi_links* links, int32_t count) {
    while (count > 0) wendi_links_remove(&to->links, link_index(to, links->data[--count].id));
    wendi_grid_find_shortcuts(to);
}

// On an error none of them is left.
static wend_result add_links(wend_grid* to, const wendi_links* links) {
    if (links->count > WEND_MAX_LINKS - to->links.count) return WEND_ERROR_LIMIT;
    for (int32_t i = 0; i < links->count; i++) {
        if (link_index(to, links->data[i].id) >= 0) return WEND_ERROR_ARGUMENT;
        if (wendi_link_most_units(&links->data[i], to->costs.unit) > WENDI_MAX_LINK_COST)
            return WEND_ERROR_LIMIT;
    }
    for (int32_t i = 0; i < links->count; i++) {
        const wend_result result = wendi_grid_reserve_link(to);
        if (result != WEND_OK) {
            remove_links(to, links, i);
            return result;
        }
        wendi_links_insert(&to->links, &links->data[i]);
    }
    wendi_grid_find_shortcuts(to);
    return WEND_OK;
}

// Loads the closed steps of a page of either map.
static wend_result load_page(wend_grid* to, int32_t index, const wendi_exits* a, const wendi_exits* b) {
    uint8_t declared[WENDI_EXIT_PAGE_TILES] = {0};
    const wendi_exit_page* pages[2] = {a->pages ? a->pages[index] : NULL, b->pages ? b->pages[index] : NULL};
    for (int32_t k = 0; k < 2; k++)
        for (int32_t i = 0; i < WENDI_EXIT_PAGE_TILES && pages[k]; i++) declared[i] |= pages[k]->declared[i];
    return wendi_exits_load_page(to, index, declared);
}

static wend_result add_steps(wend_grid* to, const wendi_exits* exits) {
    if (exits->declared_count == 0) return WEND_OK;
    wendi_exits old = to->exits;
    to->exits = (wendi_exits){0};
    int32_t next = wendi_exits_next_page(exits, 0), next_old = wendi_exits_next_page(&old, 0);
    wend_result result = WEND_OK;
    while (result == WEND_OK && (next >= 0 || next_old >= 0)) {
        const int32_t index = next < 0 || (next_old >= 0 && next_old < next) ? next_old : next;
        result = load_page(to, index, exits, &old);
        if (next == index) next = wendi_exits_next_page(exits, index + 1);
        if (next_old == index) next_old = wendi_exits_next_page(&old, index + 1);
    }
    if (result == WEND_OK) result = wendi_exits_derive(to);
    if (result == WEND_OK) {
        wendi_exits_free(&old, &to->allocator);
    } else {
        wendi_exits_free(&to->exits, &to->allocator);
        to->exits = old;
    }
    return result;
}

wend_result wend_grid_copy_connections(const wend_grid* from, wend_grid* to) {
    if (!from || !to || from == to || from->width != to->width || from->height != to->height ||
        from->floors.count != to->floors.count)
        return WEND_ERROR_ARGUMENT;
    const bool relief = wendi_has_directions(from) && !wendi_has_directions(to);
    wend_result result = relief ? wendi_relief_copy(from, to) : WEND_OK;
    if (result != WEND_OK) return result;
    result = add_links(to, &from->links);
    if (result == WEND_OK) {
        result = add_steps(to, &from->exits);
        if (result != WEND_OK) remove_links(to, &from->links, from->links.count);
    }
    if (result == WEND_OK)
        to->version++;
    else if (relief)
        wend_grid_set_relief(to, NULL);
    return result;
}
