// given.h: valid arguments of every type for the calls that nulls.sh makes, and what a neutral value is. The
// name of an argument is given_ and its type, with p for each star.
#ifndef WEND_TEST_GIVEN_H
#define WEND_TEST_GIVEN_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/private.h"
#include "wend/wend.h"
#ifdef WITH_IMPORTERS
#include "wend/geo.h"
#include "wend/import.h"
#include "wend/import_graph.h"
#include "wend/legend.h"
#endif

enum { UNTOUCHED = 77 };

static wend_grid *given_wend_grid_p, *given_other_grid;
static wend_world* given_wend_world_p;
static wend_bake *given_wend_bake_p, *given_bake_out;
static wend_bake_def given_bake_def;
static wend_bake_task given_task = {.id = -1};
static wend_path* given_wend_path_p;
static wend_search* given_wend_search_p;
static wend_explanation *given_wend_explanation_p, *given_explanation_out;
static wend_field* given_wend_field_p;
static wend_crowd* given_wend_crowd_p;
static wend_threads* given_wend_threads_p;
static wend_fleet *given_wend_fleet_p, *given_fleet_out;
static wend_fleet_def given_fleet_def;
static wend_conflict given_conflicts[4];
static wend_link_rules given_link_rules;
static wend_link_use given_link_uses[4];
static wend_overlay *given_wend_overlay_p, *given_overlay_out;
static wend_shape given_shape;
static const wend_world* given_view_out;
static wend_service* given_wend_service_p;
static wend_graph* given_wend_graph_p;
static wend_graph_search* given_wend_graph_search_p;
static wend_alternatives_def given_alternatives_def;
static wend_batch_def given_batch_def;
static wend_matrix_search *given_wend_matrix_search_p, *given_matrix_search_out;
static wend_matrix_def given_matrix_def;
static wend_tour_def given_tour_def;
static wend_graph_def given_graph_def;
static wend_graph_search_def given_graph_search_def;
static wend_graph_query given_graph_query;
static wend_graph_stats given_graph_stats;
static wend_graph_position given_position;
static wend_grid_def given_grid_def;
static wend_world_def given_world_def;
static wend_profile_def given_profile_out;
static wend_search_def given_search_def;
static wend_sight_def given_sight_def;
static wend_crowd_def given_crowd_def;
static wend_service_def given_service_def;
static wend_query given_query;
static wend_query given_flat_query; // by an algorithm that needs no world
static wend_ticket given_wend_ticket;
static wend_agent given_agents[4];
static wend_agent_id given_wend_agent_id;
static wend_wander given_wander;
static wend_weighted given_items[4];
static wend_debug_draw given_draw;
static wend_edit given_edit;
static wend_link given_link;
static wend_seam given_seam;
static wend_link_kind given_kind_out;
static wend_allocator given_allocator;
static wend_error given_error;
static wend_stats given_stats;
static wend_world_counts given_counts;
static wend_tile given_tiles[64];
static wend_vec2 given_points[64];
static wend_slope_point given_slopes[WEND_MAX_SLOPE_POINTS];
static float given_floats[WEND_CLASS_COUNT];
static char given_text[256];
static const char* const given_names[1] = {given_text};
static wend_damage given_damage[4];
static uint8_t given_bytes[4096];
// Outputs; each is UNTOUCHED before a call.
static int32_t given_numbers[16]; // the first, or one for each tile of an area
#define given_number given_numbers[0]
static uint64_t given_seed;
static size_t given_size;
static double given_cost;
static bool given_flag;
static wend_agent_id given_id_out;
static wend_grid* given_grid_out;
static wend_world* given_world_out;
static wend_search* given_search_out;
static wend_path* given_path_out;
static wend_stream_def given_stream_def;
static wend_rect given_area_out;
static wend_field* given_field_out;
static wend_crowd* given_crowd_out;
static wend_threads* given_threads_out;
static wend_service* given_service_out;
static wend_ticket given_ticket_out;
static wend_answer given_answer_out;
static void* given_memory_out;
static wend_graph* given_graph_out;
static wend_graph_search* given_graph_search_out;

