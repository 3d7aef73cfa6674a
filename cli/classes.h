// classes.h: what does each terrain class of a grid mean and cost, and how many tiles have it?
#ifndef CLASSES_H
#define CLASSES_H
#include "json.h"
#include "picture.h"
#include "wend/import.h"

/// What the classes of a grid stand for.
typedef struct class_table {
    const wend_grid* grid;
    const char* rule; ///< of the image, as in wend_import_info
    const char (*meanings)[WEND_MEANING_BYTES];
} class_table;

/// Classes of one cost, or of similar costs where there are many.
typedef struct class_group {
    bool blocked;
    float cheapest, costliest; ///< costs, 0 when blocked
    int64_t tiles;
    char label[2 * WEND_MEANING_BYTES + 8]; ///< what it stands for: "road", "brightness 0.8510 to 0.9020"
} class_group;

enum { CLASS_GROUPS_MAX = 14 };

/// Groups the classes that have tiles by cost, blocked ones last. Returns the number of groups.
int classes_group(const class_table* table, class_group out[CLASS_GROUPS_MAX]);

/// Adds `classes`: an array of {class, cost, tiles, stands_for}, cost 0 is blocked; with brightness too where
/// a rule made the cost 1 / brightness. Without with_unused only classes that have tiles.
void classes_json(cJSON* object, const class_table* table, bool with_unused);
/// The same as text, classes that have tiles.
void classes_print(const class_table* table);
/// The groups as text, with bars.
void classes_print_histogram(const class_table* table);

/// "1.25", "1.05 to 1.18" or "blocked".
const char* classes_cost_text(const class_group* group, char buffer[32]);

// ---- the main colours of an image, and names of files in commands that are shown for them

/// Adds `colors`: an array of {color, name, cost, pixels, share_pct}, and `distinct` and `far_pixels`.
void color_table_json(cJSON* object, const wend_image_colors* colors);
/// A line for each colour, with its share, name and cost.
void color_table_print(const wend_image_colors* colors);

enum { COLOR_NAME_MAX = 4096 };
/// The map's name with another ending, without its folders.
void color_table_name(const char* map, const char* ending, char out[COLOR_NAME_MAX]);
/// A word of a shell: in quotes where it needs them. out has 4 * COLOR_NAME_MAX bytes.
const char* color_table_quoted(const char* word, char* out);

// ---- preview.c

/// Draws the costs of a map in colour, blocked tiles hatched, with a legend. CLI_OK or an exit code.
int preview_draw(const class_table* table, picture* out);

#endif
