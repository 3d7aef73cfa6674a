// roads.c: how fast is a query in a road network? Makes one, writes it in the format of the DIMACS challenge,
// imports it again, and asks for paths between random nodes by Dijkstra and by A* with straight-line
// distances, whose costs must be equal.
//     bench_roads [--nodes N] [--queries N] [--seed S] [--most-us US] [--write PREFIX]
// --most-us: fails when a query takes longer. --write: only writes PREFIX.gr and PREFIX.co.
#define _XOPEN_SOURCE 700 // clock_gettime, mkdtemp
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include <wend/import_graph.h>
#include <wend/private.h>

#include "measure.h"

// ---- the network

typedef struct text {
    char* bytes;
    size_t size, capacity;
} text;

__attribute__((format(printf, 2, 3))) static void print(text* t, const char* format, ...) {
    if (t->size + 200 > t->capacity) {
        t->capacity = t->capacity * 2 + (1 << 20);
        t->bytes = realloc(t->bytes, t->capacity);
        if (!t->bytes) fail("out of memory");
    }
    va_list arguments;
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, 200, format, arguments);
    va_end(arguments);
}

typedef struct network {
    int32_t side, nodes;
    int32_t *x, *y; // [Units: metres]
    text arcs;      // lines of the .gr
    int32_t arc_count;
} network;

// A road: as long as the straight line or up to 40 % longer. On a main road a metre takes half the time.
static void add_road(network* n, uint64_t* seed, int32_t a, int32_t b, bool is_main) {
    double length = hypot((double)n->x[a] - n->x[b], (double)n->y[a] - n->y[b]);
    double cost = ceil(length * (1 + draw(seed, 400) / 1000.0) * (is_main ? 1 : 2));
    print(&n->arcs, "a %d %d %.0f\na %d %d %.0f\n", a + 1, b + 1, cost, b + 1, a + 1, cost);
    n->arc_count += 2;
}

// Crossings on a jittered grid, about 100 m apart. Each is connected to one of its neighbours to the left and
// above, which makes a tree, and now and then to the other one, too: about 2.7 arcs for each node, as in the
// road networks of the challenge. Every 24th row and column is a main road without gaps.
static network make(int32_t nodes, uint64_t seed) {
    network n = {.side = (int32_t)ceil(sqrt(nodes))};
    n.nodes = nodes;
    n.x = malloc((size_t)nodes * sizeof *n.x);
    n.y = malloc((size_t)nodes * sizeof *n.y);
    if (!n.x || !n.y) fail("out of memory");
    for (int32_t i = 0; i < nodes; i++) {
        n.x[i] = i % n.side * 100 + draw(&seed, 81) - 40;
        n.y[i] = i / n.side * 100 + draw(&seed, 81) - 40;
    }
    for (int32_t i = 1; i < nodes; i++) {
        const int32_t column = i % n.side, row = i / n.side;
        const bool is_street = column % 24 == 0 && row > 0, is_avenue = row % 24 == 0 && column > 0;
        const bool left = column > 0 && (row == 0 || draw(&seed, 2) == 0), both = draw(&seed, 100) < 34;
        if (is_avenue || left || (both && column > 0)) add_road(&n, &seed, i, i - 1, is_avenue);
        if (is_street || !left || (both && row > 0)) {
            if (row > 0) add_road(&n, &seed, i, i - n.side, is_street);
        }
    }
    return n;
}

static text arcs_of(const network* n) {
    text t = {0};
    print(&t, "c a made road network\np sp %d %d\n", n->nodes, n->arc_count);
    t.bytes = realloc(t.bytes, t.size + n->arcs.size);
    if (!t.bytes) fail("out of memory");
    memcpy(t.bytes + t.size, n->arcs.bytes, n->arcs.size);
    t.size += n->arcs.size;
    return t;
}

static text coordinates_of(const network* n) {
    text t = {0};
    print(&t, "c a made road network\np aux sp co %d\n", n->nodes);
    for (int32_t i = 0; i < n->nodes; i++) print(&t, "v %d %d %d\n", i + 1, n->x[i], n->y[i]);
    return t;
}

static void write_file(const char* prefix, const char* ending, const text* t) {
    char name[4096];
    wend_error error;
    snprintf(name, sizeof name, "%s%s", prefix, ending);
    if (wend_file_write(name, t->bytes, t->size, &error) != WEND_OK) fail(error.text);
}

// ---- queries

typedef struct measured {
    double* us;
    double expanded, sum;
    int64_t reopened;
} measured;

static void report(const char* name, measured* m, int32_t queries) {
    qsort(m->us, (size_t)queries, sizeof *m->us, ascending);
    printf(
        "%-14s %10.0f us mean, %10.0f median, %10.0f p99, %10.0f max, %9.0f nodes expanded, %lld reopened\n",
        name, m->sum / queries, m->us[queries / 2], m->us[queries * 99 / 100], m->us[queries - 1],
        m->expanded / queries, (long long)m->reopened);
}

