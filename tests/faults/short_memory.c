// short_memory.c: what happens when any allocation of any call fails? The call returns MEMORY, or does
// without; its outputs are untouched, the object is as its header says, everything can be asked of it,
// nothing leaks, and the same call then succeeds with the result that it has elsewhere.
//     short_memory [--every N] [--scenario TEXT]
// Lets each allocation of each scenario fail, or every Nth; only scenarios whose names contain the text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "failing_malloc.h"
#include "files.h"
#include "scene.h"

static struct {
    const scenario* now;
    int32_t variant;
    int64_t allocation;
    bool all_later;
} at = {.allocation = -1};

void scene_fails(const char* what) {
    failing_malloc_end();
    fprintf(stderr, "short_memory: %s", what);
    if (at.now) fprintf(stderr, ": %s, variant %d", at.now->name, at.variant);
    if (at.allocation >= 0)
        fprintf(stderr, ", allocation %lld%s", (long long)at.allocation,
                at.all_later ? " and all later" : "");
    fprintf(stderr, "\n");
    abort();
}

void scene_must(wend_result result) {
    if (result != WEND_OK) scene_fails(wend_result_string(result));
}

typedef struct counts {
    int64_t scenarios, failures, errors, without;
} counts;

static void check_failure(const scenario* s, scene* left, uint64_t before, wend_result result) {
    if (result != WEND_ERROR_MEMORY)
        scene_fails(left->error.text[0] ? left->error.text : wend_result_string(result));
    if (left->error.result != WEND_OK && left->error.result != WEND_ERROR_MEMORY)
        scene_fails("the error is not MEMORY");
    if (s->promise == EMPTIES && wend_field_tiles(left->field, NULL, 0) != 0)
        scene_fails("the field is not empty");
    const uint64_t now = scene_use(left);
    if (s->promise == KEEPS && now != before) scene_fails("the object has changed");
}

// One allocation fails, or all from there on.
static void fail_once(const scenario* s, uint64_t before, uint64_t after, counts* c) {
    scene left = {0};
    const int64_t live = failing_malloc_live();
    s->begin(&left, at.variant);
    failing_malloc_begin(at.allocation, at.all_later);
    wend_result result = s->attempt(&left, at.variant);
    failing_malloc_end();
    c->failures++;
    if (result != WEND_OK) {
        c->errors++;
        check_failure(s, &left, before, result);
        left.error.result = WEND_OK;
        result = s->attempt(&left, at.variant);
        if (result != WEND_OK) scene_fails("it fails again, with memory");
    }
    const uint64_t now = scene_use(&left);
    if (now != after) scene_fails("another result");
    scene_end(&left);
    if (failing_malloc_live() != live) scene_fails("memory leaks");
}

static void run_variant(const scenario* s, int64_t every, int64_t offset, counts* c) {
    scene first = {0}, second = {0};
    s->begin(&first, at.variant);
    const uint64_t before = scene_use(&first);
    scene_end(&first);
    s->begin(&second, at.variant);
    failing_malloc_begin(-1, false);
    const wend_result result = s->attempt(&second, at.variant);
    const int64_t allocations = failing_malloc_end();
    scene_must(result);
    const uint64_t after = scene_use(&second);
    scene_end(&second);
    for (int64_t i = offset % every; i < allocations; i += every) {
        at.allocation = i;
        at.all_later = every > 1 ? (i + offset) % 2 != 0 : false;
        fail_once(s, before, after, c);
        if (every > 1) continue;
        at.all_later = true;
        fail_once(s, before, after, c);
    }
    at.allocation = -1;
}

int main(int argc, char** argv) {
    const int64_t every = number_argument(argc, argv, "--every", 1);
    const char* only = text_argument(argc, argv, "--scenario", "");
    const scenario* const tables[] = {world_scenarios, file_scenarios,   search_scenarios,
                                      agent_scenarios, import_scenarios, version_scenarios};
    if (every < 1) return 2;
    counts c = {0};
    files_enter();
    stock_make();
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const scenario* s = tables[t]; s->name; s++) {
            if (!strstr(s->name, only)) continue;
            at.now = s;
            // Not all of them when few allocations fail: the rest takes longest then.
            const int32_t first = every > 1 ? (int32_t)(c.scenarios % s->variants) : 0;
            for (at.variant = first; at.variant < (every > 1 ? first + 1 : s->variants); at.variant++)
                run_variant(s, every, c.scenarios++, &c);
        }
    }
    at.now = NULL;
    stock_free();
    files_leave();
    printf("%lld scenarios, %lld allocations failed: %lld calls returned MEMORY, %lld did without\n",
           (long long)c.scenarios, (long long)c.failures, (long long)c.errors,
           (long long)(c.failures - c.errors));
    return c.errors == 0;
}
