// job.c: how does work run in the background, and how does the window stay responsive meanwhile?
#include "platform/job.h"
#include "platform/imgui_shim.h"
#include "platform/memory.h"
#include <SDL_timer.h>
#include <stdio.h>
#include <unistd.h>

static int run_thread(void* context) {
    job* j = context;
    j->work(j, j->context);
    atomic_store(&j->let_go, true);
    atomic_store(&j->done, true);
    if (j->end != NULL) SDL_SemPost(j->end);
    return 0;
}

bool job_start(job* j, job_work* work, void* context) {
    j->work = work;
    j->context = context;
    j->ended = false;
    atomic_store(&j->stop, false);
    atomic_store(&j->let_go, false);
    atomic_store(&j->done, false);
    atomic_store(&j->permille, 0);
    j->end = SDL_CreateSemaphore(0);
    j->thread = SDL_CreateThread(run_thread, "job", j);
    if (j->thread == NULL && j->end != NULL) SDL_DestroySemaphore(j->end);
    return j->thread != NULL;
}

bool job_is_running(const job* j) {
    return j->thread != NULL;
}

bool job_has_ended(job* j) {
    if (j->thread != NULL && atomic_load(&j->done)) job_wait(j);
    bool ended = j->ended;
    j->ended = false;
    return ended;
}

void job_ask_to_stop(job* j) {
    atomic_store(&j->stop, true);
}

void job_wait(job* j) {
    if (j->thread == NULL) return;
    SDL_WaitThread(j->thread, NULL);
    if (j->end != NULL) SDL_DestroySemaphore(j->end);
    j->thread = NULL;
    j->ended = true;
}

bool job_wait_ms(job* j, unsigned ms) {
    return j->end == NULL || SDL_SemWaitTimeout(j->end, ms) != SDL_MUTEX_TIMEDOUT;
}

void job_make_let_go(job* j) {
    job_ask_to_stop(j);
    while (j->thread != NULL && !atomic_load(&j->let_go)) SDL_Delay(1);
}

void job_let_go(job* j) {
    atomic_store(&j->let_go, true);
}

float job_progress(const job* j) {
    return (float)atomic_load(&j->permille) / 1000;
}

bool job_should_cancel(void* context) {
    job* j = context;
    return atomic_load_explicit(&j->stop, memory_order_relaxed);
}

bool job_report(double fraction, void* context) {
    job* j = context;
    atomic_store_explicit(&j->permille, (int)(fraction * 1000), memory_order_relaxed);
    return !job_should_cancel(j);
}

// ---- long work while the window stays responsive

enum {
    FRAME_MS = 40,
    RESERVE = 100 * 1000 * 1000, // bytes; more than a job allocates in a frame
};

typedef struct work {
    work_fn* run;
    void* context;
    wend_result result;
} work;

static void run_work(job* j, void* context) {
    work* w = context;
    w->result = w->run(j, w->context);
}

// Without a window, shows progress on the terminal and clears the line at the end.
static void tell_terminal(float fraction) {
    if (!isatty(STDERR_FILENO)) return;
    if (fraction < 1)
        fprintf(stderr, "\rloading %3.0f %%", (double)fraction * 100);
    else
        fputs("\r             \r", stderr);
}

// True: the user stops the work. *quit_out: and ends the program.
static bool take_events(const window* w, bool* quit_out) {
    bool stop = false;
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        gui_event(&event, w->pixel_ratio);
        if (event.type == SDL_DROPFILE) SDL_free(event.drop.file);
        *quit_out |= event.type == SDL_QUIT;
        stop |= event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
    }
    return stop;
}

// True: the user stops the work.
static bool show_frame(const window* w, const char* name, const char* doing, float fraction) {
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(w->renderer, &width, &height);
    window_clear(w);
    gui_begin_frame(width, height, FRAME_MS / 1000.0f);
    gui_begin_window("loading", (float)width / 2, (float)height / 2, 0.5f, 0.5f,
                     SDL_min(480 * w->scale, (float)width), 0, 1);
    gui_text_end(GUI_PLAIN, name);
    gui_progress_bar(fraction);
    gui_paragraph(GUI_QUIET, doing);
    bool stop = gui_button("Stop (Esc)", false);
    gui_end_window();
    gui_end_frame(w->renderer);
    SDL_RenderPresent(w->renderer);
    return stop;
}

wend_result work_run(const window* w, const char* name, const char* doing, work_fn* run, void* context) {
    work task = {run, context, WEND_OK};
    job j = {.thread = NULL};
    bool quit = false, watched = memory_free() > 2 * (int64_t)RESERVE, short_of_memory = false,
         titled = false;
    if (job_start(&j, run_work, &task)) {
        while (!job_wait_ms(&j, FRAME_MS)) {
            bool stop = false;
            if (w->headless) {
                tell_terminal(job_progress(&j));
            } else {
                if (!titled) window_show_title(w, doing);
                titled = true;
                stop = take_events(w, &quit);
                stop = show_frame(w, name, doing, job_progress(&j)) || stop;
            }
            short_of_memory |= watched && memory_free() < RESERVE;
            if (stop || short_of_memory) job_ask_to_stop(&j);
        }
        if (w->headless) tell_terminal(1);
        job_wait(&j);
        if (titled) window_show_title(w, NULL);
    } else {
        run_work(&j, &task);
    }
    if (short_of_memory && task.result == WEND_ERROR_CANCELLED) task.result = WEND_ERROR_MEMORY;
    // Repeats the event, because only now the window can ask about unsaved edits.
    if (quit) SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    return task.result;
}
