// floor_pictures.h: what does each floor look like in the list of floors?
#ifndef WEND_VIEW_FLOOR_PICTURES_H
#define WEND_VIEW_FLOOR_PICTURES_H
#include "views/view.h"

enum { FLOOR_PICTURES = 32 }; ///< a list of more floors has none

/// Small pictures, made when they are asked for and again after an edit of their floor.
typedef struct floor_pictures {
    const view* view;
    palette colors;
    SDL_Point size; ///< of all [Units: pixels]
    SDL_Texture* textures[FLOOR_PICTURES];
    bool stale[FLOOR_PICTURES];
} floor_pictures;

/// Borrows both.
void floor_pictures_init(floor_pictures* f, view* v, scene* s);
/// Destroys the textures, before their renderer is destroyed or with the owner.
void floor_pictures_forget(floor_pictures* f);
/// NULL: there are too many floors, or no memory. *size_out: of all of them, in pixels.
SDL_Texture* floor_pictures_get(floor_pictures* f, int32_t floor, SDL_Point* size_out);

#endif
