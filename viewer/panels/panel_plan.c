// panel_plan.c: what does the panel say of the query, its answer and the agent?
#include "document/document.h"
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <inttypes.h>

// May the heuristic of A* exceed the cost?
static bool overestimates(const scene* s) {
    const wend_query* q = &s->query;
    bool too_high = q->heuristic == WEND_MANHATTAN && wend_grid_connectivity(s->grid) != WEND_CONNECTIVITY_4;
    return q->heuristic != WEND_NO_HEURISTIC && q->heuristic_weight > (too_high ? 0.7f : 1);
}

static void show_query(const scene* s, commands* c) {
    const wend_query* q = &s->query;
    field_combo(c, "algorithm", "algorithm", row_algorithms, (int)q->algorithm, scene_algorithm_name);
    field_profile(c, "profile", s->world, s->query.profile);
    const bool astar = q->algorithm == WEND_ASTAR;
    if (astar || q->algorithm == WEND_GREEDY) { // the others have none, or their own
        field_combo(c, "heuristic", "heuristic", row_heuristics, (int)q->heuristic, document_heuristic_name);
        if (astar) field_slider(c, "weight", "weight", q->heuristic_weight, 0, 5, "%.2f");
        if (astar && overestimates(s) && !q->until_proven)
            gui_paragraph(GUI_QUIET, "overestimates: faster, but may cost more");
    }
    if (scene_may_reopen(q->algorithm)) {
        field_checkbox(c, "reopen", "reopen closed tiles", q->reopen || q->until_proven);
        field_checkbox(c, "until_proven", "search until the path is proven", q->until_proven);
    }
    if (scene_has_hex_diagonals(s))
        field_checkbox(c, "hex_diagonals", "diagonals of hexagons", q->hex_diagonals);
    if (s->goal_count > 1) field_button(c, "goals", "Keep only the first goal", "one", false);
    field_checkbox(c, "nearest", "to the nearest tile if blocked", s->nearest);
    field_checkbox(c, "smooth", "smooth waypoints", q->smooth);
}

static void show_refinement(const scene* s, commands* c) {
    if (scene_refines(s->query.algorithm))
        field_combo(c, "refine", "refine", row_refinements, (int)s->query.refinement,
                    document_refinement_name);
}

// An end of the query in numbers that can be typed, in tiles or in units of the world.
static void show_end(const scene* s, const char* setting, wend_tile tile, bool world_units, notice* n,
                     commands* c) {
    if (!world_units) {
        int x = tile.x, y = tile.y;
        if (gui_pair(setting, &x, &y)) commands_pushf(c, setting, "%d,%d,%d", x, y, tile.floor);
        return;
    }
    const uint16_t floor = tile.floor; // which stays
    world_point place = world_frame_center(&s->frame, tile);
    if (!gui_decimal_pair(setting, &place.x, &place.y, place_digits(s))) return;
    if (world_frame_tile_at(&s->frame, place, &tile)) {
        commands_pushf(c, setting, "%d,%d,%d", tile.x, tile.y, floor);
        return;
    }
    world_point low, high;
    char typed[PLACE_TEXT], from[PLACE_TEXT], to[PLACE_TEXT];
    world_frame_bounds(&s->frame, &low, &high);
    place_text(s, place, typed);
    place_text(s, low, from);
    place_text(s, high, to);
    notice_show(n, true, "%s %s is outside the map, which reaches from %s to %s", setting, typed, from, to);
}

static void show_ends(const scene* s, bool world_units, notice* n, commands* c) {
    show_end(s, "start", s->query.start, world_units, n, c);
    show_end(s, "goal", s->query.goal, world_units, n, c);
    if (wend_grid_floors(s->grid) > 1)
        row_show("", "on floor %d and floor %d", s->query.start.floor, s->query.goal.floor);
    field_checkbox(c, "world_units", "in world units", world_units);
}

static void show_cost(const scene* s, bool world_units) {
    const double cost = wend_path_cost(s->path);
    int32_t count = 0;
    wend_path_tiles(s->path, &count);
    if (world_units && place_has_units(s) && s->frame.cost_unit[0] == '\0') {
        row_show("cost", "%.3f%s, in tiles %.2f", cost * world_frame_tile_size(&s->frame), place_unit(s),
                 cost);
    } else {
        char text[COST_TEXT];
        world_frame_cost_text(&s->frame, cost, 2, text);
        row_show("cost", "%s", text);
    }
    if (place_has_units(s))
        row_show("length", "%.2f%s, %d tiles", s->length, place_unit(s), count);
    else
        row_show("length", "%d tiles", count);
}

