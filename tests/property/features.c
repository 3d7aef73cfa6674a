// features.c: is every answer right where features meet? A small world has at random floors, seams, links,
// walls, a relief, profiles, edges that wrap, ground that comes and goes; it is built, saved and opened,
// mapped, patched, streamed, forked or a snapshot, and changes by edits; queries are asked of it, of an
// overlay, with areas to avoid, in slices, on the grid, by a service, with subgoals. Each answer is compared
// with a textbook Dijkstra over all tiles of the map, which knows no clusters, sheets or versions; and a
// refreshed world with a build of the same map. What cannot be combined must be refused by the result that
// the headers name.
//     property_features [--worlds N] [--first SEED] [--actions N]
#include "place.h"

#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "files.h"

static const char* act(place* p) {
    const int32_t dice = rng_below(&p->r, 100);
    if (dice < 10) return place_grow(p);
    if (dice < 28) return place_edit(p);
    if (dice < 36) return place_renew(p);
    if (dice < 40) return place_refresh(p, rng_below(&p->r, 4));
    if (dice < 48) return place_change_overlay(p, true);
    const char* fault = place_follow(p);
    if (fault) return fault;
    if (dice < 74) return place_query(p);
    if (dice < 79) return place_fields(p);
    if (dice < 82) return place_alternatives(p);
    if (dice < 86) return place_explain(p);
    if (dice < 91) return place_repair(p);
    if (dice < 93) return place_sight(p);
    if (dice < 95) return place_rebuild(p);
    if (dice < 98) return place_crowd(p);
    return place_fleet(p);
}

// In between, by numbers of its own: so the worlds of old seeds stay what they were.
static const char* act_between(place* p) {
    if (!rng_chance(&p->more, 8)) return NULL;
    const rng r = p->r;
    p->r = p->more;
    const char* fault = rng_chance(&p->r, 50) ? place_many(p) : place_add_subgoals(p);
    p->more = p->r;
    p->r = r;
    return fault;
}

// What is done, for the report of a check that fails inside of Wend.
static void report_check(const char* condition, const char* file, int32_t line, void* context) {
    fprintf(stderr, "%s:%d: %s: --first %lld --worlds 1\n", file, (int)line, condition,
            (long long)*(const int64_t*)context);
    abort();
}

static void create(place* p) {
    const wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &p->search) != WEND_OK || wend_path_create(NULL, &p->path) != WEND_OK ||
        wend_path_create(NULL, &p->other) != WEND_OK || wend_path_create(NULL, &p->held) != WEND_OK ||
        wend_field_create(NULL, &p->field) != WEND_OK || wend_field_create(NULL, &p->back) != WEND_OK ||
        wend_matrix_search_create(NULL, &p->matrix) != WEND_OK ||
        wend_explanation_create(NULL, &p->explanation) != WEND_OK)
        abort();
}

int main(int argc, char** argv) {
    const int64_t worlds = number_argument(argc, argv, "--worlds", 100);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t actions = number_argument(argc, argv, "--actions", 30);
    const int64_t most = number_argument(argc, argv, "--failures", 3);
    static place p;
    int64_t seed = first;
    create(&p);
    wend_set_hooks(&(wend_hooks){.assert_failed = report_check, .context = &seed});
    files_enter();
    int32_t failures = 0;
    for (; seed < first + worlds && failures < most; seed++) {
        if (!place_make(&p, (uint64_t)seed)) continue; // too many links in a cluster
        const char* fault = rng_chance(&p.more, 60) ? place_add_subgoals(&p) : NULL;
        int64_t k = 0;
        for (; k < actions && !fault; k++) {
            fault = act(&p);
            if (!fault) fault = act_between(&p);
        }
        if (fault) {
            const wend_grid* grid = wend_world_grid(p.world);
            const wend_rect all = wend_grid_area(grid);
            fprintf(stderr,
                    "%s\n--first %lld --worlds 1, action %lld: %d,%d %d x %d x %d, connectivity %d, clusters "
                    "%d, relief %d, "
                    "%d profiles, form %d, overlay %d, patches %d\n",
                    fault, (long long)seed, (long long)k, all.x, all.y, all.width, all.height,
                    wend_grid_floors(grid), (int)wend_grid_connectivity(grid), p.cluster_size, p.has_relief,
                    wend_world_profile_count(p.world), (int)p.form, p.overlay != NULL, p.patches);
        }
        failures += fault != NULL;
        place_free(&p);
    }
    files_leave();
    wend_search_destroy(p.search);
    wend_path_destroy(p.path);
    wend_path_destroy(p.other);
    wend_path_destroy(p.held);
    wend_field_destroy(p.field);
    wend_field_destroy(p.back);
    wend_matrix_search_destroy(p.matrix);
    wend_explanation_destroy(p.explanation);
    const counts* n = &p.n;
    printf(
        "%lld worlds, %lld edits, %lld times ground: %lld found, %lld partial, %lld without a path; %lld on "
        "overlays, %lld avoiding, %lld by services; %lld streamed, %lld patched, %lld refused, %lld built "
        "again, %lld explained, %lld repaired, %lld with subgoals, %lld matrices, %lld ticks; %d failures\n",
        (long long)worlds, (long long)n->edits, (long long)n->grown, (long long)n->found,
        (long long)n->partial, (long long)n->none, (long long)n->overlaid, (long long)n->avoided,
        (long long)n->served, (long long)n->streamed, (long long)n->patched, (long long)n->refused,
        (long long)n->rebuilt, (long long)n->explained, (long long)n->repaired, (long long)n->indexed,
        (long long)n->matrices, (long long)n->ticks, failures);
    const bool lacks = n->found == 0 || n->partial == 0 || n->none == 0 || n->overlaid == 0 ||
                       n->avoided == 0 || n->served == 0 || n->refused == 0 || n->rebuilt == 0 ||
                       n->explained == 0 || n->repaired == 0 || n->grown == 0 || n->indexed == 0 ||
                       n->matrices == 0;
    return failures > 0 || (worlds >= 100 && lacks);
}
