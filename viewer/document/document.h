// document.h: which world is open, of which of the files, and with which edits?
#ifndef WEND_VIEW_DOCUMENT_H
#define WEND_VIEW_DOCUMENT_H
#include "document/autosave.h"
#include "document/edits.h"
#include "document/file_list.h"
#include "import_remedy.h"
#include "platform/notice.h"
#include "platform/window.h"

enum { MOST_PATCHES = 64 };

/// How maps are read, as the command line says.
typedef struct document_options {
    const char* patches[MOST_PATCHES]; ///< of the first of the files, in order
    int patch_count;
    bool outside;        ///< files may name files outside their folder
    const char* root;    ///< files may name files in this folder; NULL: as the importer has it
    bool negate;         ///< images: dark is passable
    float blocked_below; ///< images: brightness [Range: 0..1]; below 0: the importer's default
} document_options;

typedef struct document {
    scene scene;
    edits edits;
    file_list files; ///< worlds and maps; the built-in island when there are none
    recent recent;   ///< files that were opened last
    autosave autosave;
    replacing replacing;       ///< asks before a file is replaced
    char save_name[1000];      ///< proposed for saving
    int new_columns, new_rows; ///< of the next new map [Units: tiles]
    // Set by the owner:
    const document_options* options;
    const window* window;        ///< shows the progress of long work
    const uint16_t* shown_floor; ///< which goes into files that hold one
    notice* notice;
    commands* commands; ///< of the tools, too
    bool warning_shown; ///< what the importer warned about, until it is closed
    struct {
        char file[512]; ///< that could not be opened; "": none
        char text[NOTICE_TEXT];
        import_remedy remedy; ///< that makes it readable
    } refused;                ///< until it is closed
    wend_tasks tasks;         ///< zero: serial
} document;

/// Commands of the document: opening, building, saving, and the query.
extern const command_def document_commands[];

/// Errors: MEMORY. The scene is then empty, and document_destroy may still be called.
wend_result document_create(document* d, bool with_clock);
void document_destroy(document* d);

/// Opens one of the files; -1: the built-in island. choice_opt: how an image is read; NULL: as it was baked,
/// or as the command line says. On failure, described in *error, the open world stays.
wend_result document_open(document* d, int index, const import_choice* choice_opt, wend_error* error);
/// The rules of movement and the heuristics as commands name them; NULL past the last.
const char* document_moves_name(int index);
const char* document_heuristic_name(int index);
/// "sweep" and "astar"; NULL: there is no such way to refine.
const char* document_refinement_name(int index);
/// How an image is read: as it was baked, or as the command line says.
import_choice document_choice(const document* d, const char* file_opt);
/// Replaces a file of this name. Shows a notice and returns false when saving fails.
bool document_save(document* d, const char* file);
/// The same for the path.
bool document_save_path(document* d, const char* file);
/// The map's name with another ending, such as "-path.csv", in the folder of the proposed name.
void document_propose_file(const document* d, const char* ending, char out[1000]);
/// What becomes of the unsaved edits of an earlier run, document.autosave.found: "yes" shows them, "discard"
/// deletes them, anything else keeps them in another file. Shows a notice.
void document_restore(document* d, const char* answer);
/// Builds the world again with these profiles, of which `chosen` plans; removed: whose costs of links go; 0:
/// none. False: the reason was shown.
bool document_set_profiles(document* d, const profile_definitions* list, int32_t removed, int32_t chosen);
/// Builds the world of the map as it is now again, as scene_rebuild. False, after a notice: it stays.
bool document_rebuild(document* d, wend_connectivity connectivity, const scene_loading* loading);
/// Plans the query.
void document_plan(document* d);
/// Called in every frame: reports edits to listeners, or refreshes some of the pending clusters.
void document_follow(document* d);
/// Shows a notice about an edit that failed.
void document_check_edit(document* d, wend_result result);

// ---- edit_commands.c

/// Commands that undo, and that change the costs of classes.
extern const command_def edit_commands[];

// ---- profiles.c

/// Commands of profiles: a new one, the values of the one that plans, and its end.
extern const command_def profile_commands[];

#endif
