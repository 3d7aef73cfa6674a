// assemble.c: how do the parts of a bake become the file of a world?
//
// Invariant: clusters, nodes and labels come in the order of the file, so every section is written from its
// beginning to its end. What is held are the parts of one row of parts, and the matrices of one row of
// clusters.
#include <errno.h>
#include <string.h>

#include "bake/assemble.h"
#include "core/containers.h"

// The nodes of a level above those of the first tier, ascending, without those that clusters beyond the
// right and the lower line also list.
typedef struct high_nodes {
    uint32_t* nodes;
    size_t capacity, count, next;
} high_nodes;

// A section that is written in order while others are written, too.
typedef struct section_out {
    const wend_bake* bake;
    wendi_writer writer; // what it takes is written here
    XXH3_state_t checksum;
    uint64_t at; // in the file
    char* buffer;
    size_t used;
    int error; // of the system
} section_out;
enum { SECTION_BUFFER = 1 << 19 };

// A part of the row of parts that is read.
typedef struct band_part {
    wendi_part part;
    uint64_t matrix_at; // in the work file: of its next matrix
    wendi_part_cluster* clusters;
    uint64_t* nodes[WEND_MAX_LEVELS];
    uint32_t *labels, *part_labels;
    uint32_t* numbers; // by label - open_count: the label in the file; UINT32_MAX: not met yet
    uint32_t base;     // number of its first open label
} band_part;

// A cluster that is written.
typedef struct row_cluster {
    wendi_matrix matrix;
    const uint32_t* labels;
    wend_rect area;
    uint64_t hash;
} row_cluster;

typedef struct assembly {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    wend_bake* bake;
    const wend_world_def* def;
    double begin_fraction;
    int64_t steps, step_count; // rows of clusters and of nodes that are written
    wend_error* error;
    wendi_totals totals;
    wendi_joined joined;
    high_nodes high[WEND_MAX_LEVELS]; // by level - 1
    wendi_section table[WENDI_MOST_SECTIONS];
    uint32_t section_count;
    section_out matrices, nodes, directory, labels, other;
    XXH3_state_t world_hash;
    uint64_t group[WENDI_CHUNK_ITEMS]; // hashes that the world's takes together
    int32_t in_group;
    wendi_partition clusters, parts; // of level 1, and of the first tier
    band_part* band;
    wendi_owner band_owner; // of what is read of its parts
    int32_t level;
    wend_grid* grid; // aimed at the tiles of one row of clusters
    // One row of clusters:
    uint8_t* tiles;
    char* bytes; // matrices
    size_t bytes_capacity;
    row_cluster* row;
    wendi_cluster_entry* entries;
    uint64_t* sets; // on level 1: by cluster, of all levels
    uint32_t* row_labels;
    size_t row_labels_capacity;
    int32_t row_count;
    uint64_t matrix_at; // in the section
    uint64_t label_at;
} assembly;

static wend_result step(assembly* a) {
    const double done = (double)++a->steps / (double)a->step_count;
    if (a->def->progress &&
        !a->def->progress(a->begin_fraction + (1 - a->begin_fraction) * done, a->def->progress_context))
        return WEND_ERROR_CANCELLED;
    return WEND_OK;
}

static wend_result damaged(const assembly* a, const char* what) {
    return wendi_fail(a->error, WEND_ERROR_FORMAT, "%s: damaged: %s", a->bake->work_name, what);
}

// ---- nodes above the first tier

static bool is_inside(const wendi_partition* clusters, wendi_cluster_span span, uint32_t node) {
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT), column = cluster % clusters->columns,
                  row = cluster / clusters->columns;
    return column >= span.left && column < span.right && row >= span.top && row < span.bottom;
}

static wend_result read_high_cluster(const assembly* a, int32_t level, int32_t cluster,
                                     wendi_part_cluster* out, uint64_t* matrix_at_out) {
    return wendi_work_read_cluster(a->bake, a->bake->first_task[level - 1] + cluster, level, out,
                                   matrix_at_out, a->error);
}

