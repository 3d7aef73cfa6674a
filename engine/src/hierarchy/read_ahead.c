// read_ahead.c: which pages of a file has a cluster that is going to be checked?
#include "hierarchy/read_ahead.h"

#include "core/pages.h"
#include "hierarchy/cluster_check.h"

enum { SHARED_ROWS = 2 }; // on each side, with the cluster above or below

static bool straddles(const void* first, size_t bytes) {
    const size_t page = wendi_page_size();
    return (uintptr_t)first / page != ((uintptr_t)first + bytes - 1) / page;
}

// On a wide map each row of tiles lies in a page of its own, or begins in one that the cluster beside it has
// and ends in another. So a row of either kind tells whether the rows are in memory.
static bool want_tiles(const wend_grid* grid, wend_rect area) {
    const size_t bytes = (size_t)area.width + 2;
    const int32_t first = area.y + SHARED_ROWS, last = area.y + area.height - 1 - SHARED_ROWS;
    const void* rows[2] = {NULL, NULL};
    for (int32_t y = first; y <= last; y++) {
        const void* row = wendi_tile(grid, area.x - 1, y);
        rows[straddles(row, bytes)] = row;
    }
    if (!rows[0] && !rows[1]) rows[0] = wendi_tile(grid, area.x - 1, area.y + area.height / 2);
    bool here = true;
    for (int32_t i = 0; i < 2; i++) here = here && (!rows[i] || wendi_pages_are_here(rows[i], bytes));
    for (int32_t y = area.y - 1; y <= area.y + area.height && !here; y++)
        wendi_pages_want(wendi_tile(grid, area.x - 1, y), bytes);
    return !here;
}

// That of the file; those of patches are in memory.
static bool want_matrix(const wendi_stored_clusters* stored, int32_t level, int32_t cluster) {
    if (wendi_source_of(stored, stored->patch_count, level, cluster).entry !=
        &stored->directory[level - 1][cluster])
        return false;
    size_t bytes;
    const char* matrix = wendi_stored_matrix(stored, level, cluster, &bytes);
    if (!matrix || wendi_pages_are_here(matrix, bytes)) return false;
    wendi_pages_want(matrix, bytes);
    return true;
}

// Asking whether pages are in memory takes microseconds. Once all were, for some clusters in a row, most are
// not asked about any more.
static bool may_be_missing(_Atomic uint32_t* here_in_a_row) {
    enum { SURE = 32, ASKED = 16 };
    const uint32_t here = atomic_load_explicit(here_in_a_row, memory_order_relaxed);
    atomic_store_explicit(here_in_a_row, here + 1, memory_order_relaxed);
    return here < SURE || here % ASKED == 0;
}

void wendi_want_cluster(const wend_world* world, int32_t level, int32_t cluster,
                        _Atomic uint32_t* here_in_a_row_io) {
    if (!may_be_missing(here_in_a_row_io)) return;
    bool missing = want_matrix(world->stored, level, cluster);
    if (level == 1) missing |= want_tiles(world->grid, wendi_cluster_rect(&world->graph.clusters, cluster));
    if (missing) atomic_store_explicit(here_in_a_row_io, 0, memory_order_relaxed);
}
