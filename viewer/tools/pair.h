// pair.h: how do two searches answer the query of the document, side by side?
#ifndef WEND_VIEW_PAIR_H
#define WEND_VIEW_PAIR_H
#include "tools/compare.h"
#include "tools/recording.h"
#include "views/trace_layer.h"
#include "views/view.h"

enum { PAIR_A, PAIR_B, PAIR_SIDES };

/// The settings of one of the two searches; all else is that of the document's query.
typedef struct pair_side {
    wend_algorithm algorithm;
    wend_heuristic heuristic;
    float weight;
} pair_side;

typedef struct pair {
    document* document;
    view* view;
    bool shown; ///< the map shows both searches
    bool stale; ///< the query, the map or a side changed since they were recorded
    bool asked; ///< the user wants them recorded now
    pair_side sides[PAIR_SIDES];
    recording searches[PAIR_SIDES];
    int64_t only[PAIR_SIDES], both; ///< tiles that one search expanded and the other did not; that both did
    int64_t position;               ///< number of events of each search that are shown
    trace_layer layer;
    comparison measures; ///< their times and costs
    char picture[256];   ///< name of the file for the picture
    bool picture_wanted; ///< it is saved in this frame
} pair;

/// Borrows both.
void pair_init(pair* p, document* d, view* v);
/// As playback_set_renderer.
void pair_set_renderer(pair* p, SDL_Renderer* renderer);

/// Called in every frame. shown: the window of the comparison shows the pair. automatic: records again when
/// something has changed, otherwise only when asked.
void pair_follow(pair* p, bool shown, bool automatic, bool dragging);
bool pair_is_recorded(const pair* p);
/// Records both. Shows a notice and returns false when that fails.
bool pair_record(pair* p);
/// Events of the longer search.
int64_t pair_length(const pair* p);
/// Shows the first events of each search: as many of one as of the other.
void pair_seek(pair* p, int64_t position);

/// Sets what compare_work measures.
void pair_prepare(pair* p);
/// True when the measures are those of the current query, map and sides.
bool pair_is_measured(const pair* p);

/// The tiles that were expanded, right on the map.
void pair_draw_below(pair* p);
/// The nodes that were expanded, and the paths.
void pair_draw(const pair* p);

/// True when the algorithm takes a heuristic, or also a weight.
bool pair_has_heuristic(const pair_side* side);
bool pair_has_weight(const pair_side* side);

#endif
