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

typedef enum browser_mode { BROWSER_CLOSED, BROWSER_OPENS, BROWSER_SAVES } browser_mode;

typedef struct browser {
    document* document;
    commands* commands;
    browser_mode mode;
    char folder[BROWSER_PATH]; ///< absolute; "": not looked at yet
    char name[BROWSER_PATH];   ///< in the field: a file of the folder, or a path
    browser_entry* entries;    ///< folders first, each kind by name
    int count;
    char problem[200]; ///< why the folder cannot be read; "": it could
    bool fresh;        ///< it was opened in this frame: the field takes the keys
} browser;

extern const command_def browser_commands[];
/// Borrows both.
void browser_init(browser* b, document* d, commands* c);
void browser_close(browser* b);

#endif
