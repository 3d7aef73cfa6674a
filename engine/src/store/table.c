// table.c: how is memory shared, and how are the items of a table copied?
#include "store/table.h"

#include <string.h>

// ---- memory with a count of its uses.

_Static_assert(sizeof(wendi_shared) <= WENDI_SHARED_HEAD, "room before the memory");

wendi_shared* wendi_shared_new(const wend_allocator* allocator, size_t bytes) {
    if (bytes > SIZE_MAX - 4 * (size_t)WENDI_SHARED_HEAD) return NULL;
    const wendi_shared size = {.bytes =
                                   (bytes + WENDI_SHARED_HEAD - 1) / WENDI_SHARED_HEAD * WENDI_SHARED_HEAD};
    // Memory that the system gives zeroed takes no pages before they are written, but nobody gives it
    // aligned.
    char* room = wendi_alloc_zeroed(allocator, wendi_shared_bytes(&size), 1);
    if (!room) return NULL;
    const size_t past = (uintptr_t)room % WENDI_SHARED_HEAD;
    wendi_shared* made = (wendi_shared*)(void*)(room + (past ? WENDI_SHARED_HEAD - past : 0));
    made->uses = 1;
    made->allocator = *allocator;
    made->room = room;
    made->bytes = size.bytes;
    return made;
}

// Ends a use. True: it was the last one, and shared_free must follow.
static bool shared_end(wendi_shared* shared) {
    return atomic_fetch_sub_explicit(&shared->uses, 1, memory_order_acq_rel) == 1;
}

static void shared_free(wendi_shared* shared) {
    if (shared->release_opt) shared->release_opt(shared);
    const wend_allocator allocator = shared->allocator;
    wendi_free(&allocator, shared->room, wendi_shared_bytes(shared), 1);
}

void wendi_shared_drop(wendi_shared* shared) {
    if (shared && shared_end(shared)) shared_free(shared);
}

// ---- the same for an item

typedef struct counted { // before the memory
    _Atomic int32_t uses;
    size_t bytes; // with this
} counted;
enum { COUNTED_HEAD = 16 };
_Static_assert(sizeof(counted) <= COUNTED_HEAD, "room before the memory");

static counted* count_of(const void* memory) {
    return (counted*)((uintptr_t)memory - COUNTED_HEAD);
}

void* wendi_counted_new(const wend_allocator* allocator, size_t bytes) {
    char* memory = wendi_alloc_zeroed(allocator, 1, COUNTED_HEAD + bytes);
    if (!memory) return NULL;
    counted* made = (void*)memory;
    made->bytes = COUNTED_HEAD + bytes;
    atomic_init(&made->uses, 1);
    return memory + COUNTED_HEAD;
}

void wendi_counted_keep(void* memory) {
    atomic_fetch_add_explicit(&count_of(memory)->uses, 1, memory_order_relaxed);
}

void wendi_counted_drop(void* memory, const wend_allocator* allocator) {
    counted* at = count_of(memory);
    if (atomic_fetch_sub_explicit(&at->uses, 1, memory_order_acq_rel) == 1)
        wendi_free(allocator, at, 1, at->bytes);
}

bool wendi_counted_is_only_use(const void* memory) {
    return atomic_load_explicit(&count_of(memory)->uses, memory_order_acquire) == 1;
}

size_t wendi_counted_bytes(const void* memory) {
    return count_of(memory)->bytes;
}

// ---- how are the items of a table shared and copied?

const wendi_item_kind wendi_byte_items = {.size = sizeof(uint8_t)},
                      wendi_word_items = {.size = sizeof(uint64_t)};

const wendi_item_kind wendi_noted_items = {.size = sizeof(_Atomic uint64_t)};

// Which chunks of the items own something, so that the others need not be looked at: those of a large world
// take no memory before they are used. One byte for each chunk, after the items.
static _Atomic uint8_t* owning_of(const wendi_table* table) {
    return table->kind->drop && table->items ? (_Atomic uint8_t*)wendi_shared_memory(table->owner) : NULL;
}

