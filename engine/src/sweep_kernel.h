// sweep_kernel.h: the kernel itself, written once. It is included with
//   LANE      uint16_t or uint32_t
//   LANES     a row of 32 lanes in registers
//   CELL      wendi_cell16 or wendi_cell32
//   NAME(f)   the name of a function in this form
//   OP(f)     the operations on LANES: load, store, min, add (saturating), either (bitwise or), same (all
//   lanes equal), is_greatest
//             (lane by lane: all bits or none), up1 .. up16 (lane x takes that of x - k; the first k the
//             greatest value), down1 .. down16
//   SHUFFLE_COSTS(grid, area, classes, straight, diagonal)  looks up a row's costs in one go, where it can;
//   false where it cannot
#ifndef SHUFFLE_COSTS
#define SHUFFLE_COSTS(grid, area, classes, straight, diagonal) false
#endif

static inline LANES NAME(at)(const LANE* row) {
    return OP(load)(row);
}

// Cost of the steps from a neighbouring row into a row, added to the distances there.
static inline LANES NAME(from_row)(const CELL* cell, const LANE* distances, int32_t row, int32_t from) {
    LANES d = NAME(at)(distances), straight, west, east;
    if (cell->sense == WENDI_FROM) {
        straight = OP(add)(d, NAME(at)(cell->straight[row]));
        LANES into_west = NAME(at)(cell->from_west[row]), into_east = NAME(at)(cell->from_east[row]);
        if (!cell->corners) {
            LANES blocked = NAME(at)(cell->blocked[from]);
            into_west = OP(either)(into_west, blocked);
            into_east = OP(either)(into_east, blocked);
        }
        west = OP(add)(OP(up1)(d), into_west);
        east = OP(add)(OP(down1)(d), into_east);
    } else { // the same steps backwards: what they enter is the tile of the other row
        LANES blocked = NAME(at)(cell->blocked[row]);
        straight = OP(either)(OP(add)(d, NAME(at)(cell->straight[from])), blocked);
        west = OP(add)(d, NAME(at)(cell->from_east[from]));
        east = OP(add)(d, NAME(at)(cell->from_west[from]));
        if (!cell->corners) {
            west = OP(either)(west, blocked);
            east = OP(either)(east, blocked);
        }
        west = OP(either)(OP(up1)(west), blocked);
        east = OP(either)(OP(down1)(east), blocked);
    }
    return OP(min)(straight, OP(min)(west, east));
}

// A scan by 2k steps is a scan by k steps, then k more.
static void NAME(make_scans)(CELL* cell, int32_t row) {
    LANES straight = NAME(at)(cell->straight[row]), right = straight, left = straight;
    if (cell->sense == WENDI_TO) {
        LANES blocked = NAME(at)(cell->blocked[row]);
        right = OP(either)(OP(up1)(straight), blocked);
        left = OP(either)(OP(down1)(straight), blocked);
    }
    OP(store)(cell->right[row][0], right);
    OP(store)(cell->left[row][0], left);
    right = OP(add)(right, OP(up1)(right));
    left = OP(add)(left, OP(down1)(left));
    OP(store)(cell->right[row][1], right);
    OP(store)(cell->left[row][1], left);
    right = OP(add)(right, OP(up2)(right));
    left = OP(add)(left, OP(down2)(left));
    OP(store)(cell->right[row][2], right);
    OP(store)(cell->left[row][2], left);
    right = OP(add)(right, OP(up4)(right));
    left = OP(add)(left, OP(down4)(left));
    OP(store)(cell->right[row][3], right);
    OP(store)(cell->left[row][3], left);
    right = OP(add)(right, OP(up8)(right));
    left = OP(add)(left, OP(down8)(left));
    OP(store)(cell->right[row][4], right);
    OP(store)(cell->left[row][4], left);
    cell->scans_ready |= 1u << row;
}

