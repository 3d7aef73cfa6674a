// imgui_card.h: a picture with a title that can be clicked.
#ifndef WEND_VIEW_IMGUI_CARD_H
#define WEND_VIEW_IMGUI_CARD_H
#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gui_card {
    const char* widget_name;
    SDL_Texture* picture;     ///< NULL: none
    SDL_Point size;           ///< of the picture
    const char *title, *hint; ///< hint: in up to two lines below the title; NULL: none
    const char* tooltip;      ///< NULL: none
} gui_card;

/// The height of a card whose picture is this high.
float gui_card_height(float picture_height, bool has_hint);
/// True when it was clicked. room: of the picture, which lies in its middle.
bool gui_card_show(const gui_card* card, float room_width, float room_height);

#ifdef __cplusplus
}
#endif
#endif
