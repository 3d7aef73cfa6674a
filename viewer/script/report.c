// report.c: how does a program learn what the window showed at the end? Every key stands once, so that a
// program can find it without knowing the nesting.
#include "script/report.h"
#include "document/place.h"
#include "panels/panel.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void report_text(const char* key, const char* text) {
    printf(",\"%s\":\"", key);
    for (const unsigned char* c = (const unsigned char*)text; *c != '\0'; c++) {
        if (*c < 0x20 || *c == 0x7F)
            printf("\\u%04x", *c);
        else if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else
            putchar(*c);
    }
    putchar('"');
}

static const char* yes(bool value) {
    return value ? "true" : "false";
}

void report_document(const document* d) {
    const scene* s = &d->scene;
    const wend_query* q = &s->query;
    int32_t tiles = 0, waypoints = 0, route = 0;
    wend_path_tiles(s->path, &tiles);
    wend_path_waypoints(s->path, &waypoints);
    wend_path_route(s->path, &route);
    printf("\"width\":%d,\"height\":%d", wend_grid_width(s->grid), wend_grid_height(s->grid));
    report_text("map", s->name);
    printf(",\"floors\":%d,\"start_floor\":%d,\"goal_floor\":%d", wend_grid_floors(s->grid), q->start.floor,
           q->goal.floor);
    printf(",\"start\":[%d,%d],\"goal\":[%d,%d]", q->start.x, q->start.y, q->goal.x, q->goal.y);
    const world_point start = world_frame_center(&s->frame, q->start);
    const world_point goal = world_frame_center(&s->frame, q->goal);
    printf(",\"start_position\":[%.9g,%.9g],\"goal_position\":[%.9g,%.9g],\"length\":%.6f", start.x, start.y,
           goal.x, goal.y, s->length);
    printf(",\"goals\":%d,\"goal_reached\":%d", s->goal_count, wend_path_goal(s->path));
    printf(",\"algorithm\":\"%s\",\"outcome\":\"%s\",\"cost\":%.6f", scene_algorithm_name(q->algorithm),
           wend_outcome_string(wend_path_outcome(s->path)), wend_path_cost(s->path));
    char moved[2][ANSWER_TEXT];
    answer_start_text(s, moved[0]);
    answer_goal_text(s, moved[1]);
    printf(",\"nearest\":%s", yes(s->nearest));
    report_text("start_moved", moved[0]);
    report_text("goal_moved", moved[1]);
    printf(",\"profile\":\"%s\"", wend_world_profile_name(s->world, q->profile));
    printf(",\"tiles\":%d,\"waypoints\":%d,\"route\":%d", tiles, waypoints, route);
    printf(",\"scanned\":%" PRId64, s->stats.scanned);
    printf(",\"expanded\":%" PRId64 ",\"generated\":%" PRId64 ",\"reopened\":%" PRId64
           ",\"abstract_expanded\":%" PRId64,
           s->stats.expanded, s->stats.generated, s->stats.reopened, s->stats.abstract_expanded);
    const edits* e = &d->edits;
    printf(",\"edits\":%d,\"unsaved\":%s,\"refreshed\":%s", e->position, yes(edits_are_unsaved(e)),
           yes(e->refreshed));
    printf(",\"clusters_rebuilt\":%" PRId64 ",\"edit_us\":%.1f,\"passable\":%" PRId64
           ",\"world_hash\":\"%016" PRIx64 "\"",
           e->clusters_rebuilt, (double)e->edit_ns / 1e3, wend_grid_passable_count(s->grid),
           wend_world_hash(s->world));
    printf(",\"cluster_size\":%d,\"levels\":%d", s->info.cluster_size, s->info.level_count);
    printf(",\"warning_shown\":%s", yes(d->warning_shown));
    report_text("warning", s->warning.text);
    report_text("map_layers", s->map_layers);
    report_text("color_warning", s->warning.colors);
}

