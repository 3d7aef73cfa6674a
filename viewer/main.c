// main.c: the program `wend-view`: what does its command line say?
#define SDL_MAIN_HANDLED
#include "app.h"
#include "platform/complain.h"
#include "platform/parse.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: wend-view [OPTION]... [FILE]...\n\n"
    "Shows baked worlds (.wend) or any map that wend bake reads, with its clusters, the abstract\n"
    "graph, a plan whose ends can be dragged, and an agent that walks it. Without a file: a sample map.\n"
    "H in the window shows the keys.\n\n"
    "  --size WxH         size of the window in pixels (as it was last time, or 1280x800)\n"
    "  --ui-scale F       size of texts and lines; 1 is for 96 pixels an inch (by the display)\n"
    "  --headless         no display: the same code, drawn into memory, one agent tick a frame\n"
    "  --frames N         end after N frames, and when the script has ended (headless: 60)\n"
    "  --screenshot FILE  write a PNG of the last frame\n"
    "  --record DIR       write a PNG of every frame\n"
    "  --script FILE      inputs of a person as text lines, see wend-view(1)\n"
    "  --layout FILE      keeps in FILE where widgets and markers are in the window\n"
    "  --negate           images: dark is passable, as for wend bake\n"
    "  --blocked-below F  images: the brightness below which a pixel is blocked (0.85)\n"
    "  --report           print the state at the end as one line of JSON\n"
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

static int read_value(app_options* o, const char* name, const char* value) {
    if (strcmp(name, "--screenshot") == 0) {
        o->screenshot = value;
    } else if (strcmp(name, "--record") == 0) {
        o->record = value;
    } else if (strcmp(name, "--script") == 0) {
        o->script = value;
    } else if (strcmp(name, "--layout") == 0) {
        o->layout = value;
    } else if (strcmp(name, "--frames") == 0) {
        if (!parse_int(value, '\0', 1, 100000000, &o->frames, NULL))
            return fail_usage("--frames: '%s' is no number of frames (1 to 100000000)", value);
    } else if (strcmp(name, "--size") == 0) {
        const char* rest = NULL;
        if (!parse_int(value, 'x', 64, 16384, &o->width, &rest) ||
            !parse_int(rest + 1, '\0', 64, 16384, &o->height, NULL))
            return fail_usage("--size: '%s' is no size, expected WxH with sides of 64 to 16384 pixels",
                              value);
    } else if (strcmp(name, "--ui-scale") == 0) {
        if (!parse_float(value, 0.5, 8, &o->scale))
            return fail_usage("--ui-scale: '%s' is no scale (0.5 to 8)", value);
    } else {
        if (!parse_float(value, 0, 1, &o->blocked_below))
            return fail_usage("--blocked-below: '%s' is no brightness (0 to 1)", value);
    }
    return VIEW_OK;
}

// Returns an exit code, or -1 to go on.
static int read_options(int argc, char** argv, file_list* files, app_options* o) {
    static const char* const with_value[] = {"--screenshot", "--record", "--layout",   "--script",
                                             "--frames",     "--size",   "--ui-scale", "--blocked-below"};
    bool files_only = false;
    for (int i = 1; i < argc; i++) {
        const char* word = argv[i];
        if (files_only || word[0] != '-' || word[1] == '\0') { // - is standard input
            if (file_list_add(files, argv[i]) >= 0) continue;
            complain("out of memory");
            return VIEW_RESOURCE;
        }
        if (strcmp(word, "--") == 0) {
            files_only = true;
        } else if (strcmp(word, "--headless") == 0) {
            o->headless = true;
        } else if (strcmp(word, "--report") == 0) {
            o->report = true;
        } else if (strcmp(word, "--negate") == 0) {
            o->negate = true;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            fputs(help, stdout);
            return VIEW_OK;
        } else if (strcmp(word, "--version") == 0) {
            printf("wend-view %s\n", wend_version_string());
            return VIEW_OK;
        } else {
            size_t option = 0, count = sizeof with_value / sizeof with_value[0], length = strcspn(word, "=");
            while (option < count &&
                   (strlen(with_value[option]) != length || strncmp(word, with_value[option], length) != 0))
                option++;
            if (option == count) return fail_usage("unknown option '%s' (see wend-view --help)", word);
            const char* value = word[length] == '=' ? word + length + 1 : ++i < argc ? argv[i] : NULL;
            if (value == NULL) return fail_usage("%s needs a value (see wend-view --help)", word);
            int code = read_value(o, with_value[option], value);
            if (code != VIEW_OK) return code;
        }
    }
    return -1;
}

int main(int argc, char** argv) {
    app_options options = {.blocked_below = -1};
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
