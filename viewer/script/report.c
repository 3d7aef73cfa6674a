// report.c: how does a program learn what the window showed at the end?
#include "app.h"
#include <inttypes.h>
#include <stdio.h>

static void print_text(const char* text) {
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

static void report_import(const import_panel* p) {
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
    print_text(p->problem[0] != '\0' ? p->problem : v->problem);
}

void report_print(const app* a) {
    const scene* s = &a->scene;
    const wend_query* q = &s->query;
    int32_t tiles = 0, waypoints = 0, route = 0;
    wend_path_tiles(s->path, &tiles);
    wend_path_waypoints(s->path, &waypoints);
    wend_path_route(s->path, &route);
    printf("{\"map\":");
    print_text(s->name);
    printf(",\"width\":%d,\"height\":%d", a->camera.map_width, a->camera.map_height);
    printf(",\"start\":[%d,%d],\"goal\":[%d,%d]", q->start.x, q->start.y, q->goal.x, q->goal.y);
    printf(",\"algorithm\":\"%s\",\"outcome\":\"%s\",\"cost\":%.6f", scene_algorithm_name(q->algorithm),
           wend_outcome_string(wend_path_outcome(s->path)), wend_path_cost(s->path));
    printf(",\"tiles\":%d,\"waypoints\":%d,\"route\":%d", tiles, waypoints, route);
    printf(",\"expanded\":%" PRId64 ",\"abstract_expanded\":%" PRId64, s->stats.expanded,
           s->stats.abstract_expanded);
    printf(",\"agent\":{\"present\":%s,\"x\":%.3f,\"y\":%.3f,\"ticks\":%" PRId64 ",\"arrived\":%s}",
           a->agent.present ? "true" : "false", (double)a->agent.body.position.x,
           (double)a->agent.body.position.y, a->agent.ticks, a->agent.arrived ? "true" : "false");
    printf(",\"paused\":%s,\"panel\":%s,\"help\":%s,\"layers\":[", a->paused ? "true" : "false",
           a->panel ? "true" : "false", a->help ? "true" : "false");
    const char* comma = "";
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        if ((a->layers >> layer & 1) == 0) continue;
        printf("%s\"%s\"", comma, layer_names[layer]);
        comma = ",";
    }
    printf("],\"zoom\":%.6g,\"center\":[%.3f,%.3f]", a->camera.zoom, a->camera.x, a->camera.y);
    const editor* e = &a->editor;
    printf(",\"tool\":\"%s\",\"edits\":%d,\"unsaved\":%s,\"settled\":%s", editor_tool_name(e->tool),
           e->position, editor_is_unsaved(e) ? "true" : "false", e->settled ? "true" : "false");
    printf(",\"clusters_rebuilt\":%" PRId64 ",\"edit_us\":%.1f,\"passable\":%" PRId64
           ",\"world_hash\":\"%016" PRIx64 "\"",
           e->clusters_rebuilt, (double)e->edit_ns / 1e3, wend_grid_passable_count(s->grid),
           wend_world_hash(s->world));
    printf(",\"cluster_size\":%d,\"levels\":%d,\"light\":%s,\"asking\":%s", s->info.cluster_size,
           s->info.level_count, a->light ? "true" : "false", a->asking != LEAVE_NOT ? "true" : "false");
    performance_report(a);
    report_import(&a->import);
    report_boids(a);
    fields_report(a);
    playback_report(a);
    printf(",\"recorded\":%d,\"level\":%d,\"components\":%" PRId64, a->sequence.count, a->level,
           a->connected.areas != NULL ? components_count(a->connected.areas) : -1);
    printf(",\"message\":");
    print_text(a->message_frames > 0 ? a->message : "");
    printf(",\"frames\":%d,\"frame_ms_mean\":%.3f,\"frame_ms_max\":%.3f", a->frame,
           a->frame > 1 ? a->frame_ms_sum / (a->frame - 1) : 0.0, a->frame_ms_max);
    printf(",\"frame_cpu_ms_mean\":%.3f,\"frame_cpu_ms_max\":%.3f,\"slow_frames\":%d}\n",
           a->frame > 1 ? a->cpu_ms_sum / (a->frame - 1) : 0.0, a->cpu_ms_max, a->slow_frames);
}