void report_view(const map_view* m) {
    const view* v = m->view;
    char status[STATUS_TEXT];
    panel_status_text(m, status);
    report_text("status", status);
    printf(",\"layers\":[");
    const char* comma = "";
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        if (!view_has(v, (view_layer)layer)) continue;
        printf("%s\"%s\"", comma, view_layer_name(layer));
        comma = ",";
    }
    printf("],\"floor\":%d,\"zoom\":%.6g,\"center\":[%.3f,%.3f],\"level\":%d", v->camera.floor,
           v->camera.zoom, v->camera.plane.left + v->camera.x, v->camera.plane.top + v->camera.y, v->level);
    const wend_field* field = goal_field_now(&m->goal_field);
    double cost = field != NULL ? wend_field_cost(field, m->scene->query.start) : -1;
    printf(",\"field_stepping\":%s,\"field_steps\":%" PRId64, yes(m->goal_field.stepping),
           m->goal_field.steps);
    printf(",\"field\":{\"field_clusters\":%d,\"field_whole\":%s,\"field_cost\":%.6f}",
           field != NULL ? wend_field_clusters(field) : 0,
           yes(field != NULL && !m->goal_field.filling && !m->goal_field.partial),
           cost < (double)INFINITY ? cost : -1);
    const wend_tile tile = view_pointer_tile(v);
    char obstacle[SCENE_EXPLANATION] = "";
    if (v->pointer_inside && wend_grid_contains(m->scene->grid, tile))
        scene_explain_tile(m->scene, tile, obstacle);
    report_text("obstacle", obstacle);
    char place[PLACE_TEXT] = "";
    if (v->pointer_inside && wend_grid_contains(m->scene->grid, tile) && place_has_units(m->scene))
        place_text(m->scene, world_frame_center(&m->scene->frame, tile), place);
    report_text("place", place);
    char under[SCENE_GROUND] = "";
    if (v->pointer_inside && wend_grid_contains(m->scene->grid, tile))
        scene_describe_ground(m->scene, tile, under);
    report_text("ground", under);
    printf(",\"own_pixels\":%s", yes(m->scene->look.pixels != NULL));
    if (m->finding != NULL) printf(",\"finding\":\"%s\",\"found\":%.3f", m->finding, (double)m->found);
    printf(",\"components\":%" PRId64, m->components != NULL ? components_count(m->components) : -1);
}

void report_connections(const scene* s, const view* v, const link_tool* t) {
    int32_t links = 0, taken = 0;
    const wend_link* selected = link_tool_selected(t);
    char text[CONNECTIONS_TEXT];
    wend_grid_links(s->grid, &links);
    wend_path_links(s->path, &taken);
    panel_connections_text(v, text);
    printf(",\"links\":%d,\"closed_steps\":%" PRId64 ",\"path_links\":%d,\"link_selected\":%d", links,
           wend_grid_closed_step_count(s->grid), taken, selected != NULL ? selected->id : -1);
    report_text("tooltip", text);
}

void report_walk(const walk* w) {
    const agent* a = &w->agent;
    printf(",\"agent\":{\"present\":%s,\"x\":%.3f,\"y\":%.3f,\"ticks\":%" PRId64
           ",\"arrived\":%s,\"waits\":%s,\"off_path\":%s}",
           yes(a->present), (double)a->body.position.x, (double)a->body.position.y, a->ticks, yes(a->arrived),
           yes(a->waits), yes(w->off));
    printf(",\"paused\":%s,\"camera_follow\":%s,\"time_scale\":%.3g", yes(w->paused), yes(w->view->follow),
           (double)w->time_scale);
}

void report_import(const import* p) {
    const preview* v = &p->preview;
    printf(",\"importing\":%s", yes(p->file != NULL));
    if (p->file == NULL) return;
    printf(",\"import_rule\":\"%s\",\"import_threshold\":%.4f", wend_image_rule_name(p->choice.def.rule),
           (double)import_choice_threshold(&p->choice));
    if (v->grid != NULL)
        printf(",\"import_tiles\":%" PRId64 ",\"import_passable\":%" PRId64 ",\"import_components\":%" PRId64
               ",\"import_largest\":%" PRId64,
               v->tiles, v->passable, v->components, v->largest);
    printf(",\"import_valley\":%.4f,\"import_steps\":%d", (double)v->valley, p->steps.position);
    char text[100];
    report_text("import_image", import_describe(p, text));
    const legend* l = &p->choice.legend;
    printf(",\"legend_rows\":%d,\"legend_entries\":%d,\"legend_tolerance\":%d,\"legend\":\"", l->table.count,
           legend_entries(l), l->table.tolerance);
    for (int i = 0; i < legend_entries(l); i++) { // cost and name of each entry
        const wend_legend_row* row = &l->table.rows[legend_first_row(l, i)];
        printf("%s%.4g %.*s", i > 0 ? "; " : "", (double)row->cost, (int)strcspn(row->name, "\"\\"),
               row->name);
    }
    printf("\"");
    printf(",\"import_step\":%d,\"import_fitting\":%d,\"import_line\":[%.0f,%.0f]", p->info.copy_step,
           p->fitting, (double)p->line.x, (double)p->line.y);
    report_text("import_problem", p->problem[0] != '\0' ? p->problem : v->problem);
}

