// document.c: which world is open, of which of the files, and with which edits?
#define _XOPEN_SOURCE 700
#include "document/document.h"
#include "document/scene.h"
#include "platform/commands.h"
#include "platform/job.h"
#include "platform/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

wend_result document_create(document* d, bool with_clock) {
    edits_reset(&d->edits);
    d->edits.scene = &d->scene;
    d->new_columns = 64;
    d->new_rows = 48;
    return scene_create(with_clock, &d->scene);
}

void document_destroy(document* d) {
    edits_destroy(&d->edits);
    scene_destroy(&d->scene);
    file_list_clear(&d->files);
    replacing_destroy(&d->replacing);
}

// ---- another world

// The next scene and how to get it: one of the functions of scene.h.
typedef struct arrival {
    enum { ARRIVE_FILE, ARRIVE_NEW, ARRIVE_REBUILT } kind;
    const char* file;               // of ARRIVE_FILE; NULL: the built-in island
    wend_connectivity connectivity; // of ARRIVE_REBUILT
    int32_t width, height;          // of ARRIVE_NEW
    bool restores;                  // of ARRIVE_FILE: the map that is shown, with unsaved edits
    scene_loading loading;
    scene* scene;
    wend_error* error;
} arrival;

static wend_result bring(job* j, void* context) {
    arrival* next = context;
    next->loading.progress = job_report;
    next->loading.context = j;
    switch (next->kind) {
    case ARRIVE_NEW:
        return scene_new(next->scene, next->width, next->height, &next->loading, next->error);
    case ARRIVE_REBUILT:
        return scene_rebuild(next->scene, next->connectivity, &next->loading, next->error);
    default:
        return scene_load(next->scene, next->file, &next->loading, next->error);
    }
}

import_choice document_choice(const document* d, const char* file_opt) {
    for (int i = 0; file_opt != NULL && i < d->files.count; i++)
        if (d->files.items[i].choice != NULL && strcmp(d->files.items[i].name, file_opt) == 0)
            return *d->files.items[i].choice;
    import_choice choice = import_choice_default(d->options->negate, d->options->blocked_below);
    choice.def.outside = d->options->outside;
    choice.def.root = d->options->root;
    return choice;
}

// Beside the map; in the current folder where the map has none, or its folder cannot be written.
static void propose_name(document* d, const char* map_opt) {
    const char *dot = strrchr(d->scene.name, '.'), *slash = map_opt != NULL ? strrchr(map_opt, '/') : NULL;
    const int stem = (int)SDL_min(dot != NULL ? (size_t)(dot - d->scene.name) : strlen(d->scene.name), 200);
    char folder[sizeof d->save_name] = ".";
    if (slash != NULL) snprintf(folder, sizeof folder, "%.*s", (int)SDL_max(slash - map_opt, 1), map_opt);
    if (access(folder, W_OK) != 0) snprintf(folder, sizeof folder, ".");
    char* path = realpath(folder, NULL);
    const char* before = path != NULL && strlen(path) + 220 < sizeof d->save_name ? path : ".";
    snprintf(d->save_name, sizeof d->save_name, "%s%s%.*s-edited.wend", before,
             strcmp(before, "/") == 0 ? "" : "/", stem, d->scene.name);
    free(path);
}

// Shows another world. On failure the old one stays.
static wend_result replace(document* d, arrival* next) {
    scene* s = &d->scene;
    char name[300]; // a copy, because the scene's name changes meanwhile
    snprintf(name, sizeof name, "%s",
             next->kind == ARRIVE_NEW                         ? "new map"
             : next->kind == ARRIVE_REBUILT || next->restores ? s->name
             : next->file != NULL                             ? next->file
                                                              : "sample island");
    const char* doing =
        next->kind == ARRIVE_FILE ? "reading the map and building its graph" : "building the graph";
    next->scene = s;
    next->loading.free_memory = memory_free();
    next->loading.tasks = d->tasks;
    scene_notify(s, SCENE_CHANGING);
    scene_notify(s, SCENE_CLOSING);
    wend_result result = work_run(d->window, name, doing, bring, next);
    if (result != WEND_OK) {
        if (s->world != NULL) scene_notify(s, SCENE_KEPT);
        return result;
    }
    s->changed.width = 0;
    s->recosted = false;
    if (next->kind == ARRIVE_REBUILT) { // the map is the same, so its edits can still be undone
        d->edits.refreshed = true;
    } else {
        edits_reset(&d->edits);
        if (next->restores) {
            snprintf(s->name, sizeof s->name, "%.*s", (int)sizeof s->name - 1, name);
            autosave_take_found(&d->autosave, s->revision);
            d->edits.saved_position = -1;
        } else {
            autosave_end(&d->autosave);
            autosave_begin(&d->autosave, next->kind == ARRIVE_FILE ? next->file : NULL);
        }
        if (!next->restores) propose_name(d, next->kind == ARRIVE_FILE ? file_list_current(&d->files) : NULL);
    }
    scene_notify(s, next->kind == ARRIVE_REBUILT ? SCENE_REBUILT : SCENE_OPENED);
    scene_notify(s, SCENE_PLANNED);
    d->refused.file[0] = '\0';
    d->warning_shown = scene_has_warning(s);
    if (d->warning_shown) {
        char text[NOTICE_TEXT];
        snprintf(text, sizeof text, "%.100s: %.400s", s->name, s->warning.text);
        notice_log(d->notice, false, text);
    }
    return WEND_OK;
}

