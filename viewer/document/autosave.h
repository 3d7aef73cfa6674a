// autosave.h: where are unsaved edits kept in case the program ends before a person saves them?
#ifndef WEND_VIEW_AUTOSAVE_H
#define WEND_VIEW_AUTOSAVE_H
#include "document/edits.h"
#include "platform/remember.h"

enum { AUTOSAVE_PATH = REMEMBER_PATH + 40, AUTOSAVE_KINDS = 2 };

/// A copy of the edited world, in FILE.autosave.wend; of a mapped world only what changed, as a patch, in
/// FILE.autosave.patch. A map without a file has its copy in the folder of the settings.
typedef struct autosave {
    bool on;                                   ///< set by the owner
    char files[AUTOSAVE_KINDS][AUTOSAVE_PATH]; ///< the world and the patch of the shown map; "": none
    const char* found;                         ///< of an earlier run, undecided; one of files; NULL: none
    const char* written;                       ///< holds the edits; one of files; NULL: none
    uint64_t revision;                         ///< of the scene when it was written
    uint64_t next_ms;                          ///< not before
    bool failed;                               ///< it could not be written, which was reported
} autosave;

/// Another map is shown, of a file or not: looks for what an earlier run left.
void autosave_begin(autosave* a, const char* file_opt);
/// The edits are saved, undone or no longer wanted: removes the copy that this run wrote.
void autosave_end(autosave* a);
/// The same, and no other copy is written of this map.
void autosave_stop(autosave* a);
/// Writes the edits once they are complete: at once when that takes little time, otherwise so often that it
/// takes a twentieth of the time. kept_patches: with which a mapped world was opened. Errors: those of
/// wend_world_save, once for a map; LIMIT: the map is too large for a copy of it.
wend_result autosave_follow(autosave* a, scene* s, const edits* e, int kept_patches, wend_error* error);

/// "21 Nov, 14:05": when what was found was written.
const char* autosave_found_time(const autosave* a, char text_out[32]);
bool autosave_found_is_patch(const autosave* a);
/// What was found holds the edits of the shown map from now on.
void autosave_take_found(autosave* a, uint64_t revision);
void autosave_delete_found(autosave* a);
/// Moves what was found to FILE.autosave.old.wend or .patch, named in file_out, where it is not in the way.
/// False: it could not be moved, and nothing is written for this map.
bool autosave_move_found(autosave* a, char file_out[AUTOSAVE_PATH]);

#endif
