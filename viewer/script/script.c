// script.c: how does a text file stand in for a person?
#include "script/script.h"
#include "platform/keys.h"
#include "platform/memory.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_BYTES = 1 << 10,
    MAX_BYTES = 1 << 20,
    MAX_PIXEL = 100000,
    MAX_WAIT = 1000000, // frames
    DRAG_STEPS = 8,     // motions that a drag is made of
    MAX_WORDS = 6,
    REST_FRAMES = 2,  // before a place is looked for, as what was done may move it
    FIND_FRAMES = 30, // in which it is looked for
};

// A hover, click or drag.
typedef struct gesture {
    script_place places[2];
    int count, line;
    bool found;    // at once, where they are pixels
    int modifiers; // held while the button is pressed
    SDL_Point at[2];
    struct gesture* next;
} gesture;

// What happens in one frame, or nothing in several.
typedef struct step {
    SDL_Event event;        // of type SDL_FIRSTEVENT: none
    SDL_Event event_2;      // likewise: a key goes down and up in one frame
    script_setting setting; // name NULL: none
    const char* file;       // of a drop, whose event gets a copy; NULL: none
    int frames;
    gesture* gesture; // whose places the event of the mouse is at; NULL: it is not of the mouse, or its wheel
    double way;       // how far from the first place to the second [Range: 0..1]
} step;

struct script {
    const char* file;
    char* text; // the settings and places point into it
    gesture* gestures;
    step* steps;
    int count, capacity, next;
    int waited, looked; // frames
    Uint32 event_type;
};

// While a script is read.
typedef struct reader {
    script* script;
    const char* file;
    int line;
    wend_error* error;
} reader;

