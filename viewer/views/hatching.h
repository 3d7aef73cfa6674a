// hatching.h: how does one see on a picture what cannot be walked?
#ifndef WEND_VIEW_HATCHING_H
#define WEND_VIEW_HATCHING_H
#include "document/scene.h"
#include "views/camera.h"

/// Slanted lines over blocked ground, as wide at every zoom, painted again when the view or the map changes.
typedef struct hatching {
    SDL_Texture* texture; ///< NULL: not painted yet
    uint32_t* pixels;
    camera shown;
    uint64_t version; ///< as the owner counts
} hatching;

/// version: changes with the map and the profile that plans.
void hatching_draw(hatching* h, SDL_Renderer* renderer, const camera* cam, const scene* s, uint64_t version,
                   float scale);
/// Destroys the texture, before its renderer is destroyed or with the owner.
void hatching_forget(hatching* h);

/// How blocked ground of a colour is tinted, 0xRRGGBB. Very dark ground stays as it is, unless passable
/// ground is dark, too.
uint32_t hatching_tint(uint32_t rgb, bool dark_ground);
#endif
