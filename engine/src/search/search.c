// search.c: how is a search created and freed, and how much memory does it own?
#include "search/search.h"

wend_search_def wend_default_search_def(void) {
    return (wend_search_def){.cookie = WENDI_COOKIE};
}

// Observers see the floors of the map.
static void show_event(const wend_event* event, void* context) {
    const wend_search* search = context;
    const wend_search_observer* observer = &search->shown_observer;
    const wend_grid* grid = search->work.grid;
    if (!grid || wendi_is_sheet(&grid->floors)) {
        observer->event(event, observer->context);
        return;
    }
    wend_event shown = *event;
    shown.tile = wendi_from_sheet(&grid->floors, event->tile);
    shown.from = wendi_from_sheet(&grid->floors, event->from);
    if (event->area.height > 0) shown.area = wendi_area_from_sheet(&grid->floors, event->area);
    observer->event(&shown, observer->context);
}

wend_result wend_search_create(const wend_search_def* def, wend_search** out) {
    if (!def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    wend_search* search = wendi_owner_create(def->allocator, sizeof *search);
    if (!search) return WEND_ERROR_MEMORY;
    const wend_allocator allocator = search->allocator = wendi_owned_by(&search->owner);
    search->clock_ns = def->clock_ns;
    search->clock_context = def->clock_context;
    wendi_flat_init(&search->flat, &allocator);
    wendi_cluster_search_init(&search->cluster_search, &allocator);
    wendi_route_init(&search->route, &allocator);
    wendi_refine_init(&search->refine, &allocator);
    wendi_subgoal_search_init(&search->subgoal_search, &allocator);
    search->flat.cancel = search->cluster_search.cancel =
        (wendi_cancel){def->should_cancel, def->cancel_context};
    search->shown_observer = def->observer;
    if (def->observer.event) search->observer = (wend_search_observer){show_event, search};
    search->flat.observer = search->cluster_search.observer = search->route.search.observer =
        search->observer;
    search->tiles.allocator = search->corners.allocator = search->waypoints.allocator = allocator;
    search->part_corners.allocator = search->sheet_goals.allocator = allocator;
    search->smoother.allocator = search->links.allocator = allocator;
    wendi_goals_init(&search->goals, &allocator);
    wendi_link_bounds_init(&search->from_start, &allocator);
    for (int32_t i = 0; i < 2; i++) wendi_path_init(&search->candidates[i], &allocator);
    wendi_splice_init(&search->splice, &allocator);
    wendi_query_ends_init(&search->ends, &allocator);
    wendi_opening_search_init(&search->openings, &allocator);
    *out = search;
    return WEND_OK;
}

void wend_search_destroy(wend_search* search) {
    if (!search) return;
    wend_overlay_destroy(search->avoiding);
    wendi_owner_destroy(&search->owner);
}

size_t wend_search_bytes(const wend_search* search) {
    return search ? search->owner.bytes : 0;
}
