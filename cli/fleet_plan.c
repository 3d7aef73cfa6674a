// fleet_plan.c: where is each mover of a fleet after each step?
#include "fleet_plan.h"
#include "json.h"
#include "output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 4096, PIECE_BYTES = 1 << 16, ENTRY_BYTES = 64, MOST_STEPS = 10000000 };

// ---- a plan in memory

wend_tile* fleet_plan_add(fleet_plan* p) {
    if (p->moments == p->capacity) {
        const int64_t capacity = p->capacity > 0 ? p->capacity * 2 : 64;
        wend_tile* grown =
            realloc(p->tiles, (size_t)capacity * (size_t)(p->movers > 0 ? p->movers : 1) * sizeof *grown);
        if (grown == NULL) return NULL;
        p->tiles = grown;
        p->capacity = capacity;
    }
    return p->tiles + p->moments++ * p->movers;
}

void fleet_plan_free(fleet_plan* p) {
    free(p->tiles);
    *p = (fleet_plan){0};
}

// ---- writing

typedef struct plan_writer {
    const fleet_plan* plan;
    bool csv;
    int32_t mover; // that comes next; -1: the beginning
    int64_t moment;
    char text[PIECE_BYTES];
} plan_writer;

// The next piece: the path of one mover after the other.
static wend_result next_piece(void* context, const void** bytes_out, size_t* size_out) {
    plan_writer* w = context;
    size_t used = 0;
    if (w->mover < 0) {
        used = (size_t)snprintf(w->text, sizeof w->text,
                                !w->csv              ? "{\"paths\":["
                                : cli_shows_floors() ? "mover,step,x,y,floor\n"
                                                     : "mover,step,x,y\n");
        w->mover = 0;
    }
    while (w->mover < w->plan->movers && used + ENTRY_BYTES < sizeof w->text) {
        const wend_tile tile = fleet_plan_at(w->plan, w->moment, w->mover);
        char* at = w->text + used;
        const size_t room = sizeof w->text - used;
        char numbers[CLI_TILE_TEXT];
        if (w->csv)
            used += (size_t)snprintf(at, room, "%d,%lld,%s\n", w->mover, (long long)w->moment,
                                     cli_tile_text(tile, numbers));
        else
            used += (size_t)snprintf(at, room, "%s[%s]",
                                     w->moment > 0  ? ","
                                     : w->mover > 0 ? ",\n["
                                                    : "[",
                                     cli_tile_text(tile, numbers));
        if (++w->moment < w->plan->moments) continue;
        if (!w->csv) w->text[used++] = ']';
        w->moment = 0;
        w->mover++;
    }
    if (w->mover == w->plan->movers && used + ENTRY_BYTES < sizeof w->text) {
        if (!w->csv) used += (size_t)snprintf(w->text + used, sizeof w->text - used, "]}\n");
        w->mover++; // all is said
    }
    *bytes_out = w->text;
    *size_out = used;
    return WEND_OK;
}

