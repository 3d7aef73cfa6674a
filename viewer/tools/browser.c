// browser.c: which file does the user choose to open, or to save to?
#define _XOPEN_SOURCE 700
#include "tools/browser.h"
#include "platform/memory.h"
#include "tools/scen_run.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- the list of a folder

static void forget(browser* b) {
    for (int i = 0; i < b->count; i++) free(b->entries[i].name);
    free(b->entries);
    b->entries = NULL;
    b->count = 0;
}

static int compare(const void* a, const void* b) {
    const browser_entry *first = a, *second = b;
    if (first->is_folder != second->is_folder) return first->is_folder ? -1 : 1;
    return strcmp(first->name, second->name);
}

// "FOLDER/NAME"; false: too long.
static bool join(const char* folder, const char* name, char out[BROWSER_PATH]) {
    const char* slash = strcmp(folder, "/") == 0 ? "" : "/";
    return snprintf(out, BROWSER_PATH, "%s%s%s", folder, slash, name) < BROWSER_PATH;
}

// ---- filters

static const struct {
    const char *name, *endings;
} filters[] = {
    {"maps and worlds",
     " wend map txt csv tmx tmj json recipe yaml yml cfg scen png jpg jpeg pgm ppm pbm pnm bmp tga gif "},
    {"worlds (.wend)", " wend "},
    {"pictures", " png jpg jpeg pgm ppm pbm pnm bmp tga gif "},
    {"grids (.map, .txt, .csv)", " map txt csv "},
    {"Tiled maps", " tmx tmj json "},
    {"robot maps and recipes", " yaml yml recipe "},
    {"all files", NULL},
};
enum { FILTERS = sizeof filters / sizeof filters[0] };

const char* browser_filter_name(int filter) {
    return filter < FILTERS ? filters[filter].name : NULL;
}

// What is saved or opened, how the list of files is called, and in which formats.
static const struct {
    const char* shows; // as the command "browse" names it
    const char* title;
    bool saves;
    const char* endings; // of the files that are listed; NULL: those of the filter
    struct {
        const char *name, *ending;
    } formats[4];
} modes[] = {
    [BROWSER_CLOSED] = {.title = ""},
    [BROWSER_OPENS] = {.shows = "open", .title = "Open a map or a world"},
    [BROWSER_SAVES] = {"save",
                       "Save the map as",
                       true,
                       NULL,
                       {{".wend, a world", ".wend"},
                        {".png, grey by cost", ".png"},
                        {".map, MovingAI", ".map"}}},
    [BROWSER_OPENS_LEGEND] = {.shows = "open-legend", .title = "Open a legend", .endings = " legend txt "},
    [BROWSER_SAVES_LEGEND] = {"save-legend", "Save the legend as", true, " legend txt ", {{NULL, NULL}}},
    [BROWSER_OPENS_TILES] = {.shows = "open-tiles",
                             .title = "Open a legend of tiles",
                             .endings = " legend txt "},
    [BROWSER_SAVES_PATH] = {"save-path",
                            "Save the path as",
                            true,
                            " csv geojson gpx ",
                            {{".csv, points in a table", ".csv"},
                             {".geojson, for maps in degrees", ".geojson"},
                             {".gpx, a track for GPS devices", ".gpx"}}},
    [BROWSER_SAVES_PICTURE] =
        {"save-picture", "Save a picture of the map as", true, " png ", {{".png, as it is shown", ".png"}}},
};

bool browser_saves(const browser* b) {
    return modes[b->mode].saves;
}

const char* browser_title(const browser* b) {
    return modes[b->mode].title;
}

const char* browser_format_name(const browser* b, int format) {
    return format < 4 ? modes[b->mode].formats[format].name : NULL;
}

int browser_format(const browser* b) {
    const char* dot = strrchr(b->name, '.');
    int format = 0;
    while (browser_format_name(b, format) != NULL &&
           (dot == NULL || strcmp(modes[b->mode].formats[format].ending, dot) != 0))
        format++;
    return browser_format_name(b, format) != NULL ? format : -1;
}

bool browser_is_for_legends(const browser* b) {
    return b->mode == BROWSER_OPENS_LEGEND || b->mode == BROWSER_SAVES_LEGEND;
}

static bool passes_filter(const browser* b, const char* name) {
    const char* own = modes[b->mode].endings;
    const char* endings = own != NULL ? own : filters[b->filter].endings;
    const char* dot = strrchr(name, '.');
    char word[16];
    if (endings == NULL) return true;
    if (dot == NULL || snprintf(word, sizeof word, " %s ", dot + 1) >= (int)sizeof word) return false;
    for (char* c = word; *c != '\0'; c++) *c = (char)tolower((unsigned char)*c);
    return strstr(endings, word) != NULL;
}