static wend_result find_high_nodes(assembly* a, int32_t level) {
    high_nodes* high = &a->high[level - 1];
    const wendi_partition level_clusters = wendi_bake_partition(&a->bake->settings, level);
    for (int32_t c = 0; c < wendi_cluster_count(&level_clusters); c++) {
        wendi_part_cluster entry;
        uint64_t at;
        wend_result result = read_high_cluster(a, level, c, &entry, &at);
        if (result != WEND_OK) return result;
        if (entry.count == 0) continue;
        if (!WENDI_MAKE_ROOM(&a->allocator, high->nodes, high->capacity, high->count,
                             high->count + entry.count))
            return WEND_ERROR_MEMORY;
        uint32_t* nodes = high->nodes;
        uint32_t* from = nodes + high->count;
        result = wendi_work_read(a->bake, at, from, entry.count * sizeof *from, a->error);
        if (result != WEND_OK) return result;
        const wendi_cluster_span span = wendi_cluster_span_of(&a->clusters, &level_clusters, c);
        for (uint32_t i = 0; i < entry.count; i++)
            if (is_inside(&a->clusters, span, from[i])) nodes[high->count++] = from[i];
    }
    wendi_sort_numbers(high->nodes, high->count);
    return WEND_OK;
}

// The set of a cluster of level 1; clusters come in ascending order.
static uint64_t next_node_set(high_nodes* high, int32_t cluster) {
    uint64_t set = 0;
    for (;
         high->next < high->count && high->nodes[high->next] / WENDI_BORDER_INDEX_COUNT == (uint32_t)cluster;
         high->next++)
        set |= (uint64_t)1 << high->nodes[high->next] % WENDI_BORDER_INDEX_COUNT;
    return set;
}

// ---- a row of parts

// What is read of a part: its node sets of these levels, its clusters of a level, its labels.
typedef struct wanted {
    int32_t first_nodes, last_nodes; // levels
    bool clusters, labels;
} wanted;

// Reads items of the work file. NULL: there are none, or the result is an error, as it may have been before.
static void* read_items(assembly* a, uint64_t at, uint64_t count, size_t size, wend_result* result_io) {
    const wend_allocator allocator = wendi_owned_by(&a->band_owner);
    if (count == 0 || *result_io != WEND_OK) return NULL;
    void* items = wendi_alloc(&allocator, (size_t)count, size);
    *result_io =
        items ? wendi_work_read(a->bake, at, items, (size_t)count * size, a->error) : WEND_ERROR_MEMORY;
    return items;
}

static wend_result read_band_part(assembly* a, int64_t task, wanted w, band_part* p) {
    const uint64_t at = a->bake->tasks[task].at;
    const int32_t level = a->level;
    *p = (band_part){.base = a->joined.bases[task]};
    wend_result result = wendi_work_read(a->bake, at, &p->part, sizeof p->part, a->error);
    if (result != WEND_OK) return result;
    const wendi_part* part = &p->part;
    const uint64_t count = (uint64_t)part->columns * (uint64_t)part->rows,
                   level_count = (uint64_t)wendi_clusters_along(part->columns, level) *
                                 (uint64_t)wendi_clusters_along(part->rows, level),
                   closed_count = part->label_count - part->open_count;
    for (int32_t n = w.first_nodes; n <= w.last_nodes; n++)
        p->nodes[n - 1] = read_items(a, at + part->nodes_at[n - 1], count, sizeof *p->nodes[0], &result);
    p->matrix_at = at + part->matrices_at[level - 1];
    if (w.clusters)
        p->clusters =
            read_items(a, at + part->clusters_at[level - 1], level_count, sizeof *p->clusters, &result);
    if (!w.labels) return result;
    p->labels = read_items(a, at + part->labels_at, count, sizeof *p->labels, &result);
    p->part_labels =
        read_items(a, at + part->part_labels_at, part->part_label_count, sizeof *p->part_labels, &result);
    const wend_allocator allocator = wendi_owned_by(&a->band_owner);
    p->numbers = wendi_alloc(&allocator, (size_t)closed_count, sizeof *p->numbers);
    if (p->numbers) memset(p->numbers, 0xff, (size_t)closed_count * sizeof *p->numbers);
    return p->numbers || closed_count == 0 ? result : WEND_ERROR_MEMORY;
}