void report_why(const why_tool* w) {
    int32_t count = 0;
    wend_explanation_openings(w->explanation, &count);
    printf(",\"why_shown\":%s,\"why_openings\":%d", yes(w->shown), w->shown ? count : 0);
    report_text("why_text", w->shown ? w->text : "");
}

void report_fleet(const fleet_tool* t) {
    const wend_fleet_stats stats = wend_fleet_get_stats(t->fleet);
    printf(",\"fleet\":%d,\"fleet_steps\":%" PRId64
           ",\"fleet_moving\":%d,\"fleet_arrived\":%d,\"fleet_stuck\":%d",
           t->count, stats.steps, stats.moving, stats.arrived, stats.stuck);
    printf(",\"fleet_reached\":%" PRId64 ",\"fleet_conflicts\":%" PRId64 ",\"fleet_hash\":\"%016" PRIx64 "\"",
           t->reached, t->conflicts, wend_fleet_hash(t->fleet));
}

void report_places(const places_tool* p) {
    const bool tour = p->kind == PLACES_TOUR && !p->failed,
               lands = p->kind == PLACES_TERRITORIES && !p->failed;
    printf(",\"places\":\"%s\"", places_kind_name(p->kind));
    report_text("places_text", p->kind == PLACES_OFF ? "" : p->text);
    printf(",\"tour_legs\":%d,\"tour_cost\":%.6f,\"tour_order\":[", p->leg_count,
           tour && !isinf(p->cost) ? p->cost : -1);
    for (int i = 0; i < p->end_count && tour; i++) printf("%s%d", i > 0 ? "," : "", p->order[i]);
    printf("],\"bands_tiles\":%" PRId64 ",\"territory_tiles\":[", p->kind == PLACES_REACH ? p->reached : 0);
    for (int i = 0; i < p->end_count && lands; i++) printf("%s%" PRId64, i > 0 ? "," : "", p->tiles[i]);
    putchar(']');
}

void report_heights(const heights_tool* h) {
    char text[HEIGHTS_TEXT];
    heights_text(h, text);
    printf(",\"heights\":%s,\"heights_count\":%d,\"climb\":%.1f,\"descent\":%.1f,\"height_at\":%d",
           yes(h->shown), h->count, h->relief.climb, h->relief.descent, h->at);
    report_text("height_text", text);
}

// ---- boids

void report_boids(const boids* b) {
    wend_crowd_stats stats = {0};
    if (b->crowd != NULL) stats = wend_crowd_get_stats(b->crowd);
    printf(",\"boids\":{\"boid_count\":%d,\"boid_selected\":%d", b->count, boids_selected(b) + 1);
    printf(",\"boid_ticks\":%" PRId64, b->ticks);
    for (int state = 0; state < WEND_AGENT_STATE_COUNT; state++)
        printf(",\"boids_%s\":%d", wend_agent_state_string((wend_agent_state)state),
               boids_in_state(b, (wend_agent_state)state));
    printf(",\"collisions\":%" PRId64 ",\"in_walls\":%" PRId64 ",\"boid_plans\":%" PRId64
           ",\"boid_replans\":%d",
           stats.collisions, stats.blocked_ticks, stats.plans, b->replans_asked);
    printf(",\"boid_us\":%.3f", b->boid_ticks > 0 ? (double)b->tick_ns / 1e3 / (double)b->boid_ticks : 0.0);
    // Sums over all show what the rules do to a crowd.
    double speed = 0, x = 0, y = 0, spread = 0, east = 0, south = 0;
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        double fast = (double)hypotf(body->velocity.x, body->velocity.y),
               share = 1 / fmax(fast, 1e-6) / b->count;
        speed += fast / b->count;
        east += (double)body->velocity.x * share;
        south += (double)body->velocity.y * share;
        x += (double)body->position.x / b->count;
        y += (double)body->position.y / b->count;
    }
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        spread += hypot((double)body->position.x - x, (double)body->position.y - y) / b->count;
    }
    printf(",\"boid_speed\":%.4f,\"boid_middle\":[%.3f,%.3f],\"boid_spread\":%.4f,\"boid_order\":%.4f", speed,
           x, y, spread, hypot(east, south));
    if (b->count > 0) {
        int shown = boids_selected(b) >= 0 ? boids_selected(b) : 0;
        const wend_agent* body = boids_body(b, shown);
        printf(",\"boid_at\":[%.3f,%.3f],\"boid_state\":\"%s\"", (double)body->position.x,
               (double)body->position.y, wend_agent_state_string(boids_state(b, shown)));
    }
    printf(",\"boid_hash\":\"%016" PRIx64 "\"}", b->crowd != NULL ? wend_crowd_hash(b->crowd) : 0);
}