static int32_t chunks_of(const wendi_table* table) {
    return (table->count + WENDI_CHUNK_ITEMS - 1) / WENDI_CHUNK_ITEMS;
}

static int32_t items_in(const wendi_table* table, int32_t chunk) {
    return wendi_min(WENDI_CHUNK_ITEMS, table->count - chunk * WENDI_CHUNK_ITEMS);
}

// The copied chunks are found in two steps, so that a version that has changed little of a large map needs
// little memory for them: a list of groups, and in each group its chunks.
enum { GROUP_CHUNKS = 64 };

typedef struct group_list {
    wendi_shared* at[1]; // NULL: none of the chunks was copied. There are as many as groups
} group_list;

typedef struct chunk_group {
    wendi_shared* at[GROUP_CHUNKS]; // NULL: its items are those of the table
} chunk_group;

static int32_t groups_of(const wendi_table* table) {
    return (chunks_of(table) + GROUP_CHUNKS - 1) / GROUP_CHUNKS;
}

static wendi_shared* group_of(const wendi_table* table, int32_t group) {
    return table->changed ? ((group_list*)wendi_shared_memory(table->changed))->at[group] : NULL;
}

static wendi_shared* chunk_of(const wendi_table* table, int32_t chunk) {
    wendi_shared* group = group_of(table, chunk / GROUP_CHUNKS);
    return group ? ((chunk_group*)wendi_shared_memory(group))->at[chunk % GROUP_CHUNKS] : NULL;
}

void* wendi_table_changed_at(const wendi_table* table, size_t size, int32_t index) {
    static const uint64_t nothing[WENDI_SHARED_HEAD / sizeof(uint64_t)] = {0};
    wendi_shared* chunk = chunk_of(table, index / WENDI_CHUNK_ITEMS);
    WENDI_ASSERT(size <= sizeof nothing || table->items);
    if (!chunk && !table->items) return (void*)(uintptr_t)nothing; // never changed: it is nobody's own
    if (!chunk) return table->items + (size_t)index * size;
    return (char*)wendi_shared_memory(chunk) + (size_t)(index % WENDI_CHUNK_ITEMS) * size;
}

static char* first_item(const wendi_table* table, int32_t chunk) {
    return wendi_table_at(table, table->kind->size, chunk * WENDI_CHUNK_ITEMS);
}

static size_t room_for_owning(const wendi_item_kind* kind, int32_t count) {
    const size_t chunks = ((size_t)count + WENDI_CHUNK_ITEMS - 1) / WENDI_CHUNK_ITEMS;
    return kind->drop ? (chunks + WENDI_SHARED_HEAD - 1) / WENDI_SHARED_HEAD * WENDI_SHARED_HEAD : 0;
}

wend_result wendi_table_make(const wendi_item_kind* kind, int32_t count, const wend_allocator* allocator,
                             wendi_table* out) {
    const size_t owning = room_for_owning(kind, count);
    if (count < 0 || (size_t)count > (SIZE_MAX - owning) / kind->size) return WEND_ERROR_MEMORY;
    wendi_shared* owner = wendi_shared_new(allocator, owning + (size_t)count * kind->size);
    if (!owner) return WEND_ERROR_MEMORY;
    *out = (wendi_table){kind, owner, (char*)wendi_shared_memory(owner) + owning, NULL, count};
    return WEND_OK;
}

static wendi_shared* new_list(const wendi_table* table) {
    return wendi_shared_new(&table->owner->allocator, (size_t)groups_of(table) * sizeof(wendi_shared*));
}

wend_result wendi_table_make_empty(const wendi_item_kind* kind, int32_t count,
                                   const wend_allocator* allocator, wendi_table* out) {
    WENDI_ASSERT(count >= 0 && kind->size <= WENDI_SHARED_HEAD);
    wendi_table made = {kind, wendi_shared_new(allocator, 0), NULL, NULL, count};
    if (!made.owner) return WEND_ERROR_MEMORY;
    made.changed = new_list(&made);
    if (!made.changed) {
        wendi_shared_drop(made.owner);
        return WEND_ERROR_MEMORY;
    }
    *out = made;
    return WEND_OK;
}

