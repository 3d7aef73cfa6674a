// report.c: how does a program learn what the window showed at the end? Every key stands once, so that a
// program can find it without knowing the nesting.
#include "script/report.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void report_text(const char* text) {
    putchar('"');
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
    printf("\"map\":");
    report_text(s->name);
    printf(",\"width\":%d,\"height\":%d", wend_grid_width(s->grid), wend_grid_height(s->grid));
    printf(",\"start\":[%d,%d],\"goal\":[%d,%d]", q->start.x, q->start.y, q->goal.x, q->goal.y);
    printf(",\"algorithm\":\"%s\",\"outcome\":\"%s\",\"cost\":%.6f", scene_algorithm_name(q->algorithm),
           wend_outcome_string(wend_path_outcome(s->path)), wend_path_cost(s->path));
    printf(",\"tiles\":%d,\"waypoints\":%d,\"route\":%d", tiles, waypoints, route);
    printf(",\"expanded\":%" PRId64 ",\"abstract_expanded\":%" PRId64, s->stats.expanded,
           s->stats.abstract_expanded);
    const edits* e = &d->edits;
    printf(",\"edits\":%d,\"unsaved\":%s,\"settled\":%s", e->position, yes(edits_are_unsaved(e)),
           yes(e->settled));
    printf(",\"clusters_rebuilt\":%" PRId64 ",\"edit_us\":%.1f,\"passable\":%" PRId64
           ",\"world_hash\":\"%016" PRIx64 "\"",
           e->clusters_rebuilt, (double)e->edit_ns / 1e3, wend_grid_passable_count(s->grid),
           wend_world_hash(s->world));
    printf(",\"cluster_size\":%d,\"levels\":%d", s->info.cluster_size, s->info.level_count);
}

void report_view(const map_view* m) {
    const view* v = m->view;
    printf(",\"layers\":[");
    const char* comma = "";
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        if (!view_has(v, (view_layer)layer)) continue;
        printf("%s\"%s\"", comma, layer_names[layer]);
        comma = ",";
    }
    printf("],\"zoom\":%.6g,\"center\":[%.3f,%.3f],\"level\":%d", v->camera.zoom, v->camera.x, v->camera.y,
           v->level);
    const wend_field* field = goal_field_now(&m->goal_field);
    double cost = field != NULL ? wend_field_cost(field, m->scene->query.start) : -1;
    printf(",\"field\":{\"field_clusters\":%d,\"field_whole\":%s,\"field_cost\":%.6f}",
           field != NULL ? wend_field_clusters(field) : 0,
           yes(field != NULL && !m->goal_field.filling && !m->goal_field.partial),
           cost < (double)INFINITY ? cost : -1);
    printf(",\"components\":%" PRId64, m->areas != NULL ? components_count(m->areas) : -1);
}

void report_walk(const walk* w) {
    const agent* a = &w->agent;
    printf(",\"agent\":{\"present\":%s,\"x\":%.3f,\"y\":%.3f,\"ticks\":%" PRId64 ",\"arrived\":%s}",
           yes(a->present), (double)a->body.position.x, (double)a->body.position.y, a->ticks,
           yes(a->arrived));
    printf(",\"paused\":%s,\"camera_follow\":%s,\"time_scale\":%.3g", yes(w->paused), yes(w->view->follow),
           (double)w->time_scale);
}

void report_import(const import* p) {
    const preview* v = &p->preview;
    printf(",\"importing\":%s", p->file != NULL ? "true" : "false");
    if (p->file == NULL) return;
    printf(",\"import_rule\":\"%s\",\"import_threshold\":%.4f", wend_image_rule_name(p->choice.def.rule),
           (double)import_choice_threshold(&p->choice));
    if (v->grid != NULL)
        printf(",\"import_tiles\":%" PRId64 ",\"import_passable\":%" PRId64 ",\"import_islands\":%" PRId64
               ",\"import_largest\":%" PRId64,
               v->tiles, v->passable, v->islands, v->largest);
    printf(",\"import_step\":%d,\"import_fitting\":%d,\"import_line\":[%.0f,%.0f],\"import_problem\":",
           p->info.copy_step, p->fitting, (double)p->line.x, (double)p->line.y);
    report_text(p->problem[0] != '\0' ? p->problem : v->problem);
}