// What a person wants to know first, above all that can be set.
static void show_answer(const scene* s, bool world_units) {
    const wend_outcome outcome = wend_path_outcome(s->path);
    const gui_tone tone = outcome == WEND_FOUND ? GUI_GOOD : GUI_BAD;
    if (s->stats.total_ns > 0)
        row_show_toned(tone, "outcome", "%s in %.3f ms", row_outcome(outcome),
                       (double)s->stats.total_ns / 1e6);
    else
        row_show_toned(tone, "outcome", "%s", row_outcome(outcome));
    if (s->goal_count > 1 && wend_path_goal(s->path) < 0)
        row_show("reached", "none of %d goals", s->goal_count);
    else if (s->goal_count > 1)
        row_show("reached", "%s, of %d", place_tile(s, s->goals[wend_path_goal(s->path)]).text,
                 s->goal_count);
    char text[ANSWER_TEXT];
    answer_start_text(s, text);
    if (text[0] != '\0') gui_paragraph(GUI_BAD, text);
    answer_goal_text(s, text);
    if (text[0] != '\0') gui_paragraph(GUI_BAD, text);
    if (outcome == WEND_FOUND || outcome == WEND_PARTIAL) show_cost(s, world_units);
}

static void show_work(const scene* s, commands* c) {
    const wend_stats* stats = &s->stats;
    const wend_outcome outcome = wend_path_outcome(s->path);
    char number[32];
    row_show("expanded", "%s tiles", playback_grouped(stats->expanded, number));
    gui_hint(ROW_EXPANDED_HINT);
    if (stats->abstract_expanded > 0)
        row_show("", "%s nodes", playback_grouped(stats->abstract_expanded, number));
    if (stats->scanned > 0) {
        row_show("scanned", "%s tiles", playback_grouped(stats->scanned, number));
        gui_hint(ROW_SCANNED_HINT);
    }
    if (stats->generated > 0) row_show("opened", "%s times", playback_grouped(stats->generated, number));
    if (stats->reopened > 0) row_show("reopened", "%s tiles", playback_grouped(stats->reopened, number));
    if (stats->clusters_refined > 0)
        row_show(stats->scanned > 0 ? "" : "refined in", stats->scanned > 0 ? "in %s sweeps" : "%s clusters",
                 playback_grouped(stats->clusters_refined, number));
    if (s->query.algorithm == WEND_HPA && outcome == WEND_FOUND && stats->abstract_expanded == 0) {
        gui_paragraph(GUI_QUIET,
                      "no abstract path: start and goal are near, so the tiles between them were searched");
        if (s->info.cluster_size > 15 && !s->mapped)
            field_button(c, "cluster", "Smaller clusters", "15", false);
    }
    if (stats->route_ns == 0) return;
    row_show("of the time", "%.3f insert, %.3f route,", (double)stats->insert_ns / 1e6,
             (double)stats->route_ns / 1e6);
    row_show("", "%.3f refine", (double)stats->refine_ns / 1e6);
}

static void show_agent(const agent* walker, const fog* f, bool resting, commands* c) {
    double seconds = (double)walker->ticks * (double)AGENT_TICK;
    if (!walker->present)
        row_show("agent", "none: there is no path");
    else if (walker->waits)
        row_show("agent", "waits: no path from its place");
    else if (walker->arrived)
        row_show("agent", "arrived after %.1f s", seconds);
    else
        row_show("agent", "%s, %.1f s", resting ? "paused" : "walking", seconds);
    field_checkbox(c, "fog", "knows only what it has seen", f->on);
    if (f->on) field_slider_int(c, "fog_range", "sees", f->range, 1, 100);
    if (f->on) row_show("", "%lld tiles seen", (long long)f->seen_count);
    if (f->danger_count == 0) return;
    field_button(c, "dangers_remove", "Remove dangers", "", false);
}

void panel_plan_show(const scene* s, const agent* walker, const fog* f, bool world_units, bool resting,
                     notice* n, commands* c) {
    show_answer(s, world_units);
    show_query(s, c);
    show_ends(s, world_units, n, c);
    show_refinement(s, c);
    show_work(s, c);
    show_agent(walker, f, resting, c);
}