// Spreads distances along their row.
static inline LANES NAME(along_row)(CELL* cell, int32_t row, LANES d) {
    if (!(cell->scans_ready >> row & 1)) NAME(make_scans)(cell, row);
    LANES right = OP(min)(d, OP(add)(OP(up1)(d), NAME(at)(cell->right[row][0])));
    LANES left = OP(min)(d, OP(add)(OP(down1)(d), NAME(at)(cell->left[row][0])));
    if (OP(same)(right, d) && OP(same)(left, d)) return d; // nothing spreads by one, so nothing by more
    right = OP(min)(right, OP(add)(OP(up2)(right), NAME(at)(cell->right[row][1])));
    left = OP(min)(left, OP(add)(OP(down2)(left), NAME(at)(cell->left[row][1])));
    right = OP(min)(right, OP(add)(OP(up4)(right), NAME(at)(cell->right[row][2])));
    left = OP(min)(left, OP(add)(OP(down4)(left), NAME(at)(cell->left[row][2])));
    right = OP(min)(right, OP(add)(OP(up8)(right), NAME(at)(cell->right[row][3])));
    left = OP(min)(left, OP(add)(OP(down8)(left), NAME(at)(cell->left[row][3])));
    right = OP(min)(right, OP(add)(OP(up16)(right), NAME(at)(cell->right[row][4])));
    left = OP(min)(left, OP(add)(OP(down16)(left), NAME(at)(cell->left[row][4])));
    return OP(min)(right, left);
}

// Relaxes a row from a neighbour. True when it changed.
static inline bool NAME(relax)(CELL* cell, LANE (*field)[WENDI_LANES], int32_t row, int32_t from) {
    LANES old = NAME(at)(field[row]);
    LANES d = OP(min)(old, NAME(from_row)(cell, field[from], row, from));
    if (OP(same)(d, old)) return false;
    OP(store)(field[row], NAME(along_row)(cell, row, d));
    return true;
}

static void NAME(run)(CELL* cell, LANE (*field)[WENDI_LANES], uint32_t changed) {
    for (uint32_t rows = changed; rows; rows &= rows - 1) {
        int32_t row = __builtin_ctz(rows);
        OP(store)(field[row], NAME(along_row)(cell, row, NAME(at)(field[row])));
    }
    uint32_t down = changed, up = changed; // rows whose news the row below, above, has not heard
    while (down | up) {
        while (down) {
            int32_t row = __builtin_ctz(down);
            down &= down - 1;
            if (row + 1 < cell->height && NAME(relax)(cell, field, row + 1, row)) {
                down |= 2u << row;
                up |= 2u << row;
            }
        }
        while (up) {
            int32_t row = 31 - __builtin_clz(up);
            up &= ~(1u << row);
            if (row > 0 && NAME(relax)(cell, field, row - 1, row)) {
                up |= 1u << (row - 1);
                down |= 1u << (row - 1);
            }
        }
    }
}

static void NAME(prepare)(CELL* cell, const wend_grid* grid, wend_rect area, wendi_sense sense,
                          const LANE straight[WEND_CLASS_COUNT], const LANE diagonal[WEND_CLASS_COUNT]) {
    cell->height = area.height;
    cell->sense = sense;
    cell->corners = grid->moves == WEND_MOVES_8_CORNERS;
    cell->scans_ready = 0;
    _Alignas(64) LANE across[WENDI_LANES];
    for (int32_t x = area.width; x < WENDI_LANES; x++) across[x] = (LANE) ~(LANE)0;
    for (int32_t y = 0; y < area.height; y++) {
        const uint8_t* classes = wendi_tile(grid, area.x, area.y + y);
        if (!SHUFFLE_COSTS(grid, area, classes, cell->straight[y], across)) {
            for (int32_t x = 0; x < area.width; x++) {
                cell->straight[y][x] = straight[classes[x]];
                across[x] = diagonal[classes[x]];
            }
            for (int32_t x = area.width; x < WENDI_LANES; x++) cell->straight[y][x] = (LANE) ~(LANE)0;
        }
        LANES blocked = OP(is_greatest)(NAME(at)(cell->straight[y]));
        LANES west = NAME(at)(across), east = west;
        if (!cell->corners) {
            west = OP(either)(west, OP(up1)(blocked));
            east = OP(either)(east, OP(down1)(blocked));
        }
        OP(store)(cell->blocked[y], blocked);
        OP(store)(cell->from_west[y], west);
        OP(store)(cell->from_east[y], east);
    }
}

#undef LANE
#undef LANES
#undef CELL
#undef NAME
#undef OP
#undef SHUFFLE_COSTS
