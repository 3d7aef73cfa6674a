// survey.h: what is in an image, before a rule is chosen: counts of its brightnesses and a small copy of it.
#ifndef WENDI_SURVEY_H
#define WENDI_SURVEY_H
#include "image.h"

/// What image.c hands over instead of making a grid of it. Errors: MEMORY.
wend_result wendi_survey_begin(wend_image_survey* survey, wendi_job* job, const wendi_layout* layout);
/// Pixels of a row, each once, in any order. Errors: CANCELLED.
wend_result wendi_survey_take(wend_image_survey* survey, const wendi_run* run, const void* samples);
#endif
