// read_pass.c: which pages of a mapped file can be given back to the system once they were read?
//
// Invariant: a page whose bit in kept is clear has the contents of the file. A patch writes to the tiles, the
// node sets and the matrices of its clusters. Edits write to more than they note for a patch, so a world that
// was edited keeps all its pages.
#include "hierarchy/read_pass.h"

#include <string.h>

#include "core/pages.h"
#include "hierarchy/cluster_check.h"

enum {
    BITS = 64,
    PIECE = 1 << 20,     // bytes: what is read before pages that follow each other are given back
    AROUND = 1 << 21,    // bytes: a system may map so many before the one that is touched
    MOST_NODES = 1 << 20 // of a cluster; entries that patches replace are not checked
};

// ---- what was written to

static void keep(const wendi_read_pass* pass, const void* at, size_t size) {
    const char* file = pass->world->file;
    const char* first = at;
    if (first < file || first >= file + pass->world->file_size || size == 0) return; // in other memory
    const size_t begin = (size_t)(first - file) / pass->page,
                 end = (size_t)(first - file + size - 1) / pass->page;
    for (size_t p = begin; p <= end && p / BITS < pass->words; p++)
        pass->kept[p / BITS] |= (uint64_t)1 << p % BITS;
}

static void keep_cluster(const wendi_read_pass* pass, int32_t level, int32_t cluster) {
    const wendi_graph* graph = &pass->world->graph;
    const wendi_matrix matrix = wendi_matrix_at(graph, level, cluster);
    if (matrix.count > 0) keep(pass, matrix.nodes, wendi_matrix_bytes(matrix.count));
    if (level > 1) return;
    const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    for (int32_t y = area.y; y < area.y + area.height; y++)
        keep(pass, wendi_tile(pass->world->grid, area.x, y), (size_t)area.width);
    for (int32_t i = 0; i < graph->level_count; i++)
        keep(pass, &graph->level[i].nodes[cluster], sizeof *graph->level[i].nodes);
}

static void keep_patched(const wendi_read_pass* pass) {
    const wend_world* world = pass->world;
    for (int32_t level = 1; level <= world->graph.level_count; level++)
        for (int32_t p = 0; p < world->patch_count; p++) {
            const wendi_patch* patch = &world->patches[p];
            for (int32_t i = patch->first[level - 1]; i < patch->first[level]; i++)
                keep_cluster(pass, level, (int32_t)patch->clusters[i].cluster);
        }
}

void wendi_read_pass_begin(const wend_world* world, wendi_read_pass* out) {
    const wendi_changes* changes = world->changes_opt;
    *out = (wendi_read_pass){.world = world};
    // The ground of a streamed world is there as long as it is loaded.
    if (!world->file_view || !world->graph.first_checks || world->graph.ground) return;
    if (!changes || changes->lost || changes->levels || changes->relabelled) return;
    for (int32_t level = 1; level <= world->graph.level_count; level++)
        if (changes->clusters[level - 1].count > 0 || changes->lines[level - 1].count > 0) return;
    out->page = wendi_page_size();
    out->words = world->file_size / out->page / BITS + 1;
    out->kept = wendi_alloc_zeroed(&world->allocator, out->words, sizeof *out->kept);
    if (!out->kept) return;
    keep_patched(out);
    out->releases = true;
}

void wendi_read_pass_end(wendi_read_pass* pass) {
    wendi_free(&pass->world->allocator, pass->kept, pass->words, sizeof *pass->kept);
    pass->kept = NULL;
    pass->releases = false;
}

// ---- what was read

static bool is_kept(const wendi_read_pass* pass, size_t p) {
    return pass->kept[p / BITS] >> p % BITS & 1;
}

// A page that is read in part is given back, too: the rest of a row comes back with the next one. A system
// maps pages around the one that is touched, also those before it, which were given back already.
static void release(const wendi_read_pass* pass, const void* first, const void* end) {
    const wend_world* world = pass->world;
    const char *from = first, *to = end;
    if (!pass->releases || from < world->file || to > world->file + world->file_size || to <= from) return;
    const size_t at = (size_t)(from - world->file);
    size_t p = (at > AROUND ? at - AROUND : 0) / pass->page;
    const size_t last = (size_t)(to - world->file - 1) / pass->page;
    while (p <= last) {
        size_t run = p;
        while (run <= last && !is_kept(pass, run)) run++;
        if (run > p) wendi_pages_drop(world->file + p * pass->page, (run - p) * pass->page);
        p = run + 1;
    }
}

void wendi_read_pass_row(const wendi_read_pass* pass, int32_t level, int32_t row) {
    if (!pass->releases) return;
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
    release(pass, wendi_tile(world->grid, -1, area.y - 1),
            wendi_tile(world->grid, world->grid->width, area.y + area.height));
    for (int32_t i = 0; i < graph->level_count; i++)
        release(pass, &graph->level[i].nodes[first], &graph->level[i].nodes[last + 1]);
}

void wendi_read_pass_ground(const void* pass, int32_t row) {
    wendi_read_pass_row(pass, 1, row);
}

void wendi_read_pass_from(wendi_read_pass* pass, const void* first) {
    pass->from = first;
}

void wendi_read_pass_to(wendi_read_pass* pass, const void* end) {
    if (!pass->releases || (const char*)end - pass->from < PIECE) return;
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
