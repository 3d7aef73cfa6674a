// thumbnails.h: small pictures of map files. They are made in a background thread, one after the other, while
// somebody asks for them; without a display at once, so that every run is the same.
#ifndef WEND_VIEW_THUMBNAILS_H
#define WEND_VIEW_THUMBNAILS_H
#include "platform/job.h"
#include <SDL.h>

enum { THUMBNAILS = 32, THUMBNAIL_PATH = 1000, THUMBNAIL_SIDE = 480 };

typedef struct thumbnail {
    char file[THUMBNAIL_PATH]; ///< "": unused
    enum { THUMBNAIL_WANTED, THUMBNAIL_MADE, THUMBNAIL_NONE } state;
    uint32_t* pixels;  ///< 0xFFRRGGBB, of at most THUMBNAIL_SIDE squared
    int width, height; ///< of pixels
    SDL_Texture* texture;
    int max_width, max_height; ///< that the texture was made for
    int64_t asked;             ///< when it was asked for last
} thumbnail;

typedef struct thumbnails {
    SDL_Renderer* renderer;
    bool at_once;
    thumbnail list[THUMBNAILS];
    int64_t asked; ///< counts the questions
    job job;
    int making;     ///< index of the one that the job makes
    thumbnail made; ///< by the job
} thumbnails;

void thumbnails_init(thumbnails* t, SDL_Renderer* renderer, bool at_once);
void thumbnails_destroy(thumbnails* t);
/// Forgets the textures, before their renderer goes (NULL) or when there is another one.
void thumbnails_set_renderer(thumbnails* t, SDL_Renderer* renderer);
/// The picture of a file that fits into a space; NULL: not made yet, or it cannot be made.
SDL_Texture* thumbnails_get(thumbnails* t, const char* file, int max_width, int max_height,
                            SDL_Point* size_out);
/// Takes what is made and begins the next; once in every frame. True: some are still to be made.
bool thumbnails_follow(thumbnails* t);

#endif
