// bake_ranks.c: rank 0 hands out the tasks of a bake and gathers their results. Every rank has two tasks for
// each of its threads, so that the next one is there when one is finished. Rank 0 never waits for a single
// rank.
#include "bake_ranks.h"
#include "bake_worker.h"
#include "clean_text.h"
#include "clock.h"

#include "wend/private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TASKS_PER_THREAD = 2,
    FIRST_TASKS_PER_THREAD = 8, // so that all ranks finish the first tier at about the same time
    MOST_SHARES = 256,          // the range of wend_bake_def.worker_count
    GATHER_SECONDS = 60,
    SILENCE_SECONDS = 60,
    FINISH_SECONDS = 60,
    FAILED_SECONDS = 2, // then they are ended while they work
    LEVELS = WEND_MAX_LEVELS + 1,
};

/// The tasks that rank 0 ran itself, by the level of their cluster: what a large bake can be computed from.
typedef struct level_sums {
    int64_t tasks, input_bytes, output_bytes;
    double seconds;
} level_sums;

/// A rank as rank 0 knows it.
typedef struct peer {
    char host[64];
    int32_t threads;                  ///< that run tasks
    int32_t tasks;                    ///< that it has
    int64_t memory_bytes, held_bytes; ///< for its tasks, and what those need that it has
    uint64_t heard_ns;                ///< when its last message came
} peer;

typedef struct given_task {
    int64_t number, memory_bytes;
    int32_t rank;
} given_task;

struct bake_ranks {
    const ranks* link;
    rank_hello own;
    bool is_guarded;
    task_pool* pool;
    peer* peers;        ///< rank 0 is the first
    uint64_t looked_ns; ///< when rank 0 last looked for messages
    given_task* given;  ///< the tasks that ranks have
    int32_t given_count;
    wend_bake_task waiting; ///< a task that no rank has the memory for just now; id -1: none
    bool is_dry;            ///< the bake had no task when it was last asked, and has got no result since
    bake_ranks_info info;
    level_sums levels[LEVELS];
};

// ---- what a signal prints

static char guard_text[1400];

// Rank 1 prints the line if rank 0 dies and both are on one host.
static void tell_rank_1(bake_ranks* r, bool is_set) {
    if (r->info.ranks < 2) return;
    const size_t host_size = strlen(r->own.host) + 1, line_size = strlen(guard_text) + 1;
    rank_message m = {.peer = 1, .kind = RANK_GUARD, .number = (uint64_t)r->own.process};
    if (is_set) {
        m.size = host_size + line_size;
        m.bytes = malloc(m.size);
        if (m.bytes == NULL) return; // the bake itself does not depend on it
        memcpy(m.bytes, r->own.host, host_size);
        memcpy((char*)m.bytes + host_size, guard_text, line_size);
    }
    if (!r->link->send(&m)) cli_note("rank 1 will not notice if rank 0 dies");
}

static void make_guard_text(int32_t rank_count, const char* file) {
    char died[64] = "";
    if (rank_count > 1) snprintf(died, sizeof died, "one of the %d ranks has died, or ", rank_count);
    snprintf(
        guard_text, sizeof guard_text - 1,
        "wend: %.500s: not finished: %sthe run was cancelled; what is done is kept, and the same command "
        "with --resume continues it",
        file, died);
    clean_text(guard_text);
    strcat(guard_text, "\n");
}

void bake_ranks_guard(bake_ranks* r, const char* file) {
    if (file != NULL) make_guard_text(r->info.ranks, file);
    bake_worker_guard(file != NULL ? guard_text : NULL, 0, CLI_RESOURCE);
    if (file != NULL || r->is_guarded) tell_rank_1(r, file != NULL);
    r->is_guarded = file != NULL;
}

// ---- messages

static int fail_rank(const bake_ranks* r, int32_t rank, int code, const char* why) {
    const peer* p = &r->peers[rank];
    if (p->host[0] == '\0') return command_fail(code, "rank %d %s", rank, why);
    return command_fail(code, "rank %d on %s %s", rank, p->host, why);
}

static int take_hello(bake_ranks* r, const rank_message* m) {
    peer* p = &r->peers[m->peer];
    rank_hello other;
    char why[600];
    if (!rank_hello_read(m->bytes, m->size, &other)) {
        snprintf(why, sizeof why, "is another version of wend than rank 0 (%s)", r->own.version);
        return fail_rank(r, m->peer, CLI_USAGE, why);
    }
    snprintf(p->host, sizeof p->host, "%s", other.host);
    p->threads = other.threads;
    p->memory_bytes = other.memory_bytes;
    if (!rank_hello_fits(&r->own, &other, why, sizeof why)) return fail_rank(r, m->peer, CLI_USAGE, why);
    cli_note("rank %d on %s runs %d threads", m->peer, p->host, p->threads);
    return CLI_OK;
}