static wend_result fail(reader* r, wend_result result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
static wend_result fail(reader* r, wend_result result, const char* format, ...) {
    char text[SCRIPT_WHY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char* c = text; *c != '\0'; c++)
        if (iscntrl((unsigned char)*c)) *c = '?';
    r->error->result = result;
    if (r->line == 0)
        snprintf(r->error->text, sizeof r->error->text, "%s: %s", r->file, text);
    else
        snprintf(r->error->text, sizeof r->error->text, "%s:%d: %s", r->file, r->line, text);
    return result;
}

static wend_result add(reader* r, const step* s) {
    script* all = r->script;
    if (!memory_grow(&all->steps, all->count, &all->capacity, sizeof *all->steps))
        return fail(r, WEND_ERROR_MEMORY, "out of memory");
    all->steps[all->count++] = *s;
    return WEND_OK;
}

// ---- the words of a line

static bool parse_integer(const char* word, long least, long most, int* out) {
    char* end = NULL;
    errno = 0;
    long value = strtol(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || value < least || value > most) return false;
    *out = (int)value;
    return true;
}

static wend_result parse_button(reader* r, const char* word, Uint8* out) {
    static const char* const names[] = {"left", "middle", "right"};
    for (*out = SDL_BUTTON_LEFT; *out <= SDL_BUTTON_RIGHT; ++*out)
        if (strcmp(word, names[*out - SDL_BUTTON_LEFT]) == 0) return WEND_OK;
    return fail(r, WEND_ERROR_FORMAT, "'%s' is no mouse button (left, middle or right)", word);
}

static wend_result read_wheel(reader* r, char** words) {
    step s = {.frames = 1};
    int turns = 0;
    if (!parse_integer(words[0], -100, 100, &turns))
        return fail(r, WEND_ERROR_FORMAT, "'%s' is no number of wheel notches (-100 to 100)", words[0]);
    s.event.wheel = (SDL_MouseWheelEvent){.type = SDL_MOUSEWHEEL, .y = turns, .preciseY = (float)turns};
    return add(r, &s);
}

static wend_result read_key(reader* r, char** words) {
    const char* name = words[0];
    int modifiers = keys_read_modifiers(&name);
    SDL_Keycode key = keys_read_key(name);
    if (key == SDLK_UNKNOWN)
        return fail(r, WEND_ERROR_FORMAT,
                    "unknown key '%s' (e.g. Space, Home, Tab, F12, Escape, R, 1, Ctrl+Z)", name);
    step s = {.frames = 1};
    SDL_Keysym symbol = {.sym = key, .scancode = SDL_GetScancodeFromKey(key)};
    symbol.mod = (Uint16)modifiers;
    s.event.key = (SDL_KeyboardEvent){.type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = symbol};
    s.event_2.key = (SDL_KeyboardEvent){.type = SDL_KEYUP, .state = SDL_RELEASED, .keysym = symbol};
    return add(r, &s);
}

// A key that stays down, or comes up.
static wend_result read_hold(reader* r, char** words) {
    const wend_result result = read_key(r, words);
    if (result == WEND_OK) r->script->steps[r->script->count - 1].event_2 = (SDL_Event){.type = 0};
    return result;
}

static wend_result read_release(reader* r, char** words) {
    const wend_result result = read_key(r, words);
    if (result != WEND_OK) return result;
    step* s = &r->script->steps[r->script->count - 1];
    s->event = s->event_2;
    s->event_2 = (SDL_Event){.type = 0};
    return WEND_OK;
}

static wend_result read_wait(reader* r, char** words) {
    step s = {.frames = 0};
    if (!parse_integer(words[0], 0, MAX_WAIT, &s.frames))
        return fail(r, WEND_ERROR_FORMAT, "'%s' is no number of frames (0 to %d)", words[0], MAX_WAIT);
    return add(r, &s);
}

static wend_result read_drop(reader* r, char** words) {
    step s = {.frames = 1, .file = words[0]};
    s.event.type = SDL_DROPFILE;
    s.event_2.type = SDL_DROPCOMPLETE;
    return add(r, &s);
}

static wend_result read_set(reader* r, char** words) {
    step s = {.frames = 1, .setting = {words[0], words[1], r->line}};
    s.event.type = r->script->event_type;
    return add(r, &s);
}

// ---- places by name

static wend_result read_tile(reader* r, const char* word, script_place* out) {
    int used = 0;
    if (strcmp(word, "start") == 0 || strcmp(word, "goal") == 0) {
        out->name = word;
        return WEND_OK;
    }
    char* comma = strchr(word, ',');
    bool read = comma != NULL && comma - word < 10;
    if (read) {
        char x[10];
        snprintf(x, sizeof x, "%.*s", (int)(comma - word), word);
        read = parse_integer(x, -MAX_PIXEL, MAX_PIXEL, &used);
        out->tile.x = used;
        read = read && parse_integer(comma + 1, -MAX_PIXEL, MAX_PIXEL, &used);
        out->tile.y = used;
    }
    return read ? WEND_OK
                : fail(r, WEND_ERROR_FORMAT, "'%s' is no tile, expected X,Y in whole numbers, start or goal",
                       word);
}

static wend_result parse_part(reader* r, const char* word, double* out) {
    char* end = NULL;
    *out = strtod(word, &end);
    if (end == word || *end != '\0' || !(*out >= 0 && *out <= 1))
        return fail(r, WEND_ERROR_FORMAT, "'%s' is no part of a widget's width (0 to 1)", word);
    return WEND_OK;
}

// Adds a step of the mouse; way: how far from the first place of the gesture to the second.
static wend_result add_mouse(reader* r, gesture* g, SDL_EventType type, Uint8 button, double way) {
    step s = {.frames = 1, .gesture = g, .way = way};
    s.event.button = (SDL_MouseButtonEvent){
        .type = (Uint32)type,
        .button = button,
        .state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED,
        .clicks = 1,
    };
    if (type == SDL_MOUSEMOTION) s.event.motion = (SDL_MouseMotionEvent){.type = SDL_MOUSEMOTION};
    return add(r, &s);
}

// One place: hovered where there is no button, otherwise clicked. Two: dragged from the first to the second.
static wend_result add_gesture(reader* r, const gesture* wanted, Uint8 button) {
    gesture* g = malloc(sizeof *g);
    if (g == NULL) return fail(r, WEND_ERROR_MEMORY, "out of memory");
    *g = *wanted;
    g->line = r->line;
    g->next = r->script->gestures;
    r->script->gestures = g;
    wend_result result = add_mouse(r, g, SDL_MOUSEMOTION, 0, 0);
    if (result != WEND_OK || button == 0) return result;
    result = add_mouse(r, g, SDL_MOUSEBUTTONDOWN, button, 0);
    for (int i = 1; i <= DRAG_STEPS && g->count == 2 && result == WEND_OK; i++)
        result = add_mouse(r, g, SDL_MOUSEMOTION, 0, (double)i / DRAG_STEPS);
    return result == WEND_OK ? add_mouse(r, g, SDL_MOUSEBUTTONUP, button, 1) : result;
}

// The places that a line names by pixels, as X Y each.
static wend_result read_pixels(reader* r, char** words, gesture* g) {
    g->found = true;
    for (int i = 0; i < 2 * g->count; i++)
        if (!parse_integer(words[i], -MAX_PIXEL, MAX_PIXEL, i % 2 == 0 ? &g->at[i / 2].x : &g->at[i / 2].y))
            return fail(r, WEND_ERROR_FORMAT, "'%s' is no pixel position (a whole number)", words[i]);
    if (g->count == 1) g->at[1] = g->at[0];
    return WEND_OK;
}

static wend_result read_tiles(reader* r, char** words, gesture* g) {
    wend_result result = WEND_OK;
    for (int i = 0; i < g->count && result == WEND_OK; i++) result = read_tile(r, words[i], &g->places[i]);
    g->places[1].beyond = true;
    return result;
}

static wend_result read_widget(reader* r, char** words, gesture* g) {
    wend_result result = WEND_OK;
    for (int i = 0; i < 2; i++)
        g->places[i] = (script_place){.widget = true, .name = words[0], .part = 0.5, .beyond = i == 1};
    for (int i = 0; i < 2 && g->count == 2 && result == WEND_OK; i++)
        result = parse_part(r, words[1 + i], &g->places[i].part);
    return result;
}

// ---- a line

// Cuts a line into words, in place; what stands between quotes is one. Words past MAX_WORDS are left out.
static wend_result split(reader* r, char* line, char** words, int* count_out) {
    *count_out = 0;
    for (char* c = line; *count_out <= MAX_WORDS;) {
        while (isspace((unsigned char)*c)) *c++ = '\0';
        if (*c == '\0' || (*c == '#' && *count_out == 0)) break;
        bool quoted = *c == '"';
        if (quoted) c++;
        words[(*count_out)++] = c;
        while (*c != '\0' && (quoted ? *c != '"' : !isspace((unsigned char)*c))) c++;
        if (!quoted) continue;
        if (*c == '\0') return fail(r, WEND_ERROR_FORMAT, "the closing quote is missing");
        *c++ = '\0';
        if (*c != '\0' && !isspace((unsigned char)*c))
            return fail(r, WEND_ERROR_FORMAT, "expected a space after the closing quote");
    }
    return WEND_OK;
}

static wend_result read_line(reader* r, char* line) {
    static const struct {
        const char* verb;
        int arguments;
        bool button; // may name one at its end
        const char* usage;
        wend_result (*read)(reader* r, char** words);
        wend_result (*read_places)(reader* r, char** words, gesture* g); // in its place
        int places;
    } verbs[] = {
        {"move", 2, false, "move X Y", NULL, read_pixels, 1},
        {"click", 2, true, "click X Y [BUTTON]", NULL, read_pixels, 1},
        {"drag", 4, true, "drag X1 Y1 X2 Y2 [BUTTON]", NULL, read_pixels, 2},
        {"wheel", 1, false, "wheel N", read_wheel, NULL, 0},
        {"key", 1, false, "key NAME", read_key, NULL, 0},
        {"hold", 1, false, "hold KEY", read_hold, NULL, 0},
        {"release", 1, false, "release KEY", read_release, NULL, 0},
        {"wait", 1, false, "wait FRAMES", read_wait, NULL, 0},
        {"drop", 1, false, "drop FILE", read_drop, NULL, 0},
        {"set", 2, false, "set NAME VALUE", read_set, NULL, 0},
        {"hover-widget", 1, false, "hover-widget NAME", NULL, read_widget, 1},
        {"click-widget", 1, true, "click-widget NAME [BUTTON]", NULL, read_widget, 1},
        {"drag-widget", 3, false, "drag-widget NAME FROM TO", NULL, read_widget, 2},
        {"hover-tile", 1, false, "hover-tile TILE", NULL, read_tiles, 1},
        {"click-tile", 1, true, "click-tile TILE [BUTTON]", NULL, read_tiles, 1},
        {"drag-tile", 2, true, "drag-tile TILE TILE [BUTTON]", NULL, read_tiles, 2},
    };
    enum { VERBS = sizeof verbs / sizeof verbs[0] };
    char* words[MAX_WORDS + 1] = {NULL};
    int count = 0;
    wend_result result = split(r, line, words, &count);
    if (result != WEND_OK || count == 0) return result;
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(words[0], verbs[i].verb) != 0) continue;
        int arguments = verbs[i].arguments;
        if (count < arguments + 1 || count > arguments + verbs[i].button + 1)
            return fail(r, WEND_ERROR_FORMAT, "expected '%s'", verbs[i].usage);
        if (verbs[i].read != NULL) return verbs[i].read(r, words + 1);
        gesture g = {.count = verbs[i].places};
        Uint8 button = verbs[i].button || g.count == 2 ? SDL_BUTTON_LEFT : 0;
        result = verbs[i].read_places(r, words + 1, &g);
        if (result == WEND_OK && words[arguments + 1] != NULL) {
            const char* name = words[arguments + 1];
            g.modifiers = keys_read_modifiers(&name);
            result = parse_button(r, name, &button);
        }
        return result == WEND_OK ? add_gesture(r, &g, button) : result;
    }
    char known[200];
    int used = 0;
    for (int i = 0; i < VERBS; i++)
        used += snprintf(known + used, sizeof known - (size_t)used, "%s%s", i > 0 ? ", " : "", verbs[i].verb);
    return fail(r, WEND_ERROR_FORMAT, "unknown '%.40s', expected one of %s", words[0], known);
}