static wend_result read_band(assembly* a, int32_t row, wanted w) {
    wend_result result = WEND_OK;
    wendi_owner_end(&a->band_owner);
    for (int32_t x = 0; x < a->parts.columns && result == WEND_OK; x++)
        result = read_band_part(a, (int64_t)row * a->parts.columns + x, w, &a->band[x]);
    return result;
}

// ---- the hash of the world

static void end_group(assembly* a) {
    if (a->in_group > 0) wendi_hash_group(&a->world_hash, a->group, a->in_group);
    a->in_group = 0;
}

static void add_hash(assembly* a, uint64_t hash, int32_t group_size) {
    a->group[a->in_group++] = hash;
    if (a->in_group == group_size) end_group(a);
}

// ---- node sets

static wend_result put_nodes(assembly* a) {
    const int32_t level = a->level, task_level = a->bake->settings.task_level;
    wend_result result = WEND_OK;
    a->high[level - 1].next = 0;
    for (int32_t y = 0; y < a->clusters.rows && result == WEND_OK; y++) {
        const int32_t in_band = y & ((1 << (task_level - 1)) - 1);
        if (level <= task_level && in_band == 0)
            result = read_band(a, y >> (task_level - 1), (wanted){level, level, false, false});
        if (result != WEND_OK) break;
        uint64_t* set = a->sets;
        for (int32_t i = 0; i < a->parts.columns && level <= task_level; i++) {
            const band_part* p = &a->band[i];
            const size_t columns = (size_t)p->part.columns;
            memcpy(set, p->nodes[level - 1] + (size_t)in_band * columns, columns * sizeof *set);
            set += columns;
        }
        for (int32_t x = 0; x < a->clusters.columns && level > task_level; x++)
            *set++ = next_node_set(&a->high[level - 1], y * a->clusters.columns + x);
        wendi_put_records(&a->nodes.writer, a->sets, (size_t)a->clusters.columns, &wendi_u64);
        for (int32_t x = 0; x < a->clusters.columns; x++) add_hash(a, a->sets[x], WENDI_NODE_SETS_HASHED);
        result = step(a);
    }
    end_group(a);
    return result;
}

// ---- clusters

static void hash_row(void* context, int32_t begin, int32_t end) {
    const assembly* a = context;
    for (int32_t i = begin; i < end; i++) {
        row_cluster* c = &a->row[i];
        const wendi_hashed_cluster hashed = {a->sets + (size_t)i * (size_t)a->totals.level_count,
                                             a->totals.level_count, c->labels, a->grid, c->area};
        a->entries[i].checksum =
            wendi_stored_checksum(&a->entries[i], &c->matrix, a->level == 1 ? &hashed : NULL);
        c->hash = wendi_hash_cluster(&c->matrix, a->level == 1 ? a->grid : NULL, c->area);
    }
}

// Writes the row of clusters.
static wend_result put_row(assembly* a, size_t matrix_bytes, size_t label_count) {
    const wend_tasks in_place = {.enqueue = NULL};
    wendi_run_tasks(a->row_count >= 64 ? &a->def->tasks : &in_place, hash_row, a, a->row_count);
    for (int32_t i = 0; i < a->row_count; i++) {
        const wendi_matrix* matrix = &a->row[i].matrix;
        add_hash(a, a->row[i].hash, WENDI_CLUSTERS_HASHED);
        if (matrix->count > 0) wendi_matrix_reorder(matrix->nodes, matrix->count);
    }
    wendi_put(&a->matrices.writer, a->bytes, matrix_bytes); // no longer in the order of the machine
    wendi_put_records(&a->directory.writer, a->entries, (size_t)a->row_count, &wendi_cluster_entry_layout);
    wendi_put_records(&a->labels.writer, a->row_labels, label_count, &wendi_u32);
    return step(a);
}

