// layout.c: where in the window is what a script, or a program that drives the window, calls by its name?
#include "script/layout.h"
#include "path_file.h"
#include "platform/imgui_shim.h"
#include "platform/imgui_widgets.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_MAP "small map"

static bool fail(char* why, const char* format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(char* why, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, SCRIPT_WHY, format, arguments);
    va_end(arguments);
    return false;
}

static SDL_Point to_mouse(const layout* l, double x, double y) {
    return (SDL_Point){(int)floor(x / (double)l->pixel_ratio), (int)floor(y / (double)l->pixel_ratio)};
}

// Does no panel or message lie over that pixel of the map?
static bool is_map_bare(const layout* l, double x, double y) {
    return l->map_in_reach && !gui_covers((float)x, (float)y);
}

// ---- widgets

static bool is_seen(const widget* w) {
    return w->seen.w >= 2 && w->seen.h >= 2;
}

static SDL_FPoint middle_of(SDL_FRect r) {
    return (SDL_FPoint){r.x + r.w / 2, r.y + r.h / 2};
}

// Of all widgets of a name the one of that number, from 1; NULL: there are fewer. count_out: how many there
// are.
static const widget* nth_widget(const char* name, size_t length, int number, int* count_out) {
    const widget* found = NULL;
    *count_out = 0;
    for (int i = 0; i < widgets_count(); i++) {
        const widget* w = widgets_at(i);
        if (strlen(w->name) != length || strncmp(w->name, name, length) != 0) continue;
        if (++*count_out == number) found = w;
    }
    return found;
}

static bool tell_names(const char* name, char* why) {
    int used = snprintf(why, SCRIPT_WHY, "there is no widget '%.60s'; there are", name);
    for (int i = 0; i < widgets_count(); i++) {
        const widget* w = widgets_at(i);
        if (!is_seen(w)) continue;
        if (used + (int)strlen(w->name) + 8 > SCRIPT_WHY) break;
        used += snprintf(why + used, (size_t)(SCRIPT_WHY - used), " '%s'", w->name);
    }
    return false;
}

// A name, or NAME#2 for the second of that name.
static const widget* named_widget(const char* name, char* why) {
    int count = 0, number = 1;
    const widget* w = nth_widget(name, strlen(name), 1, &count);
    const char* mark = strrchr(name, '#');
    if (count == 0 && mark != NULL && mark[1] >= '1' && mark[1] <= '9') {
        number = atoi(mark + 1);
        w = nth_widget(name, (size_t)(mark - name), number, &count);
    } else if (count > 1) {
        fail(why, "there are %d widgets '%.60s', expected '%.60s#1' to '%.60s#%d'", count, name, name, name,
             count);
        return NULL;
    }
    if (w == NULL) tell_names(name, why);
    return w;
}

static bool find_widget(const layout* l, const script_place* place, SDL_Point* out, char* why) {
    SDL_Rect small = l->small_map;
    if (strcmp(place->name, SMALL_MAP) == 0 && small.w > 0) {
        double at_x = small.x + small.w * place->part, at_y = small.y + small.h / 2.0;
        if (!place->beyond && !is_map_bare(l, at_x, at_y))
            return fail(why, "something lies over the " SMALL_MAP);
        *out = to_mouse(l, at_x, at_y);
        return true;
    }
    const widget* w = named_widget(place->name, why);
    if (w == NULL) return false;
    double x = (double)w->place.x + (double)w->place.w * place->part, y = (double)middle_of(w->seen).y;
    if (x >= (double)(w->place.x + w->place.w)) x = (double)(w->place.x + w->place.w) - 1;
    if (!w->enabled) return fail(why, "widget '%s' is disabled", w->name);
    if (!is_seen(w)) return fail(why, "widget '%s' is scrolled out of view", w->name);
    if (!w->still) return fail(why, "widget '%s' does not come to rest", w->name);
    if (!place->beyond && !widgets_is_on_top(w, (float)x, (float)y))
        return fail(why, "something lies over widget '%s'", w->name);
    *out = to_mouse(l, x, y);
    return true;
}

// ---- tiles

static bool is_in_reach(const layout* l, SDL_FPoint at, char* why) {
    SDL_Point pixel = {(int)floorf(at.x), (int)floorf(at.y)};
    SDL_Rect window = {0, 0, l->camera->width, l->camera->height};
    if (!SDL_PointInRect(&pixel, &window)) return fail(why, "is outside the window");
    if (!is_map_bare(l, (double)at.x, (double)at.y)) return fail(why, "is beneath a panel or a message");
    if (SDL_PointInRect(&pixel, &l->small_map)) return fail(why, "is beneath the small map");
    return true;
}