#define given_wend_grid_pp            (&given_other_grid)
#define given_wend_world_pp           (&given_world_out)
#define given_wend_bake_pp            (&given_bake_out)
#define given_wend_bake_def_p         (&given_bake_def)
#define given_wend_bake_task_p        (&given_task)
#define given_wend_search_pp          (&given_search_out)
#define given_wend_path_pp            (&given_path_out)
#define given_wend_explanation_pp     (&given_explanation_out)
#define given_wend_field_pp           (&given_field_out)
#define given_wend_crowd_pp           (&given_crowd_out)
#define given_wend_threads_pp         (&given_threads_out)
#define given_wend_service_pp         (&given_service_out)
#define given_wend_service_def_p      (&given_service_def)
#define given_wend_ticket_p           (&given_ticket_out)
#define given_wend_answer_p           (&given_answer_out)
#define given_void_pp                 (&given_memory_out)
#define given_wend_grid_def_p         (&given_grid_def)
#define given_wend_world_def_p        (&given_world_def)
#define given_wend_stream_def_p       (&given_stream_def)
#define given_wend_rect_p             (&given_area_out)
#define given_wend_profile_def_p      (&given_profile_out)
#define given_wend_search_def_p       (&given_search_def)
#define given_wend_fleet_pp           (&given_fleet_out)
#define given_wend_fleet_def_p        (&given_fleet_def)
#define given_wend_conflict_p         given_conflicts
#define given_wend_link_rules_p       (&given_link_rules)
#define given_wend_link_use_p         given_link_uses
#define given_wend_overlay_pp         (&given_overlay_out)
#define given_wend_shape_p            (&given_shape)
#define given_wend_crowd_def_p        (&given_crowd_def)
#define given_wend_query_p            (&given_query)
#define given_wend_alternatives_def_p (&given_alternatives_def)
#define given_wend_batch_def_p        (&given_batch_def)
#define given_wend_matrix_search_pp   (&given_matrix_search_out)
#define given_wend_matrix_def_p       (&given_matrix_def)
#define given_wend_sight_def_p        (&given_sight_def)
#define given_wend_tour_def_p         (&given_tour_def)
#define given_wend_assign_goal        WEND_ASSIGN_LEAST_SUM
#define given_wend_agent_p            given_agents
#define given_wend_agent_id_p         (&given_id_out)
#define given_wend_wander_p           (&given_wander)
#define given_wend_weighted_p         given_items
#define given_wend_debug_draw_p       (&given_draw)
#define given_wend_edit_p             (&given_edit)
#define given_wend_link_p             (&given_link)
#define given_wend_link_kind_p        (&given_kind_out)
#define given_wend_seam_p             (&given_seam)
#define given_wend_allocator_p        (&given_allocator)
#define given_wend_error_p            (&given_error)
#define given_wend_stats_p            (&given_stats)
#define given_wend_world_counts_p     (&given_counts)
#define given_wend_tile_p             given_tiles
#define given_wend_slope_point_p      given_slopes
#define given_wend_vec2_p             given_points
#define given_float_p                 given_floats
#define given_char_p                  given_text
#define given_charpconst_p            given_names
#define given_wend_damage_p           given_damage
#define given_uint8_t_p               given_bytes
#define given_void_p                  given_bytes
#define given_int32_t_p               given_numbers
#define given_uint64_t_p              (&given_seed)
#define given_size_t_p                (&given_size)
#define given_double_p                (&given_cost)
#define given_bool_p                  (&given_flag)
#define given_int32_t                 1
#define given_int64_t                 1
#define given_uint32_t                1
#define given_uint64_t                1
#define given_uint8_t                 1
#define given_size_t                  4
#define given_float                   0.5f
#define given_double                  5.0
#define given_bool                    true
#define given_wend_link_kind          WEND_LINK_JUMP
#define given_wend_tile               ((wend_tile){3, 3})
#define given_wend_vec2               ((wend_vec2){3.5f, 3.5f})
#define given_wend_rect               ((wend_rect){1, 1, 2, 2})
#define given_wend_field_sense        WEND_FIELD_TO
#define given_wend_opening_kind       WEND_OPENING_WALL