// Patches are those of the first file.
static void take_patches(const document* d, int index, scene_loading* loading) {
    loading->patches = d->options->patches;
    loading->patch_count = index == 0 ? d->options->patch_count : 0;
}

// A picture of which the usual rule leaves next to nothing passable, because it is painted in colours: costs
// by its colours, as the import panel proposes them. NULL: it is no such picture.
static import_choice* choice_by_colors(const document* d, const char* file) {
    const scene* s = &d->scene;
    if (!s->warning.is_image || s->warning.colors[0] == '\0' ||
        wend_grid_passable_count(s->grid) * 100 > scene_tile_count(s))
        return NULL;
    import_choice* choice = malloc(sizeof *choice);
    wend_image_survey* survey = NULL;
    if (choice == NULL) return NULL;
    *choice = document_choice(d, file);
    if (wend_image_survey_create(file, &choice->def, 1, &survey, NULL) == WEND_OK) {
        choice->def.rule = WEND_RULE_PALETTE;
        legend_propose(&choice->legend, wend_image_survey_colors(survey));
    }
    wend_image_survey_destroy(survey);
    if (choice->legend.table.count > 0) return choice;
    free(choice);
    return NULL;
}

// Reads the file that was just opened by its colours, where that is how it is meant.
static void open_by_colors(document* d, int index) {
    const char* file = file_list_current(&d->files);
    const bool chosen =
        d->files.items[index].choice != NULL || d->options->negate || d->options->blocked_below >= 0;
    import_choice* choice = chosen || strcmp(file, "-") == 0 ? NULL : choice_by_colors(d, file);
    wend_error error = {.text = ""};
    if (choice != NULL && file_list_choose(&d->files, index, choice)) {
        if (document_open(d, index, choice, &error) == WEND_OK)
            notice_show(d->notice, false, "%s is read by its colours, with guessed costs: I shows the legend",
                        d->scene.name);
        else
            file_list_choose(&d->files, index, NULL); // what was opened stays
    }
    free(choice);
}

wend_result document_open(document* d, int index, const import_choice* choice_opt, wend_error* error) {
    int old = d->files.current;
    d->files.current = index;
    const char* file = file_list_current(&d->files);
    arrival next = {.kind = ARRIVE_FILE, .file = file, .error = error};
    next.loading.choice = choice_opt != NULL ? *choice_opt : document_choice(d, file);
    take_patches(d, index, &next.loading);
    wend_result result = replace(d, &next);
    if (result != WEND_OK) d->files.current = old;
    if (result == WEND_OK && file != NULL && strcmp(file, "-") != 0) recent_add(&d->recent, file);
    if (result == WEND_OK && choice_opt == NULL && file != NULL) open_by_colors(d, index);
    return result;
}

static bool open_or_say_why(document* d, int index) {
    wend_error error = {.text = ""};
    const wend_result result = document_open(d, index, NULL, &error);
    const import_remedy remedy = import_remedy_take(&error);
    if (result == WEND_OK || remedy == REMEDY_NONE || index < 0)
        return notice_check(d->notice, result, &error);
    snprintf(d->refused.file, sizeof d->refused.file, "%s", d->files.items[index].name);
    snprintf(d->refused.text, sizeof d->refused.text, "%s", error.text);
    d->refused.remedy = remedy;
    notice_log(d->notice, true, error.text);
    return false;
}

static bool replace_or_say_why(document* d, arrival next) {
    wend_error error = {.text = ""};
    next.error = &error;
    return notice_check(d->notice, replace(d, &next), &error);
}