wend_result wendi_table_of(const wendi_item_kind* kind, int32_t count, void* items, wendi_shared* owner,
                           wendi_table* out) {
    WENDI_ASSERT(!kind->drop);
    if (!owner) return WEND_ERROR_MEMORY;
    *out = (wendi_table){kind, owner, items, NULL, count};
    return WEND_OK;
}

wendi_table wendi_table_share(const wendi_table* table) {
    if (table->kind) wendi_shared_keep(table->owner);
    if (table->kind) wendi_shared_keep(table->changed);
    return *table;
}

// ---- the end

static void drop_items(const wendi_item_kind* kind, char* first, int32_t count,
                       const wend_allocator* allocator) {
    for (int32_t i = 0; i < count && kind->drop; i++) kind->drop(first + (size_t)i * kind->size, allocator);
}

static void drop_chunk(const wendi_table* table, wendi_shared* chunk, int32_t index) {
    if (!chunk || !shared_end(chunk)) return;
    drop_items(table->kind, wendi_shared_memory(chunk), items_in(table, index), &chunk->allocator);
    shared_free(chunk);
}

static void drop_group(const wendi_table* table, wendi_shared* group, int32_t index) {
    if (!group || !shared_end(group)) return;
    const chunk_group* chunks = wendi_shared_memory(group);
    for (int32_t i = 0; i < GROUP_CHUNKS; i++)
        if (chunks->at[i]) drop_chunk(table, chunks->at[i], index * GROUP_CHUNKS + i);
    shared_free(group);
}

static void drop_changed(const wendi_table* table) {
    if (!table->changed || !shared_end(table->changed)) return;
    for (int32_t i = 0; i < groups_of(table); i++) drop_group(table, group_of(table, i), i);
    shared_free(table->changed);
}

void wendi_table_free(wendi_table* table) {
    if (!table->kind) return;
    drop_changed(table);
    if (shared_end(table->owner)) {
        const _Atomic uint8_t* owning = owning_of(table);
        for (int32_t i = 0; i < chunks_of(table) && owning; i++)
            if (owning[i])
                drop_items(table->kind, table->items + (size_t)i * WENDI_CHUNK_ITEMS * table->kind->size,
                           items_in(table, i), &table->owner->allocator);
        shared_free(table->owner);
    }
    *table = (wendi_table){0};
}

// ---- changes

int32_t wendi_table_next_other(const wendi_table* a, const wendi_table* b, int32_t index) {
    if (a->owner != b->owner || index >= a->count) return index;
    if (a->changed == b->changed) return a->count;
    int32_t chunk = index / WENDI_CHUNK_ITEMS;
    if (chunk_of(a, chunk) != chunk_of(b, chunk)) return index;
    for (chunk++; chunk < chunks_of(a) && chunk_of(a, chunk) == chunk_of(b, chunk); chunk++) {
        const int32_t group = chunk / GROUP_CHUNKS;
        if (group_of(a, group) == group_of(b, group)) chunk = group * GROUP_CHUNKS + GROUP_CHUNKS - 1;
    }
    return wendi_min(chunk * WENDI_CHUNK_ITEMS, a->count);
}

void wendi_table_note(const wendi_table* table, int32_t index) {
    _Atomic uint8_t* owning = owning_of(table);
    if (owning) atomic_store_explicit(&owning[index / WENDI_CHUNK_ITEMS], 1, memory_order_relaxed);
}

// Gives the table a list of chunks that is its own.
static wend_result own_list(wendi_table* table) {
    if (table->changed && wendi_is_only_use(table->changed)) return WEND_OK;
    wendi_shared* made = new_list(table);
    if (!made) return WEND_ERROR_MEMORY;
    group_list* list = wendi_shared_memory(made);
    for (int32_t i = 0; i < groups_of(table); i++) list->at[i] = wendi_shared_keep(group_of(table, i));
    drop_changed(table);
    table->changed = made;
    return WEND_OK;
}

