// bench_columns.c: how are the results of the benchmark printed? A new column needs one row in a table here.
#include "bench_columns.h"
#include "clock.h"
#include "drawing.h"
#include "output.h"
#include "picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <wend/private.h>

typedef struct column {
    const char *key, *unit; ///< name in JSON and CSV; unit in the text
    const char* group;      ///< heading; printed once for neighbours with the same one
    const char* heading;
    int decimals;
    size_t offset; ///< of a double
} column;

// Each set of columns is one table of the text; JSON and CSV combine all of them.
typedef struct table {
    const char* title;
    const column* columns; ///< ends with a zero row
} table;

#define AT(member)         offsetof(bench_result, member)
#define US(method, member) AT(us[method]) + offsetof(summary, member)
#define EXCESS(member)     AT(excess_pct) + offsetof(summary, member)

static const column maps[] = {
    {"width", "tiles", "tiles", "width", 0, AT(width)},
    {"height", "tiles", "tiles", "height", 0, AT(height)},
    {"blocked_pct", "%", "tiles", "blocked, %", 1, AT(blocked_pct)},
    {"links", "", "links", "all", 0, AT(links)},
    {"build_one_ns_per_tile", "ns", "build, CPU ns a tile", "1 thread", 1, AT(build_one_ns)},
    {"build_all_ns_per_tile", "ns", "build, CPU ns a tile", "all", 1, AT(build_all_ns)},
    {"build_one_s", "s", "build, s", "1 thread", 3, AT(build_one_s)},
    {"build_all_s", "s", "build, s", "all", 3, AT(build_all_s)},
    {"bytes_per_tile", "bytes", "memory over grid", "bytes a tile", 2, AT(bytes_per_tile)},
    {"edit_us_mean", "us", "one tile edited, us", "edit", 1, AT(edit_us)},
    {"refresh_us_mean", "us", "one tile edited, us", "refresh", 1, AT(refresh_us)},
    {.key = NULL},
};
static const column times[] = {
    {"flat_us_mean", "us", "flat A*", "mean", 1, US(BENCH_FLAT, mean)},
    {"flat_us_median", "us", "flat A*", "median", 1, US(BENCH_FLAT, median)},
    {"flat_us_p99", "us", "flat A*", "p99", 1, US(BENCH_FLAT, p99)},
    {"exact_us_mean", "us", "exact", "mean", 1, US(BENCH_EXACT, mean)},
    {"exact_us_median", "us", "exact", "median", 1, US(BENCH_EXACT, median)},
    {"exact_us_p99", "us", "exact", "p99", 1, US(BENCH_EXACT, p99)},
    {"hpa_us_mean", "us", "HPA*", "mean", 1, US(BENCH_HPA, mean)},
    {"hpa_us_median", "us", "HPA*", "median", 1, US(BENCH_HPA, median)},
    {"hpa_us_p99", "us", "HPA*", "p99", 1, US(BENCH_HPA, p99)},
    {"first_move_us_mean", "us", "first move", "mean", 1, AT(move_us)},
    {.key = NULL},
};
static const column parts[] = {
    {"hpa_insert_us", "us", "HPA*, mean us", "insert", 1, AT(insert_us)},
    {"hpa_route_us", "us", "HPA*, mean us", "route", 1, AT(route_us)},
    {"hpa_refine_us", "us", "HPA*, mean us", "refine", 1, AT(refine_us)},
    {"hpa_smooth_us", "us", "HPA*, mean us", "smooth", 1, AT(smooth_us)},
    {"hpa_abstract_expanded", "", "HPA*, a query", "nodes", 1, AT(abstract_expanded)},
    {"hpa_clusters_refined", "", "HPA*, a query", "clusters", 1, AT(clusters_refined)},
    {"hpa_allocations", "", "HPA*, a query", "mallocs", 2, AT(allocations)},
    {"exact_clusters", "", "exact", "clusters", 1, AT(exact_clusters)},
    {"flat_expanded", "", "flat A*", "expanded", 1, AT(flat_expanded)},
    {"flat_ns_per_expansion", "ns", "flat A*", "ns each", 1, AT(flat_expansion_ns)},
    {.key = NULL},
};
static const column answers[] = {
    {"problems", "", "problems", "asked", 0, AT(problems)},
    {"answered", "", "problems", "answered", 0, AT(answered)},
    {"unreachable", "", "problems", "no route", 0, AT(unreachable)},
    {"wrong", "", "problems", "WRONG", 0, AT(wrong)},
    {"excess_mean_pct", "%", "HPA* over optimum, %", "mean", 4, EXCESS(mean)},
    {"excess_p99_pct", "%", "HPA* over optimum, %", "p99", 3, EXCESS(p99)},
    {"excess_max_pct", "%", "HPA* over optimum, %", "max", 3, EXCESS(max)},
    {"path_links", "", "HPA*, a path", "links", 2, AT(path_links)},
    {"speedup", "", "flat A* / HPA*", "mean", 1, AT(speedup)},
    {"speedup_median", "", "flat A* / HPA*", "median", 1, AT(median_speedup)},
    {"flat_runs", "", "runs", "flat A*", 0, AT(runs[BENCH_FLAT])},
    {"exact_runs", "", "runs", "exact", 0, AT(runs[BENCH_EXACT])},
    {.key = NULL},
};
static const table tables[] = {
    {"Maps and building", maps},
    {"Time of a query, us", times},
    {"Where it goes", parts},
    {"Answers", answers},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static double value_of(const bench_result* r, const column* c) {
    return *(const double*)((const char*)r + c->offset);
}

// ---- text

static int wider(int a, size_t b) {
    return a > (int)b ? a : (int)b;
}

static int width_of(const column* c, const bench_result* results, int count) {
    int width = wider(6, strlen(c->heading));
    for (int i = 0; i < count; i++) {
        char text[64];
        width =
            wider(width, (size_t)snprintf(text, sizeof text, "%.*f", c->decimals, value_of(&results[i], c)));
    }
    return width;
}

// Prints the headings between dashes, and widens the columns that are narrower than their heading.
static void print_groups(const table* t, int name_width, int* widths) {
    printf("%-*s", name_width, "");
    for (int i = 0; t->columns[i].key != NULL;) {
        const char* group = t->columns[i].group;
        const int length = (int)strlen(group);
        int end = i, width = -2;
        for (; t->columns[end].key != NULL && strcmp(t->columns[end].group, group) == 0; end++)
            width += widths[end] + 2;
        if (width < length) widths[i] += length - width;
        const int dashes = width - length - 2;
        if (dashes < 2) {
            printf("  %*s", width, group);
        } else {
            printf("  ");
            for (int k = 0; k < dashes / 2; k++) putchar('-');
            printf(" %s ", group);
            for (int k = dashes / 2; k < dashes; k++) putchar('-');
        }
        i = end;
    }
    printf("\n");
}

static void print_table(const table* t, const bench_result* results, int count) {
    enum { MOST_COLUMNS = 32 };
    int widths[MOST_COLUMNS], name_width = 4;
    for (int i = 0; i < count; i++) name_width = wider(name_width, strlen(results[i].form_name));
    for (int i = 0; t->columns[i].key != NULL; i++) widths[i] = width_of(&t->columns[i], results, count);
    printf("\n%s\n", t->title);
    print_groups(t, name_width, widths);
    printf("%-*s", name_width, "map");
    for (int i = 0; t->columns[i].key != NULL; i++) printf("  %*s", widths[i], t->columns[i].heading);
    printf("\n");
    for (int k = 0; k < count; k++) {
        printf("%-*s", name_width, results[k].form_name);
        for (int i = 0; t->columns[i].key != NULL; i++)
            printf("  %*.*f", widths[i], t->columns[i].decimals, value_of(&results[k], &t->columns[i]));
        printf("\n");
    }
}

void bench_print(const bench_machine* machine, const bench_settings* settings, const bench_result* results,
                 int count) {
    printf("wend %s, %s; %s, %d processor%s\n", wend_version_string(), machine->compiler, machine->processor,
           machine->processors, cli_plural(machine->processors));
    printf("times: %s, of each query the median of %lld run%s\n", machine->clock, (long long)settings->runs,
           cli_plural(settings->runs));
    for (int i = 0; i < TABLES; i++) print_table(&tables[i], results, count);
}

// ---- JSON and CSV

void bench_machine_json(cJSON* json, const bench_machine* machine) {
    json_text(json, "version", wend_version_string());
    json_text(json, "compiler", machine->compiler);
    json_text(json, "processor", machine->processor);
    json_integer(json, "processors", machine->processors);
}

static void map_json(cJSON* json, const bench_result* r) {
    json_text(json, "map", r->name);
    json_text(json, "move", r->move);
    json_text(json, "link_kind", r->link_kind);
    for (int t = 0; t < TABLES; t++)
        for (const column* c = tables[t].columns; c->key != NULL; c++)
            json_number(json, c->key, value_of(r, c), c->decimals);
}

cJSON* bench_json(const bench_machine* machine, const bench_settings* settings, const bench_result* results,
                  int count) {
    cJSON* json = cJSON_CreateObject();
    double wrong = 0;
    bench_machine_json(json, machine);
    json_text(json, "clock", machine->clock);
    json_integer(json, "runs", settings->runs);
    json_integer(json, "queries", settings->queries);
    json_integer(json, "seed", (int64_t)settings->seed);
    cJSON* entries = cJSON_AddArrayToObject(json, "maps");
    for (int i = 0; i < count; i++) {
        map_json(json_row(entries), &results[i]);
        wrong += results[i].wrong;
    }
    json_integer(json, "map_count", count);
    json_number(json, "wrong", wrong, 0);
    return json;
}

// Quotes a text (RFC 4180) only where necessary.
static void add_quoted(file_text* out, const char* text) {
    const char* quote = strpbrk(text, ",\"") != NULL ? "\"" : "";
    file_text_add(out, "%s", quote);
    for (const char* c = text; *c != '\0'; c++) file_text_add(out, *c == '"' ? "\"%c" : "%c", *c);
    file_text_add(out, "%s", quote);
}

int bench_write_csv(const bench_result* results, int count, const char* file) {
    file_text out = {.size = 0};
    file_text_add(&out, "map,move,link_kind");
    for (int t = 0; t < TABLES; t++)
        for (const column* c = tables[t].columns; c->key != NULL; c++) file_text_add(&out, ",%s", c->key);
    for (int i = 0; i < count; i++) {
        file_text_add(&out, "\n");
        add_quoted(&out, results[i].name);
        file_text_add(&out, ",%s,%s", results[i].move, results[i].link_kind);
        for (int t = 0; t < TABLES; t++)
            for (const column* c = tables[t].columns; c->key != NULL; c++)
                file_text_add(&out, ",%.*f", c->decimals, value_of(&results[i], c));
    }
    file_text_add(&out, "\n");
    return output_write_text(&out, file);
}

// ---- the machine

// The model name of the first processor from /proc/cpuinfo; otherwise the machine type.
static void name_processor(char* out, size_t size) {
    struct utsname names;
    snprintf(out, size, "%s", uname(&names) == 0 ? names.machine : "unknown");
    FILE* info = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        const char* colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL) continue;
        snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (info != NULL) fclose(info);
}

