// main.c: the program `wend-view`: what does its command line say?
#define SDL_MAIN_HANDLED
#include "app.h"
#include "platform/commands.h"
#include "platform/notice.h"
#include "tools/actions.h"
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: wend-view [OPTION]... [FILE]...\n\n"
    "Shows baked worlds (.wend) or any map that wend bake reads, with its clusters, the abstract\n"
    "graph, a plan whose ends can be dragged, and an agent that walks it. Without a file: a sample map.\n"
    "F1 in the window shows the keys.\n\n"
    "  --size WxH         size of the window in pixels (as it was last time, or 1280x800)\n"
    "  --ui-scale F       size of texts and lines; 1 is for 96 pixels an inch (by the display)\n"
    "  --patch FILE       a patch of the first FILE, as of wend edit; may be repeated, in order\n"
    "  --autosave         keep unsaved edits in FILE.autosave.wend also without a display\n"
    "  --no-autosave      do not keep them\n"
    "  --headless         no display: the same code, drawn into memory, one agent tick a frame\n"
    "  --draw-all         headless: draw also the frames of which no picture is written\n"
    "  --frames N         end after N frames, and when the script has ended (headless: 60)\n"
    "  --screenshot FILE  write a PNG of the last frame\n"
    "  --record DIR       write a PNG of every frame\n"
    "  --script FILE      inputs of a person as text lines, see wend-view(1)\n"
    "  --layout FILE      keeps in FILE where widgets and markers are in the window\n"
    "  --fleet N          N movers that never stand in each other, each with one goal after the other\n"
    "  --negate           images: dark is passable, as for wend bake\n"
    "  --blocked-below F  images: the brightness below which a pixel is blocked (0.85)\n"
    "  --outside          a map may name files outside its folder, as for wend bake\n"
    "  --root DIR         a map may name files in DIR and below\n"
    "  --report           print the state at the end as one line of JSON\n"
    "  --keys             print the keys and what they do\n"
    "  --help, --version\n\n"
    "exit codes: 0 done, 2 usage, 3 bad input file, 4 output or resources\n";

static int fail_usage(const char* format, ...) __attribute__((format(printf, 1, 2)));
static int fail_usage(const char* format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    complain(text);
    return VIEW_USAGE;
}

static bool parse_int(const char* text, char end_mark, int least, int most, int* out, const char** end_out) {
    char* end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != end_mark || errno != 0 || value < least || value > most) return false;
    *out = (int)value;
    if (end_out != NULL) *end_out = end;
    return true;
}

static bool parse_float(const char* text, double least, double most, float* out) {
    char why[COMMAND_WHY];
    double value = 0;
    if (!parse_range(text, least, most, &value, why)) return false;
    *out = (float)value;
    return true;
}

// The options with a value; the text of a file's name goes where the offset says.
static const struct {
    const char* name;
    size_t text;          // of app_options; 0: it is a number
    const char* expected; // of a number
} with_value[] = {
    {"--screenshot", offsetof(app_options, screenshot), NULL},
    {"--record", offsetof(app_options, record), NULL},
    {"--layout", offsetof(app_options, layout), NULL},
    {"--script", offsetof(app_options, script), NULL},
    {"--root", offsetof(app_options, maps.root), NULL},
    {"--frames", 0, "no number of frames (1 to 100000000)"},
    {"--size", 0, "no size, expected WxH with sides of 64 to 16384 pixels"},
    {"--ui-scale", 0, "no scale (0.5 to 8)"},
    {"--fleet", 0, "no number of movers (1 to 100000)"},
    {"--blocked-below", 0, "no brightness (0 to 1)"},
    {"--patch", 0, "one patch too many: at most 64"},
};
enum {
    FRAMES = 5,
    SIZE,
    UI_SCALE,
    FLEET,
    BLOCKED_BELOW,
    PATCH,
    WITH_VALUE = sizeof with_value / sizeof with_value[0]
};

static int read_value(app_options* o, int option, const char* value) {
    const char* rest = NULL;
    bool good = true;
    if (with_value[option].text != 0)
        *(const char**)((char*)o + with_value[option].text) = value;
    else if (option == FRAMES)
        good = parse_int(value, '\0', 1, 100000000, &o->frames, NULL);
    else if (option == SIZE)
        good = parse_int(value, 'x', 64, 16384, &o->width, &rest) &&
               parse_int(rest + 1, '\0', 64, 16384, &o->height, NULL);
    else if (option == UI_SCALE)
        good = parse_float(value, 0.5, 8, &o->scale);
    else if (option == FLEET)
        good = parse_int(value, '\0', 1, 100000, &o->fleet, NULL);
    else if (option == PATCH && (good = o->maps.patch_count < MOST_PATCHES))
        o->maps.patches[o->maps.patch_count++] = value;
    else if (option == BLOCKED_BELOW)
        good = parse_float(value, 0, 1, &o->maps.blocked_below);
    return good ? VIEW_OK
                : fail_usage("%s: '%s' is %s", with_value[option].name, value, with_value[option].expected);
}

// Returns an exit code, or -1 to go on.
static int read_options(int argc, char** argv, file_list* files, app_options* o) {
    bool files_only = false;
    for (int i = 1; i < argc; i++) {
        const char* word = argv[i];
        if (files_only || word[0] != '-' || word[1] == '\0') { // - is standard input
            if (file_list_add(files, argv[i]) >= 0) continue;
            complain("out of memory");
            return VIEW_RESOURCE;
        }
        bool* flag = strcmp(word, "--") == 0           ? &files_only
                     : strcmp(word, "--headless") == 0 ? &o->headless
                     : strcmp(word, "--draw-all") == 0 ? &o->draw_all
                     : strcmp(word, "--report") == 0   ? &o->report
                     : strcmp(word, "--negate") == 0   ? &o->maps.negate
                     : strcmp(word, "--outside") == 0  ? &o->maps.outside
                                                       : NULL;
        if (flag != NULL) {
            *flag = true;
        } else if (strcmp(word, "--autosave") == 0 || strcmp(word, "--no-autosave") == 0) {
            o->autosave = word[2] == 'a' ? 1 : -1;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            fputs(help, stdout);
            return VIEW_OK;
        } else if (strcmp(word, "--keys") == 0) {
            actions_print();
            return VIEW_OK;
        } else if (strcmp(word, "--version") == 0) {
            printf("wend-view %s\n", wend_version_string());
            return VIEW_OK;
        } else {
            int option = 0;
            size_t length = strcspn(word, "=");
            while (option < WITH_VALUE && (strlen(with_value[option].name) != length ||
                                           strncmp(word, with_value[option].name, length) != 0))
                option++;
            if (option == WITH_VALUE) return fail_usage("unknown option '%s' (see wend-view --help)", word);
            const char* value = word[length] == '=' ? word + length + 1 : ++i < argc ? argv[i] : NULL;
            if (value == NULL) return fail_usage("%s needs a value (see wend-view --help)", word);
            int code = read_value(o, option, value);
            if (code != VIEW_OK) return code;
        }
    }
    return -1;
}

int main(int argc, char** argv) {
    app_options options = {.maps = {.blocked_below = -1}};
    file_list files = {.current = -1};
    int code = read_options(argc, argv, &files, &options);
    if (code < 0) {
        if (options.headless && options.frames == 0) options.frames = 60;
        if (files.count > 0) files.current = 0;
        code = app_run(&options, &files);
    } else {
        file_list_clear(&files);
    }
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(errno != 0 ? strerror(errno) : "standard output cannot be written");
        return VIEW_RESOURCE;
    }
    return code;
}