static wend_result room_for_matrices(assembly* a, size_t used, size_t size) {
    return wendi_make_room(&a->allocator, &a->bytes, &a->bytes_capacity, used, used + size + 1, 1)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

// The label of the file for one of a part.
static wend_result number_of(assembly* a, band_part* p, uint32_t label, uint32_t* out) {
    if (label >= p->part.label_count) return damaged(a, "labels");
    uint32_t* number = label < p->part.open_count
                           ? &a->joined.numbers[wendi_set_shorten(a->joined.parent, p->base + label)]
                           : &p->numbers[label - p->part.open_count];
    if (*number == UINT32_MAX) *number = a->joined.label_count++;
    *out = *number;
    return WEND_OK;
}

// Sets the component of a cluster of level 1, and lists its labels if it has several.
static wend_result set_labels(assembly* a, band_part* p, const wendi_part_cluster* from, uint32_t label,
                              wendi_cluster_entry* entry, size_t* used) {
    if (from->count == 0) return WEND_OK;
    if (!from->parted) return number_of(a, p, label, &entry->label);
    if (label > p->part.part_label_count || from->count > p->part.part_label_count - label)
        return damaged(a, "labels");
    if (!WENDI_MAKE_ROOM(&a->allocator, a->row_labels, a->row_labels_capacity, *used, *used + from->count))
        return WEND_ERROR_MEMORY;
    entry->parted = 1;
    entry->label = (uint32_t)a->label_at;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < from->count && result == WEND_OK; i++)
        result = number_of(a, p, p->part_labels[label + i], &a->row_labels[(*used)++]);
    a->label_at += from->count;
    return result;
}

// Adds the clusters of a part in a row of its level to the row. The matrices are read, and found later.
static wend_result add_part_row(assembly* a, band_part* p, int32_t y, size_t* bytes, size_t* labels) {
    const int32_t columns = wendi_clusters_along(p->part.columns, a->level);
    const wendi_part_cluster* from = p->clusters + (size_t)y * (size_t)columns;
    size_t size = 0;
    wend_result result = WEND_OK;
    for (int32_t x = 0; x < columns && result == WEND_OK; x++, from++) {
        wendi_cluster_entry* entry = &a->entries[a->row_count];
        if (from->count > INT32_MAX / 64 || from->shift > WENDI_MAX_SHIFT) return damaged(a, "matrices");
        *entry = (wendi_cluster_entry){.matrix = a->matrix_at, .count = from->count, .shift = from->shift};
        if (a->level == 1)
            result =
                set_labels(a, p, from, p->labels[(size_t)y * (size_t)columns + (size_t)x], entry, labels);
        a->row[a->row_count++].matrix =
            (wendi_matrix){.count = (int32_t)from->count, .shift = (int16_t)from->shift};
        size += wendi_matrix_bytes((int32_t)from->count);
        a->matrix_at += wendi_matrix_bytes((int32_t)from->count);
    }
    if (result == WEND_OK) result = room_for_matrices(a, *bytes, size);
    if (result == WEND_OK && size > 0)
        result = wendi_work_read(a->bake, p->matrix_at, a->bytes + *bytes, size, a->error);
    p->matrix_at += size;
    *bytes += size;
    return result;
}

// Where matrices and labels of the row lie, now that the row is read.
static void find_row(assembly* a, int32_t y) {
    const wendi_partition level_clusters = wendi_bake_partition(&a->bake->settings, a->level);
    size_t at = 0, label = 0;
    for (int32_t i = 0; i < a->row_count; i++) {
        row_cluster* c = &a->row[i];
        if (c->matrix.count > 0) c->matrix.nodes = (void*)(a->bytes + at);
        at += wendi_matrix_bytes(c->matrix.count);
        c->labels = a->entries[i].parted ? a->row_labels + label : NULL;
        label += a->entries[i].parted ? a->entries[i].count : 0;
        c->area = wendi_cluster_rect(&level_clusters, y * level_clusters.columns + i);
    }
}