bool document_rebuild(document* d, wend_connectivity connectivity, const scene_loading* loading) {
    return replace_or_say_why(
        d, (arrival){.kind = ARRIVE_REBUILT, .connectivity = connectivity, .loading = *loading});
}

bool document_set_profiles(document* d, const profile_definitions* list, int32_t removed, int32_t chosen) {
    scene* s = &d->scene;
    const int32_t before = s->query.profile;
    const scene_loading loading = {.cluster_size = s->info.cluster_size,
                                   .level_count = s->info.level_count,
                                   .profiles = list,
                                   .removed_profile = removed};
    s->query.profile = SDL_min(before, removed > 0 ? removed - 1 : before);
    if (!document_rebuild(d, wend_grid_connectivity(s->grid), &loading)) {
        s->query.profile = before;
        return false;
    }
    if (s->query.profile == chosen) return true;
    s->query.profile = chosen;
    s->replan = true;
    return true;
}

static void rebuild(document* d, wend_connectivity connectivity, int cluster_size, int level_count) {
    document_rebuild(d, connectivity,
                     &(scene_loading){.cluster_size = cluster_size, .level_count = level_count});
}

// ---- edits and plans

bool document_save(document* d, const char* file) {
    char note[160];
    wend_error error = {.text = ""};
    if (!notice_check(d->notice, save_map(&d->scene, *d->shown_floor, file, note, &error), &error))
        return false;
    d->edits.saved_position = d->edits.position;
    replacing_note(&d->replacing, file);
    notice_show(d->notice, false, "saved %s%s%s", file, note[0] != '\0' ? ": " : "", note);
    return true;
}

bool document_save_path(document* d, const char* file) {
    wend_error error = {.text = ""};
    if (!notice_check(d->notice, save_path(&d->scene, file, &error), &error)) return false;
    replacing_note(&d->replacing, file);
    notice_show(d->notice, false, "saved the path as %s", file);
    return true;
}

void document_propose_file(const document* d, const char* ending, char out[1000]) {
    const char *dot = strrchr(d->scene.name, '.'), *slash = strrchr(d->save_name, '/');
    const int stem = (int)SDL_min(dot != NULL ? (size_t)(dot - d->scene.name) : strlen(d->scene.name), 200);
    const int folder = slash != NULL ? (int)(slash + 1 - d->save_name) : 0;
    snprintf(out, 1000, "%.*s%.*s%s", SDL_min(folder, 700), d->save_name, stem, d->scene.name, ending);
}

void document_restore(document* d, const char* answer) {
    autosave* a = &d->autosave;
    if (strcmp(answer, "discard") == 0) {
        autosave_delete_found(a);
        notice_show(d->notice, false, "the unsaved edits were deleted");
        return;
    }
    if (strcmp(answer, "yes") == 0) {
        const char* patches[MOST_PATCHES + 1];
        arrival next = {.kind = ARRIVE_FILE, .file = a->found, .restores = true};
        if (autosave_found_is_patch(a)) {
            next.file = file_list_current(&d->files);
            take_patches(d, d->files.current, &next.loading);
            for (int i = 0; i < next.loading.patch_count; i++) patches[i] = next.loading.patches[i];
            patches[next.loading.patch_count++] = a->found;
            next.loading.patches = patches;
        }
        if (replace_or_say_why(d, next)) return;
    }
    char file[AUTOSAVE_PATH], why[sizeof d->notice->text] = "";
    if (strcmp(answer, "yes") == 0) snprintf(why, sizeof why, "%.240s; ", d->notice->text);
    if (autosave_move_found(a, file))
        notice_show(d->notice, why[0] != '\0', "%.250sthe unsaved edits are in %.300s", why, file);
    else
        notice_show(d->notice, true, "%.250sthe unsaved edits cannot be moved, so new ones are not kept",
                    why);
}

void document_plan(document* d) {
    d->scene.replan = false;
    wend_result result = scene_plan(&d->scene);
    if (result != WEND_OK) notice_show(d->notice, true, "cannot plan: %s", wend_result_string(result));
    scene_notify(&d->scene, SCENE_PLANNED);
}

void document_check_edit(document* d, wend_result result) {
    if (result == WEND_ERROR_UNSUPPORTED)
        notice_show(d->notice, true, "this map's costs have no passable class to paint with");
    else if (result != WEND_OK)
        notice_show(d->notice, true, "the edit failed: %s", wend_result_string(result));
}

