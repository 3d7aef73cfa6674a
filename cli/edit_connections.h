// edit_connections.h: what `wend edit` changes of links, walls and one-way steps.
#ifndef EDIT_CONNECTIONS_H
#define EDIT_CONNECTIONS_H
#include "options.h"
#include "tile_set.h"

typedef struct connection_edits {
    option_list links, unlinks, link_costs, disables, enables; ///< texts of the command line
    option_list walls, no_walls, one_ways;
    int kind;     ///< of the links added
    bool two_way; ///< likewise
} connection_edits;

extern const char* const connection_kind_names[]; ///< in the order of wend_link_kind, ends with NULL

#define CONNECTION_EDIT_OPTIONS(type, member)                                                                \
    OPT_LIST("wall", "X,Y:X,Y", "put a wall between two neighbouring tiles; may be repeated, as all below",  \
             offsetof(type, member.walls)),                                                                  \
        OPT_LIST("no-wall", "X,Y:X,Y", "open both steps between two neighbouring tiles",                     \
                 offsetof(type, member.no_walls)),                                                           \
        OPT_LIST("one-way", "X,Y:X,Y", "leave only the step from the first to the second tile open",         \
                 offsetof(type, member.one_ways)),                                                           \
        OPT_LIST("link", "X,Y:X,Y=COST[,NAME=COST...]",                                                      \
                 "add a link from the first to the second tile; for profiles it may cost something else",    \
                 offsetof(type, member.links)),                                                              \
        OPT_FLAG(0, "two-way", "each --link also leads back, as a second link",                              \
                 offsetof(type, member.two_way)),                                                            \
        OPT_CHOICE("kind", "of each --link", offsetof(type, member.kind), connection_kind_names),            \
        OPT_LIST("unlink", "ID", "remove a link", offsetof(type, member.unlinks)),                           \
        OPT_LIST("link-cost", "ID=COST|ID:NAME=COST",                                                        \
                 "the new cost of a link, or that for a profile; none: it has no other for the profile",     \
                 offsetof(type, member.link_costs)),                                                         \
        OPT_LIST("disable", "ID", "no path takes this link until it is enabled",                             \
                 offsetof(type, member.disables)),                                                           \
        OPT_LIST("enable", "ID", "paths may take this link again", offsetof(type, member.enables))

/// How many changes are asked for.
int connection_edits_link_count(const connection_edits* edits);
int connection_edits_step_count(const connection_edits* edits);

/// Appends the edits of walls and steps. CLI_OK or an exit code, the reason printed.
int connection_edits_read_steps(const connection_edits* edits, const wend_grid* grid, edit_list* list);

/// What became of links.
typedef struct link_changes {
    int32_t first_id, added; ///< ids of the links added are consecutive
    int32_t removed, changed;
} link_changes;

/// Removes, adds, reprices, disables and enables links, in this order. CLI_OK or an exit code, the reason
/// printed.
int connection_edits_change_links(const connection_edits* edits, wend_world* world, link_changes* out);

#endif
