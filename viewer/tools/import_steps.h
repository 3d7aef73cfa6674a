// import_steps.h: which choices did a person make in the import panel, to be undone and done again?
#ifndef WEND_VIEW_IMPORT_STEPS_H
#define WEND_VIEW_IMPORT_STEPS_H
#include "document/import_choice.h"
#include <stdint.h>

typedef struct import_steps {
    import_choice* list; ///< NULL: not begun
    int count, position; ///< of the list; the current choice
    uint32_t widget;     ///< that is held and made the current choice; 0: none
} import_steps;

/// Begins with a choice. False: no memory.
bool import_steps_begin(import_steps* s, const import_choice* first);
void import_steps_end(import_steps* s);
/// Notes a choice unless it is the current one. widget: that is held; while it is the same one, as in a drag,
/// the choice replaces the current one.
void import_steps_take(import_steps* s, const import_choice* c, uint32_t widget);
/// False: there is nothing to undo, or to do again.
bool import_steps_undo(import_steps* s, import_choice* out);
bool import_steps_redo(import_steps* s, import_choice* out);

#endif