bench_machine bench_this_machine(void) {
    bench_machine machine = {
        .processors = (int)sysconf(_SC_NPROCESSORS_ONLN),
        .clock = clock_thread_name(),
#if defined(__clang__)
        .compiler = "clang " __clang_version__,
#else
        .compiler = "gcc " __VERSION__,
#endif
    };
    name_processor(machine.processor, sizeof machine.processor);
    return machine;
}

// ---- a picture of the times

enum {
    WIDTH = 1400,
    MARGIN = 30,
    TITLE = 176, // height of the title and the legend
    FOOT = 60,
    BAR = 17,
    BAR_STEP = 20,
    MAP_STEP = BENCH_METHODS * BAR_STEP + 20,
    NAME_GAP = 20,
    VALUE_ROOM = 120, // for the number behind the longest bar
    SCALE = 2,
};

static const color paper = {255, 255, 255}, ink = {32, 36, 44}, faint = {216, 220, 226},
                   grey = {104, 110, 120};

static const struct {
    const char* name;
    color color;
} methods[BENCH_METHODS] = {
    [BENCH_FLAT] = {"flat A*", {170, 178, 190}},
    [BENCH_EXACT] = {"exact", {70, 130, 200}},
    [BENCH_HPA] = {"HPA*", {226, 116, 32}},
};

