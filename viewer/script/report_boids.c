// report_boids.c: how does a program learn what the boids did?
#include "script/report.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void report_boids(const boids* b) {
    wend_crowd_stats stats = {0};
    if (b->crowd != NULL) stats = wend_crowd_get_stats(b->crowd);
    printf(",\"boids\":{\"boid_count\":%d,\"boid_selected\":%d", b->count, boids_selected(b) + 1);
    printf(",\"boid_ticks\":%" PRId64, b->ticks);
    for (int state = 0; state < WEND_AGENT_STATE_COUNT; state++)
        printf(",\"boids_%s\":%d", wend_agent_state_string((wend_agent_state)state),
               boids_in_state(b, (wend_agent_state)state));
    printf(",\"collisions\":%" PRId64 ",\"in_walls\":%" PRId64 ",\"boid_plans\":%" PRId64
           ",\"boid_replans\":%d",
           stats.collisions, stats.blocked_ticks, stats.plans, b->replans_asked);
    printf(",\"boid_us\":%.3f", b->boid_ticks > 0 ? (double)b->tick_ns / 1e3 / (double)b->boid_ticks : 0.0);
    // Sums over all show what the rules do to a crowd.
    double speed = 0, x = 0, y = 0, spread = 0, east = 0, south = 0;
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        double fast = (double)hypotf(body->velocity.x, body->velocity.y),
               share = 1 / fmax(fast, 1e-6) / b->count;
        speed += fast / b->count;
        east += (double)body->velocity.x * share;
        south += (double)body->velocity.y * share;
        x += (double)body->position.x / b->count;
        y += (double)body->position.y / b->count;
    }
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        spread += hypot((double)body->position.x - x, (double)body->position.y - y) / b->count;
    }
    printf(",\"boid_speed\":%.4f,\"boid_middle\":[%.3f,%.3f],\"boid_spread\":%.4f,\"boid_order\":%.4f", speed,
           x, y, spread, hypot(east, south));
    if (b->count > 0) {
        int shown = boids_selected(b) >= 0 ? boids_selected(b) : 0;
        const wend_agent* body = boids_body(b, shown);
        printf(",\"boid_at\":[%.3f,%.3f],\"boid_state\":\"%s\"", (double)body->position.x,
               (double)body->position.y, wend_agent_state_string(boids_state(b, shown)));
    }
    printf(",\"boid_hash\":\"%016" PRIx64 "\"}", b->crowd != NULL ? wend_crowd_hash(b->crowd) : 0);
}