// ---- the whole

// Reads the text of a script, with room for its end; of more than MAX_BYTES only a part. False: out of
// memory.
static bool read_bytes(FILE* in, script* s, size_t* size_out) {
    *size_out = 0;
    for (size_t room = FIRST_BYTES; *size_out <= MAX_BYTES; room *= 4) {
        char* text = realloc(s->text, room + 1);
        if (text == NULL) return false;
        s->text = text;
        *size_out += fread(text + *size_out, 1, room - *size_out, in);
        if (*size_out < room) break;
    }
    return true;
}

static wend_result read_text(reader* r) {
    FILE* in = fopen(r->file, "rb");
    if (in == NULL) return fail(r, WEND_ERROR_IO, "cannot read the script: %s", strerror(errno));
    size_t size = 0;
    bool fits = read_bytes(in, r->script, &size);
    int error = ferror(in) ? errno : 0;
    fclose(in);
    if (!fits) return fail(r, WEND_ERROR_MEMORY, "out of memory");
    if (error != 0) return fail(r, WEND_ERROR_IO, "cannot read the script: %s", strerror(error));
    if (size > MAX_BYTES)
        return fail(r, WEND_ERROR_LIMIT, "more than %d bytes, too long for a script", MAX_BYTES);
    if (memchr(r->script->text, '\0', size) != NULL)
        return fail(r, WEND_ERROR_FORMAT, "has zero bytes, expected a script of text lines");
    r->script->text[size] = '\0';
    return WEND_OK;
}

