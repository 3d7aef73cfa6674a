// survey.h: the counts and the copy that a survey of an image consists of.
#ifndef WIMP_SURVEY_H
#define WIMP_SURVEY_H
#include "core/sink.h"

struct wend_image_survey {
    wimp_sink sink; ///< first, so that a sink can be cast to a survey
    wend_survey_info info;
    wimp_job* job;                       ///< while the image is read
    wend_allocator allocator;            ///< of the definition
    const wend_allocator* allocator_opt; ///< that one, or NULL
    uint32_t alpha_below;
    int32_t y;     ///< the next row
    int64_t taken; ///< pixels
    int64_t counts[WEND_CHANNEL_COUNT][256];
    int64_t greys[256];   ///< pixels that every channel but alpha counts alike
    int64_t indices[256]; ///< of a palette
    wend_image_colors colors;
    struct wimp_color_counts* color_counts; ///< while the image is read
    uint8_t palette[256][4];
    wimp_layout layout; ///< of the copy
    uint8_t* samples;   ///< of the copy, as they are in the file
    size_t size;        ///< bytes of samples
    char name[256];     ///< of the file, for messages
};

#endif
