// panel_connections.c: which widgets change links, and what do walls and links say under the pointer?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include "views/connections.h"
#include <inttypes.h>
#include <stdio.h>

static void show_link(const link_tool* t, commands* c) {
    static const char* const kinds[WEND_LINK_KIND_COUNT] = {"other", "tunnel", "lift",     "ladder",
                                                            "jump",  "ferry",  "teleport", "seam"};
    const wend_link* selected = link_tool_selected(t);
    const wend_link* shown = selected != NULL ? selected : &t->next;
    bool two_way = selected != NULL ? link_tool_partner(t, selected) != NULL : t->two_way;
    const scene* s = &t->document->scene;
    if (selected != NULL)
        row_show("link", "%d: %s to %s", selected->id, place_tile(s, selected->from).text,
                 place_tile(s, selected->to).text);
    else
        gui_row("link", GUI_QUIET, "the next one");
    if (t->floor_begun)
        gui_paragraph(GUI_PLAIN, "Show another floor and click where the link ends.");
    else if (wend_grid_floors(s->grid) > 1)
        gui_paragraph(GUI_QUIET,
                      "stairs: click where they begin, show the other floor, click where they end");
    field_combo(c, "link_kind", "kind", kinds, (int)shown->kind, link_tool_kind_name);
    field_decimal(c, "link_cost", "link cost", shown->cost, 0, WEND_MAX_LINK_COST);
    const int32_t profile = t->document->scene.query.profile;
    if (profile > 0) {
        char label[WEND_MAX_PROFILE_NAME + 16];
        snprintf(label, sizeof label, "for %s", wend_world_profile_name(t->document->scene.world, profile));
        const float own = shown->profile_costs[profile];
        field_decimal(c, "link_profile_cost", label, own >= 0 ? own : shown->cost, 0, WEND_MAX_LINK_COST);
    }
    field_checkbox(c, "link_two_way", "both ways", two_way);
    field_checkbox(c, "link_enabled", "enabled", shown->enabled);
    if (selected != NULL) field_button(c, "link_remove", "Remove link", "selected", false);
}

void panel_connections_show(const mouse* m, commands* c) {
    if (m->tool == TOOL_LINK) show_link(&m->links, c);
    if (m->tool == TOOL_WALL) gui_paragraph(GUI_QUIET, "left: wall along the edges; right: opens them");
    if (m->tool == TOOL_ONE_WAY)
        gui_paragraph(GUI_QUIET, "left: drag across edges in the open direction; right: opens them");
}

void panel_connections_show_counts(const wend_grid* grid) {
    int32_t links = 0;
    wend_grid_links(grid, &links);
    int64_t closed = wend_grid_closed_step_count(grid);
    if (links > 0) row_show("links", "%" PRId32, links);
    if (closed > 0) row_show("closed", "%" PRId64 " steps", closed);
}

bool panel_connections_text(const view* v, char out[CONNECTIONS_TEXT]) {
    const wend_grid* grid = v->scene->grid;
    out[0] = '\0';
    if (!view_has(v, LAYER_CONNECTIONS) || !v->pointer_inside || gui_covers(v->pointer_x, v->pointer_y))
        return false;
    int32_t link = connections_link_at_pointer(v);
    connections_describe(grid, view_pointer_tile(v), link, out);
    return out[0] != '\0';
}

void panel_connections_show_tooltip(const view* v) {
    char text[CONNECTIONS_TEXT];
    if (panel_connections_text(v, text)) gui_tooltip(text);
}
