// profile_list.h: what does a world keep of each of its profiles?
#ifndef WENDI_PROFILE_LIST_H
#define WENDI_PROFILE_LIST_H
#include "grid/derived_grid.h"

typedef struct wendi_profile {
    char name[WEND_MAX_PROFILE_NAME + 1];
    wend_profile_def def; // its name is the one above
    wendi_derivation derivation;
    wend_world* view; // a complete, separate world without profiles
} wendi_profile;

typedef struct wendi_profiles { // of a world; zeros: none
    wendi_profile* data;        // data[i] is profile i + 1
    int32_t count;              // without profile 0, the world itself
} wendi_profiles;
#endif
