// import.c: how is an image loaded into the import panel and baked into a world?
#include "tools/import.h"
#include "platform/imgui_shim.h"
#include "platform/job.h"
#include "platform/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Size of the copy for the preview: at least as large as most maps, and small enough to follow a drag.
enum { COPY_PIXELS = 1 << 20 };
// A larger copy is not computed in every frame of a drag.
enum { LARGE_COPY = 1 << 18, LATE_FRAMES = 8 };

// ---- the choices so far

enum { MOST_STEPS = 100 }; // older ones are forgotten

static bool steps_begin(import_steps* s, const import_choice* first) {
    *s = (import_steps){.list = malloc(MOST_STEPS * sizeof *s->list), .count = 1};
    if (s->list != NULL) s->list[0] = *first;
    return s->list != NULL;
}

static void steps_end(import_steps* s) {
    free(s->list);
    *s = (import_steps){.list = NULL};
}

// Notes a choice unless it is the current one. widget: that is held; while it is the same one, as in a drag,
// the choice replaces the current one.
static void steps_take(import_steps* s, const import_choice* c, uint32_t widget) {
    if (memcmp(&s->list[s->position], c, sizeof *c) == 0) return;
    const bool goes_on = widget != 0 && widget == s->widget;
    if (!goes_on && s->position == MOST_STEPS - 1)
        memmove(s->list, s->list + 1, (MOST_STEPS - 1) * sizeof *s->list);
    else if (!goes_on)
        s->position++;
    s->list[s->position] = *c;
    s->count = s->position + 1;
    s->widget = widget;
}

// False: there is nothing to undo (-1), or to do again (1).
static bool steps_go(import_steps* s, int step, import_choice* out) {
    const int to = s->position + step;
    if (to < 0 || to >= s->count) return false;
    s->position = to;
    s->widget = 0;
    *out = s->list[to];
    return true;
}

// ---- the image

typedef struct reading {
    const char* file;
    import_choice choice;
    wend_image_survey* survey;
    preview preview;
    wend_error* error;
} reading;

static wend_result read_image(job* j, void* context) {
    reading* r = context;
    wend_import_def def = import_choice_def(&r->choice);
    def.progress = job_report;
    def.progress_context = j;
    wend_result result = wend_image_survey_create(r->file, &def, COPY_PIXELS, &r->survey, r->error);
    if (result != WEND_OK) return result;
    if (preview_create(r->survey, &r->preview)) return WEND_OK;
    wend_image_survey_destroy(r->survey);
    return WEND_ERROR_MEMORY;
}

static void listen(void* context, scene_event event) {
    import* p = context;
    if (event == SCENE_OPENED && !p->baking) import_close(p);
}

void import_init(import* p, document* d, commands* c) {
    *p = (import){.document = d, .commands = c, .logarithmic = true};
    scene_listen(&d->scene, listen, p);
}

// Errors: UNSUPPORTED (no supported image), and others.
static wend_result open_image(import* p, const char* file, wend_error* error) {
    document* d = p->document;
    reading r = {.file = file, .choice = document_choice(d, file), .error = error};
    wend_result result = work_run(d->window, file, "reading the image", read_image, &r);
    if (result != WEND_OK) return result;
    wend_survey_info info = wend_image_survey_get_info(r.survey);
    if (strcmp(info.format, "raster") == 0) import_choice_take_raster(&r.choice);
    char* copy = SDL_strdup(file);
    import_steps steps = {.list = NULL};
    if (copy == NULL || !steps_begin(&steps, &r.choice)) {
        SDL_free(copy);
        wend_image_survey_destroy(r.survey);
        preview_destroy(&r.preview);
        return WEND_ERROR_MEMORY;
    }
    import_close(p);
    p->file = copy;
    p->survey = r.survey;
    p->steps = steps;
    p->info = info;
    p->choice = r.choice;
    p->changed = true;
    p->preview = r.preview;
    p->line = (SDL_FPoint){-1, -1};
    import_follow_now(p);
    d->notice->frames_left = 0;
    return WEND_OK;
}

void import_drop(import* p, const char* file) {
    wend_error error = {.text = ""};
    wend_result result = scene_is_world(file) ? WEND_ERROR_UNSUPPORTED : open_image(p, file, &error);
    if (result == WEND_ERROR_UNSUPPORTED)
        commands_push(p->commands, "open-file", file);
    else
        notice_check(p->document->notice, result, &error);
}

void import_open_shown(import* p) {
    const char* file = file_list_current(&p->document->files);
    notice* n = p->document->notice;
    wend_error error = {.text = ""};
    if (file == NULL) {
        notice_show(n, false, "this map is of no file: drop an image on the window");
        return;
    }
    wend_result result = open_image(p, file, &error);
    if (result == WEND_ERROR_UNSUPPORTED)
        notice_show(n, false, "%s is no image that could be baked in another way", p->document->scene.name);
    else
        notice_check(p->document->notice, result, &error);
}

void import_close(import* p) {
    SDL_free(p->file);
    wend_image_survey_destroy(p->survey);
    preview_destroy(&p->preview);
    steps_end(&p->steps);
    *p = (import){.document = p->document, .commands = p->commands, .logarithmic = p->logarithmic};
}

void import_open_colors(import* p) {
    import_open_shown(p);
    if (p->file != NULL) import_use_legend(p);
}