// The tiles and node sets that checksums of level 1 cover.
static wend_result read_level_1_row(assembly* a, int32_t y, int32_t in_band) {
    const wend_bake* bake = a->bake;
    const int32_t levels = a->totals.level_count, task_level = bake->settings.task_level;
    const int64_t stride = wendi_tile_stride(bake->settings.width);
    const wend_rect first = wendi_cluster_rect(&a->clusters, y * a->clusters.columns);
    wend_result result = wendi_bake_read_tiles(
        bake, -1, first.y - 1, ((size_t)first.height + 2) * (size_t)stride, a->tiles, a->error);
    wendi_bake_grid_aim(a->grid, a->tiles, -1, first.y - 1, stride);
    uint64_t* set = a->sets;
    int32_t cluster = y * a->clusters.columns;
    for (int32_t i = 0; i < a->parts.columns; i++) {
        const band_part* p = &a->band[i];
        for (int32_t x = 0; x < p->part.columns; x++, cluster++)
            for (int32_t level = 1; level <= levels; level++)
                *set++ = level <= task_level
                             ? p->nodes[level - 1][(size_t)in_band * (size_t)p->part.columns + (size_t)x]
                             : next_node_set(&a->high[level - 1], cluster);
    }
    return result;
}

static wend_result put_tier_1_level(assembly* a) {
    const int32_t level = a->level, task_level = a->bake->settings.task_level, shift = task_level - level;
    const wendi_partition level_clusters = wendi_bake_partition(&a->bake->settings, level);
    const bool first = level == 1;
    const wanted w = {1, first ? wendi_min(a->totals.level_count, task_level) : 0, true, first};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++) a->high[i].next = 0;
    for (int32_t y = 0; y < level_clusters.rows && result == WEND_OK; y++) {
        const int32_t in_band = y & ((1 << shift) - 1);
        if (in_band == 0) result = read_band(a, y >> shift, w);
        size_t bytes = 0, labels = 0;
        a->row_count = 0;
        for (int32_t i = 0; i < a->parts.columns && result == WEND_OK; i++)
            result = add_part_row(a, &a->band[i], in_band, &bytes, &labels);
        if (first && result == WEND_OK) result = read_level_1_row(a, y, in_band);
        if (result != WEND_OK) break;
        find_row(a, y);
        result = put_row(a, bytes, labels);
    }
    return result;
}

static wend_result put_high_level(assembly* a) {
    const wendi_partition level_clusters = wendi_bake_partition(&a->bake->settings, a->level);
    wend_result result = WEND_OK;
    for (int32_t c = 0; c < wendi_cluster_count(&level_clusters) && result == WEND_OK; c++) {
        wendi_part_cluster from;
        uint64_t at;
        result = read_high_cluster(a, a->level, c, &from, &at);
        if (result != WEND_OK) break;
        if (from.count > INT32_MAX / 64 || from.shift > WENDI_MAX_SHIFT) return damaged(a, "matrices");
        const size_t size = wendi_matrix_bytes((int32_t)from.count);
        result = room_for_matrices(a, 0, size);
        if (result == WEND_OK && size > 0) result = wendi_work_read(a->bake, at, a->bytes, size, a->error);
        if (result != WEND_OK) break;
        a->row[0] = (row_cluster){.matrix = {.nodes = size > 0 ? (void*)a->bytes : NULL,
                                             .count = (int32_t)from.count,
                                             .shift = (int16_t)from.shift}};
        a->entries[0] =
            (wendi_cluster_entry){.matrix = a->matrix_at, .count = from.count, .shift = from.shift};
        a->matrix_at += size;
        a->row_count = 1;
        result = put_row(a, size, 0);
    }
    return result;
}

static wend_result put_levels(assembly* a) {
    wend_result result = WEND_OK;
    for (a->level = 1; a->level <= a->totals.level_count && result == WEND_OK; a->level++) {
        result = put_nodes(a);
        if (result != WEND_OK) break;
        result = a->level <= a->bake->settings.task_level ? put_tier_1_level(a) : put_high_level(a);
        end_group(a);
    }
    return result;
}

// ---- sections

