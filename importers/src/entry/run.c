// run.c: how does a file, or its bytes, become a grid?
#include "entry/run.h"

#include <stdio.h>
#include <string.h>

#include "core/def.h"
#include "core/hash.h"
#include "core/read_file.h"
#include "extras/deck.h"
#include "extras/jumps.h"
#include "extras/lane_file.h"
#include "extras/link_file.h"
#include "extras/pieces.h"
#include "extras/recipe.h"
#include "extras/wall_file.h"
#include "rules/relief.h"
#include "sink/picture.h"
#include "sink/sinks.h"

// ---- the formats

static const wimp_format* const formats[] = {
    &wimp_format_png,      &wimp_format_jpeg,   &wimp_format_gif,
    &wimp_format_bmp,      &wimp_format_pnm,    &wimp_format_raster, // up to here the first bytes decide
    &wimp_format_movingai, &wimp_format_recipe,
#ifndef WIMP_STB_ONLY // without the libraries that these need
    &wimp_format_ros,      &wimp_format_tiled,
#endif
    &wimp_format_wesnoth,  &wimp_format_csv,    &wimp_format_textgrid,
    &wimp_format_tga, // has no magic number, so it comes last
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

// The formats, in the order in which they are tried; NULL past the last.
static const wimp_format* format_at(int32_t index) {
    return index >= 0 && index < FORMAT_COUNT ? formats[index] : NULL;
}

// NULL: none recognises the bytes.
static const wimp_format* format_of(const uint8_t* bytes, size_t size) {
    for (int32_t i = 0; i < FORMAT_COUNT; i++)
        if (wimp_format_recognises(formats[i], bytes, size)) return formats[i];
    return NULL;
}

// ---- links and walls of a definition

// Applies thin_walls, walls, links and jumps of the definition to the job's grid. On failure the grid
// remains to be destroyed. Errors as of wend_import_file.
static wend_result connect(wimp_job* job) {
    const wend_import_def* def = job->def;
    wend_result result = WEND_OK;
    job->named_hash = 0;
    if (def->thin_walls) result = wimp_thin_walls(job);
    if (result == WEND_OK && def->walls) result = wimp_wall_file_read(job, def->walls);
    if (result == WEND_OK && def->links) result = wimp_link_file_read(job, def->links);
    if (result == WEND_OK) result = wimp_jumps_add(job);
    if (job->named_hash)
        job->info->source_hash = wimp_hash(&job->named_hash, sizeof job->named_hash, job->info->source_hash);
    return result;
}

static wend_result fail_unknown(const wimp_job* job) {
    if (job->size == 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "the file is empty; expected an image or a map");
    char names[200] = "";
    for (int32_t i = 0; i < FORMAT_COUNT; i++)
        wimp_append(names, sizeof names, "%s%s", i ? ", " : "", formats[i]->name);
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "unrecognised map format; expected one of %s", names);
}

static wend_result run(wimp_job* job) {
    const wimp_format* format =
        wimp_raster_is_wanted(job) ? &wimp_format_raster : format_of(job->bytes, job->size);
    const bool is_known = format != NULL;
    if (!is_known && job->size > 0 && job->file && job->def->gdal) format = &wimp_format_raster;
    if (!format) return fail_unknown(job);
    snprintf(job->info->format, sizeof job->info->format, "%s", format->name);
    if (job->survey && !format->is_image)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "is a map (%s); expected an image", format->name);
    if (job->tile_text && format != &wimp_format_tiled)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "is no Tiled map (%s), so it has no legend of tiles", format->name);
    if (job->picture && !format->is_image && (!format->has_picture || job->is_tile_picture))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "is a map (%s), which has no picture",
                             format->name);
    if (!job->stream && format != &wimp_format_raster)
        job->info->source_hash = wimp_hash(job->bytes, job->size, 0);
    wimp_memory memory = {.allocator_opt = job->def->allocator};
    job->memory = &memory;
    wend_result result = format->read(job);
    wimp_memory_end(&memory);
    job->kept.allocator_opt = job->def->allocator;
    job->memory = &job->kept; // for what comes after the reader
    if (result != WEND_OK) {
        wend_grid_destroy(job->grid);
        job->grid = NULL;
    }
    if (!is_known && job->is_unknown) return fail_unknown(job);
    // meanings may come from files and are printed on terminals
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) wimp_clean_text(job->info->meanings[c]);
    if (result == WEND_OK && job->stream && format != &wimp_format_raster)
        job->info->source_hash = wimp_stream_finish(job->stream);
    if (job->named_hash)
        job->info->source_hash = wimp_hash(&job->named_hash, sizeof job->named_hash, job->info->source_hash);
    return result;
}