int fleet_plan_write(const fleet_plan* p, const char* file) {
    plan_writer* w = malloc(sizeof *w);
    if (w == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory", file);
    w->plan = p;
    w->csv = file_ends_in(file, ".csv");
    w->mover = -1;
    w->moment = 0;
    const int code = output_write_pieces(file, next_piece, w);
    free(w);
    return code;
}

// ---- reading

// All bytes of a file with a zero behind them; NULL with the message printed.
static char* read_all(const char* file, int* code_out) {
    FILE* stream = output_is_stream(file) ? stdin : fopen(file, "rb");
    char* text = NULL;
    size_t size = 0, capacity = 0;
    if (stream == NULL) {
        *code_out = cli_fail(CLI_BAD_INPUT, "%s: %s", file, strerror(errno));
        return NULL;
    }
    for (size_t got = 1; got > 0; size += got) {
        if (size + 2 > capacity) {
            capacity = capacity > 0 ? 2 * capacity : PIECE_BYTES;
            char* grown = realloc(text, capacity);
            if (grown == NULL) {
                *code_out = cli_fail(CLI_RESOURCE, "%s: out of memory", file);
                free(text);
                text = NULL;
                break;
            }
            text = grown;
        }
        got = fread(text + size, 1, capacity - size - 1, stream);
        if (got == 0 && ferror(stream)) {
            *code_out = cli_fail(CLI_BAD_INPUT, "%s: %s", file, strerror(errno));
            free(text);
            text = NULL;
            break;
        }
    }
    if (stream != stdin) fclose(stream);
    if (text != NULL) text[size] = '\0';
    return text;
}

// Makes room for moments up to one, in which movers wait where they were last. CLI_OK or an exit code.
static int reach_moment(const char* file, fleet_plan* p, int64_t moment) {
    while (p->moments <= moment) {
        wend_tile* now = fleet_plan_add(p);
        if (now == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory", file);
        for (int32_t i = 0; i < p->movers; i++)
            now[i] = p->moments > 1 ? now[i - p->movers] : (wend_tile){-1, -1, WEND_NO_FLOOR};
    }
    return CLI_OK;
}

static int set_tile(const char* file, const wend_grid* grid, fleet_plan* p, int64_t moment, int32_t mover,
                    double x, double y, double floor) {
    const double most = 1 << 30; // rows and columns of maps that grow end before
    const bool fits = fabs(x) < most && fabs(y) < most && floor >= 0 && floor < WEND_MAX_FLOORS;
    const wend_tile tile = {fits ? (int32_t)x : 0, fits ? (int32_t)y : 0, fits ? (uint16_t)floor : 0};
    if (!fits || tile.x != x || tile.y != y || tile.floor != floor || !wend_grid_contains(grid, tile))
        return cli_fail(CLI_BAD_INPUT,
                        cli_shows_floors() ? "%s: mover %d, step %lld: %g,%g,%g is no tile of the map"
                                           : "%s: mover %d, step %lld: %g,%g is no tile of the map",
                        file, mover, (long long)moment, x, y, floor);
    p->tiles[moment * p->movers + mover] = tile;
    return CLI_OK;
}

static int take_json(const char* file, const wend_grid* grid, const char* text, fleet_plan* out) {
    cJSON* json = cJSON_Parse(text);
    const cJSON *paths = json != NULL ? cJSON_GetObjectItem(json, "paths") : NULL, *path, *tile;
    int code = CLI_OK;
    if (!cJSON_IsArray(paths)) {
        code = cli_fail(CLI_BAD_INPUT, "%s: %s", file,
                        json == NULL ? "not JSON, expected {\"paths\": [[[x,y], ...], ...]}"
                                     : "no array \"paths\", expected {\"paths\": [[[x,y], ...], ...]}");
        cJSON_Delete(json);
        return code;
    }
    int64_t most = 0;
    cJSON_ArrayForEach(path, paths) {
        const int64_t length = cJSON_GetArraySize(path);
        if (length == 0)
            code = cli_fail(CLI_BAD_INPUT, "%s: the path of mover %d is empty, expected at least its start",
                            file, out->movers);
        if (code != CLI_OK) break;
        most = length > most ? length : most;
        out->movers++;
    }
    if (code == CLI_OK) code = reach_moment(file, out, most - 1);
    int32_t mover = 0;
    cJSON_ArrayForEach(path, paths) {
        int64_t moment = 0;
        if (code != CLI_OK) break;
        cJSON_ArrayForEach(tile, path) {
            const cJSON *x = cJSON_GetArrayItem(tile, 0), *y = cJSON_GetArrayItem(tile, 1);
            const cJSON* floor = cJSON_GetArrayItem(tile, 2);
            if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y))
                code = cli_fail(CLI_BAD_INPUT, "%s: mover %d, step %lld: expected [x,y]", file, mover,
                                (long long)moment);
            else
                code = set_tile(file, grid, out, moment, mover, x->valuedouble, y->valuedouble,
                                cJSON_IsNumber(floor) ? floor->valuedouble : 0);
            if (code != CLI_OK) break;
            moment++;
        }
        for (; moment > 0 && moment < most; moment++)
            out->tiles[moment * out->movers + mover] = fleet_plan_at(out, moment - 1, mover);
        mover++;
    }
    cJSON_Delete(json);
    return code;
}

typedef struct plan_row {
    long long mover, step;
    double x, y, floor;
} plan_row;

// The rows of a table, one after the other. False: there are no more. *code_out: a row is wrong.
static bool next_row(const char* file, const char** text_io, int64_t* line_io, plan_row* out, int* code_out) {
    while (**text_io == '\n' || **text_io == '\r') *line_io += *(*text_io)++ == '\n';
    if (**text_io == '\0') return false;
    int used = 0, more = 0;
    out->floor = 0;
    bool is_read =
        sscanf(*text_io, "%lld,%lld,%lf,%lf%n", &out->mover, &out->step, &out->x, &out->y, &used) == 4;
    if (is_read && (*text_io)[used] == ',')
        is_read = sscanf(*text_io + used, ",%lf%n", &out->floor, &more) == 1;
    used += more;
    if (!is_read || strchr("\r\n", (*text_io)[used]) == NULL || out->mover < 0 ||
        out->mover >= WEND_MAX_FLEET || out->step < 0 || out->step > MOST_STEPS) {
        *code_out = cli_fail(CLI_BAD_INPUT, "%s:%lld: expected mover,step,x,y", file, (long long)*line_io);
        return false;
    }
    *text_io += used;
    return true;
}

