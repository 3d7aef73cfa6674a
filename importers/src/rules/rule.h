// rule.h: what does a rule make of pixels? It says which number of a pixel counts, its level, which terrain
// class a level is, and what each class costs and stands for.
//
// Levels are whole: a weighted sum of samples, the largest sample, or a colour. So every decision is exact.
#ifndef WIMP_RULE_H
#define WIMP_RULE_H
#include "core/sink.h"

#define WIMP_NO_LEVEL UINT32_MAX ///< of a pixel that cannot be seen

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
    uint32_t full;        ///< level of full brightness
    uint32_t alpha_below; ///< pixels whose alpha is lower cannot be seen
    uint8_t hidden_class; ///< theirs
    float costs[WEND_CLASS_COUNT];
    /// Class of a level, which is not WIMP_NO_LEVEL. NULL under HEIGHT and PALETTE, which take rows.
    uint8_t (*class_of)(const wimp_rule* rule, uint32_t level);

    // of the rules that go by brightness
    uint8_t lowest_class;    ///< brightness 0: 0, or 1 where it may be passable
    uint8_t open_class_from; ///< lowest open class; 0: none is
    uint32_t open_from;      ///< lowest open level, after negate; above full: nothing is open

    // of HEIGHT
    int64_t sea; ///< levels up to here, after negate, are water; -1: none is
    bool is_height;
    double slope_a_level; ///< a difference of one level from a pixel to the next

    struct wimp_colors* colors; ///< of PALETTE
};

/// By the definition of the job. Fills info.rule, blocked_below, negate and meanings.
wend_result wimp_rule_begin(wimp_rule* rule, wimp_job* job, const wimp_layout* layout);

/// ARGUMENT when the definition says how images are read, though the file itself does: what is "a recipe",
/// and negate is one of those settings for it or not.
wend_result wimp_rule_refuse_settings(const wimp_job* job, const char* what, bool takes_negate);

/// Alpha below share of full cannot be seen.
uint32_t wimp_alpha_below(double share, uint32_t max_value);
/// True when an image can have pixels that are not opaque.
bool wimp_layout_has_alpha(const wimp_layout* layout);
/// Names a class in info.meanings.
void wimp_rule_name_class(wimp_rule* rule, int32_t class, const char* format, ...) WIMP_PRINTF(3, 4);

/// Takes the level from a channel. ALPHA is seen through.
void wimp_rule_set_channel(wimp_rule* rule, const wimp_layout* layout, wend_channel channel);
/// Levels of a row under HEIGHT -> what is walked on: negated, and on the water, not below.
void wimp_rule_surface(const wimp_rule* rule, uint32_t* row, int32_t width);
/// Classes of a row under HEIGHT, by its surface and those of the rows beside it, where there are any.
void wimp_rule_slopes(const wimp_rule* rule, const uint32_t* above_opt, const uint32_t* row,
                      const uint32_t* below_opt, int32_t width, uint8_t* classes);

/// Classes of a run under PALETTE.
void wimp_rule_colors(const wimp_rule* rule, const uint32_t* levels, const wimp_run* run, uint8_t* classes);

/// To be called after a begin that succeeded; result is what became of the rows and is passed on. Errors:
/// FORMAT, for colours that no legend has.
wend_result wimp_rule_end(wimp_rule* rule, wend_result result);

// The rules, each in its own file.
wend_result wimp_rule_begin_tone(wimp_rule* rule, const wimp_layout* layout);
wend_result wimp_rule_begin_height(wimp_rule* rule, const wimp_layout* layout);
wend_result wimp_rule_begin_occupancy(wimp_rule* rule, const wimp_layout* layout);
wend_result wimp_rule_begin_palette(wimp_rule* rule);
wend_result wimp_rule_end_palette(wimp_rule* rule, wend_result result);
#endif
