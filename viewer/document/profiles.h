// profiles.h: how are the profiles of the open world made and changed? Each change builds the world again.
#ifndef WEND_VIEW_PROFILES_H
#define WEND_VIEW_PROFILES_H
#include "document/document.h"

/// Commands of profiles: a new one, the values of the one that plans, and its end.
extern const command_def profile_commands[];

#endif
