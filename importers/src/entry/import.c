// import.c: the import of files, of bytes, and of maps in pieces.
#include "core/def.h"
#include "core/read_file.h"
#include "entry/run.h"
#include "extras/pieces.h"

const char* wend_import_format_name(int32_t index) {
    const wimp_format* format = wimp_format_at(index);
    return format ? format->name : NULL;
}

const char* wend_import_format_description(int32_t index) {
    const wimp_format* format = wimp_format_at(index);
    return format ? format->description : NULL;
}

wend_result wend_import_memory(const void* bytes, size_t size, const char* name, const wend_import_def* def,
                               wend_grid** out, wend_import_info* info_opt, wend_error* error_opt) {
    if ((!bytes && size > 0) || !name || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {.bytes = bytes, .size = size, .name = name, .def = def, .error_opt = error_opt};
    return wimp_run_whole(&job, wimp_run_bytes, NULL, out, info_opt);
}

wend_result wend_import_source(const wend_source* source, const char* name, const wend_import_def* def,
                               wend_grid** out, wend_import_info* info_opt, wend_error* error_opt) {
    if (!source || (!source->bytes && !source->read) || !name || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {
        .source = source, .name = name, .def = def, .error_opt = error_opt, .has_no_files = !def->open};
    result = wimp_run_whole(&job, wimp_run_source, NULL, out, info_opt);
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
    return wimp_run_whole(&job, wimp_run_file, file, out, info_opt);
}

wend_result wend_import_pieces(const char* pattern, const wend_import_def* def, wend_grid** out,
                               wend_import_info* info_opt, wend_error* error_opt) {
    if (!pattern || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wimp_check_def(def, pattern, error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {.name = pattern, .def = def, .error_opt = error_opt};
    return wimp_run_whole(&job, wimp_read_pieces, pattern, out, info_opt);
}
