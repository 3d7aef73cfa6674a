// wend/import.hpp: map files, scenarios and legends of other programs for C++17.
//
//     wend::grid island = wend::import_file("island.png");
//     wend::world island_world(std::move(island));
//
// A thin layer over wend/import.h, wend/geo.h and wend/legend.h, by the rules of wend/wend.hpp. What a file
// contained is written to a wend_import_info of the caller, which needs 27 KB.
#ifndef WEND_IMPORT_HPP
#define WEND_IMPORT_HPP
#include "wend/geo.h"
#include "wend/grid.hpp"
#include "wend/import.h"
#include "wend/legend.h"

namespace wend {

inline wend_import_def import_def() noexcept {
    return wend_default_import_def();
}
inline const char* to_string(wend_image_rule rule) noexcept {
    return wend_image_rule_name(rule);
}
inline const char* to_string(wend_channel channel) noexcept {
    return wend_channel_name(channel);
}
inline const char* to_string(wend_ros_mode mode) noexcept {
    return wend_ros_mode_name(mode);
}
inline const char* to_string(wend_downscale_by by) noexcept {
    return wend_downscale_name(by);
}
/// The name of a format and what of it is read; null past the last.
inline const char* import_format_name(std::int32_t index) noexcept {
    return wend_import_format_name(index);
}
inline const char* import_format_description(std::int32_t index) noexcept {
    return wend_import_format_description(index);
}

// ---- maps

namespace detail {
/// Calls import(&grid, &details) and takes the grid.
template <class Import> grid imported(Import import) {
    wend_grid* made = nullptr;
    wend_error details{};
    check(import(&made, &details), &details);
    return grid(made);
}
} // namespace detail

inline grid import_file(text file, const wend_import_def& def = import_def(),
                        wend_import_info* info_opt = nullptr) {
    return detail::imported([&](wend_grid** out, wend_error* details) {
        return wend_import_file(file.get(), &def, out, info_opt, details);
    });
}
inline grid import_memory(const void* bytes, std::size_t size, text name,
                          const wend_import_def& def = import_def(), wend_import_info* info_opt = nullptr) {
    return detail::imported([&](wend_grid** out, wend_error* details) {
        return wend_import_memory(bytes, size, name.get(), &def, out, info_opt, details);
    });
}
inline grid import_source(const wend_source& source, text name, const wend_import_def& def = import_def(),
                          wend_import_info* info_opt = nullptr) {
    return detail::imported([&](wend_grid** out, wend_error* details) {
        return wend_import_source(&source, name.get(), &def, out, info_opt, details);
    });
}
inline grid import_stream(std::FILE* stream, text name, const wend_import_def& def = import_def(),
                          wend_import_info* info_opt = nullptr) {
    return detail::imported([&](wend_grid** out, wend_error* details) {
        return wend_import_stream(stream, name.get(), &def, out, info_opt, details);
    });
}
inline grid import_pieces(text pattern, const wend_import_def& def = import_def(),
                          wend_import_info* info_opt = nullptr) {
    return detail::imported([&](wend_grid** out, wend_error* details) {
        return wend_import_pieces(pattern.get(), &def, out, info_opt, details);
    });
}
/// The map as it looks in its own file, to 4 bytes for each of width x height tiles. Throws ARGUMENT when out
/// has another size.
inline void import_picture(text file, const wend_import_def& def, std::int32_t width, std::int32_t height,
                           span<std::uint8_t> out) {
    if (out.empty() || out.size() != 4 * detail::area_of(width, height)) check(WEND_ERROR_ARGUMENT);
    wend_error details{};
    check(wend_import_picture(file.get(), &def, width, height, out.data(), &details), &details);
}
inline std::vector<std::uint8_t> import_picture(text file, const wend_import_def& def, std::int32_t width,
                                                std::int32_t height) {
    std::vector<std::uint8_t> pixels(4 * detail::area_of(width, height));
    import_picture(file, def, width, height, pixels);
    return pixels;
}

/// The points of a function of slope that has a name, for wend_relief_def.slopes.
inline std::vector<wend_slope_point> slope_points(text function) {
    std::vector<wend_slope_point> points(WEND_MAX_SLOPE_POINTS);
    std::int32_t count = 0;
    char unit[8];
    wend_error details{};
    check(wend_slope_points(function.get(), points.data(), &count, unit, &details), &details);
    points.resize(static_cast<std::size_t>(count));
    return points;
}

// ---- coordinates of rasters

/// Throws ARGUMENT without a transform.
inline wend_geo_point geo_position(const wend_georeference& geo, double column, double row) {
    wend_geo_point out{};
    check(wend_geo_position(&geo, column, row, &out));
    return out;
}
/// Column and row of a position, in x and y. Throws ARGUMENT without a transform that has an inverse.
inline wend_geo_point geo_column_row(const wend_georeference& geo, wend_geo_point position) {
    wend_geo_point out{};
    check(wend_geo_column_row(&geo, position, &out.x, &out.y));
    return out;
}
/// The tile at a position, which may lie off the map.
inline wend_tile geo_tile_at(const wend_georeference& geo, wend_geo_point position) {
    wend_tile out{};
    check(wend_geo_tile_at(&geo, position, &out));
    return out;
}
/// The tile at a position of ROS in metres, as nav2 counts; it may lie off the map.
inline wend_tile ros_tile_at(const wend_ros_map& map, wend_geo_point position) {
    wend_tile out{};
    check(wend_ros_tile_at(&map, position, &out));
    return out;
}
/// The position of ROS of a point of the map in columns and rows.
inline wend_geo_point ros_position(const wend_ros_map& map, double column, double row) {
    wend_geo_point out{};
    check(wend_ros_position(&map, column, row, &out));
    return out;
}
/// In metres; 0 without a coordinate system.
inline wend_ground geo_ground(const wend_georeference& geo, double row) {
    wend_ground out{};
    check(wend_geo_ground(&geo, row, &out));
    return out;
}

inline double geo_distance(const wend_georeference& geo, wend_geo_point a, wend_geo_point b) noexcept {
    return wend_geo_distance(&geo, a, b);
}
/// Positions to longitude and latitude of WGS 84, in place, or back.
inline void geo_transform(const wend_georeference& geo, const char* gdal_opt, bool to_wgs84,
                          span<wend_geo_point> points_io) {
    wend_error details{};
    check(wend_geo_transform(&geo, gdal_opt, to_wgs84, points_io.data(),
                             static_cast<std::int32_t>(points_io.size()), &details),
          &details);
}

// ---- surveys

/// What is in an image, for a person who chooses a rule.
class image_survey {
  public:
    explicit image_survey(text file, const wend_import_def& def = import_def(),
                          std::int32_t copy_pixels = 1 << 16) {
        wend_image_survey* made = nullptr;
        wend_error details{};
        check(wend_image_survey_create(file.get(), &def, copy_pixels, &made, &details), &details);
        survey_.reset(made);
    }
    const wend_image_survey* get() const noexcept { return survey_.get(); }

