// service_fixture.h: a world with a service on it, and the calls that the tests of services repeat.
#ifndef WEND_TEST_SERVICE_FIXTURE_H
#define WEND_TEST_SERVICE_FIXTURE_H
#include "unit.h"
#include "wend/service.h"

typedef struct fixture {
    wend_world* world;
    wend_service* service;
    wend_query query; // across the map, by HPA*
} fixture;

/// A map of rooms with clusters of 15 tiles on three levels.
map_recipe rooms(void);
/// A service with so many workers on a world of these rooms. Without workers it works only when the test
/// calls it, so the test sees the order of the work.
fixture start_service(int32_t workers);
/// The same with any definition.
fixture start_service_of(const wend_service_def* def);
void end_service(fixture* f);
/// Another service on the same world.
wend_service* new_service(wend_world* world, int32_t workers);

/// A query across the map for which there is a path.
wend_query across(const wend_world* world, wend_algorithm algorithm);
wend_ticket submit(wend_service* service, wend_query query, int32_t priority, uint64_t tag);
/// Submits the change of one tile.
wend_ticket submit_tile(wend_service* service, wend_tile tile, uint8_t terrain_class);

/// Waits for an answer, whose path the caller destroys.
wend_answer wait_for(wend_service* service, wend_ticket ticket);
/// Waits for an answer and destroys its path. The path of the answer returned is NULL.
wend_answer take(wend_service* service, wend_ticket ticket);
/// Takes the next answer and returns its tag.
uint64_t take_next(wend_service* service);
/// Takes the answer if it is ready; the caller destroys its path.
bool is_ready(wend_service* service, wend_ticket ticket, wend_answer* out);
/// Works, one call after the other, until nothing is left to do.
void run_until_idle(wend_service* service);

/// The answer has the path and the counters that a search without a service has.
void assert_same_path(const wend_world* world, const wend_query* query, const wend_answer* answer);
/// No function accepts the ticket.
void assert_stale(wend_service* service, wend_ticket ticket);
#endif
