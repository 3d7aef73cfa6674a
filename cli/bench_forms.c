// bench_forms.c: in which forms is each map measured?
#include "bench_forms.h"
#include "cli.h"
#include "options.h"
#include "world_file.h"

#include <stdio.h>
#include <string.h>

enum { ITEM = 24 }; // longer items are no names or numbers

// Takes the next item off a list that is separated by commas. False at its end.
static bool next_item(const char** rest_io, char out[ITEM]) {
    if (*rest_io == NULL) return false;
    const size_t length = strcspn(*rest_io, ",");
    snprintf(out, ITEM, "%.*s", (int)length, *rest_io);
    *rest_io = (*rest_io)[length] == ',' ? *rest_io + length + 1 : NULL;
    return true;
}

static int too_many(const char* option_name) {
    return cli_fail(CLI_USAGE, "bench: --%s lists more than %d forms of a map", option_name,
                    BENCH_MOST_FORMS);
}

// The connectivity of this name; -1: none.
static int move_of(const char* name) {
    if (strcmp(name, "hex") == 0) return WEND_CONNECTIVITY_HEX_ODD_R;
    for (int move = 0; world_connectivity_names[move] != NULL; move++)
        if (strcmp(name, world_connectivity_names[move]) == 0) return move;
    return -1;
}

static int read_moves(const char* list, bench_forms* out) {
    char item[ITEM];
    while (next_item(&list, item)) {
        const int move = move_of(item);
        if (move < 0)
            return cli_fail(CLI_USAGE,
                            "bench: --move expects a list of 8, 4, 8cut, hex, hex-odd-r, hex-even-r, "
                            "hex-odd-q and hex-even-q, got '%s'",
                            item);
        if (out->move_count == BENCH_MOST_FORMS) return too_many("move");
        out->moves[out->move_count++] = move;
    }
    return CLI_OK;
}

static int read_additions(const char* option_name, const char* list, bench_link_kind kind, bench_forms* out) {
    char item[ITEM];
    while (next_item(&list, item)) {
        double count = 0;
        if (!options_parse_number(item, &count) || !(count >= 1 && count <= WEND_MAX_LINKS) ||
            (double)(int32_t)count != count)
            return cli_fail(CLI_USAGE, "bench: --%s expects a list of whole numbers in 1..%d, got '%s'",
                            option_name, WEND_MAX_LINKS, item);
        if (out->addition_count == BENCH_MOST_FORMS) return too_many(option_name);
        out->additions[out->addition_count++] = (bench_addition){kind, (int32_t)count};
    }
    return CLI_OK;
}

int bench_forms_read(const char* moves_opt, const char* links_opt, const char* teleports_opt,
                     bench_forms* out) {
    *out = (bench_forms){.addition_count = 1};
    int code = read_moves(moves_opt, out);
    if (moves_opt == NULL) out->moves[out->move_count++] = BENCH_MOVE_OF_MAP;
    if (code == CLI_OK) code = read_additions("links", links_opt, BENCH_LINKS_MIXED, out);
    if (code == CLI_OK) code = read_additions("teleports", teleports_opt, BENCH_LINKS_TELEPORTS, out);
    return code;
}

void bench_form_name(const char* map, int move, bench_addition addition, char* out, size_t size) {
    char links[32] = "";
    if (addition.kind != BENCH_LINKS_OF_MAP)
        snprintf(links, sizeof links, ", %d %s", addition.count,
                 addition.kind == BENCH_LINKS_MIXED ? "links" : "teleports");
    snprintf(out, size, "%s%s%s%s", map, move == BENCH_MOVE_OF_MAP ? "" : ", ",
             move == BENCH_MOVE_OF_MAP ? "" : world_connectivity_names[move], links);
}