// ---- performance

static void print_column(const comparison* c, int i) {
    const char* name = scene_algorithm_name(i);
    const compare_column* col = &c->columns[i];
    const wend_stats* s = &col->stats;
    printf(",\"%s_outcome\":\"%s\",\"%s_cost\":%.6f,\"%s_ratio\":%.6f", name,
           col->result == WEND_OK ? wend_outcome_string(col->outcome) : "failed", name, col->cost, name,
           compare_ratio(c, i));
    printf(",\"%s_scanned\":%" PRId64, name, s->scanned);
    printf(",\"%s_expanded\":%" PRId64 ",\"%s_nodes\":%" PRId64 ",\"%s_clusters\":%" PRId64, name,
           s->expanded, name, s->abstract_expanded, name, s->clusters_refined);
    printf(",\"%s_us\":%.3f,\"%s_runs\":%d,\"%s_bytes\":%zu", name, (double)s->total_ns / 1e3, name,
           col->runs, name, col->bytes);
}

static void print_history(const performance* p) {
    int compared = 0;
    double most = 0;
    for (int i = 0; i < p->history.count; i++) {
        const plan_record* r = history_at(&p->history, i);
        double ratio = r->compared ? history_hpa_ratio(r) : 0;
        compared += r->compared;
        most = ratio > most ? ratio : most;
    }
    printf(",\"plans_made\":%" PRId64 ",\"plans_kept\":%d,\"plans_compared\":%d,\"plans_ratio_max\":%.6f",
           p->history.made, p->history.count, compared, most);
}

static void print_run(const scen_run* r) {
    const trial* t = &r->trial;
    printf(",\"scen_problems\":%" PRId64 ",\"scen_asked\":%" PRId64 ",\"scen_answered\":%" PRId64
           ",\"scen_unreachable\":%" PRId64 ",\"scen_wrong\":%" PRId64,
           t->count, r->problems.count, t->answered, t->unreachable, t->wrong);
    printf(",\"scen_subopt_mean_pct\":%.6f,\"scen_subopt_p99_pct\":%.6f,\"scen_subopt_max_pct\":%.6f",
           r->excess_pct.mean, r->excess_pct.p99, r->excess_pct.max);
    printf(",\"scen_us_mean\":%.3f,\"scen_us_median\":%.3f,\"scen_us_p99\":%.3f", r->us.mean, r->us.median,
           r->us.p99);
    printf(",\"scen_reference\":\"%s\",\"scen_hash\":\"%016" PRIx64 "\"",
           r->file_optimum ? "scenario" : "astar", t->answers_hash);
}

void report_performance(const performance* p) {
    printf(",\"performance\":%s,\"tab\":\"%s\",\"measuring\":\"%s\"", yes(p->open),
           performance_tab_name(p->tab), performance_work_name(p->work));
    int done = p->comparison.revision != 0 ? atomic_load(&p->comparison.done) : 0;
    printf(",\"columns\":%d,\"columns_current\":%s", done, yes(done > 0 && performance_is_current(p)));
    for (int i = 0; i < done; i++) print_column(&p->comparison, i);
    print_history(p);
    if (p->work != MEASURE_SCENARIO && p->run.ran) print_run(&p->run);
}

