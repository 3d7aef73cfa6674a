// panel_browser.c: how does a user choose a file?
#include "panels/fields.h"
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include <stdio.h>
#include <string.h>

static const char* size_text(int64_t bytes, char out[32]) {
    static const char* const units[] = {"bytes", "kB", "MB", "GB"};
    double size = (double)bytes;
    int unit = 0;
    for (; size >= 1000 && unit < 3; unit++) size /= 1000;
    snprintf(out, 32, unit > 0 && size < 10 ? "%.1f %s" : "%.0f %s", size, units[unit]);
    return out;
}

static void show_entries(const browser* b, commands* c) {
    if (b->problem[0] != '\0') gui_paragraph(GUI_BAD, b->problem);
    if (b->problem[0] == '\0' && b->count == 0)
        gui_text(GUI_QUIET, b->left_out > 0 ? "no files of this kind here" : "this folder is empty");
    for (int i = 0; i < b->count; i++) {
        const browser_entry* e = &b->entries[i];
        char label[300], size[32];
        snprintf(label, sizeof label, "%.250s%s", e->name, e->is_folder ? "/" : "");
        bool twice = false;
        bool chosen = gui_list_line(i, label, e->is_folder ? "" : size_text(e->bytes, size), false, &twice);
        twice = twice && strcmp(b->name, e->name) == 0; // the list may have changed between the clicks
        if (chosen || twice) commands_push(c, "browse-name", e->name);
        if ((twice && !browser_saves(b)) || (chosen && e->is_folder)) commands_push(c, "browse", "take");
    }
}

// The formats that can be saved; choosing one changes the ending of the name.
static void show_format(const browser* b, commands* c) {
    const char* names[4];
    int count = 0, format = browser_format(b);
    for (; browser_format_name(b, count) != NULL; count++) names[count] = browser_format_name(b, count);
    if (gui_combo("format", names, count, &format)) commands_pushf(c, "browse-format", "%d", format);
}

void panel_browser_show(browser* b, const window* w, commands* c) {
    bool saves = browser_saves(b), legends = browser_is_for_legends(b);
    float width = SDL_min(620 * w->scale, (float)w->width - 20 * w->scale);
    float height = SDL_min(480 * w->scale, (float)w->height - 20 * w->scale), line = gui_line_height();
    // A field that is the last one that was typed into keeps its caret; that of another window selects its
    // text.
    const char* id = b->openings % 2 != 0 ? "browser" : "browser again";
    gui_begin_window(id, (float)w->width / 2, (float)w->height / 2, 0.5f, 0.5f, width, height, 1);
    gui_text(GUI_PLAIN, browser_title(b));
    field_button(c, "browse", "Up", "up", false);
    field_button(c, "browse", "Home", "home", true);
    gui_same_line();
    gui_text(GUI_QUIET, b->folder);
    gui_begin_part("entries", 0, -((legends ? 2 : 3) * line + (legends ? 30 : 42) * w->scale));
    show_entries(b, c);
    gui_end_part();
    if (browser_format_name(b, 0) != NULL)
        show_format(b, c);
    else if (!legends && b->mode != BROWSER_OPENS_TILES)
        field_words(c, "browse-filter", "show", browser_filter_name, b->filter);
    char typed[BROWSER_PATH];
    snprintf(typed, sizeof typed, "%s", b->name);
    if (b->fresh) gui_take_keys();
    b->fresh = false;
    if (gui_text_field("file", typed, sizeof typed)) commands_push(c, "browse-name", typed);
    if (b->takes) commands_push(c, "browse", "take");
    b->takes = false;
    field_button(c, "browse", saves ? "Save (Return)" : "Open (Return)", "take", false);
    field_button(c, "browse", "Cancel (Esc)", "close", true);
    gui_end_window();
}
