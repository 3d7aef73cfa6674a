// file_order.c: do the layouts of records cover them, number by number, and are the bytes of numbers reversed
// as a big-endian machine needs it? tests/cross does this on such a machine.
#include "core/file_order.h"

#include <string.h>

#include "files/patch.h"
#include "files/world_stream.h"
#include "unit.h"

static const struct {
    const wendi_layout* layout;
    size_t size;
} layouts[] = {
    {&wendi_u8, 1},
    {&wendi_u16, sizeof(uint16_t)},
    {&wendi_u32, sizeof(float)},
    {&wendi_u64, sizeof(uint64_t)},
    {&wendi_file_header_layout, sizeof(wendi_file_header)},
    {&wendi_section_layout, sizeof(wendi_section)},
    {&wendi_map_section_layout, sizeof(wendi_map_section)},
    {&wendi_exits_entry_layout, sizeof(wendi_exits_entry)},
    {&wendi_link_record_layout, sizeof(wendi_link_record)},
    {&wendi_one_way_layout, sizeof(wendi_one_way)},
    {&wendi_cluster_entry_layout, sizeof(wendi_cluster_entry)},
    {&wendi_patch_map_layout, sizeof(wendi_patch_map)},
    {&wendi_patch_cluster_layout, sizeof(wendi_patch_cluster)},
    {&wendi_patch_join_layout, sizeof(wendi_patch_join)},
    {&wendi_patch_exits_layout, sizeof(wendi_patch_exits)},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts, RECORDS = 700 };

static void layouts_cover_their_records(void** state) {
    (void)state;
    for (int32_t i = 0; i < LAYOUTS; i++) {
        const wendi_layout* layout = layouts[i].layout;
        size_t bytes = 0;
        for (int32_t k = 0; k < 6; k++) {
            const size_t size = layout->runs[k].size;
            if (layout->runs[k].count == 0) continue;
            assert_true(size == 1 || size == 2 || size == 4 || size == 8);
            assert_int_equal(bytes % size, 0); // where C puts a number of this size
            bytes += layout->runs[k].count * size;
        }
        assert_int_equal(bytes, layouts[i].size);
        assert_int_equal(layout->bytes, layouts[i].size);
        assert_true(layout->bytes <= WENDI_LARGEST_RECORD);
    }
}

static void numbers_are_reversed(void** state) {
    (void)state;
    wendi_cluster_entry c = {
        .matrix = 0x0102030405060708, .count = 0x11121314, .label = 0x21222324, .shift = 0x3132, .parted = 1};
    const wendi_cluster_entry before = c;
    wendi_reverse(&c, 1, &wendi_cluster_entry_layout);
    assert_true(c.matrix == 0x0807060504030201 && c.count == 0x14131211 && c.label == 0x24232221);
    assert_true(c.shift == 0x3231 && c.parted == 0x100 && c.checksum == 0 && c.zero == 0);
    wendi_reverse(&c, 1, &wendi_cluster_entry_layout);
    assert_memory_equal(&c, &before, sizeof c);
    char text[] = "bytes stay";
    wendi_reverse(text, sizeof text, &wendi_u8);
    assert_string_equal(text, "bytes stay");
}

typedef struct taken {
    uint64_t numbers[RECORDS];
    size_t bytes, pieces;
} taken;
static void take(void* context, const void* bytes, size_t size) {
    taken* t = context;
    assert_true(size % sizeof *t->numbers == 0 && size <= sizeof t->numbers - t->bytes);
    memcpy((char*)t->numbers + t->bytes, bytes, size);
    t->bytes += size;
    t->pieces++;
}

// More records than a piece has room for.
static void pieces_are_passed_reversed(void** state) {
    (void)state;
    uint64_t numbers[RECORDS];
    for (int32_t i = 0; i < RECORDS; i++) numbers[i] = (uint64_t)i * 0x0123456789abcdef;
    taken found = {.bytes = 0};
    wendi_pass_reversed(numbers, RECORDS, &wendi_u64, take, &found);
    assert_int_equal(found.bytes, sizeof numbers);
    assert_int_equal(found.pieces, 2);
    wendi_reverse(found.numbers, RECORDS, &wendi_u64);
    assert_memory_equal(found.numbers, numbers, sizeof numbers);
}

// What a checksum covers are the bytes in the file, on every machine.
static void sums_are_of_the_bytes_in_the_file(void** state) {
    (void)state;
    uint8_t bytes[3 * RECORDS * 4];
    uint32_t numbers[3 * RECORDS];
    for (uint32_t i = 0; i < 3 * RECORDS; i++) {
        numbers[i] = i * 2654435761u;
        for (int32_t k = 0; k < 4; k++) bytes[4 * i + (uint32_t)k] = (uint8_t)(numbers[i] >> 8 * k);
    }
    assert_true(wendi_sum(numbers, 3 * RECORDS, &wendi_u32, 7) ==
                XXH3_64bits_withSeed(bytes, sizeof bytes, 7));
    assert_true(wendi_sum(numbers, 0, &wendi_u32, 7) == XXH3_64bits_withSeed(bytes, 0, 7));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_cover_their_records),
        cmocka_unit_test(numbers_are_reversed),
        cmocka_unit_test(pieces_are_passed_reversed),
        cmocka_unit_test(sums_are_of_the_bytes_in_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
