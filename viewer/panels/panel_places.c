// panel_places.c: what is said and set of a tour, of what lies within a cost, and of territories?
#include "panels/fields.h"
#include "panels/panel.h"

void panel_places_show(const places_tool* p, const view* v, commands* c) {
    static const char* const kinds[PLACES_KINDS] = {"nothing", "tour through the goals",
                                                    "reach of the pointer", "territories"};
    if (p->kind == PLACES_OFF) return;
    const SDL_Rect area = view_free_area(v);
    const float width = SDL_min(360 * v->scale, (float)area.w);
    gui_begin_window("several places", (float)area.x, (float)(area.y + area.h), 0, 1, width, 0, 0.92f);
    field_combo(c, "places", "show", kinds, PLACES_KINDS, p->kind, places_kind_name);
    gui_paragraph(p->failed ? GUI_BAD : GUI_PLAIN, p->text);
    if (p->kind == PLACES_TOUR) field_checkbox(c, "tour_closed", "back to the start", p->closed);
    if (p->kind == PLACES_REACH) {
        field_decimal(c, "reach_within", "cost", (float)p->within, 1, 1e9f);
        field_slider_int(c, "reach_bands", "bands", p->bands, 1, PLACES_BANDS);
    }
    if (gui_button("Close", false)) commands_push(c, "places", "off");
    gui_end_window();
}
