// browser.h: which file does the user choose to open, or to save to?
#ifndef WEND_VIEW_BROWSER_H
#define WEND_VIEW_BROWSER_H
#include "document/document.h"

enum { BROWSER_PATH = 1000 };

typedef struct browser_entry {
    char* name;
    bool is_folder;
    int64_t bytes;
} browser_entry;

typedef enum browser_mode {
    BROWSER_CLOSED,
    BROWSER_OPENS,
    BROWSER_SAVES,
    BROWSER_OPENS_LEGEND,
    BROWSER_SAVES_LEGEND,
    BROWSER_OPENS_TILES,
    BROWSER_SAVES_PATH,
    BROWSER_SAVES_PICTURE
} browser_mode;

typedef struct browser {
    document* document;
    browser_mode mode;
    char folder[BROWSER_PATH]; ///< absolute; "": not looked at yet
    char name[BROWSER_PATH];   ///< in the field: a file of the folder, or a path
    browser_entry* entries;    ///< folders first, each kind by name
    int count;
    char problem[600]; ///< why the folder cannot be read, or the file not be saved; "": no problem
    int openings;      ///< of the window so far
    bool fresh;        ///< it was opened, or has failed, in this frame: the field takes the keys
    bool takes;        ///< Return was pressed: takes the name once the field has all that was typed before
    int filter;        ///< of maps: which files are listed
    int left_out;      ///< files that the filter leaves out
} browser;

/// Borrows it.
void browser_init(browser* b, document* d);
void browser_close(browser* b);
/// The filters as people and commands name them; NULL past the last. They go by the ending of a name, though
/// the content of a file decides what it is.
const char* browser_filter_name(int filter);
bool browser_saves(const browser* b);
bool browser_is_for_legends(const browser* b);
/// What the window is for: "Save the map as".
const char* browser_title(const browser* b);
/// The formats of files that are saved, as people and commands name them; NULL past the last, and where there
/// is no choice. The one of the name; -1: it has another ending.
const char* browser_format_name(const browser* b, int format);
int browser_format(const browser* b);

#endif
