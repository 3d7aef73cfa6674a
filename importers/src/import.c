// import.c: from a file, or bytes, to a grid.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "read_file.h"

#define COOKIE 0x494d5055

const char* wend_import_format_name(int32_t index) {
    const wendi_format* format = wendi_format_at(index);
    return format ? format->name : NULL;
}

const char* wend_import_format_description(int32_t index) {
    const wendi_format* format = wendi_format_at(index);
    return format ? format->description : NULL;
}

wend_import_def wend_default_import_def(void) {
    return (wend_import_def){.rule = WEND_RULE_BRIGHTNESS,
                             .blocked_below = -1,
                             .transparent_below = 0.5f,
                             .cheapest = 1,
                             .dearest = 10,
                             .occupied_thresh = 0.65,
                             .free_thresh = 0.25,
                             .max_climb = 1,
                             .sea_level = -1,
                             .downscale = 1,
                             .connectivity = WEND_CONNECTIVITY_8,
                             .resolution = 1,
                             .swamp_cost = 1,
                             .max_tiles = WEND_MAX_TILES,
                             .max_decoded = (int64_t)1 << 28,
                             .cookie = COOKIE};
}

static bool is_cost(float cost) {
    return cost == 0 || (cost >= WEND_MIN_CLASS_COST && cost <= WEND_MAX_CLASS_COST);
}

static bool is_passable_cost(float cost) {
    return cost > 0 && is_cost(cost);
}

const char* wendi_what_is_wrong(const wend_import_def* d) {
    if ((int)d->rule < 0 || d->rule >= WEND_RULE_COUNT) return "the image rule is none";
    if ((int)d->channel < 0 || d->channel >= WEND_CHANNEL_COUNT) return "the channel is none";
    if (d->blocked_below != -1 && !(d->blocked_below >= 0 && d->blocked_below <= 1))
        return "blocked_below is not in 0..1";
    if (!(d->transparent_below >= 0 && d->transparent_below <= 1)) return "transparent_below is not in 0..1";
    if (!is_passable_cost(d->cheapest)) return "cheapest is not in 1/64..1024";
    if (!is_passable_cost(d->dearest)) return "dearest is not in 1/64..1024";
    if (d->cheapest > d->dearest * WEND_MAX_COST_RATIO || d->dearest > d->cheapest * WEND_MAX_COST_RATIO)
        return "cheapest and dearest are more than a factor of 4096 apart";
    if ((int)d->ros_mode < 0 || d->ros_mode >= WEND_ROS_MODE_COUNT) return "the ROS mode is none";
    if (!isfinite(d->occupied_thresh) || !isfinite(d->free_thresh)) return "a ROS threshold is no number";
    if (d->free_thresh > d->occupied_thresh) return "free_thresh is above occupied_thresh";
    if (!is_cost(d->unknown_cost)) return "unknown_cost is neither 0 nor in 1/64..1024";
    if (d->rule == WEND_RULE_PALETTE && !d->legend) return "the rule palette needs a legend";
    if (d->rule == WEND_RULE_HEIGHT && !(d->height_scale > 0 && isfinite(d->height_scale)))
        return "the rule height needs a height_scale above 0";
    if (!(d->max_climb > 0 && isfinite(d->max_climb))) return "max_climb is not above 0";
    if (isnan(d->sea_level)) return "sea_level is no number";
    if (d->downscale < 1) return "downscale is below 1";
    if ((int)d->downscale_by < 0 || d->downscale_by >= WEND_DOWNSCALE_COUNT)
        return "the rule of downscaling is none";
    if ((int)d->connectivity < 0 || d->connectivity >= WEND_CONNECTIVITY_COUNT)
        return "the rule of movement is none";
    if (!(d->resolution > 0 && isfinite(d->resolution))) return "resolution is not above 0";
    if (!isfinite(d->origin.x) || !isfinite(d->origin.y)) return "the origin is no position";
    if (!is_cost(d->swamp_cost)) return "swamp_cost is neither 0 nor in 1/64..1024";
    if (!is_cost(d->water_cost)) return "water_cost is neither 0 nor in 1/64..1024";
    if (d->max_tiles < 1 || d->max_tiles > WEND_MAX_TILES) return "max_tiles is not in 1..2^31";
    if (d->max_decoded < 1 || d->max_decoded > WEND_MAX_TILES) return "max_decoded is not in 1..2^31";
    return NULL;
}

