// matrix_kernel.h: minima over sums with rows of a matrix. Plain C, in a form that compilers turn into
// vectors, that every sweep_*.c compiles for its instruction set.

static void min_plus(int32_t* restrict to, int32_t count, const int32_t* restrict row, int32_t step) {
    for (int32_t k = 0; k < count; k++) {
        int32_t through = step + row[k];
        to[k] = through < to[k] ? through : to[k];
    }
}

static void close_matrix(int32_t* matrix, int32_t count) {
    for (int32_t via = 0; via < count; via++) {
        const int32_t* row = matrix + (size_t)via * (size_t)count;
        for (int32_t i = 0; i < count; i++) {
            int32_t* to = matrix + (size_t)i * (size_t)count;
            if (to[via] < WENDI_FAR && i != via) min_plus(to, count, row, to[via]);
        }
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