// The same for the group of a chunk.
static wend_result own_group(wendi_table* table, int32_t chunk) {
    wend_result result = own_list(table);
    if (result != WEND_OK) return result;
    const int32_t group = chunk / GROUP_CHUNKS;
    wendi_shared** at = &((group_list*)wendi_shared_memory(table->changed))->at[group];
    if (*at && wendi_is_only_use(*at)) return WEND_OK;
    wendi_shared* made = wendi_shared_new(&table->owner->allocator, sizeof(chunk_group));
    if (!made) return WEND_ERROR_MEMORY;
    chunk_group* chunks = wendi_shared_memory(made);
    const chunk_group* before = *at ? wendi_shared_memory(*at) : NULL;
    for (int32_t i = 0; i < GROUP_CHUNKS && before; i++) chunks->at[i] = wendi_shared_keep(before->at[i]);
    drop_group(table, *at, group);
    *at = made;
    return WEND_OK;
}

// Other versions may note something meanwhile.
static void copy_noted(void* to, const void* from, int32_t count) {
    const _Atomic uint64_t* items = from;
    for (int32_t i = 0; i < count; i++)
        ((uint64_t*)to)[i] = atomic_load_explicit(&items[i], memory_order_relaxed);
}

static wend_result copy_chunk(wendi_table* table, int32_t chunk) {
    wend_result result = own_group(table, chunk);
    if (result != WEND_OK) return result;
    wendi_shared* before = chunk_of(table, chunk);
    if (before && wendi_is_only_use(before)) return WEND_OK;
    const size_t size = table->kind->size;
    wendi_shared* made = wendi_shared_new(&table->owner->allocator, WENDI_CHUNK_ITEMS * size);
    if (!made) return WEND_ERROR_MEMORY;
    char* items = wendi_shared_memory(made);
    const int32_t count = items_in(table, chunk);
    if (!before && !table->items)
        memset(items, 0, (size_t)count * size);
    else if (table->kind == &wendi_noted_items)
        copy_noted(items, first_item(table, chunk), count);
    else
        memcpy(items, first_item(table, chunk), (size_t)count * size);
    for (int32_t i = 0; i < count && table->kind->keep; i++) table->kind->keep(items + (size_t)i * size);
    drop_chunk(table, before, chunk);
    wendi_shared* group = group_of(table, chunk / GROUP_CHUNKS);
    ((chunk_group*)wendi_shared_memory(group))->at[chunk % GROUP_CHUNKS] = made;
    return WEND_OK;
}

wend_result wendi_table_own(wendi_table* table, int32_t index) {
    const int32_t chunk = index / WENDI_CHUNK_ITEMS;
    if (chunk_of(table, chunk) || !table->items || !wendi_is_only_use(table->owner))
        return copy_chunk(table, chunk);
    wendi_table_note(table, index);
    return WEND_OK;
}

// ---- bytes

static size_t bytes_of_items(const wendi_item_kind* kind, const char* first, int32_t count) {
    size_t bytes = 0;
    for (int32_t i = 0; i < count && kind->bytes; i++) bytes += kind->bytes(first + (size_t)i * kind->size);
    return bytes;
}

size_t wendi_table_bytes(const wendi_table* table) {
    if (!table->kind) return 0;
    size_t bytes = wendi_shared_bytes(table->owner) + wendi_shared_bytes(table->changed);
    const _Atomic uint8_t* owning = owning_of(table);
    for (int32_t i = 0; i < chunks_of(table); i++) {
        if (owning && owning[i])
            bytes +=
                bytes_of_items(table->kind, table->items + (size_t)i * WENDI_CHUNK_ITEMS * table->kind->size,
                               items_in(table, i));
        wendi_shared* chunk = chunk_of(table, i);
        if (!chunk) continue;
        bytes += wendi_shared_bytes(chunk) +
                 bytes_of_items(table->kind, wendi_shared_memory(chunk), items_in(table, i));
    }
    for (int32_t i = 0; i < groups_of(table); i++) bytes += wendi_shared_bytes(group_of(table, i));
    return bytes;
}