// The table of a file whose sections are empty so far, with the places that they will need.
static void lay_out(assembly* a) {
    const wendi_bake_settings* s = &a->bake->settings;
    const uint64_t tiles = (uint64_t)s->width * (uint64_t)s->height,
                   sets = (uint64_t)wendi_cluster_count(&a->clusters) * (uint64_t)a->totals.level_count;
    uint64_t clusters = 0;
    for (int32_t level = 1; level <= a->totals.level_count; level++) {
        const wendi_partition level_clusters = wendi_bake_partition(s, level);
        clusters += (uint64_t)wendi_cluster_count(&level_clusters);
    }
    const uint64_t sizes[WENDI_MOST_SECTIONS + 1] = {
        [WENDI_SECTION_MAP] = sizeof(wendi_map_section),
        [WENDI_SECTION_COSTS] = sizeof s->class_costs,
        [WENDI_SECTION_TILES] = wendi_file_tile_bytes(s->width, s->height),
        [WENDI_SECTION_METADATA] = a->bake->metadata_size,
        [WENDI_SECTION_MATRICES] = a->totals.matrices_size,
        [WENDI_SECTION_ORIGINAL] = a->bake->keep_original ? tiles : 0,
        [WENDI_SECTION_NODES] = sets * sizeof(uint64_t),
        [WENDI_SECTION_DIRECTORY] = clusters * sizeof(wendi_cluster_entry),
        [WENDI_SECTION_LABELS] = a->totals.part_label_count * sizeof(uint32_t),
        [WENDI_SECTION_RELIEF] = wendi_relief_section_bytes(&s->relief, tiles)};
    a->section_count = a->bake->relief.table ? WENDI_SECTION_RELIEF : WENDI_SECTION_COUNT;
    uint64_t offset = wendi_head_bytes(a->section_count);
    for (uint32_t kind = 1; kind <= a->section_count; kind++) {
        a->table[kind - 1] = (wendi_section){
            .kind = kind, .offset = offset, .size = sizes[kind], .checksum = XXH3_64bits(NULL, 0)};
        offset += wendi_file_aligned(sizes[kind]);
    }
}

static wend_result write_bytes(section_out* section, const void* bytes, size_t size) {
    if (size == 0) return WEND_OK;
    const int descriptor = wendi_output_descriptor(&section->bake->output);
    const wend_result result = wendi_write_at(descriptor, bytes, size, section->at);
    if (result != WEND_OK) section->error = errno;
    section->at += size;
    return result;
}

static wend_result flush(section_out* section) {
    const wend_result result = write_bytes(section, section->buffer, section->used);
    section->used = 0;
    return result;
}

static wend_result take(void* context, const void* bytes, size_t size) {
    section_out* section = context;
    wend_result result = WEND_OK;
    if (size > SECTION_BUFFER - section->used || size > SECTION_BUFFER / 4) result = flush(section);
    if (result == WEND_OK && size > SECTION_BUFFER / 4) return write_bytes(section, bytes, size);
    if (result != WEND_OK) return result;
    memcpy(section->buffer + section->used, bytes, size);
    section->used += size;
    return WEND_OK;
}

// It stays at its place.
static wend_result begin_section(const assembly* a, uint32_t kind, section_out* out) {
    *out = (section_out){.bake = a->bake, .at = a->table[kind - 1].offset};
    out->writer = wendi_writer_of(take, out, &out->checksum);
    out->buffer = wendi_alloc(&a->allocator, SECTION_BUFFER, 1);
    return out->buffer ? WEND_OK : WEND_ERROR_MEMORY;
}

// Ends a section, whose size must be that of the layout.
static wend_result end_section(assembly* a, uint32_t kind, section_out* section) {
    wendi_section* entry = &a->table[kind - 1];
    const uint64_t size = entry->size;
    *entry = wendi_put_end(&section->writer, kind, entry->offset);
    wend_result result = section->writer.result;
    if (result == WEND_OK) result = flush(section);
    wendi_free(&a->allocator, section->buffer, SECTION_BUFFER, 1);
    if (result != WEND_OK)
        return wendi_fail(a->error, result, "%s: write failed: %s", a->bake->file,
                          wendi_system_error(section->error));
    return entry->size == size ? WEND_OK : damaged(a, "size of the results");
}