wend_result wendi_import_check_def(const wend_import_def* def, const char* name, wend_error* error_opt) {
    if (def->cookie != COOKIE)
        return wendi_import_fail(error_opt, WEND_ERROR_DEF, name,
                                 "the definition was not made by wend_default_import_def");
    const char* wrong = wendi_what_is_wrong(def);
    return wrong ? wendi_import_fail(error_opt, WEND_ERROR_ARGUMENT, name, "%s", wrong) : WEND_OK;
}

static wend_result fail_unknown(const wendi_job* job) {
    if (job->size == 0)
        return wendi_job_fail(job, WEND_ERROR_FORMAT, "the file is empty; expected an image or a map");
    char names[200] = "";
    size_t used = 0;
    for (int32_t i = 0; wendi_format_at(i) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 wendi_format_at(i)->name);
    return wendi_job_fail(job, WEND_ERROR_FORMAT, "is no map file that is known; expected one of %s", names);
}

wend_result wendi_job_run(wendi_job* job) {
    const wendi_format* format = wendi_format_of(job->bytes, job->size);
    if (!format) return fail_unknown(job);
    snprintf(job->info->format, sizeof job->info->format, "%s", format->name);
    if (job->survey && !format->is_image)
        return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED, "is a map (%s); expected an image", format->name);
    if (!job->stream) job->info->source_hash = wendi_hash(job->bytes, job->size, 0);
    wend_result result = format->read(job);
    if (result != WEND_OK) {
        wend_grid_destroy(job->grid);
        job->grid = NULL;
    }
    // names of a legend or a file are shown to people, on terminals
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) wendi_clean_text(job->info->meanings[c]);
    if (result == WEND_OK && job->stream) job->info->source_hash = wendi_stream_finish(job->stream);
    if (job->named_hash)
        job->info->source_hash = wendi_hash(&job->named_hash, sizeof job->named_hash, job->info->source_hash);
    return result;
}

wend_result wendi_job_run_whole(wendi_job* job, const char* file_opt, wend_grid** out,
                                wend_import_info* info_opt) {
    job->info = wendi_import_zeroed(job->def->allocator, sizeof *job->info);
    if (!job->info) return wendi_job_out_of_memory(job, sizeof *job->info);
    wend_result result = file_opt ? wendi_job_run_file(job, file_opt) : wendi_job_run(job);
    if (result == WEND_OK) {
        *out = job->grid;
        if (info_opt) *info_opt = *job->info;
    }
    wendi_import_free(job->def->allocator, job->info, sizeof *job->info);
    return result;
}

wend_result wend_import_memory(const void* bytes, size_t size, const char* name, const wend_import_def* def,
                               wend_grid** out, wend_import_info* info_opt, wend_error* error_opt) {
    if ((!bytes && size > 0) || !name || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_import_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wendi_job job = {.bytes = bytes, .size = size, .name = name, .def = def, .error_opt = error_opt};
    return wendi_job_run_whole(&job, NULL, out, info_opt);
}

static wend_result run_stream(wendi_job* job, wendi_stream* stream) {
    uint8_t head[64];
    size_t size = stream->size > 0 ? wendi_stream_peek(stream, head, sizeof head) : 0;
    wend_result result;
    if (wendi_is_png(head, size)) {
        job->bytes = head;
        job->size = (size_t)stream->size;
        job->stream = stream;
        result = wendi_job_run(job);
    } else {
        wendi_file content;
        result = wendi_stream_read_all(stream, job->name, job->def->allocator, &content, job->error_opt);
        if (result != WEND_OK) return result;
        job->bytes = content.bytes;
        job->size = content.size;
        result = wendi_job_run(job);
        wendi_file_free(&content, job->def->allocator);
    }
    job->bytes = NULL;
    job->stream = NULL;
    return result;
}

wend_result wendi_job_run_file(wendi_job* job, const char* file) {
    wendi_stream stream;
    wend_result result = wendi_stream_open(file, &stream, job->error_opt);
    if (result != WEND_OK) return result;
    result = run_stream(job, &stream);
    wendi_stream_close(&stream);
    return result;
}

wend_result wend_import_file(const char* file, const wend_import_def* def, wend_grid** out,
                             wend_import_info* info_opt, wend_error* error_opt) {
    if (!file || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_import_check_def(def, wendi_file_name(file), error_opt);
    if (result != WEND_OK) return result;
    wendi_job job = {.name = wendi_file_name(file), .def = def, .error_opt = error_opt};
    return wendi_job_run_whole(&job, file, out, info_opt);
}