#define given_wend_graph_pp           (&given_graph_out)
#define given_wend_graph_search_pp    (&given_graph_search_out)
#define given_wend_graph_def_p        (&given_graph_def)
#define given_wend_graph_search_def_p (&given_graph_search_def)
#define given_wend_graph_query_p      (&given_graph_query)
#define given_wend_graph_stats_p      (&given_graph_stats)
#define given_wend_graph_position_p   (&given_position)
#define given_bool                    true

static inline wend_result given_piece(void* context, const void** bytes_out, size_t* size_out) {
    (void)context, (void)bytes_out;
    *size_out = 0;
    return WEND_OK;
}
static inline wend_result given_write(void* context, const void* bytes, size_t size) {
    (void)context, (void)bytes, (void)size;
    return WEND_OK;
}
#define given_wend_file_piece_fn_p given_piece
#define given_wend_write_fn_p      given_write
static inline wend_result given_change(wend_world* world, void* context) {
    (void)world, (void)context;
    return WEND_OK;
}
#define given_wend_change_fn_p given_change

#ifdef WITH_IMPORTERS
static wend_import_def given_import_def;
static const wend_source given_source = {.bytes = "P1 1 1 0", .size = 8};
static FILE* given_FILE_p;
#define given_wend_source_p (&given_source)
static wend_import_info given_import_info;
static wend_image_survey* given_wend_image_survey_p;
static wend_scenario* given_wend_scenario_p;
static wend_image_survey* given_survey_out;
static wend_scenario* given_scenario_out;
static wend_legend given_legend;
static wend_image_colors given_colors = {.count = 1};
#define given_wend_legend_p        (&given_legend)
#define given_wend_image_colors_p  (&given_colors)
#define given_wend_import_def_p    (&given_import_def)
#define given_wend_import_info_p   (&given_import_info)
#define given_wend_image_survey_pp (&given_survey_out)
#define given_wend_scenario_pp     (&given_scenario_out)
#define given_wend_channel         WEND_CHANNEL_MAX

static wend_georeference given_geo = {.has_transform = true,
                                      .transform = {0, 1, 0, 0, 0, -1},
                                      .kind = WEND_GEO_GEOGRAPHIC,
                                      .unit = 0.0174532925199433,
                                      .semi_major = 6378137,
                                      .is_wgs84 = true,
                                      .wkt = "GEOGCRS[]"};
static wend_geo_point given_places[4];
static wend_ground given_ground;
#define given_wend_ground_p       (&given_ground)
#define given_wend_georeference_p (&given_geo)
static const wend_ros_map given_ros = {.resolution = 0.5, .rows = 8, .tile_pixels = 1};
#define given_wend_ros_map_p   (&given_ros)
#define given_wend_geo_point_p given_places
#define given_wend_geo_point   ((wend_geo_point){2.5, 3.5})

static wend_graph_import_def given_graph_import_def;
static wend_graph_import_info given_graph_import_info;
static wend_graph_names *given_wend_graph_names_p, *given_names_out;
#define given_wend_graph_import_def_p  (&given_graph_import_def)
#define given_wend_graph_import_info_p (&given_graph_import_info)
#define given_wend_graph_names_pp      (&given_names_out)

static inline void given_file(const char* name, const char* text) {
    FILE* stream = fopen(name, "wb");
    if (!stream || fputs(text, stream) < 0 || fclose(stream) != 0) abort();
}
#endif

