// changes.h: what may differ between a world and the file that it was opened from?
//
// Edits and refresh note here what they may have changed. Whoever stores them (files/world_patch.c) compares
// these places with the file. A world that was built has no file, and notes nothing.
#ifndef WENDI_CHANGES_H
#define WENDI_CHANGES_H
#include "grid/grid.h"
#include "hierarchy/entrance.h"
#include "wend/world.h"

typedef struct wendi_marks { // a set of numbers
    uint64_t* bits;          // NULL: empty
    size_t words;
    int32_t* list; // in the order of their marks
    size_t capacity;
    int32_t count;
} wendi_marks;

enum { WENDI_ALL_MARKS = 2 * WEND_MAX_LEVELS + 2 };

typedef struct wendi_changes { // wendi_owner_create, wendi_owner_destroy
    wendi_owner owner;         // of all marks
    union {
        struct {
            wendi_marks clusters[WEND_MAX_LEVELS]; // by level - 1: anything that is stored of a cluster
            wendi_marks lines[WEND_MAX_LEVELS];    // the nodes on the top and left line of a cluster
            wendi_marks pages;                     // of closed steps
            wendi_marks joined;                    // labels of components that were united with smaller ones
        };
        wendi_marks marks[WENDI_ALL_MARKS]; // all of these
    };
    bool relabelled; // the components were found again: any cluster may have other labels
    bool tiles;      // some tile was edited
    bool elevations; // some elevation was
    bool ground;     // some was added or removed
    bool links, costs;
    bool levels;       // the number of levels changed at some time
    bool remembers;    // wend_world_keep_original found the tiles of the file
    bool misremembers; // it found edited ones
    bool lost;         // there was no memory to note a change
} wendi_changes;

/// NULL: out of memory.
wendi_changes* wendi_changes_copy(const wendi_changes* changes);
/// The components were found again, so that no earlier union counts.
void wendi_changes_relabelled(wendi_changes* changes);
/// Adds a number below limit to one of the sets. Without memory it sets lost.
void wendi_set_mark(wendi_changes* changes, wendi_marks* marks, int32_t number, int32_t limit);
/// Notes a cluster of level 1 and those around it: the checksum of a cluster counts one tile around it.
void wendi_note_around(wendi_changes* changes, const wendi_partition* clusters, int32_t cluster);
/// Notes that a step was closed or opened.
void wendi_note_step(wendi_changes* changes, const wend_grid* grid, wend_tile from, wend_tile to);
#endif