static wend_result run_content(wimp_job* job, wimp_file* content) {
    job->bytes = content->bytes;
    job->size = content->size;
    wend_result result = run(job);
    wimp_file_free(content, job->def->allocator);
    job->bytes = NULL;
    return result;
}

#define SIZE_OF_PIPE (SIZE_MAX / 2) // unknown: no size that a header declares is too large for it

// Is the stream a map that is read row by row?
static bool is_read_by_rows(const wimp_job* job, const uint8_t* head, size_t head_size, size_t size) {
    const bool is_raster =
        wimp_format_recognises(&wimp_format_raster, head, head_size) || wimp_raster_is_wanted(job);
    if (is_raster) return size != SIZE_OF_PIPE; // GDAL reads no pipes
    if (wimp_format_recognises(&wimp_format_png, head, head_size)) return wimp_png_is_read_by_rows;
    return wimp_is_large_pnm(head, head_size, size);
}

static wend_result run_stream(wimp_job* job, wimp_stream* stream) {
    uint8_t head[64];
    size_t size = (size_t)stream->size;
    wend_result result = WEND_OK;
    if (size == 0) { // a small map from a pipe is read whole, so that its size is known
        result =
            wimp_stream_read_ahead(stream, WIMP_LARGE_PIPE, job->name, job->def->allocator, job->error_opt);
        size = stream->is_at_end ? 0 : SIZE_OF_PIPE;
    }
    if (result != WEND_OK) return result;
    if (size > 0 && is_read_by_rows(job, head, wimp_stream_peek(stream, head, sizeof head), size)) {
        job->bytes = head;
        job->size = size;
        job->stream = stream;
        result = run(job);
    } else {
        wimp_file content;
        result = wimp_stream_read_all(stream, job->name, job->def->allocator, &content, job->error_opt);
        if (result != WEND_OK) return result;
        result = run_content(job, &content);
    }
    job->bytes = NULL;
    job->stream = NULL;
    return result;
}

static wend_result run_source(wimp_job* job, const char* unused) {
    wimp_file content;
    (void)unused;
    const wend_source* source = job->source;
    job->source = NULL; // it is closed from here on
    wend_result result = wimp_source_read(source, job->name, job->def->allocator, &content, job->error_opt);
    return result == WEND_OK ? run_content(job, &content) : result;
}

wend_result wimp_run_file(wimp_job* job, const char* file) {
    if (job->depth > 0 && job->def->open) {
        wimp_file content;
        wend_result result = wimp_other_file_read(job->def, file, &content, NULL, job->error_opt);
        return result == WEND_OK ? run_content(job, &content) : result;
    }
    wimp_stream stream;
    wimp_note_file(job->def, file);
    wend_result result = wimp_stream_open(file, job->depth == 0, &stream, job->error_opt);
    if (result != WEND_OK) return result;
    job->file = stream.size > 0 ? file : NULL;
    result = run_stream(job, &stream);
    job->file = NULL;
    wimp_stream_close(&stream);
    return result;
}

static wend_result run_bytes(wimp_job* job, const char* unused) {
    (void)unused;
    return run(job);
}

// One way to run a job. what: its source, such as a file. On failure there is no grid.
typedef wend_result run_fn(wimp_job* job, const char* what);

// Runs a job that lacks info, sink and run_file. Hands out the grid and the info on success.
static wend_result run_whole(wimp_job* job, run_fn* run_it, const char* what, wend_grid** out,
                             wend_import_info* info_opt) {
    job->sink_kind = &wimp_image_sink;
    job->run_file = wimp_run_file;
    job->memory = &job->kept;
    job->info = wimp_job_keep(job, sizeof *job->info);
    wend_result result = job->info ? run_it(job, what) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        wimp_lanes lanes = {.tiles = NULL};
        result = wimp_deck_add(job);
        if (result == WEND_OK) result = wimp_lane_file_read(job, &lanes);
        if (result == WEND_OK) result = wimp_relief_apply(job, lanes.tiles, lanes.factors);
        if (result == WEND_OK) result = connect(job);
        if (result != WEND_OK) {
            wend_grid_destroy(job->grid);
            job->grid = NULL;
        }
    }
    if (result == WEND_OK) {
        *out = job->grid;
        if (info_opt) *info_opt = *job->info;
    }
    wimp_job_end(job);
    return result;
}