void document_follow(document* d) {
    scene* s = &d->scene;
    if (s->changed.width == 0 && !s->recosted) {
        document_check_edit(d, edits_rest(&d->edits));
        wend_error error = {.text = ""};
        const int patches = d->files.current == 0 ? d->options->patch_count : 0;
        if (autosave_follow(&d->autosave, s, &d->edits, patches, &error) != WEND_OK)
            notice_show(d->notice, true, "unsaved edits are not kept: %s", error.text);
        return;
    }
    if (s->changed.width > 0) {
        look_follow_edit(&s->look, s->world, s->changed);
        scene_notify(s, SCENE_EDITED);
    }
    if (s->recosted) scene_notify(s, SCENE_RECOSTED);
    s->changed.width = 0;
    s->recosted = false;
    s->replan = true;
}

// ---- commands of files

// Opens a file of the list by its number from 1, "next" or "previous".
static bool run_file(void* owner, const char* value, char* why) {
    document* d = owner;
    double number = 0;
    int step = strcmp(value, "next") == 0       ? 1
               : strcmp(value, "previous") == 0 ? -1
                                                : 0,
        count = d->files.count;
    if (step == 0) {
        if (!parse_range(value, 1, count, &number, why)) return false;
        open_or_say_why(d, (int)number - 1);
    } else if (count < 2) {
        notice_show(d->notice, false, "there is no other map: drop files on the window");
    } else {
        open_or_say_why(d, (d->files.current + step + count) % count);
    }
    return true;
}

// Opens a file and adds it to the list.
static void take_open(void* owner, const char* value) {
    document* d = owner;
    int count = d->files.count, index = file_list_add(&d->files, value);
    if (index < 0)
        notice_show(d->notice, true, "out of memory");
    else if (!open_or_say_why(d, index) && d->files.count > count)
        file_list_remove(&d->files, index);
}

// "yes": opens the file that was refused, with what makes it readable; anything else: closes the message.
static void take_refused(void* owner, const char* answer) {
    document* d = owner;
    char file[sizeof d->refused.file];
    snprintf(file, sizeof file, "%s", d->refused.file);
    d->refused.file[0] = '\0';
    if (strcmp(answer, "yes") != 0 || file[0] == '\0') return;
    import_choice choice = document_choice(d, file);
    choice.def.outside |= d->refused.remedy == REMEDY_OUTSIDE;
    choice.def.fill_short |= d->refused.remedy == REMEDY_FILL_SHORT;
    const int index = file_list_add(&d->files, file);
    if (index < 0 || !file_list_choose(&d->files, index, &choice))
        notice_show(d->notice, true, "out of memory");
    else
        open_or_say_why(d, index);
}

static bool has_refused(const void* owner, const char* answer) {
    return (((const document*)owner)->refused.file[0] == '\0') == (strcmp(answer, "no") == 0);
}

// Reads the shown map again in another way; where that fails, the map and its way stay.
static void read_again(document* d, const import_choice* choice) {
    const int index = d->files.current;
    if (index < 0) {
        notice_show(d->notice, false, "this map is of no file");
        return;
    }
    const bool had = d->files.items[index].choice != NULL;
    const import_choice before = had ? *d->files.items[index].choice : *choice;
    if (!file_list_choose(&d->files, index, choice))
        notice_show(d->notice, true, "out of memory");
    else if (!open_or_say_why(d, index))
        file_list_choose(&d->files, index, had ? &before : NULL);
}

static import_choice shown_choice(const document* d) {
    return document_choice(d, file_list_current(&d->files));
}

// A Tiled map with costs by tile: "": by the names of its tiles, to be changed in the section Terrain; else
// by a legend.
static void take_tiles(void* owner, const char* file) {
    import_choice choice = shown_choice(owner);
    choice.by_tiles = file[0] == '\0';
    snprintf(choice.tile_legend, sizeof choice.tile_legend, "%s", file);
    read_again(owner, &choice);
}

// With a layer that blocks; "": the usual one.
static void take_layer(void* owner, const char* value) {
    import_choice choice = shown_choice(owner);
    snprintf(choice.collision, sizeof choice.collision, "%s", value);
    read_again(owner, &choice);
}

// With a property that is the cost.
static void take_property(void* owner, const char* value) {
    import_choice choice = shown_choice(owner);
    snprintf(choice.cost_property, sizeof choice.cost_property, "%s", value);
    read_again(owner, &choice);
}

