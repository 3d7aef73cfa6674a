// ros_yaml.h: the description of a ROS map.
#ifndef WENDI_ROS_YAML_H
#define WENDI_ROS_YAML_H
#include "named_file.h"

/// The keys that nav2's map server reads.
typedef struct wendi_ros_yaml {
    char image[WENDI_MAX_PATH];
    wendi_place image_place, origin_place;
    double resolution; ///< > 0
    double origin[3];  ///< x, y of the bottom-left corner, yaw
    double occupied_thresh, free_thresh;
    bool negate;
    wend_ros_mode mode;
} wendi_ros_yaml;

/// Errors: FORMAT, with line and column; MEMORY.
wend_result wendi_ros_yaml_read(wendi_job* job, wendi_ros_yaml* out);
#endif