wend_result script_load(const char* file, Uint32 event_type, script** out, wend_error* error) {
    script* s = calloc(1, sizeof *s);
    reader r = {.script = s, .file = file, .error = error};
    if (s == NULL) return fail(&r, WEND_ERROR_MEMORY, "out of memory");
    s->file = file;
    s->event_type = event_type;
    wend_result result = read_text(&r);
    for (char* line = s->text; result == WEND_OK && line != NULL;) {
        char* end = strchr(line, '\n');
        if (end != NULL) *end = '\0';
        r.line++;
        result = read_line(&r, line);
        line = end != NULL ? end + 1 : NULL;
    }
    if (result != WEND_OK) {
        script_destroy(s);
        return result;
    }
    *out = s;
    return WEND_OK;
}

void script_destroy(script* s) {
    if (s == NULL) return;
    for (gesture* g = s->gestures; g != NULL;) {
        gesture* next = g->next;
        free(g);
        g = next;
    }
    free(s->steps);
    free(s->text);
    free(s);
}

// ---- playing

static bool find_places(gesture* g, script_find* find, const void* context, char* why) {
    for (int i = 0; i < g->count && !g->found; i++)
        if (!find(context, &g->places[i], &g->at[i], why)) return false;
    if (g->count == 1) g->at[1] = g->at[0];
    g->found = true;
    return true;
}

