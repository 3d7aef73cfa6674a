// sink.c: where do the rows of a decoded image go?
#include "core/sink.h"

wend_result wimp_sink_begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out) {
    job->info->is_image = true;
    job->info->width = layout->width;
    job->info->height = layout->height;
    return job->sink_kind->begin(job, layout, out);
}

bool wimp_sink_may_need_rows(const wimp_job* job) {
    wend_image_rule rule = job->def->rule;
    return job->picture || (!job->survey && (rule == WEND_RULE_HEIGHT || rule == WEND_RULE_TOBLER ||
                                             rule == WEND_RULE_SLOPE || rule == WEND_RULE_PALETTE));
}

wend_result wimp_sink_take(wimp_job* job, const wimp_layout* layout, const uint8_t* pixels) {
    const size_t row_bytes = (size_t)layout->width * (size_t)(layout->channels * layout->sample_bytes);
    wimp_sink* sink = NULL;
    wend_result result = wimp_sink_begin(job, layout, &sink);
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < layout->height && result == WEND_OK; y++, pixels += row_bytes)
        result = wimp_sink_row(sink, pixels);
    return wimp_sink_end(sink, result);
}
