// rule.h: what does a rule make of pixels? It says which number of a pixel counts, its level, which terrain
// class a level is, and what each class costs and stands for.
//
// Levels are whole: a weighted sum of samples, the largest sample, or a colour. So every decision is exact.
#ifndef WENDI_RULE_H
#define WENDI_RULE_H
#include "job.h"
#include "tiles.h"

#define WENDI_NO_LEVEL UINT32_MAX ///< of a pixel that cannot be seen

/// How the samples of a row lie in memory.
typedef struct wendi_layout {
    int32_t width, height;
    int32_t channels;            ///< 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
    int32_t sample_bytes;        ///< 1, or 2 in the machine's byte order
    uint32_t max_value;          ///< sample of full brightness [Range: 1..65535]
    const uint8_t (*palette)[4]; ///< 256 colours, RGBA, which samples of 1 channel and 1 byte choose from;
                                 ///< max_value is theirs, 255. NULL: none
} wendi_layout;

typedef enum wendi_measure {
    WENDI_MEASURE_MAX,   ///< the largest of R, G, B
    WENDI_MEASURE_SUM,   ///< weights[0] R + weights[1] G + weights[2] B + weights[3] A
    WENDI_MEASURE_COLOR, ///< R, G, B in 8 bits each, red highest
} wendi_measure;

typedef struct wendi_rule wendi_rule;
struct wendi_rule {
    wendi_job* job;
    wendi_measure measure;
    uint32_t weights[4];  ///< of MEASURE_SUM
    uint32_t full;        ///< level of full brightness
    uint32_t alpha_below; ///< pixels whose alpha is lower cannot be seen
    uint8_t hidden_class; ///< theirs
    float costs[WEND_CLASS_COUNT];
    /// Class of a level, which is not WENDI_NO_LEVEL. NULL under HEIGHT and PALETTE, which take rows.
    uint8_t (*class_of)(const wendi_rule* rule, uint32_t level);

    // of the rules that go by brightness
    uint8_t lowest_class;    ///< brightness 0: 0, or 1 where it may be passable
    uint8_t open_class_from; ///< lowest open class; 0: none is
    uint32_t open_from;      ///< lowest open level, after negate; above full: nothing is open

    // of HEIGHT
    int64_t sea; ///< levels up to here, after negate, are water; -1: none is
    bool is_height;
    double slope_a_level; ///< a difference of one level from a pixel to the next

    struct wendi_colors* colors; ///< of PALETTE
};

/// By the definition of the job. Fills info.rule, blocked_below, negate and meanings.
wend_result wendi_rule_begin(wendi_rule* rule, wendi_job* job, const wendi_layout* layout);

/// ARGUMENT when the definition says how images are read, though the file itself does: what is "a recipe",
/// and negate is one of those settings for it or not.
wend_result wendi_rule_refuse_settings(const wendi_job* job, const char* what, bool takes_negate);

/// Alpha below share of full cannot be seen.
uint32_t wendi_alpha_below(double share, uint32_t max_value);
/// True when an image can have pixels that are not opaque.
bool wendi_layout_has_alpha(const wendi_layout* layout);
/// Names a class in info.meanings.
void wendi_rule_name_class(wendi_rule* rule, int32_t class, const char* format, ...) WENDI_PRINTF(3, 4);

/// Takes the level from a channel. ALPHA is seen through.
void wendi_rule_set_channel(wendi_rule* rule, const wendi_layout* layout, wend_channel channel);
/// Levels of a row under HEIGHT -> what is walked on: negated, and on the water, not below.
void wendi_rule_surface(const wendi_rule* rule, uint32_t* row, int32_t width);
/// Classes of a row under HEIGHT, by its surface and those of the rows beside it, where there are any.
void wendi_rule_slopes(const wendi_rule* rule, const uint32_t* above_opt, const uint32_t* row,
                       const uint32_t* below_opt, int32_t width, uint8_t* classes);

/// Classes of a run under PALETTE.
void wendi_rule_colors(const wendi_rule* rule, const uint32_t* levels, const wendi_run* run,
                       uint8_t* classes);

/// To be called after a begin that succeeded; result is what became of the rows and is passed on. Errors:
/// FORMAT, for colours that no legend has.
wend_result wendi_rule_end(wendi_rule* rule, wend_result result);

// The rules, each in its own file.
wend_result wendi_rule_begin_tone(wendi_rule* rule, const wendi_layout* layout);
wend_result wendi_rule_begin_height(wendi_rule* rule, const wendi_layout* layout);
wend_result wendi_rule_begin_occupancy(wendi_rule* rule, const wendi_layout* layout);
wend_result wendi_rule_begin_palette(wendi_rule* rule);
wend_result wendi_rule_end_palette(wendi_rule* rule, wend_result result);
#endif