static bool add(browser* b, int* capacity_io, const char* name) {
    char path[BROWSER_PATH];
    struct stat status;
    if (!join(b->folder, name, path) || stat(path, &status) != 0) return true; // gone, or a dead link
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) return true;
    if (S_ISREG(status.st_mode) && !passes_filter(b, name)) {
        b->left_out++;
        return true;
    }
    if (!memory_grow(&b->entries, b->count, capacity_io, sizeof *b->entries)) return false;
    char* copy = strdup(name);
    if (copy == NULL) return false;
    b->entries[b->count++] = (browser_entry){copy, S_ISDIR(status.st_mode), (int64_t)status.st_size};
    return true;
}

static void list_folder(browser* b) {
    forget(b);
    b->problem[0] = '\0';
    b->left_out = 0;
    DIR* folder = opendir(b->folder);
    if (folder == NULL) {
        snprintf(b->problem, sizeof b->problem, "cannot read this folder: %s", strerror(errno));
        return;
    }
    int capacity = 0;
    bool whole = true;
    for (const struct dirent* d; whole && (d = readdir(folder)) != NULL;)
        if (d->d_name[0] != '.') whole = add(b, &capacity, d->d_name);
    closedir(folder);
    if (!whole) snprintf(b->problem, sizeof b->problem, "out of memory for the whole list");
    if (b->count > 0) qsort(b->entries, (size_t)b->count, sizeof *b->entries, compare);
}

static bool is_folder(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void enter(browser* b, const char* folder) {
    char* path = realpath(folder, NULL);
    if (path != NULL && strlen(path) < BROWSER_PATH) snprintf(b->folder, sizeof b->folder, "%s", path);
    free(path);
    list_folder(b);
}

// The folder of the file that is shown, or the current one.
static void enter_first(browser* b) {
    const char* file = file_list_current(&b->document->files);
    const char* slash = file != NULL ? strrchr(file, '/') : NULL;
    char folder[BROWSER_PATH] = ".";
    if (slash == file && file != NULL)
        snprintf(folder, sizeof folder, "/");
    else if (slash != NULL && slash - file < BROWSER_PATH)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - file), file);
    enter(b, folder);
}

// A proposed name is shown in its own folder.
static void show(browser* b, browser_mode mode) {
    const document* d = b->document;
    char proposed[BROWSER_PATH] = "";
    if (mode == BROWSER_SAVES) snprintf(proposed, sizeof proposed, "%s", d->save_name);
    if (mode == BROWSER_SAVES_PATH)
        document_propose_file(d, d->scene.frame.geo.has_transform ? "-path.geojson" : "-path.csv", proposed);
    if (mode == BROWSER_SAVES_PICTURE) document_propose_file(d, "-map.png", proposed);
    const char* name = proposed;
    const char* slash = strrchr(name, '/');
    char folder[BROWSER_PATH] = "";
    if (slash != NULL) snprintf(folder, sizeof folder, "%.*s", (int)SDL_max(slash - name, 1), name);
    b->mode = mode;
    b->fresh = true;
    b->openings++;
    b->takes = false;
    if (is_folder(folder)) {
        enter(b, folder);
        name = slash + 1;
    } else if (b->folder[0] == '\0') {
        enter_first(b);
    } else {
        list_folder(b);
    }
    snprintf(b->name, sizeof b->name, "%s", name);
}

void browser_close(browser* b) {
    forget(b);
    b->mode = BROWSER_CLOSED;
}

// The path that the field names: within the folder unless it is absolute, or begins with ~ as in a shell.
static bool named_path(const browser* b, char out[BROWSER_PATH]) {
    const char* home = getenv("HOME");
    if (home != NULL && b->name[0] == '~' && (b->name[1] == '/' || b->name[1] == '\0'))
        return snprintf(out, BROWSER_PATH, "%s%s", home, b->name + 1) < BROWSER_PATH;
    if (b->name[0] == '/') return snprintf(out, BROWSER_PATH, "%s", b->name) < BROWSER_PATH;
    return join(b->folder, b->name, out);
}

static void say_failed(browser* b) {
    snprintf(b->problem, sizeof b->problem, "%s", b->document->notice->text);
    b->fresh = true;
}

