// sink.c: where do the rows of a decoded image go?
#include "core/sink.h"

wend_result wimp_sink_begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out) {
    job->info->is_image = true;
    job->info->width = layout->width;
    job->info->height = layout->height;
    return job->sink_kind->begin(job, layout, out);
}

wend_result wimp_sink_row(wimp_sink* sink, const void* samples) {
    return sink->kind->row(sink, samples);
}

bool wimp_sink_may_need_rows(const wimp_job* job) {
    wend_image_rule rule = job->def->rule;
    return job->picture || (!job->survey && (rule == WEND_RULE_HEIGHT || rule == WEND_RULE_TOBLER ||
                                             rule == WEND_RULE_SLOPE || rule == WEND_RULE_PALETTE));
}

wend_result wimp_sink_run(wimp_sink* sink, const wimp_run* run, const void* samples) {
    return sink->kind->run(sink, run, samples);
}

wend_result wimp_sink_end(wimp_sink* sink, wend_result result) {
    return sink->kind->end(sink, result);
}