typedef struct chart {
    picture picture;
    const bench_result* results;
    int count;
    int left, right;  // of the bars
    double low, high; // log10 of the times at both ends, in us; low is a whole number
} chart;

static void find_range(chart* c) {
    double least = INFINITY, most = 0;
    for (int i = 0; i < c->count; i++) {
        for (int m = 0; m < BENCH_METHODS; m++) {
            const double us = c->results[i].us[m].mean;
            if (us > 0 && us < least) least = us;
            if (us > most) most = us;
        }
    }
    if (most <= 0) least = most = 1; // nothing was answered
    c->low = floor(log10(least));
    c->high = fmax(c->low + 1, log10(most));
}

static int column_of(const chart* c, double us) {
    return c->left + (int)lround((double)(c->right - c->left) * (log10(us) - c->low) / (c->high - c->low));
}

// Three digits and a unit.
static const char* duration_text(double us, char text[32]) {
    static const char* const units[] = {"us", "ms", "s"};
    int unit = 0;
    for (; us >= 999.5 && unit < 2; unit++) us /= 1000;
    snprintf(text, 32, "%.*f %s", us < 9.995 ? 2 : us < 99.95 ? 1 : 0, us, units[unit]);
    return text;
}

static void draw_title(chart* c, const bench_machine* machine) {
    char text[200];
    lettering_draw(&c->picture, MARGIN, MARGIN, 3, ink, "Mean time of a query, logarithmic");
    snprintf(text, sizeof text, "wend %s on one thread of %s", wend_version_string(), machine->processor);
    lettering_draw(&c->picture, MARGIN, MARGIN + 42, SCALE, grey, text);
    int x = MARGIN;
    for (int m = 0; m < BENCH_METHODS; m++) {
        const float y = MARGIN + 78;
        picture_rect(&c->picture, (float)x, y - 2, (float)x + BAR, y + BAR - 2, methods[m].color, 1);
        lettering_draw(&c->picture, x + BAR + 8, (int)y, SCALE, ink, methods[m].name);
        x += BAR + 8 + lettering_width(SCALE, methods[m].name) + 36;
    }
}

