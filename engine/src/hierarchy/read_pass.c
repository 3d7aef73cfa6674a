// read_pass.c: how is a mapped file read with little memory and few waits?
#include "hierarchy/read_pass.h"

#include <string.h>

#include "core/pages.h"
#include "hierarchy/cluster_check.h"

// ---- which pages of a file has a cluster that is going to be checked?

enum { SHARED_ROWS = 2 }; // on each side, with the cluster above or below

static bool straddles(const void* first, size_t bytes) {
    const size_t page = wendi_page_size();
    return (uintptr_t)first / page != ((uintptr_t)first + bytes - 1) / page;
}

// On a wide map each row of tiles lies in a page of its own, or begins in one that the cluster beside it has
// and ends in another. So a row of either kind shows whether the rows are in memory.
static bool want_tiles(const wend_grid* grid, wend_rect area) {
    const size_t bytes = (size_t)area.width + 2;
    const int32_t first = area.y + SHARED_ROWS, last = area.y + area.height - 1 - SHARED_ROWS;
    const void* rows[2] = {NULL, NULL};
    for (int32_t y = first; y <= last; y++) {
        const void* row = wendi_tile_in_rows(grid, area.x - 1, y);
        rows[straddles(row, bytes)] = row;
    }
    if (!rows[0] && !rows[1]) rows[0] = wendi_tile_in_rows(grid, area.x - 1, area.y + area.height / 2);
    bool here = true;
    for (int32_t i = 0; i < 2; i++) here = here && (!rows[i] || wendi_pages_are_here(rows[i], bytes));
    for (int32_t y = area.y - 1; y <= area.y + area.height && !here; y++)
        wendi_pages_want(wendi_tile_in_rows(grid, area.x - 1, y), bytes);
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

// ---- which pages of a mapped file can be given back to the system once they were read?
//
// Invariant: only pages are given back that hold what the unchanging view of the file holds. What
// patches, edits and machines of another byte order have written stays.

enum {
    BITS = 64,
    PIECE = 1 << 20,     // bytes: what is read before pages that follow each other are given back
    AROUND = 1 << 21,    // bytes: a system may map so many before the one that is touched
    MOST_NODES = 1 << 20 // of a cluster; entries that patches replace are not checked
};

void wendi_read_pass_begin(const wend_world* world, wendi_read_pass* out) {
    *out = (wendi_read_pass){.world = world};
    // The ground of a streamed world is there as long as it is loaded.
    if (!world->file_view || !world->graph.first_checks || world->graph.ground) return;
    out->page = wendi_page_size();
    out->words = world->file_size / out->page / BITS + 1;
    out->unchanged = wendi_alloc_zeroed(&world->allocator, out->words, sizeof *out->unchanged);
}

void wendi_read_pass_end(wendi_read_pass* pass) {
    wendi_free(&pass->world->allocator, pass->unchanged, pass->words, sizeof *pass->unchanged);
    pass->unchanged = NULL;
}

// ---- what was read

static bool is_unchanged(const wendi_read_pass* pass, size_t p) {
    return pass->unchanged[p / BITS] >> p % BITS & 1;
}

// Compares the pages that this pass has not compared yet, and gives the view's back.
static void compare(const wendi_read_pass* pass, size_t first, size_t last) {
    const wend_world* world = pass->world;
    for (size_t p = first; p <= last; p++) {
        const size_t at = p * pass->page, rest = world->file_size - at;
        if (is_unchanged(pass, p)) continue;
        if (memcmp(world->file + at, world->file_view + at, rest < pass->page ? rest : pass->page) == 0)
            pass->unchanged[p / BITS] |= (uint64_t)1 << p % BITS;
    }
    wendi_pages_drop(world->file_view + first * pass->page, (last - first + 1) * pass->page);
}

// A page that is read in part is given back, too: the rest of a row comes back with the next one. A system
// maps pages around the one that is touched, also those before it, which were given back already.
static void release(const wendi_read_pass* pass, const void* first, const void* end) {
    const wend_world* world = pass->world;
    const char *from = first, *to = end;
    if (!pass->unchanged || from < world->file || to > world->file + world->file_size || to <= from) return;
    const size_t at = (size_t)(from - world->file), last = (size_t)(to - world->file - 1) / pass->page;
    compare(pass, at / pass->page, last);
    for (size_t p = (at > AROUND ? at - AROUND : 0) / pass->page; p <= last;) {
        size_t run = p;
        while (run <= last && is_unchanged(pass, run)) run++;
        if (run > p) wendi_pages_drop(world->file + p * pass->page, (run - p) * pass->page);
        p = run + 1;
    }
}

void wendi_read_pass_row(const wendi_read_pass* pass, int32_t level, int32_t row) {
    if (!pass->unchanged) return;
    const wend_world* world = pass->world;
    const wendi_graph* graph = &world->graph;
    const wendi_stored_clusters* stored = world->stored;
    const wendi_partition* clusters = &graph->level[level - 1].clusters;
    const int32_t first = row * clusters->columns, last = first + clusters->columns - 1;
    const wendi_stored_cluster* entries = stored->directory[level - 1];
    const wendi_stored_cluster a = entries[first], z = entries[last];
    const uint64_t end = z.matrix + wendi_matrix_bytes((int32_t)z.count);
    if (z.count <= MOST_NODES && a.matrix <= end && end <= stored->matrices_size)
        release(pass, stored->matrices + a.matrix, stored->matrices + end);
    release(pass, entries + first, entries + last + 1);
    if (level > 1) return;
    const wend_rect area = wendi_cluster_rect(clusters, first);
    release(pass, wendi_tile_in_rows(world->grid, -1, area.y - 1),
            wendi_tile_in_rows(world->grid, world->grid->width, area.y + area.height));
    for (int32_t i = 0; i < graph->level_count; i++) {
        const uint64_t* nodes = (const void*)graph->level[i].nodes.table.items;
        release(pass, nodes + first, nodes + last + 1);
    }
}

void wendi_read_pass_cluster(const wendi_read_pass* pass_opt, int32_t level, int32_t cluster) {
    if (!pass_opt) return;
    const int32_t columns = pass_opt->world->graph.level[level - 1].clusters.columns;
    if (cluster % columns == columns - 1) wendi_read_pass_row(pass_opt, level, cluster / columns);
}

void wendi_read_pass_ground(const void* pass, int32_t row) {
    wendi_read_pass_row(pass, 1, row);
}

void wendi_read_pass_from(wendi_read_pass* pass, const void* first) {
    pass->from = first;
}

void wendi_read_pass_to(wendi_read_pass* pass, const void* end) {
    if (!pass->unchanged || (const char*)end - pass->from < PIECE) return;
    release(pass, pass->from, end);
    pass->from = end;
}

void wendi_read_pass_view(const wend_world* world, const char* first, const char* end) {
    const size_t page = wendi_page_size();
    const size_t at = (size_t)(first - world->file_view),
                 from = (at > AROUND ? at - AROUND : 0) / page * page,
                 to = (size_t)(end - world->file_view) / page * page;
    if (to > from) wendi_pages_drop(world->file_view + from, to - from);
}