// With floor where no tile is. collision: as take_layer.
static void take_floor(void* owner, const char* collision) {
    import_choice choice = shown_choice(owner);
    snprintf(choice.collision, sizeof choice.collision, "%s", collision);
    choice.def.unknown_cost = 1;
    read_again(owner, &choice);
}

static void act_reload(void* owner) {
    document* d = owner;
    open_or_say_why(d, d->files.current);
}

// "": of the size in the fields.
static bool run_new(void* owner, const char* value, char* why) {
    const document* d = owner;
    int width = d->new_columns, height = d->new_rows, used = 0;
    if (value[0] != '\0' && (sscanf(value, "%6dx%6d%n", &width, &height, &used) != 2 || value[used] != '\0' ||
                             width < 1 || height < 1 || width > 32768 || height > 32768))
        return command_refuse(why, "'%.40s' is no map size, expected WxH with sides of 1 to 32768 tiles",
                              value);
    replace_or_say_why(owner, (arrival){.kind = ARRIVE_NEW, .width = width, .height = height});
    return true;
}

// Saves to a file; "": to the proposed one, after a question where it would replace another.
static void take_save(void* owner, const char* value) {
    document* d = owner;
    const char* file = value[0] != '\0' ? value : d->save_name;
    if (value[0] != '\0' || replacing_may(&d->replacing, file, "save", file))
        document_save(d, file); // shows a notice when it fails
}

static void take_path_file(void* owner, const char* file) {
    document_save_path(owner, file); // shows a notice when it fails
}

// ---- commands of the graph

const char* document_moves_name(int index) {
    static const char* const names[] = {"8",          "4",         "8cut",      "hex-odd-r",
                                        "hex-even-r", "hex-odd-q", "hex-even-q"};
    return index < WEND_CONNECTIVITY_COUNT ? names[index] : NULL;
}

static void set_connectivity(void* owner, double connectivity) {
    document* d = owner;
    rebuild(d, (wend_connectivity)connectivity, d->scene.info.cluster_size, 0);
}

static bool run_cluster(void* owner, const char* value, char* why) {
    document* d = owner;
    bool small = strcmp(value, "15") == 0;
    if (!small && strcmp(value, "31") != 0)
        return command_refuse(why, "'%.40s' is no cluster size, expected 15 or 31", value);
    rebuild(d, wend_grid_connectivity(d->scene.grid), small ? 15 : 31, 0);
    return true;
}

static void set_levels(void* owner, double levels) {
    document* d = owner;
    rebuild(d, wend_grid_connectivity(d->scene.grid), d->scene.info.cluster_size, (int)levels);
}

// ---- commands of the query

static void move_start(void* owner, wend_tile tile) {
    scene* s = &((document*)owner)->scene;
    scene_move_end(s, &s->query.start, tile);
}

static void move_goal(void* owner, wend_tile tile) {
    scene_move_goal(&((document*)owner)->scene, 0, tile);
}

// All goals: "X,Y;X,Y;..."; "one": the first of those that there are.
static bool run_goals(void* owner, const char* value, char* why) {
    scene* s = &((document*)owner)->scene;
    wend_tile goals[SCENE_GOALS];
    int count = 0;
    if (strcmp(value, "one") == 0) goals[count++] = s->query.goal;
    for (const char* word = value; count == 0 || (*word != '\0' && strcmp(value, "one") != 0);) {
        char text[40];
        size_t length = strcspn(word, ";");
        snprintf(text, sizeof text, "%.*s", (int)SDL_min(length, sizeof text - 1), word);
        if (count == SCENE_GOALS) return command_refuse(why, "more than %d goals", SCENE_GOALS);
        if (!parse_tile(text, s->grid, &goals[count++], why)) return false;
        word += length + (word[length] == ';');
    }
    scene_set_goals(s, goals, count);
    return true;
}

// A tile becomes a goal, or is none any more.
static void toggle_goal(void* owner, wend_tile tile) {
    document* d = owner;
    if (!scene_toggle_goal(&d->scene, tile))
        notice_show(d->notice, false, "there are %d goals already", SCENE_GOALS);
}

static bool run_algorithm(void* owner, const char* value, char* why) {
    scene* s = &((document*)owner)->scene;
    int chosen = strcmp(value, "next") == 0 ? ((int)s->query.algorithm + 1) % WEND_ALGORITHM_COUNT
                                            : parse_word(value, "algorithm", scene_algorithm_name, why);
    if (chosen < 0) return false;
    s->query.algorithm = (wend_algorithm)chosen;
    s->replan = true;
    return true;
}