int main(int count, char** arguments) {
    int64_t nodes = 1000000, queries = 20, seed = 1, most_us = INT64_MAX;
    const char* prefix = NULL;
    const bench_option options[] = {{"--nodes", .large = &nodes}, {"--queries", .large = &queries},
                                    {"--seed", .large = &seed},   {"--most-us", .large = &most_us},
                                    {"--write", .text = &prefix}, {NULL}};
    read_options(count, arguments, 1, options);
    if (nodes < 2 || nodes > 100000000 || queries < 1 || queries > 100000) return 2;
    network n = make((int32_t)nodes, (uint64_t)seed);
    text arcs = arcs_of(&n), coordinates = coordinates_of(&n);
    char folder[] = "/tmp/wend-roads-XXXXXX", table[100];
    if (prefix) {
        write_file(prefix, ".gr", &arcs);
        write_file(prefix, ".co", &coordinates);
        return 0;
    }
    if (!mkdtemp(folder)) fail("no temporary folder");
    snprintf(table, sizeof table, "%s/roads", folder);
    write_file(table, ".co", &coordinates);
    snprintf(table, sizeof table, "%s/roads.co", folder);

    wend_graph_import_def def = wend_default_graph_import_def();
    def.node_table = table;
    wend_graph* graph = NULL;
    wend_graph_names* names = NULL;
    wend_error error;
    double began = thread_us();
    wend_result result =
        wend_import_graph_memory(arcs.bytes, arcs.size, "roads.gr", &def, &graph, &names, NULL, &error);
    double import_us = thread_us() - began;
    remove(table);
    remove(folder);
    if (result != WEND_OK) fail(error.text);
    // Building alone: from arrays to the graph.
    const int32_t connection_count = wend_graph_connection_count(graph);
    wend_graph_connection* connections = malloc((size_t)connection_count * sizeof *connections);
    wend_graph_position* positions = malloc((size_t)nodes * sizeof *positions);
    if (!connections || !positions) fail("out of memory");
    for (int32_t i = 0; i < connection_count; i++) connections[i] = wend_graph_get_connection(graph, i);
    for (int32_t i = 0; i < nodes; i++) wend_graph_get_position(graph, i, &positions[i]);
    wend_graph_def graph_def = wend_default_graph_def();
    graph_def.node_count = (int32_t)nodes;
    graph_def.positions = positions;
    graph_def.connections = connections;
    graph_def.connection_count = connection_count;
    wend_graph* built = NULL;
    began = thread_us();
    if (wend_graph_create(&graph_def, &built) != WEND_OK) fail("the graph cannot be built");
    const double build_us = thread_us() - began;
    printf("nodes          %lld, %d connections, euclidean factor %.4f\n", (long long)nodes, connection_count,
           wend_graph_euclidean_factor(built));
    printf("import         %.3f s of %.1f MB of text; build alone %.3f s\n", import_us * 1e-6,
           (double)(arcs.size + coordinates.size) * 1e-6, build_us * 1e-6);

    wend_graph_search* search = NULL;
    wend_graph_search_def search_def = wend_default_graph_search_def();
    if (wend_graph_search_create(&search_def, &search) != WEND_OK) fail("out of memory");
    measured all[2] = {{malloc((size_t)queries * sizeof(double)), 0, 0, 0},
                       {malloc((size_t)queries * sizeof(double)), 0, 0, 0}};
    uint64_t random = (uint64_t)seed + 1;
    double longest = 0;
    int32_t wrong = 0;
    for (int64_t i = -1; i < queries; i++) { // the first warms the memory up
        wend_graph_query query =
            wend_default_graph_query(draw(&random, (int32_t)nodes), draw(&random, (int32_t)nodes));
        double costs[2];
        for (int k = 0; k < 2; k++) {
            wend_graph_stats stats;
            query.algorithm = k == 0 ? WEND_GRAPH_DIJKSTRA : WEND_GRAPH_ASTAR;
            began = thread_us();
            if (wend_graph_find_path(search, built, &query, &stats) != WEND_OK) fail("a query fails");
            const double us = thread_us() - began;
            costs[k] = wend_graph_search_cost(search);
            wrong += wend_graph_search_outcome(search) != WEND_FOUND;
            if (i < 0) continue;
            all[k].us[i] = us;
            all[k].sum += us;
            all[k].expanded += (double)stats.expanded;
            all[k].reopened += stats.reopened;
            longest = fmax(longest, us);
        }
        wrong += costs[0] != costs[1];
    }
    printf("memory         %.1f MB graph, %.1f MB search: %.1f bytes a node\n",
           (double)wend_graph_bytes(built) * 1e-6, (double)wend_graph_search_bytes(search) * 1e-6,
           (double)(wend_graph_bytes(built) + wend_graph_search_bytes(search)) / (double)nodes);
    report("dijkstra", &all[0], (int32_t)queries);
    report("astar", &all[1], (int32_t)queries);
    printf("wrong          %d\n", wrong);
    if (longest > (double)most_us)
        printf("a query took %.0f us, more than %lld\n", longest, (long long)most_us);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
    wend_graph_destroy(built);
    wend_graph_names_destroy(names);
    free(connections);
    free(positions);
    free(all[0].us);
    free(all[1].us);
    free(arcs.bytes);
    free(coordinates.bytes);
    free(n.arcs.bytes);
    free(n.x);
    free(n.y);
    return wrong > 0 || longest > (double)most_us;
}
