// splice.c: how is a path put together from parts of others?
#include "search/splice.h"

void wendi_splice_init(wendi_splice* s, const wend_allocator* allocator) {
    wendi_path_init(&s->leg, allocator);
    s->legs.allocator = s->tiles.allocator = s->links.allocator = *allocator;
}

void wendi_splice_free(wendi_splice* s) {
    wendi_path_free(&s->leg);
    wendi_leg_list_free(&s->legs);
    wendi_tile_list_free(&s->tiles);
    wendi_path_link_list_free(&s->links);
}

size_t wendi_splice_bytes(const wendi_splice* s) {
    return wendi_path_bytes(&s->leg) + s->legs.capacity * sizeof *s->legs.data +
           s->tiles.capacity * sizeof(wend_tile) + s->links.capacity * sizeof(wend_path_link);
}

void wendi_splice_begin(wendi_splice* s) {
    s->tiles.count = s->links.count = 0;
}

// Appends a tile that a step or a link leads to. Where it is the last but one, the path would go there and
// back: then the last tile is removed instead.
static wend_result append(wendi_splice* s, wend_tile tile, const wend_path_link* link_opt) {
    wendi_tile_list* tiles = &s->tiles;
    const int64_t last = tiles->count - 1;
    if (last >= 1 && tiles->data[last - 1].x == tile.x && tiles->data[last - 1].y == tile.y) {
        tiles->count--;
        if (s->links.count > 0 && s->links.data[s->links.count - 1].tile == last - 1) s->links.count--;
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    if (link_opt)
        result =
            wendi_path_link_list_push(&s->links, (wend_path_link){.id = link_opt->id, .tile = (int32_t)last});
    return result == WEND_OK ? wendi_tile_list_push(tiles, tile) : result;
}

wend_result wendi_splice_append(wendi_splice* s, const wend_path* path, int64_t from, int64_t to) {
    WENDI_ASSERT(from >= 0 && from <= to && to < path->tiles.count);
    wend_result result = s->tiles.count == 0 ? append(s, path->tiles.data[from], NULL) : WEND_OK;
    const wend_path_link *link = path->links.data, *end = link ? link + path->links.count : NULL;
    for (int64_t i = from; i < to && result == WEND_OK; i++) {
        while (link < end && link->tile < i) link++;
        result = append(s, path->tiles.data[i + 1], link < end && link->tile == i ? link : NULL);
    }
    return result;
}