static int take_csv(const char* file, const wend_grid* grid, const char* text, fleet_plan* out) {
    static const char header[] = "mover,step,x,y";
    int code = CLI_OK;
    int64_t line = 1, last = -1;
    plan_row row;
    if (strncmp(text, header, sizeof header - 1) != 0)
        return cli_fail(CLI_BAD_INPUT, "%s:1: expected the header %s", file, header);
    text += sizeof header - 1;
    if (strncmp(text, ",floor", 6) == 0) text += 6;
    const char* at = text;
    while (next_row(file, &at, &line, &row, &code)) {
        out->movers = row.mover >= out->movers ? (int32_t)row.mover + 1 : out->movers;
        last = row.step > last ? row.step : last;
    }
    if (code == CLI_OK && (double)(last + 1) * out->movers > 2e9)
        code = cli_fail(CLI_RESOURCE, "%s: %d movers in %lld steps are more than 2 * 10^9 tiles", file,
                        out->movers, (long long)last);
    if (code == CLI_OK) code = reach_moment(file, out, last);
    at = text;
    line = 1;
    while (code == CLI_OK && next_row(file, &at, &line, &row, &code))
        code = set_tile(file, grid, out, row.step, (int32_t)row.mover, row.x, row.y, row.floor);
    for (int32_t i = 0; i < out->movers && code == CLI_OK; i++) {
        if (fleet_plan_at(out, 0, i).floor == WEND_NO_FLOOR)
            code = cli_fail(CLI_BAD_INPUT, "%s: mover %d has no step 0, where it begins", file, i);
        for (int64_t k = 1; k < out->moments && code == CLI_OK; k++)
            if (fleet_plan_at(out, k, i).floor == WEND_NO_FLOOR)
                out->tiles[k * out->movers + i] = fleet_plan_at(out, k - 1, i);
    }
    return code;
}

int fleet_plan_read(const char* file, const wend_grid* grid, fleet_plan* out) {
    int code = CLI_OK;
    *out = (fleet_plan){0};
    char* text = read_all(file, &code);
    if (text == NULL) return code;
    code = file_ends_in(file, ".csv") ? take_csv(file, grid, text, out) : take_json(file, grid, text, out);
    free(text);
    if (code == CLI_OK && out->movers == 0)
        code = cli_fail(CLI_BAD_INPUT, "%s: the plan has no movers", file);
    if (code == CLI_OK && out->movers > WEND_MAX_FLEET)
        code = cli_fail(CLI_BAD_INPUT, "%s: more than %d movers", file, WEND_MAX_FLEET);
    if (code != CLI_OK) fleet_plan_free(out);
    return code;
}

// ---- checking

wend_result fleet_check_step(const wend_world* world, const wend_tile* before, const wend_tile* after,
                             int32_t movers, int64_t step, fleet_check* io) {
    wend_conflict found[FLEET_SHOWN];
    wend_result result = WEND_OK;
    if (io->uses == NULL) {
        io->uses = calloc((size_t)movers, sizeof *io->uses);
        if (io->uses == NULL) return WEND_ERROR_MEMORY;
    }
    for (int32_t k = 0; k < 2 && result == WEND_OK; k++) {
        int32_t count = 0;
        if (k == 1)
            result = wend_check_links(world, io->profiles, &io->rules, before, after, movers, io->uses, found,
                                      FLEET_SHOWN, &count);
        else if (io->profiles != NULL)
            result = wend_check_profile_moves(world, io->profiles, before, after, movers, found, FLEET_SHOWN,
                                              &count);
        else
            result =
                wend_check_moves(wend_world_grid(world), before, after, movers, found, FLEET_SHOWN, &count);
        if (result != WEND_OK) break;
        for (int32_t i = 0; i < count && i < FLEET_SHOWN && io->shown < FLEET_SHOWN; i++)
            io->first[io->shown++] = (fleet_conflict){found[i], step};
        io->conflicts += count;
    }
    return result;
}

void fleet_check_free(fleet_check* check) {
    free(check->uses);
    check->uses = NULL;
}

int fleet_plan_check(const fleet_plan* p, const wend_world* world, fleet_check* out) {
    // A step on the spot finds those that begin on one tile.
    wend_result result = fleet_check_step(world, p->tiles, p->tiles, p->movers, 0, out);
    for (int32_t i = 0; i < p->movers && result == WEND_OK; i++) {
        const wend_tile tile = fleet_plan_at(p, 0, i);
        const int32_t profile = out->profiles != NULL ? out->profiles[i] : 0;
        if (wend_grid_passable(wend_world_grid(wend_world_profile(world, profile)), tile)) continue;
        if (out->shown < FLEET_SHOWN)
            out->first[out->shown++] = (fleet_conflict){{WEND_CONFLICT_BLOCKED, i, -1, tile}, 0};
        out->conflicts++;
    }
    for (int64_t k = 1; k < p->moments && result == WEND_OK; k++)
        result = fleet_check_step(world, p->tiles + (k - 1) * p->movers, p->tiles + k * p->movers, p->movers,
                                  k, out);
    return result == WEND_OK ? CLI_OK : cli_fail(CLI_RESOURCE, "fleet: %s", wend_result_string(result));
}
