// orca.c: velocity obstacles as half-planes, and the linear programs over them.
#include "agents/orca.h"

// ---- one meeting

// The velocity obstacle of a meeting, in terms of closing velocities, is the cone from the origin around the
// disc of radius reach at offset, truncated by the disc of radius reach / horizon at offset / horizon,
// because later meetings do not matter. The edge of the half-plane touches the obstacle's edge where it is
// nearest.
wendi_half wendi_orca_half(const wendi_meeting* m, wendi_vec velocity, double share, double horizon,
                           double dt) {
    double square = wendi_dot(m->offset, m->offset), room = square - m->reach * m->reach;
    double time = room > 0 ? horizon : dt;
    wendi_vec off_disc =
        wendi_along(m->closing, m->offset, -1 / time); // from the centre of the truncating disc
    double towards = wendi_dot(off_disc, m->offset);
    bool before_disc = towards < 0 && towards * towards > m->reach * m->reach * wendi_dot(off_disc, off_disc);
    wendi_half half;
    double change; // of the closing velocity along the normal
    if (room <= 0 || before_disc) {
        double length = wendi_length(off_disc);
        half.normal = length > 0 ? wendi_scale(off_disc, 1 / length) : (wendi_vec){1, 0};
        change = m->reach / time - length;
    } else {
        // Along one side of the cone, whose normal is turned from the offset by its opening angle. Head-on,
        // both agents go to their right.
        double sine = m->reach / sqrt(square), cosine = sqrt(room / square);
        double side = wendi_cross(m->offset, m->closing) < 0 ? -1 : 1;
        wendi_vec way = wendi_unit(m->offset), across = {-way.y * side, way.x * side};
        half.normal = wendi_along(wendi_scale(across, cosine), way, -sine);
        change = -wendi_dot(m->closing, half.normal);
    }
    half.least = wendi_dot(velocity, half.normal) + share * change;
    WENDI_ASSERT(fabs(wendi_length(half.normal) - 1) < 1e-6);
    return half;
}

// ---- linear programs in two dimensions (de Berg et al., Computational Geometry, chapter 4)

typedef struct goal {
    wendi_vec wanted;  // the nearest to this
    bool is_direction; // instead the farthest along it
} goal;

// The best velocity on the edge of half-plane i that lies in those before it and in the speed limit.
static bool solve_on_edge(const wendi_half* halves, int32_t i, goal g, double max_speed, wendi_vec* out) {
    wendi_vec normal = halves[i].normal, along = {-normal.y, normal.x};
    double square = max_speed * max_speed - halves[i].least * halves[i].least;
    if (square < 0) return false;
    double high = sqrt(square), low = -high;
    for (int32_t j = 0; j < i; j++) {
        double slope = wendi_dot(along, halves[j].normal);
        double rest = halves[j].least - halves[i].least * wendi_dot(normal, halves[j].normal);
        if (fabs(slope) < 1e-9) {
            if (rest > 0) return false;
        } else if (slope > 0) {
            low = fmax(low, rest / slope);
        } else {
            high = fmin(high, rest / slope);
        }
        if (low > high) return false;
    }
    double at = wendi_dot(g.wanted, along);
    at = g.is_direction ? (at > 0 ? high : low) : wendi_clamp(at, low, high);
    *out = wendi_along(wendi_scale(normal, halves[i].least), along, at);
    return true;
}

// Index of the first half-plane that leaves nothing; count: *out is the best velocity.
static int32_t solve(const wendi_half* halves, int32_t count, goal g, double max_speed, wendi_vec* out) {
    *out = g.is_direction ? wendi_scale(g.wanted, max_speed) : wendi_limited(g.wanted, max_speed);
    for (int32_t i = 0; i < count; i++) {
        if (wendi_dot(*out, halves[i].normal) >= halves[i].least) continue;
        wendi_vec best;
        if (!solve_on_edge(halves, i, g, max_speed, &best)) return i;
        *out = best;
    }
    return count;
}

wendi_vec wendi_orca_solve(const wendi_half* halves, int32_t count, int32_t hard_count, wendi_vec wanted,
                           double max_speed) {
    wendi_vec best;
    WENDI_ASSERT(count <= WENDI_MAX_HALVES && hard_count <= count && max_speed >= 0);
    int32_t failed = solve(halves, count, (goal){wanted, false}, max_speed, &best);
    if (failed < hard_count) return (wendi_vec){0, 0};
    // Minimise the largest violation: where half-plane i is violated most, the velocities at which it is no
    // worse than an earlier one form half-planes too.
    double worst = 0;
    WENDI_ASSERT(failed >= hard_count && failed <= count);
    for (int32_t i = failed; i < count; i++) {
        if (halves[i].least - wendi_dot(best, halves[i].normal) <= worst) continue;
        wendi_half less[WENDI_MAX_HALVES];
        int32_t less_count = hard_count;
        for (int32_t j = 0; j < hard_count; j++) less[j] = halves[j];
        for (int32_t j = hard_count; j < i; j++) {
            wendi_vec between = wendi_sub(halves[j].normal, halves[i].normal);
            double length = wendi_length(between);
            if (length < 1e-9) continue; // the same direction: the worse of the two stays the worse
            less[less_count++] =
                (wendi_half){wendi_scale(between, 1 / length), (halves[j].least - halves[i].least) / length};
        }
        wendi_vec found;
        if (solve(less, less_count, (goal){halves[i].normal, true}, max_speed, &found) == less_count)
            best = found;
        worst = halves[i].least - wendi_dot(best, halves[i].normal);
    }
    return best;
}
