// rule.h: how does a rule map pixels to terrain classes? It computes the value of each pixel, maps values to
// classes, and gives each class a cost and a meaning.
//
// A value is an integer: a weighted sum of samples, the largest sample, or a colour. So every decision is
// exact.
#ifndef WIMP_RULE_H
#define WIMP_RULE_H
#include "core/sink.h"

#define WIMP_NO_VALUE UINT32_MAX ///< the value of an invisible pixel
enum { WIMP_MAX_REACH = 2 };

typedef enum wimp_measure {
    WIMP_MEASURE_MAX,   ///< the largest of R, G, B
    WIMP_MEASURE_SUM,   ///< weights[0] R + weights[1] G + weights[2] B + weights[3] A
    WIMP_MEASURE_COLOR, ///< R, G, B in 8 bits each, red highest
} wimp_measure;

typedef struct wimp_rule wimp_rule;
struct wimp_rule {
    wimp_job* job;
    wimp_measure measure;
    uint32_t weights[4];  ///< of MEASURE_SUM
    uint32_t full;        ///< value of full brightness
    uint32_t alpha_below; ///< pixels with a lower alpha are invisible
    uint8_t hidden_class; ///< the class of invisible pixels
    float costs[WEND_CLASS_COUNT];
    /// The class of a value other than WIMP_NO_VALUE. NULL under HEIGHT and PALETTE, which classify whole
    /// rows.
    uint8_t (*class_of)(const wimp_rule* rule, uint32_t value);

    /// Rows above and below a pixel that its class depends on; above 0, the rows must come in order, as rows.
    int32_t reach;

    // for the rules based on brightness
    uint8_t lowest_class;        ///< the class of brightness 0: 0, or 1 where it may be passable
    uint8_t passable_class_from; ///< lowest passable class; 0: none
    uint32_t passable_from;      ///< lowest passable value, after negate; above full: none

    // for HEIGHT
    int64_t sea; ///< values up to this, after negate, are water; -1: no water
    bool is_height;
    struct wimp_walk* walk; ///< for SLOPE and TOBLER
    double slope_per_step;  ///< slope between neighbours whose values differ by 1

    struct wimp_colors* colors; ///< for PALETTE
};

/// Sets up the rule of the job's definition. Fills info.rule, blocked_below, negate and meanings.
wend_result wimp_rule_begin(wimp_rule* rule, wimp_job* job, const wimp_layout* layout);

/// ARGUMENT when the definition sets image options for a file that defines them itself. what: e.g. "a
/// recipe"; takes_negate: negate is allowed.
wend_result wimp_rule_refuse_settings(const wimp_job* job, const char* what, bool takes_negate);

/// The lowest alpha, as a sample, that reaches a share of full opacity.
uint32_t wimp_alpha_below(double share, uint32_t max_value);
/// True when an image may have pixels that are not opaque.
bool wimp_layout_has_alpha(const wimp_layout* layout);
/// Sets the meaning of a class in info.meanings.
void wimp_rule_name_class(wimp_rule* rule, int32_t class, const char* format, ...) WIMP_PRINTF(3, 4);

/// Selects the channel that gives the value. With ALPHA no pixel is invisible.
void wimp_rule_set_channel(wimp_rule* rule, const wimp_layout* layout, wend_channel channel);
/// Under HEIGHT, turns the values of a row into heights: negates them if asked, and raises the floor of the
/// water to its surface.
void wimp_rule_heights(const wimp_rule* rule, uint32_t* row, int32_t width);
/// Classes of a row under HEIGHT, from its heights and those of the rows above and below, where they exist.
void wimp_rule_slopes(const wimp_rule* rule, const uint32_t* above_opt, const uint32_t* row,
                      const uint32_t* below_opt, int32_t width, uint8_t* classes);

/// Classes of a run under PALETTE.
void wimp_rule_colors(const wimp_rule* rule, const uint32_t* values, const wimp_run* run, uint8_t* classes);
/// Classes of row y under PALETTE where the legend has a tolerance. rows: those in reach, of which
/// rows[reach] is row y; NULL outside of the image.
void wimp_rule_edges(const wimp_rule* rule, const uint32_t* const* rows, int32_t width, int32_t y,
                     uint8_t* classes);

/// Must follow a successful begin. result: what became of the rows, which it passes on. Errors: FORMAT for
/// colours missing from the legend.
wend_result wimp_rule_end(wimp_rule* rule, wend_result result);

/// Under ROS, on the grid: warns when the grey of unknown ground counts as free.
void wimp_rule_warn_of_occupancy(wimp_job* job);

// Rules in files of their own.
wend_result wimp_rule_begin_tone(wimp_rule* rule, const wimp_layout* layout);
wend_result wimp_rule_begin_height(wimp_rule* rule, const wimp_layout* layout);
wend_result wimp_rule_begin_palette(wimp_rule* rule);
wend_result wimp_rule_end_palette(wimp_rule* rule, wend_result result);
#endif