static int take_failure(const bake_ranks* r, const rank_message* m) {
    const wend_result result = (wend_result)m->number;
    char why[600];
    const char* text = m->size > 0 ? m->bytes : wend_result_string(result);
    const size_t size = m->size > 0 ? m->size : strlen(text);
    snprintf(why, sizeof why, "failed: %.*s", (int)(size < 500 ? size : 500), text);
    return fail_rank(r, m->peer, cli_exit_code(result, CLI_WORKING), why);
}

static int put_result(bake_ranks* r, wend_bake* bake, const void* output, size_t size) {
    wend_error error = {.text = ""};
    const wend_result result = wend_bake_put_result(bake, output, size, &error);
    r->info.tasks++;
    r->is_dry = false;
    return result == WEND_OK ? CLI_OK : cli_fail_error(&error, result, CLI_WRITING);
}

// The rank has run the task.
static void take_back(bake_ranks* r, int32_t rank, int64_t number) {
    for (int32_t i = 0; i < r->given_count; i++) {
        const given_task g = r->given[i];
        if (g.rank != rank || g.number != number) continue;
        r->peers[rank].tasks--;
        r->peers[rank].held_bytes -= g.memory_bytes;
        r->given[i] = r->given[--r->given_count];
        return;
    }
}

static int take_result(bake_ranks* r, wend_bake* bake, const rank_message* m) {
    take_back(r, m->peer, (int64_t)m->number);
    r->info.sent_tasks++;
    r->info.received_bytes += (int64_t)m->size;
    const int code = put_result(r, bake, m->bytes, m->size);
    free(m->bytes);
    return code;
}

// The next message, if any; everything that is not a result or a hello ends here.
static int receive(bake_ranks* r, rank_message* out, bool* found) {
    *found = false;
    const rank_received received = r->link->receive(out);
    if (received == RANK_NOTHING) return CLI_OK;
    if (received == RANK_NO_MEMORY) return command_fail(CLI_RESOURCE, "not enough memory for a message");
    if (received == RANK_OTHER_ORDER)
        return fail_rank(r, out->peer, CLI_USAGE,
                         "has another byte order than rank 0; all ranks need the same");
    r->peers[out->peer].heard_ns = clock_wall_ns(NULL);
    *found = out->kind == RANK_HELLO || out->kind == RANK_RESULT;
    if (*found) return CLI_OK;
    const int code = out->kind == RANK_FAILED ? take_failure(r, out) : CLI_OK;
    free(out->bytes);
    return code;
}

static void end_all(const bake_ranks* r, int code) {
    cli_end(code); // prints the answer
    r->link->abort(code);
}

// A rank that says nothing for this long is gone, and nothing has ended the run. Counts only while rank 0
// itself looked for messages.
static int check_silence(bake_ranks* r) {
    const uint64_t now = clock_wall_ns(NULL), second = 1000000000;
    const bool was_away = now - r->looked_ns > second;
    r->looked_ns = now;
    for (int32_t i = 1; i < r->info.ranks; i++) {
        peer* p = &r->peers[i];
        if (was_away) p->heard_ns = now;
        if (now - p->heard_ns < SILENCE_SECONDS * second) continue;
        const int code =
            fail_rank(r, i, CLI_RESOURCE,
                      "does not answer; what is done is kept, and the same command with --resume "
                      "continues it");
        end_all(r, code);
    }
    return CLI_OK;
}

// ---- tasks

static int32_t places_of(const peer* p) {
    return TASKS_PER_THREAD * p->threads;
}

// The rank with the largest part of its places free, and the memory for a task; -1: none.
static int32_t choose_rank(const bake_ranks* r, int64_t memory_bytes) {
    int32_t best = -1;
    int64_t best_free = 0, best_places = 1;
    for (int32_t i = 0; i < r->info.ranks; i++) {
        const peer* p = &r->peers[i];
        const int64_t places = places_of(p), unused = places - p->tasks;
        if (unused <= 0 || p->held_bytes + memory_bytes > p->memory_bytes) continue;
        // Rank 0 comes last: the others have to wait for their inputs.
        if (best < 0 || unused * best_places >= best_free * places + (best == 0 ? 0 : 1)) {
            best = i;
            best_free = unused;
            best_places = places;
        }
    }
    return best;
}

