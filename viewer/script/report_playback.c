// report_playback.c: how does a program learn what the player showed?
#include "panels/panel_playback.h"
#include "script/report.h"
#include <inttypes.h>
#include <stdio.h>

void report_playback(const playback* p) {
    printf(",\"play_open\":%s,\"play_playing\":%s,\"play_speed\":%.6g,\"play_limit\":%d",
           p->open ? "true" : "false", p->playing ? "true" : "false", (double)p->speed, p->limit);
    if (p->trace == NULL) return;
    const trace_counters* now = trace_now(p->trace);
    const int64_t *tiles = now->kinds[0], *nodes = now->kinds[1];
    char text[300];
    panel_playback_describe(p, text, sizeof text);
    printf(",\"play_position\":%" PRId64 ",\"play_events\":%" PRId64 ",\"play_total\":%" PRId64
           ",\"play_refinement\":%" PRId64 ",\"play_text\":\"%s\"",
           trace_position(p->trace), trace_count(p->trace), trace_total(p->trace), trace_refinement(p->trace),
           text);
    printf(",\"play_opened\":%" PRId64 ",\"play_improved\":%" PRId64 ",\"play_reopened\":%" PRId64
           ",\"play_closed\":%" PRId64 ",\"play_open_list\":%" PRId64,
           tiles[WEND_EVENT_OPENED], tiles[WEND_EVENT_IMPROVED], tiles[WEND_EVENT_REOPENED],
           tiles[WEND_EVENT_CLOSED], now->open[0]);
    printf(",\"play_nodes\":%" PRId64 ",\"play_nodes_closed\":%" PRId64 ",\"play_rows\":%" PRId64
           ",\"play_clusters\":%" PRId64,
           nodes[WEND_EVENT_OPENED], nodes[WEND_EVENT_CLOSED], nodes[WEND_EVENT_ROW],
           nodes[WEND_EVENT_CORRIDOR] + nodes[WEND_EVENT_PROPAGATED]);
    // What the search itself has counted.
    printf(",\"search_expanded\":%" PRId64 ",\"search_generated\":%" PRId64 ",\"search_reopened\":%" PRId64
           ",\"search_abstract_expanded\":%" PRId64 ",\"search_clusters\":%" PRId64 ",\"search_cost\":%.6f",
           p->stats.expanded, p->stats.generated, p->stats.reopened, p->stats.abstract_expanded,
           p->stats.clusters_refined, wend_path_cost(p->path));
}
