// use.h: the parts of scene_use.
#ifndef WEND_TEST_USE_H
#define WEND_TEST_USE_H
#include "scene.h"

uint64_t use_path(const wend_path* path);
uint64_t use_crowd(const wend_crowd* crowd);
uint64_t use_explanation(const wend_explanation* explanation);
/// Serves a world, which it may change.
uint64_t use_service(wend_world* world);
/// Graphs, bakes, threads, and what the importers make.
uint64_t use_others(const scene* s);
#endif