// The number of a task in messages: its id and level.
static int64_t numbered(const wend_bake_task* task) {
    return task->id * LEVELS + task->level;
}

static int give_task(bake_ranks* r, wend_bake_task* task, int32_t rank) {
    void* input = task->input; // from malloc: the bake has no allocator of its own
    const int64_t number = numbered(task);
    task->input = NULL;
    r->given[r->given_count++] = (given_task){number, task->memory_bytes, rank};
    r->peers[rank].tasks++;
    r->peers[rank].held_bytes += task->memory_bytes;
    bool given;
    if (rank == 0) {
        r->levels[task->level].input_bytes += (int64_t)task->input_size;
        given = task_pool_add(r->pool, number, input, task->input_size);
    } else {
        r->info.sent_bytes += (int64_t)task->input_size;
        given = r->link->send(&(rank_message){rank, RANK_TASK, (uint64_t)number, input, task->input_size});
    }
    return given ? CLI_OK : command_fail(CLI_RESOURCE, "not enough memory for a task");
}

// Takes the next task of the bake, unless one is waiting.
static int take_task(bake_ranks* r, wend_bake* bake) {
    if (r->waiting.id >= 0 || r->is_dry) return CLI_OK;
    wend_error error = {.text = ""};
    const wend_result result = wend_bake_next_task(bake, &r->waiting, &error);
    if (result != WEND_OK) {
        r->waiting.id = -1;
        return cli_fail_error(&error, result, CLI_WORKING);
    }
    r->is_dry = r->waiting.id < 0;
    return CLI_OK;
}

static int hand_out(bake_ranks* r, wend_bake* bake) {
    int code = CLI_OK;
    while (code == CLI_OK && !r->link->is_full() && choose_rank(r, 0) >= 0) {
        code = take_task(r, bake);
        if (code != CLI_OK || r->waiting.id < 0) break;
        const int32_t rank = choose_rank(r, r->waiting.memory_bytes);
        if (rank < 0) break;
        code = give_task(r, &r->waiting, rank);
        wend_bake_free_task(bake, &r->waiting);
    }
    return code;
}

static int take_own(bake_ranks* r, wend_bake* bake, bool* found) {
    finished_task t;
    int code = CLI_OK;
    while (code == CLI_OK && task_pool_take(r->pool, &t)) {
        *found = true;
        take_back(r, 0, t.id);
        if (t.result != WEND_OK) return cli_fail_error(&t.error, t.result, CLI_WORKING);
        level_sums* sums = &r->levels[t.id % LEVELS];
        sums->tasks++;
        sums->output_bytes += (int64_t)t.output_size;
        sums->seconds += t.seconds;
        code = put_result(r, bake, t.output, t.output_size);
        free(t.output);
    }
    return code;
}

static int step(bake_ranks* r, wend_bake* bake, bool* found) {
    rank_message m;
    int code = hand_out(r, bake);
    if (code == CLI_OK) code = receive(r, &m, found);
    if (code == CLI_OK && *found) code = take_result(r, bake, &m);
    if (code == CLI_OK) code = take_own(r, bake, found);
    return code == CLI_OK ? check_silence(r) : code;
}

static void note_levels(const bake_ranks* r) {
    for (int32_t level = 0; level < LEVELS; level++) {
        const level_sums* s = &r->levels[level];
        char in[32], out[32];
        if (s->tasks > 0)
            cli_note("level %d: rank 0 ran %lld tasks, %s in, %s out, %.3f s", level, (long long)s->tasks,
                     cli_bytes_text(s->input_bytes, in), cli_bytes_text(s->output_bytes, out), s->seconds);
    }
}

int bake_ranks_run(bake_ranks* r, wend_bake* bake, const char* file, wend_progress_fn* progress,
                   void* progress_context) {
    int code = CLI_OK;
    while (code == CLI_OK) {
        const wend_bake_info now = wend_bake_get_info(bake);
        if (now.done_count == now.task_count) break;
        bool found = false;
        code = progress(now.fraction, progress_context) ? step(r, bake, &found)
                                                        : cli_fail(CLI_RESOURCE, "%s: cancelled", file);
        if (code == CLI_OK && !found) bake_worker_pause(r->link);
    }
    wend_bake_free_task(bake, &r->waiting);
    note_levels(r);
    return code;
}

// ---- begin and end