// ---- two searches

void report_pair(const pair* p) {
    printf(",\"pair\":%s,\"pair_recorded\":%s,\"pair_measured\":%s", yes(p->shown), yes(pair_is_recorded(p)),
           yes(pair_is_measured(p) && atomic_load(&p->measures.done) == PAIR_SIDES));
    if (!pair_is_recorded(p)) return;
    printf(",\"pair_position\":%" PRId64 ",\"pair_events\":%" PRId64 ",\"pair_only_a\":%" PRId64
           ",\"pair_only_b\":%" PRId64 ",\"pair_both\":%" PRId64,
           p->position, pair_length(p), p->only[PAIR_A], p->only[PAIR_B], p->both);
    for (int side = 0; side < PAIR_SIDES; side++) {
        const recording* r = &p->searches[side];
        const char name = (char)('a' + side);
        int32_t tiles = 0;
        wend_path_tiles(r->path, &tiles);
        printf(",\"pair_%c_algorithm\":\"%s\",\"pair_%c_cost\":%.6f,\"pair_%c_tiles\":%d", name,
               scene_algorithm_name((int)p->sides[side].algorithm), name, wend_path_cost(r->path), name,
               tiles);
        printf(",\"pair_%c_expanded\":%" PRId64 ",\"pair_%c_nodes\":%" PRId64, name, r->stats.expanded, name,
               r->stats.abstract_expanded);
        const bool measured = atomic_load(&p->measures.done) > side;
        const compare_column* col = &p->measures.columns[side];
        printf(",\"pair_%c_us\":%.3f,\"pair_%c_runs\":%d", name,
               measured ? (double)col->stats.total_ns / 1e3 : 0, name, measured ? col->runs : 0);
    }
}

// ---- playback

void report_playback(const playback* p) {
    printf(",\"play_open\":%s,\"play_playing\":%s,\"play_speed\":%.6g,\"play_limit\":%d", yes(p->open),
           yes(p->playing), (double)p->speed, p->limit);
    if (p->search.trace == NULL) return;
    const trace_counters* now = &p->search.trace->now;
    const int64_t *tiles = now->kinds[0], *nodes = now->kinds[1];
    char text[300];
    panel_playback_describe(p, text, sizeof text);
    printf(",\"play_position\":%" PRId64 ",\"play_events\":%" PRId64 ",\"play_total\":%" PRId64
           ",\"play_refinement\":%" PRId64 ",\"play_text\":\"%s\"",
           p->search.trace->position, p->search.trace->count, p->search.trace->total,
           p->search.trace->refinement, text);
    printf(",\"play_opened\":%" PRId64 ",\"play_improved\":%" PRId64 ",\"play_reopened\":%" PRId64
           ",\"play_closed\":%" PRId64 ",\"play_open_list\":%" PRId64,
           tiles[WEND_EVENT_OPENED], tiles[WEND_EVENT_IMPROVED], tiles[WEND_EVENT_REOPENED],
           tiles[WEND_EVENT_CLOSED], now->open[0]);
    printf(",\"play_nodes\":%" PRId64 ",\"play_nodes_closed\":%" PRId64 ",\"play_rows\":%" PRId64
           ",\"play_clusters\":%" PRId64,
           nodes[WEND_EVENT_OPENED], nodes[WEND_EVENT_CLOSED], nodes[WEND_EVENT_ROW],
           nodes[WEND_EVENT_CORRIDOR] + nodes[WEND_EVENT_PROPAGATED]);
    char pointer[PLAYBACK_TEXT] = "";
    panel_playback_describe_pointer(p, pointer, sizeof pointer);
    report_text("play_pointer", pointer);
    // What the search itself has counted.
    printf(",\"search_expanded\":%" PRId64 ",\"search_generated\":%" PRId64 ",\"search_reopened\":%" PRId64
           ",\"search_abstract_expanded\":%" PRId64 ",\"search_clusters\":%" PRId64 ",\"search_cost\":%.6f",
           p->search.stats.expanded, p->search.stats.generated, p->search.stats.reopened,
           p->search.stats.abstract_expanded, p->search.stats.clusters_refined,
           wend_path_cost(p->search.path));
}