static void draw_axis(chart* c) {
    const int bottom = TITLE + c->count * MAP_STEP;
    for (double decade = c->low; decade <= c->high; decade++) {
        char text[32];
        const double us = pow(10, decade);
        const int x = column_of(c, us);
        const double shown = us >= 1e6 ? us / 1e6 : us >= 1e3 ? us / 1e3 : us;
        snprintf(text, sizeof text, "%g %s", shown, us >= 1e6 ? "s" : us >= 1e3 ? "ms" : "us");
        picture_rect(&c->picture, (float)x, TITLE - 6, (float)x + 1, (float)bottom + 6, faint, 1);
        const int left = x - lettering_width(SCALE, text) / 2;
        lettering_draw(&c->picture, left, TITLE - 26, SCALE, grey, text);
        lettering_draw(&c->picture, left, bottom + 16, SCALE, grey, text);
    }
}

static void draw_map(chart* c, int index) {
    const bench_result* r = &c->results[index];
    const int top = TITLE + index * MAP_STEP + (MAP_STEP - BENCH_METHODS * BAR_STEP) / 2;
    char text[64];
    lettering_draw(&c->picture, MARGIN, top + 8, SCALE, ink, r->form_name);
    snprintf(text, sizeof text, "%.0f x %.0f", r->width, r->height);
    lettering_draw(&c->picture, MARGIN, top + 34, SCALE, grey, text);
    for (int m = 0; m < BENCH_METHODS; m++) {
        if (r->us[m].mean <= 0) continue;
        const int y = top + m * BAR_STEP, end = column_of(c, r->us[m].mean);
        picture_rect(&c->picture, (float)c->left, (float)y, (float)end, (float)y + BAR, methods[m].color, 1);
        duration_text(r->us[m].mean, text);
        // Keeps grid lines out of the number.
        picture_rect(&c->picture, (float)end + 4, (float)y, (float)(end + 12 + lettering_width(SCALE, text)),
                     (float)y + BAR, paper, 1);
        lettering_draw(&c->picture, end + 8, y + (BAR - SCALE * LETTER_HEIGHT) / 2, SCALE, ink, text);
    }
}

int bench_write_chart(const bench_machine* machine, const bench_result* results, int count,
                      const char* file) {
    chart c = {.results = results, .count = count};
    picture_create(WIDTH, TITLE + count * MAP_STEP + FOOT, &c.picture);
    int name_width = lettering_width(SCALE, "1024 x 1024");
    for (int i = 0; i < count; i++) {
        const int width = lettering_width(SCALE, results[i].form_name);
        if (width > name_width) name_width = width;
    }
    if (name_width > WIDTH / 3) name_width = WIDTH / 3;
    c.left = MARGIN + name_width + NAME_GAP;
    c.right = WIDTH - MARGIN - VALUE_ROOM;
    find_range(&c);
    draw_title(&c, machine);
    draw_axis(&c);
    for (int i = 0; i < count; i++) draw_map(&c, i);
    int code = png_write(&c.picture, file);
    picture_destroy(&c.picture);
    return code;
}
