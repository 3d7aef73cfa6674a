// panel_why.c: how is it explained that no path leads to the goal?
#include "panels/panel.h"

void panel_why_show(const why_tool* w, const view* v, commands* c) {
    if (!w->shown) return;
    const SDL_Rect area = view_free_area(v);
    const float width = SDL_min(460 * v->scale, (float)area.w);
    gui_begin_window("why no path", (float)area.x + (float)area.w / 2, (float)(area.y + area.h), 0.5f, 1,
                     width, 0, 0.97f);
    gui_paragraph(GUI_PLAIN, w->text);
    if (w->can_open && gui_button("Open it", false)) commands_push(c, "why", "open");
    if (gui_button("Close", w->can_open)) commands_push(c, "why", "0");
    gui_end_window();
}