static void place_event(step* s) {
    const gesture* g = s->gesture;
    int x = g->at[0].x + (int)((g->at[1].x - g->at[0].x) * s->way);
    int y = g->at[0].y + (int)((g->at[1].y - g->at[0].y) * s->way);
    if (s->event.type == SDL_MOUSEMOTION) {
        s->event.motion.x = x;
        s->event.motion.y = y;
    } else {
        s->event.button.x = x;
        s->event.button.y = y;
    }
}

wend_result script_play(script* s, script_find* find, const void* context, bool* playing_out,
                        wend_error* error) {
    while (s->next < s->count && s->waited >= s->steps[s->next].frames) {
        s->next++;
        s->waited = 0;
    }
    *playing_out = s->next < s->count;
    if (s->next == s->count) return WEND_OK;
    step* now = &s->steps[s->next];
    if (now->gesture != NULL) {
        char why[SCRIPT_WHY];
        if (!now->gesture->found && s->looked++ < REST_FRAMES) return WEND_OK;
        bool found = find_places(now->gesture, find, context, why);
        if (!found && s->looked < FIND_FRAMES) return WEND_OK;
        reader r = {.script = s, .file = s->file, .line = now->gesture->line, .error = error};
        if (!found) return fail(&r, WEND_ERROR_FORMAT, "%s", why);
        s->looked = 0;
        place_event(now);
        if (now->event.type == SDL_MOUSEBUTTONDOWN) SDL_SetModState((SDL_Keymod)now->gesture->modifiers);
        if (now->event.type == SDL_MOUSEMOTION && now->way == 0) SDL_SetModState(KMOD_NONE);
    }
    if (s->waited++ > 0) return WEND_OK;
    if (now->setting.name != NULL) now->event.user.data1 = &now->setting;
    if (now->file != NULL) now->event.drop.file = SDL_strdup(now->file); // freed by who takes the event
    if (now->event.type != SDL_FIRSTEVENT) SDL_PushEvent(&now->event);
    if (now->event_2.type != SDL_FIRSTEVENT) SDL_PushEvent(&now->event_2);
    return WEND_OK;
}