static bool find_tile(const layout* l, const script_place* place, SDL_Point* out, char* why) {
    bool is_start = place->name != NULL && strcmp(place->name, "start") == 0;
    wend_tile tile = is_start ? l->start : place->name != NULL ? l->goal : place->tile;
    SDL_FPoint at = camera_tile_center(l->camera, tile);
    char problem[SCRIPT_WHY];
    if (place->name != NULL && tile.floor != l->camera->floor)
        return fail(why, "the %s is on floor %d, which is not shown", place->name, tile.floor);
    if (!place->beyond && !is_in_reach(l, at, problem))
        return fail(why, "tile %d,%d %.100s", tile.x, tile.y, problem);
    *out = to_mouse(l, (double)at.x, (double)at.y);
    return true;
}

bool layout_find(const void* context, const script_place* place, SDL_Point* out, char why_out[SCRIPT_WHY]) {
    const layout* l = context;
    return place->widget ? find_widget(l, place, out, why_out) : find_tile(l, place, out, why_out);
}

// ---- the file

static void print_widget(file_text* out, const layout* l, SDL_FRect r, const char* name) {
    SDL_Point from = to_mouse(l, (double)r.x, (double)r.y);
    SDL_Point to = to_mouse(l, (double)(r.x + r.w), (double)(r.y + r.h));
    file_text_add(out, "widget %d %d %d %d %s\n", from.x, from.y, to.x - from.x, to.y - from.y, name);
}

static void print_widgets(file_text* out, const layout* l) {
    for (int i = 0; i < widgets_count(); i++) {
        const widget* w = widgets_at(i);
        SDL_FPoint middle = middle_of(w->seen);
        if (is_seen(w) && w->enabled && w->still && widgets_is_on_top(w, middle.x, middle.y))
            print_widget(out, l, w->seen, w->name);
    }
    SDL_Rect small = l->small_map;
    if (small.w > 0 && is_map_bare(l, small.x + small.w / 2.0, small.y + small.h / 2.0))
        print_widget(out, l, (SDL_FRect){(float)small.x, (float)small.y, (float)small.w, (float)small.h},
                     SMALL_MAP);
}

static void print_marker(file_text* out, const layout* l, const char* name, wend_tile tile) {
    char problem[SCRIPT_WHY];
    SDL_FPoint at = camera_tile_center(l->camera, tile);
    SDL_Point mouse = to_mouse(l, (double)at.x, (double)at.y);
    if (tile.floor == l->camera->floor && is_in_reach(l, at, problem))
        file_text_add(out, "%s %d %d\n", name, mouse.x, mouse.y);
}

static void describe(file_text* out, const layout* l, const layout_progress* progress) {
    const camera* c = l->camera;
    SDL_Point corner = to_mouse(l, c->width, c->height);
    file_text_add(out, "window %d %d\n", corner.x, corner.y);
    file_text_add(out, "script %s\n", progress->script_ended ? "ended" : "playing");
    file_text_add(out, "inputs %" PRId64 "\n", progress->inputs);
    file_text_add(out, "pointer %d %d\n", progress->pointer.x, progress->pointer.y);
    file_text_add(out, "boids %d %d\n", progress->boid_count, progress->walking_boids);
    file_text_add(out, "map %.9g %.9g %.9g\n", c->zoom / (double)l->pixel_ratio, c->x, c->y);
    print_marker(out, l, "start", l->start);
    print_marker(out, l, "goal", l->goal);
    print_widgets(out, l);
}

// A reader finds the old text or the new one, whole.
static bool replace(const char* file, const char* text) {
    size_t size = strlen(file) + sizeof ".new";
    char* temporary = malloc(size);
    if (temporary == NULL) return false;
    snprintf(temporary, size, "%s.new", file);
    FILE* out = fopen(temporary, "wb");
    bool written = out != NULL && fputs(text, out) >= 0;
    if (out != NULL) written &= fclose(out) == 0;
    written = written && rename(temporary, file) == 0;
    int error = errno;
    if (!written && out != NULL) remove(temporary);
    free(temporary);
    errno = error;
    return written;
}

bool layout_write(const layout* l, const layout_progress* progress, const char* file, char** text_io,
                  char why_out[SCRIPT_WHY]) {
    file_text text = {.size = 0};
    describe(&text, l, progress);
    const bool known = !text.failed && *text_io != NULL && strcmp(text.bytes, *text_io) == 0;
    free(text.failed || known ? text.bytes : *text_io);
    if (text.failed) return fail(why_out, "out of memory");
    if (known) return true;
    *text_io = text.bytes;
    return replace(file, text.bytes) || fail(why_out, "%.200s: cannot be written: %s", file, strerror(errno));
}
