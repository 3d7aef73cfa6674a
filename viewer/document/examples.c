// examples.c: which maps does the start page offer?
#include "document/examples.h"
#include <SDL.h>
#include <stdio.h>

const example examples[EXAMPLES] = {
    {"island.png", "Island", "a picture: towns, rivers and bridges"},
    {"abbey.map", "Abbey", "a MovingAI map with a scenario"},
    {"house.txt", "House", "rooms and doors"},
    {"escalator.txt", "Escalator", "one-way tiles between two halls"},
    {"hex_island.txt", "Hexagons", "an island of hexagons"},
    {"tunnel.recipe", "Tunnel", "a link under a plain"},
    {"house.recipe", "Building", "three floors, stairs and a lift"},
    {"ledges.recipe", "Ledges", "down anywhere, up at one side"},
};

bool example_path(int index, char out[EXAMPLE_PATH]) {
    static const char* const folders[] = {"../share/wend/maps", "../../../data"};
    char* base = SDL_GetBasePath();
    bool found = false;
    for (int i = 0; i < 2 && base != NULL && !found; i++) {
        int length = snprintf(out, EXAMPLE_PATH, "%s%s/%s", base, folders[i], examples[index].file);
        FILE* in = length < EXAMPLE_PATH ? fopen(out, "rb") : NULL;
        found = in != NULL;
        if (found) fclose(in);
    }
    SDL_free(base);
    return found;
}