static inline void give(void) {
    given_grid_def = wend_default_grid_def();
    given_grid_def.width = given_grid_def.height = 40;
    given_world_def = wend_default_world_def();
    given_search_def = wend_default_search_def();
    given_stream_def = wend_default_stream_def();
    given_crowd_def = wend_default_crowd_def();
    given_fleet_def = wend_default_fleet_def();
    given_service_def = wend_default_service_def();
    given_service_def.worker_count = 0;
    given_alternatives_def = wend_default_alternatives_def();
    given_batch_def = wend_default_batch_def();
    given_matrix_def = wend_default_matrix_def();
    given_sight_def = wend_default_sight_def();
    given_tour_def = wend_default_tour_def();
    given_query = wend_default_query((wend_tile){3, 3}, (wend_tile){30, 30});
    given_flat_query = given_query;
    given_flat_query.algorithm = WEND_ASTAR;
    given_shape = wend_shape_disc((wend_vec2){3.5f, 3.5f}, 2, 1);
    given_agents[0] = given_agents[1] = given_agents[2] = given_agents[3] =
        (wend_agent){.position = {3.5f, 3.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.2f};
    for (int i = 0; i < 64; i++)
        given_tiles[i] = (wend_tile){3, 3}, given_points[i] = (wend_vec2){3.5f, 3.5f};
    for (int i = 0; i < WEND_CLASS_COUNT; i++) given_floats[i] = i > 0;
    given_edit = wend_edit_tiles((wend_rect){1, 1, 2, 2}, 1);
    given_link = wend_default_link((wend_tile){3, 3}, (wend_tile){30, 30}, 2);
    given_link.id = 0;
    given_seam =
        wend_default_seam((wend_tile){3, 3}, (wend_tile){5, 3}, (wend_tile){3, 30}, (wend_tile){5, 30});
    given_draw = (wend_debug_draw){.view = {0, 0, 40, 40}};
    strcpy(given_text, "no such file");
    static wend_profile_def profile;
    profile = wend_default_profile_def();
    profile.name = "tank";
    given_world_def.profiles = &profile;
    given_world_def.profile_count = 1;
    given_bake_def = wend_default_bake_def();
    given_bake_def.file = "given.wend";
    wend_grid* grid = NULL;
    bool made =
        wend_bake_create(&given_bake_def, &given_wend_bake_p, NULL) == WEND_OK &&
        wend_grid_create(&given_grid_def, &given_wend_grid_p) == WEND_OK &&
        wend_grid_create(&given_grid_def, &given_other_grid) == WEND_OK &&
        wend_grid_create(&given_grid_def, &grid) == WEND_OK &&
        wend_world_build(&grid, &given_world_def, &given_wend_world_p) == WEND_OK &&
        wend_search_create(&given_search_def, &given_wend_search_p) == WEND_OK &&
        wend_path_create(NULL, &given_wend_path_p) == WEND_OK &&
        wend_explanation_create(NULL, &given_wend_explanation_p) == WEND_OK &&
        wend_field_create(NULL, &given_wend_field_p) == WEND_OK &&
        wend_matrix_search_create(NULL, &given_wend_matrix_search_p) == WEND_OK &&
        wend_threads_create(1, &given_wend_threads_p) == WEND_OK &&
        wend_crowd_create(given_wend_world_p, &given_crowd_def, &given_wend_crowd_p) == WEND_OK &&
        wend_crowd_add(given_wend_crowd_p, given_agents, &given_wend_agent_id) == WEND_OK &&
        wend_overlay_create(given_wend_world_p, &given_wend_overlay_p) == WEND_OK &&
        wend_overlay_hide(given_wend_overlay_p, 2) == WEND_OK &&
        wend_fleet_create(given_wend_world_p, &given_fleet_def, &given_wend_fleet_p) == WEND_OK &&
        wend_fleet_add(given_wend_fleet_p, (wend_tile){5, 5}, 0, 0, &given_number) == WEND_OK &&
        wend_fleet_add(given_wend_fleet_p, (wend_tile){7, 5}, 0, 0, &given_number) == WEND_OK &&
        wend_find_path(given_wend_search_p, given_wend_world_p, &given_query, given_wend_path_p, NULL) ==
            WEND_OK &&
        wend_service_create(given_wend_world_p, &given_service_def, &given_wend_service_p) == WEND_OK &&
        wend_service_submit(given_wend_service_p, &given_query, 0, 0, &given_wend_ticket) == WEND_OK &&
        wend_field_set_goals(given_wend_field_p, given_wend_world_p, given_tiles, 1) == WEND_OK;
    static const wend_graph_connection connections[] = {{0, 1, 2}, {1, 2, 3}};
    static const wend_graph_position positions[] = {{0, 0}, {1, 0}, {2, 0}};
    given_graph_def = wend_default_graph_def();
    given_graph_def.node_count = 3;
    given_graph_def.connections = connections;
    given_graph_def.connection_count = 2;
    given_graph_def.positions = positions;
    given_graph_search_def = wend_default_graph_search_def();
    given_graph_query = wend_default_graph_query(0, 2);
    made = made && wend_graph_create(&given_graph_def, &given_wend_graph_p) == WEND_OK &&
           wend_graph_search_create(&given_graph_search_def, &given_wend_graph_search_p) == WEND_OK &&
           wend_graph_find_path(given_wend_graph_search_p, given_wend_graph_p, &given_graph_query, NULL) ==
               WEND_OK;
#ifdef WITH_IMPORTERS
    given_import_def = wend_default_import_def();
    given_FILE_p = tmpfile(); // empty
    given_file("given.pgm", "P2\n2 2\n255\n255 255 0 255\n");
    given_graph_import_def = wend_default_graph_import_def();
    given_file("given.csv", "from,to,cost,id\na,b,1,e1\nb,c,2,e2\n");
    wend_graph* graph = NULL;
    made = made && wend_import_graph("given.csv", &given_graph_import_def, &graph, &given_wend_graph_names_p,
                                     NULL, NULL) == WEND_OK;
    wend_graph_destroy(graph);
    given_file("given.scen", "version 1\n0\tmap\t9\t9\t1\t1\t2\t1\t1\n");
    made = made &&
           wend_image_survey_create("given.pgm", &given_import_def, 4, &given_wend_image_survey_p, NULL) ==
               WEND_OK &&
           wend_scenario_load("given.scen", &given_wend_scenario_p, NULL) == WEND_OK;
#endif
    if (!made) abort();
}

// What a call has created although an argument was odd.
static inline void drop_created(void) {
    wend_service_destroy(given_service_out), given_service_out = NULL;
    wend_crowd_destroy(given_crowd_out), given_crowd_out = NULL;
    wend_fleet_destroy(given_fleet_out), given_fleet_out = NULL;
    wend_overlay_destroy(given_overlay_out), given_overlay_out = NULL;
    wend_field_destroy(given_field_out), given_field_out = NULL;
    wend_matrix_search_destroy(given_matrix_search_out), given_matrix_search_out = NULL;
    wend_search_destroy(given_search_out), given_search_out = NULL;
    wend_path_destroy(given_path_out), given_path_out = NULL;
    wend_explanation_destroy(given_explanation_out), given_explanation_out = NULL;
    wend_threads_destroy(given_threads_out), given_threads_out = NULL;
    wend_grid_destroy(given_grid_out), given_grid_out = NULL;
    wend_world_destroy(given_world_out), given_world_out = NULL;
    wend_graph_search_destroy(given_graph_search_out), given_graph_search_out = NULL;
    wend_graph_destroy(given_graph_out), given_graph_out = NULL;
    wend_bake_destroy(given_bake_out), given_bake_out = NULL;
    free(given_memory_out), given_memory_out = NULL;
}

// Before each call.
static inline void reset_outputs(void) {
    drop_created();
    given_number = UNTOUCHED;
    given_view_out = NULL;
    given_size = UNTOUCHED;
    given_cost = UNTOUCHED;
    given_flag = false;
    given_id_out.value = UNTOUCHED;
    given_ticket_out.number = given_answer_out.tag = UNTOUCHED;
    given_profile_out.cookie = UNTOUCHED;
}

static inline bool outputs_untouched(void) {
    return given_number == UNTOUCHED && given_size == UNTOUCHED && given_cost == UNTOUCHED && !given_flag &&
           given_id_out.value == UNTOUCHED && given_ticket_out.number == UNTOUCHED &&
           given_answer_out.tag == UNTOUCHED && given_profile_out.cookie == UNTOUCHED && !given_service_out &&
           !given_grid_out && !given_world_out && !given_search_out && !given_path_out &&
           !given_explanation_out && !given_field_out && !given_matrix_search_out && !given_crowd_out &&
           !given_fleet_out && !given_overlay_out && !given_view_out && !given_threads_out &&
           !given_memory_out && !given_bake_out && given_task.id == -1 && !given_graph_out &&
           !given_graph_search_out;
}

// ---- neutral values; structs by their fields, as padding may hold anything

static inline bool neutral_wend_vec2(wend_vec2 v) {
    return v.x == 0 && v.y == 0;
}
static inline bool neutral_wend_crowd_stats(wend_crowd_stats s) {
    return s.ticks == 0 && s.plans == 0 && s.replans == 0 && s.forced_passes == 0 && s.collisions == 0 &&
           s.blocked_ticks == 0;
}
static inline bool neutral_wend_overlay_info(wend_overlay_info i) {
    return i.handle_count == 0 && i.class_count == 0 && i.level_factor == 0 && i.private_tiles == 0 &&
           i.bytes == 0;
}
static inline bool neutral_wend_shape(wend_shape s) {
    return s.kind == WEND_SHAPE_DISC && s.radius == 0 && s.cost == 0 && !s.points;
}
static inline bool neutral_wend_fleet_stats(wend_fleet_stats s) {
    return s.steps == 0 && s.movers == 0 && s.moving == 0 && s.stuck == 0 && s.no_route == 0 &&
           s.arrived == 0 && s.tasks_done == 0 && s.plans == 0 && s.fills == 0 && s.fields == 0 &&
           s.waiting_tasks == 0;
}
static inline bool neutral_wend_explained_end(wend_explained_end e) {
    return e.tile.x == 0 && e.tile.y == 0 && !e.passable && e.component == 0 && e.component_tiles == 0;
}
static inline bool neutral_wend_explanation_info(wend_explanation_info i) {
    return i.outcome == WEND_FOUND && !i.leads_back && neutral_wend_explained_end(i.from) &&
           neutral_wend_explained_end(i.to);
}
static inline bool neutral_wend_snapped(wend_snapped s) {
    return !s.start && !s.goal;
}
static inline bool neutral_wend_world_info(wend_world_info i) {
    return i.cluster_size == 0 && i.columns == 0 && i.rows == 0 && i.level_count == 0 &&
           i.cluster_count == 0 && i.node_count == 0 && i.bytes == 0 && i.grid_bytes == 0;
}
static inline bool neutral_wend_stream_info(wend_stream_info i) {
    return i.region_size == 0 && i.columns == 0 && i.rows == 0 && i.loaded_count == 0 &&
           i.ground_bytes == 0 && i.budget_bytes == 0;
}
static inline bool neutral_wend_relief_counts(wend_relief_counts c) {
    return c.lowest == 0 && c.highest == 0 && c.lanes == 0 && c.steps == 0 && c.closed == 0;
}
static inline bool neutral_wend_rect(wend_rect r) {
    return r.x == 0 && r.y == 0 && r.width == 0 && r.height == 0;
}
static inline bool neutral_wend_bake_info(wend_bake_info i) {
    return i.task_count == 0 && i.done_count == 0 && i.resumed_count == 0 && i.taken_count == 0 &&
           i.task_level == 0 && i.fraction == 0 && !i.finished && i.world_hash == 0;
}
static inline bool neutral_wend_level_info(wend_level_info i) {
    return i.cluster_size == 0 && i.columns == 0 && i.rows == 0 && i.node_count == 0 && i.edge_count == 0;
}
static inline bool neutral_wend_service_stats(wend_service_stats s) {
    return s.waiting == 0 && s.running == 0 && s.ready == 0 && s.changes == 0 && s.answered == 0 &&
           s.applied == 0 && s.refreshes == 0 && !s.refreshed;
}
static inline bool neutral_wend_graph_connection(wend_graph_connection c) {
    return c.from == 0 && c.to == 0 && c.cost == 0;
}
static inline bool neutral_wend_graph_node(wend_graph_node n) {
    return n.state == WEND_GRAPH_UNSEEN && n.connection == 0 && n.g == 0 && n.h == 0;
}
static inline bool neutral_wend_tasks(wend_tasks t) {
    return !t.enqueue && !t.finish && !t.user && t.worker_count == 0;
}
#ifdef WITH_IMPORTERS
static inline bool neutral_wend_survey_info(wend_survey_info i) {
    return i.width == 0 && i.height == 0 && i.channels == 0 && i.format[0] == 0 && i.copy_width == 0;
}
#endif

static int failed, tried;
static inline void check(bool holds, const char* what) {
    tried++;
    if (!holds) failed = 1, printf("%s\n", what);
}
#endif