static wend_result put_whole(assembly* a, uint32_t kind, const void* records, size_t count,
                             const wendi_layout* layout) {
    wend_result result = begin_section(a, kind, &a->other);
    if (result != WEND_OK) return result;
    wendi_put_records(&a->other.writer, records, count, layout);
    return end_section(a, kind, &a->other);
}

static wend_result put_original(assembly* a) {
    const wend_bake* bake = a->bake;
    if (!bake->keep_original) return WEND_OK;
    wend_result result = begin_section(a, WENDI_SECTION_ORIGINAL, &a->other);
    for (int32_t y = 0; y < bake->settings.height && result == WEND_OK; y++) {
        result = wendi_bake_read_tiles(bake, 0, y, (size_t)bake->settings.width, a->tiles, a->error);
        wendi_put(&a->other.writer, a->tiles, (size_t)bake->settings.width);
    }
    return result == WEND_OK ? end_section(a, WENDI_SECTION_ORIGINAL, &a->other) : result;
}

static wend_result put_relief(assembly* a) {
    const wendi_bake_settings* s = &a->bake->settings;
    wend_result result = begin_section(a, WENDI_SECTION_RELIEF, &a->other);
    if (result != WEND_OK) return result;
    wendi_put_relief(&a->other.writer, &s->relief, &a->bake->relief, s->width, s->height);
    return end_section(a, WENDI_SECTION_RELIEF, &a->other);
}

static wend_result put_map(assembly* a) {
    const wend_bake* bake = a->bake;
    const wendi_bake_settings* s = &bake->settings;
    wendi_map_section map = {.width = s->width,
                             .height = s->height,
                             .connectivity = s->connectivity,
                             .cost_unit = s->cost_unit,
                             .tile_size = s->tile_size,
                             .origin_x = bake->origin.x,
                             .origin_y = bake->origin.y,
                             .cluster_size = s->cluster_size,
                             .level_count = (uint16_t)a->totals.level_count,
                             .wanted_levels = (uint16_t)s->level_count,
                             .node_count = (uint32_t)a->totals.node_count,
                             .component_count = a->joined.component_count,
                             .largest_component = a->joined.largest,
                             .edge_count = a->totals.edge_count,
                             .least_cost = s->least_cost,
                             .greatest_cost = s->greatest_cost,
                             .range_declared = s->range_declared,
                             .label_count = a->joined.label_count};
    memcpy(map.class_counts, s->class_counts, sizeof map.class_counts);
    return put_whole(a, WENDI_SECTION_MAP, &map, 1, &wendi_map_section_layout);
}

static wend_result put_header(assembly* a) {
    wendi_file_header header = {.number = 0};
    wendi_complete_header(&wendi_world_files, a->table, a->section_count, &header);
    wendi_reorder(&header, 1, &wendi_file_header_layout);
    wendi_reorder(a->table, a->section_count, &wendi_section_layout); // it is not used any more
    const int descriptor = wendi_output_descriptor(&a->bake->output);
    wend_result result =
        wendi_write_at(descriptor, a->table, a->section_count * sizeof *a->table, sizeof header);
    if (result == WEND_OK) result = wendi_write_at(descriptor, &header, sizeof header, 0);
    return result == WEND_OK ? result
                             : wendi_fail(a->error, result, "%s: write failed: %s", a->bake->file,
                                          wendi_system_error(errno));
}

static wend_result put_graph(assembly* a) {
    wend_result result = begin_section(a, WENDI_SECTION_MATRICES, &a->matrices);
    if (result == WEND_OK) result = begin_section(a, WENDI_SECTION_NODES, &a->nodes);
    if (result == WEND_OK) result = begin_section(a, WENDI_SECTION_DIRECTORY, &a->directory);
    if (result == WEND_OK) result = begin_section(a, WENDI_SECTION_LABELS, &a->labels);
    if (result == WEND_OK) result = put_levels(a);
    if (result == WEND_OK) result = end_section(a, WENDI_SECTION_MATRICES, &a->matrices);
    if (result == WEND_OK) result = end_section(a, WENDI_SECTION_NODES, &a->nodes);
    if (result == WEND_OK) result = end_section(a, WENDI_SECTION_DIRECTORY, &a->directory);
    if (result == WEND_OK) result = end_section(a, WENDI_SECTION_LABELS, &a->labels);
    return result;
}

