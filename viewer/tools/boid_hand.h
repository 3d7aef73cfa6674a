// boid_hand.h: what is the tool of the boids doing?
#ifndef WEND_VIEW_BOID_HAND_H
#define WEND_VIEW_BOID_HAND_H
#include <stdbool.h>

typedef enum boid_grip { GRIP_NONE, GRIP_BOX, GRIP_ERRAND } boid_grip;

typedef struct boid_hand {
    bool on;              ///< the left button is the boids'
    int group;            ///< how many a click places [Range: 1..BOIDS_A_CLICK]
    bool reveal;          ///< the panel shall scroll to the boids
    boid_grip grip;       ///< what the button that is down will have done
    bool moved;           ///< far enough since it went down to be a drag
    int number;           ///< the boid that it went down on; -1: none
    float from_x, from_y; ///< where that was [Units: pixels]
} boid_hand;

#endif
