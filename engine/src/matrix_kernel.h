// matrix_kernel.h: minimum over sums with a matrix: distances from 16 nodes at once, one a lane, and the
// row of one node. Plain C, in a form that compilers turn into vectors, that every sweep_*.c compiles for its
// instruction set.

static bool relax(const wendi_relax_job* job, wendi_lanes* distance, uint8_t* news, uint8_t bit) {
    bool any = false;
    uint8_t others = (uint8_t)(15 & ~bit);
    for (int32_t i = 0; i < job->from_count; i++) {
        if (!(news[job->from[i]] & bit)) continue;
        news[job->from[i]] &= (uint8_t)~bit;
        const wendi_lanes from = distance[job->from[i]];
        const int32_t* row = job->costs + (size_t)i * (size_t)job->to_count;
        for (int32_t j = 0; j < job->to_count; j++) {
            int32_t step = row[j], change = 0;
            wendi_lanes* to = &distance[job->to[j]];
            for (int32_t k = 0; k < WENDI_SOURCES; k++) {
                int32_t through = from.v[k] + step;
                change |= through - to->v[k]; // negative where one falls
                to->v[k] = through < to->v[k] ? through : to->v[k];
            }
            if (change < 0) {
                news[job->to[j]] |= others;
                any = true;
            }
        }
    }
    return any;
}

static void pull(const wendi_relax_job* job, wendi_lanes* distance) {
    for (int32_t j = 0; j < job->to_count; j++) {
        const int32_t* column = job->costs + (size_t)j * (size_t)job->from_count;
        wendi_lanes least = distance[job->to[j]];
        for (int32_t i = 0; i < job->from_count; i++) {
            const wendi_lanes* from = &distance[job->from[i]];
            for (int32_t k = 0; k < WENDI_SOURCES; k++) {
                int32_t through = from->v[k] + column[i];
                least.v[k] = through < least.v[k] ? through : least.v[k];
            }
        }
        distance[job->to[j]] = least;
    }
}

static void relax_row(const uint16_t* restrict row, int32_t count, int32_t shift, int32_t from,
                      const int32_t* restrict rest, int32_t* restrict cost, int32_t* restrict estimate) {
    for (int32_t k = 0; k < count; k++) {
        int32_t through = row[k] == UINT16_MAX ? INT32_MAX : from + ((int32_t)row[k] << shift);
        int32_t whole = (int32_t)((uint32_t)through + (uint32_t)rest[k]); // wraps where there is no way
        estimate[k] = through < cost[k] ? whole : estimate[k];
        cost[k] = through < cost[k] ? through : cost[k];
    }
}

static void block_minima(const int32_t* restrict values, int32_t blocks, int32_t* restrict out) {
    for (int32_t b = 0; b < blocks; b++, values += WENDI_BLOCK) {
        int32_t m[WENDI_BLOCK / 2];
        for (int32_t k = 0; k < 8; k++) m[k] = values[k] < values[k + 8] ? values[k] : values[k + 8];
        for (int32_t k = 0; k < 4; k++) m[k] = m[k] < m[k + 4] ? m[k] : m[k + 4];
        for (int32_t k = 0; k < 2; k++) m[k] = m[k] < m[k + 2] ? m[k] : m[k + 2];
        out[b] = m[0] < m[1] ? m[0] : m[1];
    }
}
