// settings.h: how is a value of a script's "set NAME VALUE" read? For the files that own such settings.
#ifndef WEND_VIEW_SETTINGS_H
#define WEND_VIEW_SETTINGS_H
#include "app.h"

enum { SETTING_WHY = 200 };

typedef struct view_setting {
    const char* name;
    bool (*set)(app* a, const char* value, char* why); ///< false: why says what is wrong with it
} view_setting;

/// Each ends with a name of NULL; settings_apply in settings.c looks through them all.
extern const view_setting settings_edit[];        // settings_edit.c
extern const view_setting settings_window[];      // settings_window.c
extern const view_setting settings_performance[]; // settings_performance.c
extern const view_setting settings_import[];      // settings_import.c
extern const view_setting settings_playback[];    // settings_playback.c
extern const view_setting settings_boids[];       // settings_boids.c

/// A finite number at the beginning of a text; *end_out: what follows it.
bool setting_number(const char* text, double* out, const char** end_out);
/// "X,Y"
bool setting_pair(const char* text, double* x, double* y);
/// The rest tell in why what they expected when they return false, setting_word when it returns -1.
bool setting_tile(const app* a, const char* text, wend_tile* out, char* why);
bool setting_switch(bool* flag, const char* value, char* why);
/// The index of a word; name gives NULL past the last.
int setting_word(const char* value, const char* what, const char* (*name)(int index), char* why);
/// The rules of movement, for setting_word: "8", "4", "8cut".
const char* setting_moves_name(int index);
bool setting_range(const char* value, double least, double most, double* out, char* why);

#endif
