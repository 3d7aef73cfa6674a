// ros_yaml_absent.c: ROS maps in a build without libyaml.
#include "formats/ros_yaml.h"

wend_result wimp_ros_yaml_read(wimp_job* job, wimp_ros_yaml* out) {
    (void)out;
    return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "this build of Wend cannot read the YAML of ROS maps");
}
