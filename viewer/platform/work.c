// work.c: how does something long go on while the window stays alive?
#include "work.h"
#include "imgui_shim.h"
#include "memory.h"
#include <stdio.h>
#include <unistd.h>

enum {
    FRAME_MS = 40,
    RESERVE = 100 * 1000 * 1000, // bytes; more than a job takes in a frame
};

bool work_progress(double fraction, void* context) {
    work* w = context;
    SDL_AtomicSet(&w->thousandths, (int)(fraction * 1000));
    return SDL_AtomicGet(&w->stopped) == 0;
}

static int run_in_thread(void* context) {
    work* w = context;
    w->result = w->run(w, w->context);
    SDL_SemPost(w->done);
    return 0;
}

// Without a window the terminal is told, in a line that goes at the end.
static void tell_terminal(double fraction) {
    if (!isatty(STDERR_FILENO)) return;
    if (fraction < 1)
        fprintf(stderr, "\rloading %3.0f %%", fraction * 100);
    else
        fputs("\r             \r", stderr);
}

// True: the person wants it to stop. *quit_out: and the whole program.
static bool take_events(app* a, bool* quit_out) {
    bool stop = false;
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        gui_event(&event, a->pixel_ratio);
        if (event.type == SDL_DROPFILE) SDL_free(event.drop.file);
        *quit_out |= event.type == SDL_QUIT;
        stop |= event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
    }
    return stop;
}

static bool show_frame(app* a, const work* w, double fraction) {
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(a->renderer, &width, &height);
    app_clear(a);
    gui_begin_frame(width, height, FRAME_MS / 1000.0f);
    bool stop = panel_show_loading(a, w->name, w->doing, (float)fraction);
    gui_end_frame(a->renderer);
    SDL_RenderPresent(a->renderer);
    return stop;
}

wend_result work_run(app* a, work* w) {
    w->done = SDL_CreateSemaphore(0);
    SDL_Thread* thread = w->done != NULL ? SDL_CreateThread(run_in_thread, "work", w) : NULL;
    bool quit = false, watched = memory_free() > 2 * (int64_t)RESERVE, short_of_memory = false;
    if (thread != NULL) {
        while (SDL_SemWaitTimeout(w->done, FRAME_MS) == SDL_MUTEX_TIMEDOUT) {
            double fraction = SDL_AtomicGet(&w->thousandths) / 1000.0;
            bool stop = false;
            if (a->options->headless) {
                tell_terminal(fraction);
            } else {
                stop = take_events(a, &quit);
                stop = show_frame(a, w, fraction) || stop;
            }
            if (stop) SDL_AtomicSet(&w->stopped, 1);
            if (watched && memory_free() < RESERVE) {
                short_of_memory = true;
                SDL_AtomicSet(&w->stopped, 1);
            }
        }
        if (a->options->headless) tell_terminal(1);
        SDL_WaitThread(thread, NULL);
    } else {
        w->result = w->run(w, w->context);
    }
    if (w->done != NULL) SDL_DestroySemaphore(w->done);
    if (short_of_memory && w->result == WEND_ERROR_CANCELLED) w->result = WEND_ERROR_MEMORY;
    // Asked again now that the window can ask back about unsaved edits.
    if (quit) SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    return w->result;
}