void import_open_heights(import* p) {
    import_open_shown(p);
    if (p->file == NULL) return;
    p->choice.def.rule = p->choice.is_raster ? WEND_RULE_TOBLER : WEND_RULE_HEIGHT;
    p->changed = true;
}

const char* import_describe(const import* p, char out[100]) {
    const wend_survey_info* info = &p->info;
    // The last of two or four channels of a raster says where there is data.
    int count = info->channels - (p->choice.is_raster && info->channels % 2 == 0);
    snprintf(out, 100, "%s, %d %s%s of %d bits", info->format, count,
             p->choice.is_raster ? "band" : "channel", count > 1 ? "s" : "", info->bits);
    return out;
}

// ---- the preview

static void note_change(import* p) {
    const Uint32 held = gui_held_widget();
    if (held == 0) p->steps.widget = 0; // the next drag is another step
    if (p->changed) {
        steps_take(&p->steps, &p->choice, held);
        p->late_frames = 1;
    }
    p->changed = false;
}

void import_follow_now(import* p) {
    if (p->file == NULL) return;
    note_change(p);
    p->late_frames = 0;
    p->problem[0] = '\0';
    p->fitting = 0;
    p->room = memory_free();
    preview_update(&p->preview, p->file, p->survey, &p->choice);
}

void import_follow(import* p) {
    if (p->file == NULL) return;
    note_change(p);
    if (p->late_frames == 0) return;
    const int64_t pixels = (int64_t)p->info.copy_width * p->info.copy_height;
    const int rest = pixels > LARGE_COPY ? LATE_FRAMES : 1;
    if (p->late_frames++ >= rest) import_follow_now(p);
}

static void take_step(import* p, bool taken, const char* nothing) {
    if (!taken) notice_show(p->document->notice, false, "%s", nothing);
    memset(p->chosen, 0, sizeof p->chosen);
    gui_let_go(); // or a text field would write its text again
    p->late_frames = 1;
}

void import_undo(import* p) {
    if (p->file != NULL)
        take_step(p, steps_go(&p->steps, -1, &p->choice), "there is nothing to undo in this panel");
}

void import_redo(import* p) {
    if (p->file != NULL) take_step(p, steps_go(&p->steps, 1, &p->choice), "there is nothing to do again");
}

// ---- baking

// Memory of the decoder beside the grid: the whole image, except for PNG, which is decoded row by row.
static int64_t decoded_bytes(const wend_survey_info* info) {
    int64_t pixels = (int64_t)info->width * info->height;
    return strcmp(info->format, "png") == 0 ? 0 : pixels * info->channels * (info->bits > 8 ? 2 : 1);
}

int64_t import_memory(const import* p, int32_t downscale) {
    int64_t columns = (p->info.width + downscale - 1) / downscale;
    int64_t rows = (p->info.height + downscale - 1) / downscale;
    return decoded_bytes(&p->info) + memory_of_map(columns * rows);
}

// The first downscale above the chosen one that fits into room; 0: none.
static int32_t fitting_downscale(const import* p, int64_t room) {
    int32_t most = SDL_min(p->info.width, p->info.height);
    for (int32_t k = p->choice.def.downscale + 1; k <= most; k++)
        if (import_memory(p, k) <= room) return k;
    return 0;
}

// ran_out: memory ran out although it seemed sufficient. The need depends on the contents of the map.
static void tell_memory(import* p, bool ran_out) {
    char need[32], have[32], fits[60] = "No downscale fits.";
    p->room = memory_free();
    p->fitting = fitting_downscale(p, ran_out ? p->room / 2 : p->room);
    if (p->fitting > 0) snprintf(fits, sizeof fits, "A downscale of %d fits.", p->fitting);
    memory_text(import_memory(p, p->choice.def.downscale), need);
    memory_text(p->room, have);
    if (ran_out)
        snprintf(p->problem, sizeof p->problem,
                 "Memory ran out: this map takes more than the usual %s, and %s are free. %s", need, have,
                 fits);
    else
        snprintf(p->problem, sizeof p->problem, "Baking takes about %s of memory, and %s are free. %s", need,
                 have, fits);
}

void import_bake_now(import* p) {
    document* d = p->document;
    int count = d->files.count, index = file_list_add(&d->files, p->file);
    if (index < 0) {
        snprintf(p->problem, sizeof p->problem, "out of memory");
        return;
    }
    wend_error error = {.text = ""};
    p->baking = true;
    wend_result result = document_open(d, index, &p->choice, &error);
    p->baking = false;
    if (result == WEND_OK) {
        file_list_choose(&d->files, index, &p->choice);
        if (!scene_has_warning(&d->scene))
            notice_show(d->notice, false, "baked; Ctrl+S saves it as %s", d->save_name);
        import_close(p);
        return;
    }
    if (d->files.count > count) file_list_remove(&d->files, index);
    if (result == WEND_ERROR_CANCELLED)
        snprintf(p->problem, sizeof p->problem, "stopped; the map is as it was");
    else if (result == WEND_ERROR_MEMORY)
        tell_memory(p, true);
    else
        snprintf(p->problem, sizeof p->problem, "%s",
                 error.text[0] != '\0' ? error.text : wend_result_string(result));
}

void import_bake(import* p) {
    if (p->changed || p->late_frames > 0) import_follow_now(p);
    if (p->preview.problem[0] != '\0') return; // it is shown
    if (import_memory(p, p->choice.def.downscale) > memory_free())
        tell_memory(p, false);
    else
        commands_push(p->commands, "bake-now", "");
}
