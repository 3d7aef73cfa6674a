// edit_job.h: what do the parts of an edit share? One job changes the world or the view of one profile. Only
// the files edit*.c include this header.
#ifndef WENDI_EDIT_JOB_H
#define WENDI_EDIT_JOB_H
#include "hierarchy/abstract_graph.h"
#include "hierarchy/component.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/world.h"

typedef struct wendi_class_square { // the classes of a cluster's tiles
    uint8_t rows[WENDI_MAX_CLUSTER_SIDE][WENDI_MAX_CLUSTER_SIDE];
} wendi_class_square;

typedef struct wendi_elevation_square { // the elevations of a cluster's tiles
    int16_t rows[WENDI_MAX_CLUSTER_SIDE][WENDI_MAX_CLUSTER_SIDE];
} wendi_elevation_square;

typedef struct wendi_old_step { // a step that an edit closed or opened
    wend_tile from, to;
    bool open; // before
} wendi_old_step;

// The costs of all classes of a world or view, before and after one of them changes.
typedef struct wendi_cost_change {
    float before[WEND_CLASS_COUNT], after[WEND_CLASS_COUNT];
    wend_profile_def def;             // of a view, after the change
    wendi_derivation derivation;      // likewise
    bool derives;                     // tiles of the view may become others
    bool opens, blocks;               // some class becomes passable, blocked
    const wendi_rewrite* rewrite_opt; // tiles become others, too
    bool written;
} wendi_cost_change;

typedef struct wendi_edit_job {
    wend_world* root; // that has the profiles
    int32_t profile;
    wend_world* world;                  // of the profile: root or a view
    const wendi_derivation* derivation; // of the view's tiles; NULL: of root
    const wend_edit* edits;
    int32_t count;
    const uint8_t* classes_opt;   // of the first edit, if that is WENDI_EDIT_CLASSES
    size_t classes_stride;        // from one row of them to the next; 0: no gaps
    bool laid_out;                // the world has no components yet (ground.c)
    bool links_changed;           // instead of tiles
    wendi_cost_change* costs_opt; // instead of tiles
    wendi_index_list touched;     // clusters of level 1, ascending
    wendi_index_list relabelled;  // of a change of costs: those whose nodes or parts may be others
    wendi_groups before, after;
    wend_allocator scratch;             // of the lists, groups and the undo log, until the edit ends
    wendi_cluster_workspace* workspace; // borrowed
    wendi_reach reach;                  // found again, when links changed outside all clusters
    bool drop_levels;                   // costs are too large for any level above the first
    bool begun;                         // something may have changed
    // The undo log:
    wendi_class_square* old_tiles;          // of the touched clusters
    wendi_elevation_square* old_elevations; // likewise, if the job changes any; else NULL
    wendi_matrix* old_matrices;             // matrices of the touched clusters
    wendi_pending_rows** rows;              // of the touched clusters that become pending; NULL: taken over
    int32_t replaced;                       // number of touched clusters with new matrices
    wendi_old_step* old_steps;              // closed or opened, in this order
    int32_t old_step_count;
    wendi_component_repair* repair;  // of the components; NULL: they are unchanged, or found again
    wendi_components old_components; // before they were found again
    bool found_again;
    uint8_t* old_states; // for each touched cluster, the states of the clusters containing it, by level
} wendi_edit_job;

/// Kinds of edits that only ground.c makes.
enum {
    WENDI_EDIT_CLASSES = WEND_EDIT_KIND_COUNT, // each tile of an area gets a class of its own
    WENDI_EDIT_KEEP // tiles stay, but nodes and matrices around them are made again
};

/// True for edits of all tiles of an area, false for edits of a step.
static inline bool wendi_edits_area(const wend_edit* edit) {
    return edit->kind != WEND_EDIT_STEP && edit->kind != WEND_EDIT_WALL;
}

// ---- edit_kinds.c

/// The tiles of an edit.
wend_rect wendi_edit_area(const wend_edit* edit);
/// An edit of the caller, whose tiles have floors, on the sheet.
wend_edit wendi_edit_on_sheet(const wend_grid* grid, const wend_edit* edit);

// ---- edit_relief.c

/// Makes room for new elevations and their slopes. Errors: UNSUPPORTED, LIMIT, MEMORY.
wend_result wendi_edit_prepare_elevations(wend_world* world, const wend_edit* edits, int32_t count);
bool wendi_edit_has_elevations(const wendi_edit_job* job);
/// Saves the elevations of the touched clusters, if the undo log has room for them.
void wendi_edit_save_elevations(const wendi_edit_job* job);
/// Errors: LIMIT (a step would cost too much).
wend_result wendi_edit_write_elevation(const wendi_edit_job* job, const wend_edit* edit);
/// Brings back what was saved.
void wendi_edit_restore_elevations(const wendi_edit_job* job);
/// Gives the views the relief of the map as it is now. Those with tables of their own get room for a
/// difference; where they have it, no memory is needed. Errors: LIMIT (a step of a view would cost too much),
/// MEMORY.
wend_result wendi_edit_follow_relief(wend_world* root, int32_t difference);

// ---- edit_job.c

/// Adds the clusters of a view in which a derived tile differs. The map has changed already; the view has
/// not. Errors: MEMORY.
wend_result wendi_edit_add_derived(wendi_edit_job* job, const wend_edit* edit);

/// Lists the touched clusters of all edits of the job. Errors: MEMORY.
wend_result wendi_edit_find_touched(wendi_edit_job* job);

/// Writes tiles, steps and costs. On error the caller restores them. Errors: MEMORY, LIMIT (of costs).
wend_result wendi_edit_write(wendi_edit_job* job);

/// Frees the pages of closed steps that the edit, or undoing it, has emptied.
void wendi_edit_trim(const wendi_edit_job* job);

/// Does all of one job that may fail. On error wendi_edit_undo restores everything. Errors: DAMAGED, MEMORY,
/// LIMIT.
wend_result wendi_edit_apply(wendi_edit_job* job);

/// Keeps what the job changed. Cannot fail.
void wendi_edit_commit(wendi_edit_job* job);

/// Restores the world or view from the undo log. Cannot fail.
void wendi_edit_undo(wendi_edit_job* job);

// ---- edit.c

/// Edits a world, all or nothing; edits are valid. classes_opt: of the first one, see
/// wendi_edit_job. laid_out: the components are found from the beginning. Errors: DAMAGED, MEMORY.
wend_result wendi_edit_ground(wend_world* world, const wend_edit* edits, int32_t count,
                              const uint8_t* classes_opt, size_t stride, bool laid_out);
#endif
