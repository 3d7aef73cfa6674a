// field_map.h: what does a field say of each tile, and of all?
#ifndef FIELD_MAP_H
#define FIELD_MAP_H
#include "cli.h"
#include "picture.h"
#include "world_frame.h"

/// What of a field is shown or written.
typedef enum field_kind {
    FIELD_COSTS,   ///< what the way costs
    FIELD_FLOW,    ///< which step it begins with
    FIELD_NEAREST, ///< which of the given tiles is the nearest
} field_kind;

typedef struct field_map {
    const wend_grid* grid;
    wend_field* field;
    wend_field_sense sense;
    wend_tile* ends; ///< the given tiles
    int32_t end_count;
    double limit; ///< costs above are not known; INFINITY: all are
    int32_t*
        labels; ///< by row of all floors and column: which end is the nearest; -1: none; NULL: not computed
    // Of the tiles that have a cost.
    int64_t reached;
    int64_t* shares; ///< of each end, when there are labels
    double most;     ///< the greatest cost
    wend_tile farthest;
} field_map;

/// Fills the field from or to the ends, which it takes, like its other memory; with_labels: also which end is
/// the nearest. *out is to be destroyed in every case. CLI_OK or an exit code.
int field_map_fill(const wend_grid* grid, wend_field_sense sense, wend_tile* ends, int32_t end_count,
                   double limit, bool with_labels, field_map* out);
void field_map_destroy(field_map* map);

/// Rows of all floors, and the tile in one of them: those of floor 0 come first. x counts from the first
/// column.
int32_t field_map_rows(const field_map* map);
wend_tile field_map_tile(const field_map* map, int32_t x, int32_t row);
enum { FIELD_KEYPAD_FLOOR = 10 }; ///< a step to another floor

/// The cost of a tile; INFINITY: it has none.
double field_map_cost(const field_map* map, wend_tile tile);
/// The index of the nearest end; -1: none. Only with labels.
int32_t field_map_nearest(const field_map* map, wend_tile tile);
/// The step with which the way begins, as on the keypad of a keyboard: 7 8 9 up, 4 6 sideways, 1 2 3 down, 5
/// at an end; 0: no way; FIELD_KEYPAD_FLOOR.
int field_map_keypad(const field_map* map, wend_tile tile);

/// How geographic information systems write a step.
typedef enum field_directions {
    FIELD_DEGREES, ///< clockwise from north, above 0 to 360
    FIELD_D8,      ///< 1 right, 2 down and right, 4 down, and so on clockwise to 128; 255: a link
} field_directions;
/// The same step, by the coordinates of its two tiles; 0 at an end; NAN: no way.
double field_map_direction(const field_map* map, const world_frame* frame, field_directions form,
                           wend_tile tile);

// ---- a picture, with a scale of its colours

/// scale: pixels a tile. CLI_OK or an exit code.
int field_picture_draw(const field_map* map, field_kind kind, double scale, picture* out);
/// The map in greys, under colours. CLI_OK or an exit code.
int field_picture_ground(const wend_grid* grid, double scale, picture* out);
/// The colour of the tiles that are nearest to one of several.
color field_picture_region(int32_t index);

#endif