// The window stays open until the file is saved, and only then the name is that of the map. A legend is saved
// by a command, which says what became of it.
static void save(browser* b, const char* path) {
    document* d = b->document;
    if (b->mode == BROWSER_SAVES_LEGEND) {
        commands_push(b->document->commands, "legend-save", path);
    } else if (b->mode == BROWSER_SAVES_PICTURE) { // of the next frame, without this window
        commands_push(b->document->commands, "map_picture", path);
        browser_close(b);
    } else if (b->mode == BROWSER_SAVES_PATH) {
        if (document_save_path(d, path))
            browser_close(b);
        else
            say_failed(b);
    } else if (document_save(d, path)) {
        snprintf(d->save_name, sizeof d->save_name, "%s", path);
        browser_close(b);
    } else {
        say_failed(b);
    }
}

// agreed: a file may be replaced.
static void take(browser* b, bool agreed) {
    char path[BROWSER_PATH];
    if (b->name[0] == '\0' || !named_path(b, path)) return;
    if (is_folder(path)) {
        enter(b, path);
        b->name[0] = '\0';
        return;
    }
    if (browser_saves(b)) {
        if (agreed || replacing_may(&b->document->replacing, path, "browse", "replace")) save(b, path);
        return;
    }
    const bool legends = browser_is_for_legends(b), tiles = b->mode == BROWSER_OPENS_TILES;
    browser_close(b);
    commands_push(b->document->commands,
                  tiles                        ? "tile_legend"
                  : legends                    ? "import-palette"
                  : scen_run_is_scenario(path) ? "take-scenario"
                                               : "open-file",
                  path);
}

// ---- commands

// "open", "save", "open-legend", "save-legend", "save-path", "save-picture": shows the window; "take": what
// is in the field; "return": the same once the field has all that was typed before; "replace": the same, with
// a file that exists; "legend-saved", "legend-failed": what became of it; "up": the folder above; "close".
static void take_browse(void* owner, const char* value) {
    browser* b = owner;
    char path[BROWSER_PATH];
    for (int mode = BROWSER_OPENS; mode <= BROWSER_SAVES_PICTURE; mode++)
        if (strcmp(value, modes[mode].shows) == 0) show(b, (browser_mode)mode);
    if (b->mode == BROWSER_CLOSED) return;
    if (strcmp(value, "home") == 0 && getenv("HOME") != NULL)
        enter(b, getenv("HOME"));
    else if (strcmp(value, "return") == 0)
        b->takes = true;
    else if (strcmp(value, "take") == 0)
        take(b, false);
    else if (strcmp(value, "replace") == 0)
        take(b, true);
    else if (strcmp(value, "legend-saved") == 0 && b->mode == BROWSER_SAVES_LEGEND)
        browser_close(b);
    else if (strcmp(value, "legend-failed") == 0 && b->mode == BROWSER_SAVES_LEGEND)
        say_failed(b);
    else if (strcmp(value, "up") == 0 && join(b->folder, "..", path))
        enter(b, path);
    else if (strcmp(value, "close") == 0)
        browser_close(b);
}

static void list_again(void* owner) {
    list_folder(owner);
}

static void forget_problem(void* owner) {
    browser* b = owner;
    if (b->count > 0) b->problem[0] = '\0'; // that of another name
}

// A format by its number from 0: the name gets its ending.
static bool run_format(void* owner, const char* value, char* why) {
    browser* b = owner;
    double number = 0;
    int count = 0;
    while (browser_format_name(b, count) != NULL) count++;
    if (!parse_range(value, 0, count - 1, &number, why)) return false;
    char* dot = browser_format(b) >= 0 ? strrchr(b->name, '.') : NULL;
    if (dot != NULL) *dot = '\0';
    const size_t used = strlen(b->name);
    snprintf(b->name + used, sizeof b->name - used, "%s", modes[b->mode].formats[(int)number].ending);
    return true;
}

static const command_def browser_commands[] = {
    COMMAND("browse-format", run_format, COMMAND_ACTION),
    COMMAND_TAKE("browse", take_browse, COMMAND_ACTION),
    COMMAND_TEXT("browse-name", browser, name, .kind = COMMAND_ACTION, .then = forget_problem),
    COMMAND_WORD("browse-filter", browser, filter, browser_filter_name, "kind of file",
                 .kind = COMMAND_ACTION, .then = list_again),
    COMMANDS_END,
};

void browser_init(browser* b, document* d) {
    *b = (browser){.document = d};
    commands_add(d->commands, browser_commands, b);
}