// ---- files, bytes, and maps in pieces

const char* wend_import_format_name(int32_t index) {
    const wimp_format* format = format_at(index);
    return format ? format->name : NULL;
}

const char* wend_import_format_description(int32_t index) {
    const wimp_format* format = format_at(index);
    return format ? format->description : NULL;
}

wend_result wend_import_memory(const void* bytes, size_t size, const char* name, const wend_import_def* def,
                               wend_grid** out, wend_import_info* info_opt, wend_error* error_opt) {
    if ((!bytes && size > 0) || !name || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {.bytes = bytes, .size = size, .name = name, .def = def, .error_opt = error_opt};
    return run_whole(&job, run_bytes, NULL, out, info_opt);
}

wend_result wend_import_source(const wend_source* source, const char* name, const wend_import_def* def,
                               wend_grid** out, wend_import_info* info_opt, wend_error* error_opt) {
    if (!source || (!source->bytes && !source->read) || !name || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {
        .source = source, .name = name, .def = def, .error_opt = error_opt, .has_no_files = !def->open};
    result = run_whole(&job, run_source, NULL, out, info_opt);
    if (job.source && source->close) source->close(source->context); // memory was out before it was read
    return result;
}

static wend_result read_stream(void* context, void* out, size_t size, size_t* got_out) {
    FILE* stream = context;
    *got_out = fread(out, 1, size, stream);
    return *got_out == 0 && ferror(stream) ? WEND_ERROR_IO : WEND_OK;
}

wend_result wend_import_stream(FILE* stream, const char* name, const wend_import_def* def, wend_grid** out,
                               wend_import_info* info_opt, wend_error* error_opt) {
    if (!stream) return WEND_ERROR_ARGUMENT;
    const wend_source source = {.read = read_stream, .context = stream};
    return wend_import_source(&source, name, def, out, info_opt, error_opt);
}

wend_result wend_import_file(const char* file, const wend_import_def* def, wend_grid** out,
                             wend_import_info* info_opt, wend_error* error_opt) {
    if (!file || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, wimp_file_name(file), error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {.name = wimp_file_name(file), .def = def, .error_opt = error_opt};
    return run_whole(&job, wimp_run_file, file, out, info_opt);
}

wend_result wend_import_pieces(const char* pattern, const wend_import_def* def, wend_grid** out,
                               wend_import_info* info_opt, wend_error* error_opt) {
    if (!pattern || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, pattern, error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {.name = pattern, .def = def, .error_opt = error_opt};
    return run_whole(&job, wimp_read_pieces, pattern, out, info_opt);
}

// ---- what a map looks like in its own file

static wend_result check_size(wimp_job* job, int32_t width, int32_t height) {
    const wimp_picture* p = job->picture;
    if (!p->rgba) return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "has no picture of its own");
    if (p->width == width && p->height == height) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_ARGUMENT, "the picture has %d x %d pixels; expected %d x %d",
                         p->width, p->height, width, height);
}

wend_result wend_import_picture(const char* file, const wend_import_def* def, int32_t width, int32_t height,
                                uint8_t* rgba_out, wend_error* error_opt) {
    if (!file || !def || width < 1 || height < 1 || !rgba_out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, wimp_file_name(file), error_opt);
    if (result != WEND_OK) return result;
    wimp_picture picture = {.rgba = NULL, .wanted_width = width, .wanted_height = height};
    wimp_job job = {.name = wimp_file_name(file),
                    .def = def,
                    .error_opt = error_opt,
                    .sink_kind = &wimp_picture_sink,
                    .picture = &picture,
                    .run_file = wimp_run_file};
    if (def->thin_walls)
        return wimp_job_fail(&job, WEND_ERROR_UNSUPPORTED, "a map with thin walls has no picture");
    job.info = wimp_job_keep(&job, sizeof *job.info);
    result = job.info ? wimp_run_file(&job, file) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = check_size(&job, width, height);
    if (result == WEND_OK) memcpy(rgba_out, picture.rgba, (size_t)width * (size_t)height * 4);
    wend_grid_destroy(job.grid);
    wimp_picture_free(&picture, def->allocator);
    wimp_job_end(&job);
    return result;
}
