// ros_yaml.h: the description of a ROS map.
#ifndef WIMP_ROS_YAML_H
#define WIMP_ROS_YAML_H
#include "core/named_file.h"

/// The keys that nav2's map server reads.
typedef struct wimp_ros_yaml {
    char image[WIMP_MAX_PATH];
    wimp_place image_place, origin_place;
    double resolution; ///< > 0
    double origin[3];  ///< x, y of the bottom-left corner, yaw
    double occupied_thresh, free_thresh;
    bool negate;
    wend_ros_mode mode;
} wimp_ros_yaml;

/// Errors: FORMAT, with line and column; MEMORY.
wend_result wimp_ros_yaml_read(wimp_job* job, wimp_ros_yaml* out);
#endif