void bake_ranks_define(const bake_ranks* r, wend_bake_def* def) {
    int64_t least_share = INT64_MAX;
    for (int32_t i = 0; i < r->info.ranks; i++) {
        const peer* p = &r->peers[i];
        const int64_t share = p->memory_bytes / places_of(p);
        if (p->memory_bytes > def->memory_bytes || i == 0) def->memory_bytes = p->memory_bytes;
        if (share < least_share) least_share = share;
    }
    const int64_t shares = def->memory_bytes / (least_share > 0 ? least_share : 1);
    def->worker_count = (int32_t)(shares < 1 ? 1 : shares > MOST_SHARES ? MOST_SHARES : shares);
    def->least_tasks = FIRST_TASKS_PER_THREAD * r->info.threads;
}

bake_ranks_info bake_ranks_get_info(const bake_ranks* r) {
    return r->info;
}

void bake_ranks_end(bake_ranks* r, int code) {
    if (r == NULL) return;
    const double seconds = code == CLI_OK ? FINISH_SECONDS : FAILED_SECONDS;
    bool stopped = true;
    bake_ranks_guard(r, NULL);
    for (int32_t i = 1; i < r->info.ranks; i++)
        stopped &= r->link->send(&(rank_message){.peer = i, .kind = RANK_STOP});
    task_pool_destroy(r->pool);
    if (!stopped || !r->link->finish(seconds)) end_all(r, code != CLI_OK ? code : CLI_RESOURCE);
    free(r->given);
    free(r->peers);
    free(r);
}

static int gather(bake_ranks* r) {
    const uint64_t start = clock_wall_ns(NULL);
    int code = CLI_OK;
    for (int32_t known = 1; known < r->info.ranks && code == CLI_OK;) {
        rank_message m;
        bool found = false;
        code = receive(r, &m, &found);
        if (code == CLI_OK && found) {
            code = take_hello(r, &m);
            free(m.bytes);
            known++;
        } else if (code == CLI_OK && cli_seconds_since(start) > GATHER_SECONDS) {
            code = command_fail(CLI_RESOURCE, "%d of %d ranks do not answer", r->info.ranks - known,
                                r->info.ranks);
        } else if (code == CLI_OK) {
            bake_worker_pause(r->link);
        }
    }
    return code;
}

// On rank 0, with MPI running.
static int start_first(bake_ranks* r, int32_t count) {
    r->info.ranks = count;
    r->peers = calloc((size_t)count, sizeof *r->peers);
    if (r->peers == NULL) return cli_fail(CLI_RESOURCE, "out of memory");
    const int code = gather(r);
    if (code != CLI_OK) return code;
    // One thread fewer where several run: this one has the messages of all ranks to handle.
    r->peers[0].threads = count > 1 && r->own.threads > 1 ? r->own.threads - 1 : r->own.threads;
    const wend_result result = task_pool_create(r->peers[0].threads, &r->pool);
    if (result != WEND_OK)
        return command_fail(CLI_RESOURCE, "starting threads: %s", wend_result_string(result));
    r->peers[0].memory_bytes = r->own.memory_bytes;
    for (int32_t i = 0; i < count; i++) r->info.threads += r->peers[i].threads;
    r->given = calloc((size_t)r->info.threads * TASKS_PER_THREAD, sizeof *r->given);
    return r->given != NULL ? CLI_OK : cli_fail(CLI_RESOURCE, "out of memory");
}

int bake_ranks_start(int argc, char** argv, const bake_ranks_share* share, bake_ranks** out) {
    char text[600];
    const ranks* link = ranks_load(text, sizeof text);
    if (link == NULL) return command_fail(CLI_USAGE, "--mpi is not available: %s", text);
    const rank_start self = link->start(RANKS_PIECE_BYTES);
    const rank_hello hello =
        rank_hello_of(argc, argv, share->threads > 0 ? share->threads : self.processors,
                      share->is_for_machine ? share->memory_bytes / self.neighbours : share->memory_bytes);
    if (self.rank > 0) {
        bake_worker_run(link, &hello);
        if (!link->finish(FINISH_SECONDS)) link->abort(CLI_RESOURCE);
        return CLI_OK;
    }
    bake_ranks* r = calloc(1, sizeof *r);
    if (r == NULL) link->abort(CLI_RESOURCE);
    *r = (bake_ranks){.link = link, .own = hello, .waiting = {.id = -1}, .looked_ns = clock_wall_ns(NULL)};
    const int code = start_first(r, self.count);
    if (code == CLI_OK)
        *out = r;
    else
        bake_ranks_end(r, code);
    return code;
}
