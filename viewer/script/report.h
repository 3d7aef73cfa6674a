// report.h: how does a program learn what the window showed at the end? Each prints members of one line of
// JSON; all but the first begin with a comma.
#ifndef WEND_VIEW_REPORT_H
#define WEND_VIEW_REPORT_H
#include "document/document.h"
#include "tools/fleet_tool.h"
#include "tools/heights.h"
#include "tools/import.h"
#include "tools/link_tool.h"
#include "tools/performance.h"
#include "tools/places.h"
#include "tools/playback.h"
#include "tools/walk.h"
#include "tools/why.h"
#include "views/map_view.h"

void report_text(const char* key, const char* text);
void report_document(const document* d);
void report_view(const map_view* m);
void report_connections(const scene* s, const view* v, const link_tool* t);
void report_walk(const walk* w);
void report_why(const why_tool* w);
void report_fleet(const fleet_tool* t);
void report_places(const places_tool* p);
void report_heights(const heights_tool* h);
void report_import(const import* p);
void report_boids(const boids* b);
void report_pair(const pair* p);
void report_performance(const performance* p);
void report_playback(const playback* p);

#endif
