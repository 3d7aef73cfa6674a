// import.cpp: the example of wend/import.hpp, then every function of it once: maps from files, memory,
// streams and pieces, a survey and its legend, a scenario.
#include "expect.hpp"
#include <wend/import.hpp>
#include <wend/wend.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const char plan[] = "type octile\nheight 2\nwidth 5\nmap\n..@..\n.....\n";

static void use_maps() {
    static wend_import_info info;
    wend::grid grid = wend::import_memory(plan, sizeof plan - 1, "plan.map", wend::import_def(), &info);
    expect(grid.view().passable_count() == 9 && !std::strcmp(info.format, "movingai"));
    wend_source source{};
    source.bytes = plan;
    source.size = sizeof plan - 1;
    expect(wend::import_source(source, "plan.map").view().hash() == grid.view().hash());
    write_file("plan.map", plan, sizeof plan - 1);
    std::FILE* stream = std::fopen("plan.map", "rb");
    expect(stream && wend::import_stream(stream, "plan.map").view().hash() == grid.view().hash());
    std::fclose(stream);
    const char pieces[2][16] = {"P2 2 1 255 255", " 0\n"};
    for (int x = 0; x < 2; x++) {
        const std::string piece = std::string(pieces[0]) + pieces[1];
        write_file("piece_" + std::to_string(x) + "_0.pgm", piece.data(), piece.size());
    }
    expect(wend::import_pieces("piece_{x}_{y}.pgm").view().width() == 4);
    expect(thrown_by([] { wend::import_file("no such map"); }) == WEND_ERROR_IO);
    expect(thrown_by([] { wend::import_memory("?", 1, "noise"); }) == WEND_ERROR_FORMAT);
    expect(!std::strcmp(wend::to_string(WEND_RULE_HEIGHT), "height") &&
           wend::to_string(WEND_CHANNEL_LUMA)[0] && wend::to_string(WEND_ROS_SCALE)[0] &&
           wend::to_string(WEND_DOWNSCALE_CHEAPEST)[0]);
    expect(wend::import_format_name(0) && wend::import_format_description(0) &&
           !wend::import_format_name(99));
}

static void use_survey(wend::grid_view island) {
    wend::image_survey survey("island.png");
    expect(survey.info().width == island.width() && survey.copy().size() > 4000);
    expect(survey.histogram(WEND_CHANNEL_MAX).size() == 256 &&
           survey.histogram(static_cast<wend_channel>(99)).empty());
    std::uint8_t pixel[4];
    expect(thrown_by([&] { survey.copy(pixel); }) == WEND_ERROR_ARGUMENT);
    expect(survey.import().view().width() < island.width());
    const std::vector<std::uint8_t> picture =
        wend::import_picture("island.png", wend::import_def(), island.width(), island.height());
    expect(picture.size() == 4u * 1024 * 768 && picture[3] == 255);
    expect(thrown_by([&] { wend::import_picture("island.png", wend::import_def(), 3, 3, pixel); }) ==
           WEND_ERROR_ARGUMENT);

    const std::vector<wend_slope_point> slopes = wend::slope_points("tobler");
    expect(slopes.size() > 100 && slopes.front().slope < -1);
    expect(thrown_by([] { wend::slope_points("walk"); }) != WEND_OK);

    const std::string level =
        "<map width=\"1\" height=\"1\" tilewidth=\"9\" tileheight=\"9\"><tileset firstgid=\"1\" "
        "name=\"s\"/><layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>";
    write_file("level.tmx", level.data(), level.size());
    expect(wend::legend_of_tiles("level.tmx").find("s:0 ") != std::string::npos);

    static wend_legend legend, again;
    wend::propose_legend(*survey.colors(), legend);
    const std::string written = wend::write_legend(legend, "island.png", survey.colors());
    static char buffer[WEND_LEGEND_TEXT_BYTES];
    wend::write_legend(legend, "island.png", survey.colors(), buffer);
    expect(legend.count > 0 && written == buffer);
    write_file("island.legend", written.data(), written.size());
    wend::read_legend("island.legend", again);
    expect(again.count == legend.count && again.tolerance == legend.tolerance);
    expect(thrown_by([] { wend::legend_of_tiles("island.png"); }) == WEND_ERROR_UNSUPPORTED);
    const wend::image_survey moved = std::move(survey);
    expect(moved.colors() && !survey.colors()); // NOLINT: a moved-from object is empty
}

static void use_coordinates() {
    static wend_georeference geo{};
    expect(thrown_by([] { wend::geo_position(geo, 0, 0); }) == WEND_ERROR_ARGUMENT);
    const double transform[6] = {13, 0.001, 0, 47, 0, -0.001};
    std::memcpy(geo.transform, transform, sizeof transform);
    geo.has_transform = geo.is_wgs84 = true;
    geo.kind = WEND_GEO_GEOGRAPHIC;
    geo.unit = 3.14159265358979 / 180;
    geo.semi_major = 6378137;
    geo.flattening = 1 / 298.257223563;
    std::strcpy(geo.wkt, "GEOGCRS[]");
    wend_geo_point points[] = {wend::geo_position(geo, 0.5, 0.5), {13.0105, 46.9995}};
    expect(wend::geo_tile_at(geo, points[1]) == (wend_tile{10, 0}));
    expect(std::abs(wend::geo_column_row(geo, points[1]).x - 10.5) < 1e-6);
    expect(std::abs(wend::geo_distance(geo, points[0], points[1]) - 760.6) < 0.1);
    expect(std::abs(wend::geo_ground(geo, 0.5).across - 76.06) < 0.01);
    wend_ros_map ros{};
    ros.resolution = 0.5;
    ros.rows = 4;
    ros.tile_pixels = 1;
    expect(wend::ros_tile_at(ros, {1.25, 0.25}) == (wend_tile{2, 3}));
    expect(wend::ros_position(ros, 2.5, 3.5).x == 1.25);
    wend::geo_transform(geo, nullptr, true, points); // is WGS 84 already
    expect(points[1].x == 13.0105);
}

static void use_scenario() {
    const std::string text = "version 1\n0\tplan.map\t5\t2\t0\t0\t4\t0\t5.65685425\n";
    write_file("plan.map.scen", text.data(), text.size());
    const wend::scenario scenario("plan.map.scen");
    expect(scenario.problems().size() == 1 && scenario.problems()[0].goal == (wend_tile{4, 0}));
    expect(thrown_by([] { wend::scenario("plan.map"); }) == WEND_ERROR_FORMAT);
}

int main() {
#include EXAMPLE
    expect(island_world.grid().width() == 1024 && island.get() == nullptr); // NOLINT: the world has it
    use_maps();
    use_survey(island_world.grid());
    use_coordinates();
    use_scenario();
    return 0;
}