    wend_survey_info info() const noexcept { return wend_image_survey_get_info(get()); }
    /// 256 counts; empty when there is no such channel.
    span<const std::int64_t> histogram(wend_channel channel) const noexcept {
        return {wend_image_survey_histogram(get(), channel), 256};
    }
    /// Null for a moved-from survey.
    const wend_image_colors* colors() const noexcept { return wend_image_survey_colors(get()); }
    /// The copy's rows, 4 bytes a pixel. Throws ARGUMENT when out has another size.
    void copy(span<std::uint8_t> out) const {
        const wend_survey_info about = info();
        if (out.empty() || out.size() != 4 * detail::area_of(about.copy_width, about.copy_height))
            check(WEND_ERROR_ARGUMENT);
        wend_image_survey_copy(get(), out.data());
    }
    std::vector<std::uint8_t> copy() const {
        const wend_survey_info about = info();
        std::vector<std::uint8_t> pixels(4 * detail::area_of(about.copy_width, about.copy_height));
        copy(pixels);
        return pixels;
    }
    /// What import_file makes of the copy.
    grid import(const wend_import_def& def = import_def(), wend_import_info* info_opt = nullptr) const {
        return detail::imported([&](wend_grid** out, wend_error* details) {
            return wend_image_survey_import(get(), &def, out, info_opt, details);
        });
    }

  private:
    detail::owner<wend_image_survey, wend_image_survey_destroy> survey_;
};

// ---- legends

inline void propose_legend(const wend_image_colors& colors, wend_legend& out) {
    check(wend_legend_propose(&colors, &out));
}
inline void read_legend(text file, wend_legend& out, const wend_import_def& def = import_def()) {
    wend_error details{};
    check(wend_legend_read(file.get(), &def, &out, &details), &details);
}
inline std::string legend_of_tiles(text file, const wend_import_def& def = import_def()) {
    wend_error details{};
    std::string written(WEND_LEGEND_TEXT_BYTES, '\0');
    check(wend_legend_of_tiles(file.get(), &def, written.data(), &details), &details);
    written.resize(written.find('\0'));
    return written;
}
/// To WEND_LEGEND_TEXT_BYTES characters.
inline void write_legend(const wend_legend& legend, text map, const wend_image_colors* colors_opt,
                         char (&out)[WEND_LEGEND_TEXT_BYTES]) noexcept {
    wend_legend_write(&legend, map.get(), colors_opt, out);
}
inline std::string write_legend(const wend_legend& legend, text map,
                                const wend_image_colors* colors_opt = nullptr) {
    std::string written(WEND_LEGEND_TEXT_BYTES, '\0');
    wend_legend_write(&legend, map.get(), colors_opt, written.data());
    written.resize(written.find('\0'));
    return written;
}

// ---- scenarios

class scenario {
  public:
    explicit scenario(text file) {
        wend_scenario* made = nullptr;
        wend_error details{};
        check(wend_scenario_load(file.get(), &made, &details), &details);
        scenario_.reset(made);
    }
    const wend_scenario* get() const noexcept { return scenario_.get(); }
    span<const wend_scenario_problem> problems() const noexcept {
        return detail::spanned<wend_scenario_problem>(
            [this](std::int32_t* count) { return wend_scenario_problems(get(), count); });
    }

  private:
    detail::owner<wend_scenario, wend_scenario_destroy> scenario_;
};

} // namespace wend
#endif
