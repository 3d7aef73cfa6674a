// import_panel.c: how does an image come into the panel, and out of it as a world?
#include "import_panel.h"
#include "app.h"
#include "platform/memory.h"
#include "platform/work.h"
#include <stdio.h>
#include <string.h>

// The copy that rules are tried on: large enough for most maps as they are, small enough to follow a drag.
enum { COPY_PIXELS = 1 << 20 };

typedef struct reading {
    const char* file;
    import_choice choice;
    wend_image_survey* survey;
    preview preview;
    wend_error* error;
} reading;

static wend_result read_image(work* w, void* context) {
    reading* r = context;
    wend_import_def def = import_choice_def(&r->choice);
    def.progress = work_progress;
    def.progress_context = w;
    wend_result result = wend_image_survey_create(r->file, &def, COPY_PIXELS, &r->survey, r->error);
    if (result != WEND_OK) return result;
    if (preview_create(r->survey, &r->preview)) return WEND_OK;
    wend_image_survey_destroy(r->survey);
    return WEND_ERROR_MEMORY;
}

wend_result import_open(app* a, const char* file, wend_error* error) {
    reading r = {.file = file, .choice = load_choice(a, file), .error = error};
    work w = {.name = file, .doing = "reading the image", .run = read_image, .context = &r};
    wend_result result = work_run(a, &w);
    if (result != WEND_OK) return result;
    char* copy = SDL_strdup(file);
    if (copy == NULL) {
        wend_image_survey_destroy(r.survey);
        preview_destroy(&r.preview);
        return WEND_ERROR_MEMORY;
    }
    import_panel* p = &a->import;
    bool linear_counts = p->linear_counts;
    import_close(p);
    *p = (import_panel){.file = copy,
                        .survey = r.survey,
                        .info = wend_image_survey_get_info(r.survey),
                        .choice = r.choice,
                        .changed = true,
                        .preview = r.preview,
                        .linear_counts = linear_counts,
                        .line = {-1, -1}};
    import_follow(p);
    a->message_frames = 0;
    a->drag = DRAG_NONE;
    return WEND_OK;
}

void import_open_shown(app* a) {
    const char* file = file_list_current(&a->files);
    wend_error error = {.text = ""};
    if (file == NULL) {
        app_say(a, false, "this map is of no file: drop an image on the window");
        return;
    }
    wend_result result = import_open(a, file, &error);
    if (result == WEND_ERROR_UNSUPPORTED)
        app_say(a, false, "%s is no image that could be baked in another way", a->scene.name);
    else if (result != WEND_OK)
        app_say(a, true, "%s", error.text[0] != '\0' ? error.text : wend_result_string(result));
}

void import_close(import_panel* p) {
    SDL_free(p->file);
    wend_image_survey_destroy(p->survey);
    preview_destroy(&p->preview);
    *p = (import_panel){.linear_counts = p->linear_counts};
}

void import_follow(import_panel* p) {
    if (p->file == NULL || !p->changed) return;
    p->changed = false;
    p->problem[0] = '\0';
    p->fitting = 0;
    p->room = memory_free();
    preview_update(&p->preview, p->survey, &p->choice);
}

// ---- baking

// What the decoder holds beside the grid: all of the picture, but a PNG comes row by row.
static int64_t decoded_bytes(const wend_survey_info* info) {
    int64_t pixels = (int64_t)info->width * info->height;
    return strcmp(info->format, "png") == 0 ? 0 : pixels * info->channels * (info->bits > 8 ? 2 : 1);
}

int64_t import_memory(const import_panel* p, int32_t downscale) {
    int64_t columns = (p->info.width + downscale - 1) / downscale;
    int64_t rows = (p->info.height + downscale - 1) / downscale;
    return decoded_bytes(&p->info) + memory_of_map(columns * rows);
}

// The first downscale above the chosen one that takes no more; 0: there is none.
static int32_t fitting_downscale(const import_panel* p, int64_t room) {
    int32_t most = SDL_min(p->info.width, p->info.height);
    for (int32_t k = p->choice.def.downscale + 1; k <= most; k++)
        if (import_memory(p, k) <= room) return k;
    return 0;
}

// ran_out: though it should have been enough. How much a map takes depends on what is on it.
static void tell_memory(import_panel* p, bool ran_out) {
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

void import_bake_now(app* a) {
    import_panel* p = &a->import;
    int count = a->files.count, index = file_list_add(&a->files, p->file);
    if (index < 0) {
        snprintf(p->problem, sizeof p->problem, "out of memory");
        return;
    }
    import_choice* before = a->files.choices[index];
    a->files.choices[index] = &p->choice; // for the load, which is what reads it
    wend_error error = {.text = ""};
    wend_result result = load_file(a, index, &error);
    a->files.choices[index] = before;
    if (result == WEND_OK) {
        file_list_choose(&a->files, index, &p->choice);
        if (a->scene.warning[0] == '\0') app_say(a, false, "baked; S saves it as %s", a->save_name);
        import_close(p);
        return;
    }
    if (a->files.count > count) file_list_remove(&a->files, index);
    if (result == WEND_ERROR_CANCELLED)
        snprintf(p->problem, sizeof p->problem, "stopped; the map is as it was");
    else if (result == WEND_ERROR_MEMORY)
        tell_memory(p, true);
    else
        snprintf(p->problem, sizeof p->problem, "%s",
                 error.text[0] != '\0' ? error.text : wend_result_string(result));
}

void import_bake(app* a) {
    import_panel* p = &a->import;
    import_follow(p);
    if (p->preview.problem[0] != '\0') return; // it is shown
    if (import_memory(p, p->choice.def.downscale) > memory_free())
        tell_memory(p, false);
    else
        app_leave(a, LEAVE_BAKE);
}
