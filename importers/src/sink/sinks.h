// sinks.h: the sinks for the pixels of an image.
#ifndef WIMP_SINKS_H
#define WIMP_SINKS_H
#include "core/sink.h"

/// Makes a grid, by the rule of the definition.
extern const wimp_sink_kind wimp_image_sink;
/// Fills the job's picture.
extern const wimp_sink_kind wimp_picture_sink;
/// Fills the job's survey.
extern const wimp_sink_kind wimp_survey_sink;
#endif