// A name, or a number as the panel gives it.
static bool run_profile(void* owner, const char* value, char* why) {
    scene* s = &((document*)owner)->scene;
    const int32_t count = wend_world_profile_count(s->world);
    double number = wend_world_find_profile(s->world, value);
    if (number < 0 && !parse_range(value, 0, count - 1, &number, why)) return false;
    s->query.profile = (int32_t)number;
    s->replan = true;
    return true;
}

const char* document_heuristic_name(int index) {
    static const char* const names[] = {"octile", "manhattan", "chebyshev", "euclidean", "none"};
    return index < WEND_HEURISTIC_COUNT ? names[index] : NULL;
}

const char* document_refinement_name(int index) {
    static const char* const names[] = {"sweep", "astar"};
    return index < WEND_REFINEMENT_COUNT ? names[index] : NULL;
}

static void replan(void* owner) {
    ((document*)owner)->scene.replan = true;
}

static void turn_clock(void* owner, bool clocked) {
    document* d = owner;
    d->scene.replan = true;
    if (scene_set_clock(&d->scene, clocked) != WEND_OK) notice_show(d->notice, true, "out of memory");
}

const command_def document_commands[] = {
    COMMAND_AT("start", move_start),
    COMMAND_AT("goal", move_goal),
    COMMAND("goals", run_goals, COMMAND_SETTING),
    COMMAND_AT("toggle_goal", toggle_goal),
    COMMAND_WORD("algorithm", document, scene.query.algorithm, scene_algorithm_name, "algorithm",
                 .run = run_algorithm),
    COMMAND("profile", run_profile, COMMAND_SETTING),
    COMMAND_WORD("heuristic", document, scene.query.heuristic, document_heuristic_name, "heuristic",
                 .then = replan),
    COMMAND_NUMBER("weight", document, scene.query.heuristic_weight, VALUE_FLOAT, 0, 16, .then = replan),
    COMMAND_SWITCH("reopen", document, scene.query.reopen, .then = replan),
    COMMAND_SWITCH("until_proven", document, scene.query.until_proven, .then = replan),
    COMMAND_WORD("refine", document, scene.query.refinement, document_refinement_name, "refinement",
                 .then = replan),
    COMMAND_SWITCH("smooth", document, scene.query.smooth, .then = replan),
    COMMAND_SWITCH("nearest", document, scene.nearest, .then = replan),
    COMMAND_SWITCH("hex_diagonals", document, scene.query.hex_diagonals, .then = replan),
    COMMAND_TURN("clock", document, scene.clocked, turn_clock, COMMAND_SETTING),
    COMMAND_CHOOSE("move", document_moves_name, "movement", set_connectivity, .kind = COMMAND_SETTING),
    COMMAND("cluster", run_cluster, COMMAND_SETTING),
    COMMAND_SET("levels", 1, WEND_MAX_LEVELS, set_levels, .kind = COMMAND_SETTING),
    COMMAND_TAKE("save", take_save, COMMAND_SETTING),
    COMMAND_TAKE("path_file", take_path_file, COMMAND_SETTING),
    COMMAND_TEXT("save-name", document, save_name, .kind = COMMAND_ACTION),
    COMMAND("file", run_file, COMMAND_LOSES_EDITS),
    COMMAND("new", run_new, COMMAND_LOSES_EDITS),
    COMMAND_NUMBER("new-columns", document, new_columns, VALUE_INT, 1, 32768, .kind = COMMAND_ACTION),
    COMMAND_NUMBER("new-rows", document, new_rows, VALUE_INT, 1, 32768, .kind = COMMAND_ACTION),
    COMMAND_TAKE("open-file", take_open, COMMAND_LEAVES),
    COMMAND_ACT("reload", act_reload, COMMAND_LEAVES),
    COMMAND_TAKE("collision", take_layer, COMMAND_LOSES_EDITS),
    {.name = "refused", .take = take_refused, .is = has_refused, .kind = COMMAND_LOSES_EDITS},
    COMMAND_TAKE("tile_legend", take_tiles, COMMAND_LOSES_EDITS),
    COMMAND_TAKE("floor", take_floor, COMMAND_LOSES_EDITS),
    COMMAND_TAKE("cost-property", take_property, COMMAND_LOSES_EDITS),
    COMMAND_SWITCH("warning", document, warning_shown, .kind = COMMAND_ACTION),
    COMMANDS_END,
};
