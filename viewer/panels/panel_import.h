// panel_import.h: which widgets show and change how an image is imported?
#ifndef WEND_VIEW_PANEL_IMPORT_H
#define WEND_VIEW_PANEL_IMPORT_H
#include "tools/import.h"
#include "views/view.h"

void panel_import_show(import* p, const view* v, commands* c);

#endif
