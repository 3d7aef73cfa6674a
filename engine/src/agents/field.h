// field.h: what do the other files of this folder ask of a field?
#ifndef WENDI_FIELD_H
#define WENDI_FIELD_H
#include "wend/field.h"

/// The world in which goals were set; NULL: none.
const wend_world* wendi_field_world(const wend_field* field);
#endif
