// formats.h: which formats are there, and how is each told from the others?
#ifndef WENDI_FORMATS_H
#define WENDI_FORMATS_H
#include "job.h"

typedef struct wendi_format {
    const char* name;
    const char* description; ///< one line: what of the format is read
    /// By the content alone; size may be 0.
    bool (*recognise)(const uint8_t* bytes, size_t size);
    /// Leaves the grid and what was found in the job.
    wend_result (*read)(wendi_job* job);
    bool is_image; ///< its pixels become costs by the rule of the definition
} wendi_format;

/// In the order in which they are tried; NULL past the last.
const wendi_format* wendi_format_at(int32_t index);
/// NULL when none knows the bytes.
const wendi_format* wendi_format_of(const uint8_t* bytes, size_t size);

bool wendi_is_png(const uint8_t* bytes, size_t size);
bool wendi_is_jpeg(const uint8_t* bytes, size_t size);
bool wendi_is_gif(const uint8_t* bytes, size_t size);
bool wendi_is_bmp(const uint8_t* bytes, size_t size);
bool wendi_is_pnm(const uint8_t* bytes, size_t size);
bool wendi_is_movingai(const uint8_t* bytes, size_t size);
bool wendi_is_tiled(const uint8_t* bytes, size_t size);
bool wendi_is_textgrid(const uint8_t* bytes, size_t size);
bool wendi_is_recipe(const uint8_t* bytes, size_t size);
bool wendi_is_ros(const uint8_t* bytes, size_t size);
bool wendi_is_tga(const uint8_t* bytes, size_t size);

wend_result wendi_read_png(wendi_job* job);
wend_result wendi_read_jpeg(wendi_job* job);
wend_result wendi_read_gif(wendi_job* job);
wend_result wendi_read_bmp(wendi_job* job);
wend_result wendi_read_pnm(wendi_job* job);
wend_result wendi_read_movingai(wendi_job* job);
wend_result wendi_read_tiled(wendi_job* job);
wend_result wendi_read_textgrid(wendi_job* job);
wend_result wendi_read_recipe(wendi_job* job);
wend_result wendi_read_ros(wendi_job* job);
wend_result wendi_read_tga(wendi_job* job);
#endif
