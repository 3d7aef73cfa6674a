// bucket_queue.c: does the bucket queue behave like a sorted array?
#include "search/node_store.h"

#include "test_memory.h"
#include "unit.h"

typedef struct reference {
    struct {
        wend_cost key;
        int32_t order;
        uint32_t item;
    } items[4000];
    int32_t count, pushed;
    wend_cost current;
} reference;

static void reference_push(reference* r, wend_cost key, uint32_t item) {
    if (key < r->current) key = r->current; // raised
    r->items[r->count].key = key;
    r->items[r->count].order = r->pushed++;
    r->items[r->count++].item = item;
}

// The entry with the least key; of equal ones the one pushed last.
static int32_t reference_best(const reference* r) {
    int32_t best = 0;
    for (int32_t i = 1; i < r->count; i++)
        if (r->items[i].key < r->items[best].key ||
            (r->items[i].key == r->items[best].key && r->items[i].order > r->items[best].order))
            best = i;
    return best;
}

static void pop_both(wendi_bucket_queue* queue, reference* r) {
    uint32_t item;
    int32_t best = reference_best(r);
    assert_true(wendi_bucket_queue_pop(queue, &item));
    assert_int_equal(item, r->items[best].item);
    assert_true(queue->current == r->items[best].key);
    r->current = queue->current;
    r->items[best] = r->items[--r->count];
}

static void agrees_with_a_sorted_list(void** state) {
    (void)state;
    static reference r;
    rng random = rng_seeded(4);
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_bucket_queue queue;
    wendi_bucket_queue_init(&queue, &allocator);
    for (int32_t round = 0; round < 60; round++) {
        // Spans below, at and above the smallest ring, so that keys wrap around many times.
        int64_t rise = (int64_t[]){100, 4096, 4097, 70000}[rng_below(&random, 4)];
        wend_cost first = rng_between(&random, 0, 1) ? 0 : (wend_cost)rng_below(&random, 1 << 30) << 10;
        assert_ok(wendi_bucket_queue_reset(&queue, first, rise));
        r = (reference){.current = first};
        int32_t distinct = rng_chance(&random, 50) ? 5 : 1 << 20; // many equal keys, or few
        for (int32_t i = 0; i < 1500; i++) {
            if (r.count > 0 && rng_chance(&random, 45)) {
                pop_both(&queue, &r);
                continue;
            }
            int64_t above = rng_below(&random, rise < distinct ? (int32_t)rise : distinct) *
                            (rise > distinct ? rise / distinct : 1);
            wend_cost key =
                r.current + (rng_chance(&random, 5) ? -1 - above : above); // some keys must be raised
            assert_ok(wendi_bucket_queue_push(&queue, key, (uint32_t)i));
            reference_push(&r, key, (uint32_t)i);
        }
        if (rng_chance(&random, 50)) continue; // the next reset empties it
        while (r.count > 0) pop_both(&queue, &r);
        uint32_t item;
        assert_false(wendi_bucket_queue_pop(&queue, &item));
        assert_false(wendi_bucket_queue_pop(&queue, &item));
    }
    assert_true(owner.bytes == memory.live_bytes);
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

static void last_in_first_out_within_a_key(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_bucket_queue queue;
    wendi_bucket_queue_init(&queue, &allocator);
    assert_ok(wendi_bucket_queue_reset(&queue, 10, 100));
    for (uint32_t i = 0; i < 5; i++) assert_ok(wendi_bucket_queue_push(&queue, 10 + i % 2, i));
    const uint32_t order[] = {4, 2, 0, 3, 1};
    for (int32_t i = 0; i < 5; i++) {
        uint32_t item;
        assert_true(wendi_bucket_queue_pop(&queue, &item));
        assert_int_equal(item, order[i]);
        assert_int_equal(queue.current, i < 3 ? 10 : 11);
    }
    wendi_owner_end(&owner);
}

static void survives_without_memory(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_bucket_queue queue;
    wendi_bucket_queue_init(&queue, &allocator);
    for (int64_t n = 0; n < 3; n++) {
        memory.fail_at = memory.calls + n;
        assert_int_equal(wendi_bucket_queue_reset(&queue, 0, 100), WEND_ERROR_MEMORY);
    }
    memory.fail_at = -1;
    assert_ok(wendi_bucket_queue_reset(&queue, 0, 100));
    memory.fail_at = memory.calls;
    assert_int_equal(wendi_bucket_queue_push(&queue, 1, 2), WEND_ERROR_MEMORY);
    memory.fail_at = -1;
    assert_ok(wendi_bucket_queue_push(&queue, 1, 2));
    memory.fail_at = memory.calls; // no memory for a wider ring: the queue stays as it is
    assert_int_equal(wendi_bucket_queue_reset(&queue, 0, 1 << 20), WEND_ERROR_MEMORY);
    memory.fail_at = -1;
    assert_ok(wendi_bucket_queue_reset(&queue, 0, 1 << 20));
    uint32_t item;
    assert_false(wendi_bucket_queue_pop(&queue, &item));
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_sorted_list),
        cmocka_unit_test(last_in_first_out_within_a_key),
        cmocka_unit_test(survives_without_memory),
    };
    return run_unit_tests(tests);
}