static wend_result put_sections(assembly* a) {
    const wend_bake* bake = a->bake;
    a->table[WENDI_SECTION_TILES - 1].checksum = bake->settings.tile_checksum;
    wend_result result =
        put_whole(a, WENDI_SECTION_COSTS, bake->settings.class_costs, WEND_CLASS_COUNT, &wendi_u32);
    if (result == WEND_OK)
        result = put_whole(a, WENDI_SECTION_METADATA, bake->metadata, bake->metadata_size, &wendi_u8);
    if (result == WEND_OK) result = put_graph(a);
    if (result == WEND_OK) result = put_original(a);
    if (a->section_count > WENDI_SECTION_COUNT && result == WEND_OK) result = put_relief(a);
    if (result == WEND_OK) result = put_map(a); // after all components have their labels
    return result == WEND_OK ? put_header(a) : result;
}

// ---- the whole

static wend_result prepare(assembly* a) {
    const wend_bake* bake = a->bake;
    const wendi_bake_settings* s = &bake->settings;
    const wend_allocator* allocator = &a->allocator;
    wend_result result = wendi_find_totals(bake, &a->totals, a->error);
    if (result == WEND_OK) result = wendi_join_parts(bake, &a->totals, allocator, &a->joined, a->error);
    if (result == WEND_OK)
        result = wendi_bake_grid(s, NULL, 0, s->width, s->height, &bake->allocator, &a->grid);
    if (result != WEND_OK) return result;
    a->grid->relief = wendi_relief_share(&bake->relief);
    const size_t columns = (size_t)a->clusters.columns;
    a->tiles = wendi_alloc(allocator, (size_t)s->cluster_size + 3, (size_t)wendi_tile_stride(s->width));
    a->band = wendi_alloc_zeroed(allocator, (size_t)a->parts.columns, sizeof *a->band);
    a->row = wendi_alloc_zeroed(allocator, columns, sizeof *a->row);
    a->entries = wendi_alloc(allocator, columns, sizeof *a->entries);
    a->sets = wendi_alloc(allocator, columns, (size_t)a->totals.level_count * sizeof *a->sets);
    if (!a->tiles || !a->band || !a->row || !a->entries || !a->sets) return WEND_ERROR_MEMORY;
    for (int32_t level = s->task_level + 1; level <= a->totals.level_count && result == WEND_OK; level++)
        result = find_high_nodes(a, level);
    for (int32_t level = 1; level <= a->totals.level_count; level++) {
        const wendi_partition level_clusters = wendi_bake_partition(s, level);
        a->step_count += a->clusters.rows + (level <= s->task_level ? level_clusters.rows
                                                                    : wendi_cluster_count(&level_clusters));
    }
    lay_out(a);
    wendi_hash_begin(&a->world_hash, a->grid, s->cluster_size, true);
    return result;
}

wend_result wendi_assemble(wend_bake* bake, const wend_world_def* def, double begin_fraction,
                           wend_error* error_opt) {
    assembly* a = wendi_owner_create(&bake->allocator, sizeof *a);
    if (!a) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: not enough memory", bake->file);
    a->allocator = wendi_owned_by(&a->owner);
    wendi_owner_begin(&a->band_owner, &a->allocator);
    a->bake = bake;
    a->def = def;
    a->begin_fraction = begin_fraction;
    a->error = error_opt;
    a->clusters = wendi_bake_partition(&bake->settings, 1);
    a->parts = wendi_bake_partition(&bake->settings, bake->settings.task_level);
    wend_result result = prepare(a);
    if (result == WEND_OK) result = put_sections(a);
    if (result == WEND_OK) bake->world_hash = XXH3_64bits_digest(&a->world_hash);
    wend_grid_destroy(a->grid);
    wendi_owner_destroy(&a->owner);
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory to put the world together", bake->file);
    if (result == WEND_ERROR_CANCELLED) return wendi_fail(error_opt, result, "%s: cancelled", bake->file);
    return result;
}
