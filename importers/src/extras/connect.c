// connect.c: how do links and walls of a definition get onto a map?
#include "extras/connect.h"

#include "core/hash.h"
#include "extras/jumps.h"
#include "extras/link_file.h"
#include "extras/wall_file.h"

wend_result wimp_connect(wimp_job* job) {
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
