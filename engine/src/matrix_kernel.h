// matrix_kernel.h: distances from 16 nodes at once, one a lane, relaxed by the matrix of a cell. Plain C that
// every sweep_*.c compiles for its instruction set.

static bool relax(const uint32_t* matrix, int32_t count, const int32_t* place, wendi_lanes* distance,
                  uint8_t* news, uint8_t bit, uint8_t others) {
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        if (!(news[place[i]] & bit)) continue;
        const wendi_lanes from = distance[place[i]];
        const uint32_t* row = matrix + (size_t)i * (size_t)count;
        for (int32_t j = 0; j < count; j++) {
            if (row[j] >= WENDI_FAR) continue;
            int32_t step = (int32_t)row[j], lower = 0;
            wendi_lanes* to = &distance[place[j]];
            for (int32_t k = 0; k < WENDI_SOURCES; k++) {
                int32_t through = from.v[k] + step;
                lower |= through < to->v[k] ? -1 : 0;
                to->v[k] = through < to->v[k] ? through : to->v[k];
            }
            if (lower) {
                news[place[j]] |= others;
                any = true;
            }
        }
    }
    return any;
}
