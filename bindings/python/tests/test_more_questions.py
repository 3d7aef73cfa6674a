"""Levels, closed steps, coordinates, scenarios, single agents."""
import json
import os
import re
import subprocess

import numpy as np
import pytest

import wend


def test_levels_and_steps():
    world = wend.from_array(np.ones((200, 300)))
    assert len(world.levels) == world.info.level_count
    assert sum(level.columns * level.rows for level in world.levels) == world.info.cluster_count
    assert sum(level.node_count for level in world.levels) == world.info.node_count
    assert world.levels[0].cluster_size == 31 and not world.closed_steps.any()
    world.set_wall((5, 7), (6, 7))
    steps = world.closed_steps
    assert steps.shape == (200, 300) and steps[7, 5] & 1 and steps[7, 6] & 4
    world.edit((100, 0, 1, 199), "blocked")
    assert world.refresh_near((100, 50), 1) in (True, False)
    assert world.refresh_near((100, 50)) and world.refresh()
    with pytest.raises(ValueError):
        world.refresh_near((100, 50), -1)


def test_widest_bodies():
    world = wend.from_array(np.ones((30, 30)), profiles=[wend.Profile("a", radius=1.5)])
    assert (world.widest_body(), world.widest_body("a")) == (0.5, 1.5)
    with pytest.raises(ValueError):
        world.widest_body("b")


def test_coordinates():
    geo = wend.Georeference((10, 0.5, 0, 50, 0, -0.25), kind="geographic", unit=np.pi / 180, semi_major=6378137,
                            flattening=1 / 298.257223563, wgs84=True, epsg=4326, crs="WGS 84",
                            wkt='GEOGCRS["WGS 84"]')
    assert geo.position((3, 4)) == (11.75, 48.875) and geo.tile_at((11.75, 48.875)) == (3, 4)
    assert geo.column_row(geo.corner(2.25, 7.5)) == (2.25, 7.5) and geo.kind == "geographic" and geo.epsg == 4326
    assert geo.distance((10, 50), (10, 51)) == pytest.approx(111_240, rel=1e-3)
    assert geo.to_lonlat([(10, 50)]).tolist() == [[10, 50]] == geo.from_lonlat([(10, 50)]).tolist()
    assert geo.positions([(3, 4), (0, 0)]).tolist() == [[11.75, 48.875], [10.25, 49.875]]
    with pytest.raises(ValueError):
        wend.Georeference((1, 2, 3))
    with pytest.raises(ValueError):
        wend.Georeference((0, 0, 0, 0, 0, 0)).tile_at((1, 1))
    with pytest.raises(ValueError):
        geo.corner(float("nan"), 0)
    world = wend.from_array(np.ones((4, 4)), metadata=json.dumps({"geo": {
        "transform": geo.transform, "kind": "geographic", "unit": np.pi / 180, "semi_major": 6378137,
        "flattening": 0.003, "wgs84": True, "epsg": 4326, "crs": "WGS 84", "wkt": ""}}))
    assert world.geo.position((3, 3)) == geo.position((3, 3)) and world.geo.crs == "WGS 84"
    assert wend.from_array(np.ones((4, 4)), metadata="{").geo is None
    assert geo.steps(0) == pytest.approx((35_848, 27_812, 45_372, 45_372), rel=1e-3)


def test_lengths_on_the_ground_come_with_the_metadata():
    place = {"transform": [0, 30, 0, 6000000, 0, -30], "kind": "projected", "unit": 1, "semi_major": 6378137,
             "flattening": 0, "wgs84": False, "crs": "merc", "wkt": "", "ground": {"rows": 4, "steps": [[20] * 4, [22] * 4]}}
    geo = wend.from_array(np.ones((4, 4)), metadata=json.dumps({"geo": place})).geo
    assert geo.steps(2) == (21, 21, 21, 21) and geo.distance((15, 5999985), (45, 5999985)) == pytest.approx(20.25)
    again = wend.from_array(np.ones((4, 4)), geo=geo).geo
    assert again.steps(1) == geo.steps(1)
    place["ground"]["steps"] = [[20] * 4]
    assert wend.from_array(np.ones((4, 4)), metadata=json.dumps({"geo": place})).geo is None


def test_an_array_takes_a_georeference(tmp_path):
    """As with a baked raster: for Python, and for the command line."""
    geo = wend.Georeference((10, 0.5, 0, 50, 0, -0.25), kind="geographic", unit=np.pi / 180, semi_major=6378137,
                            flattening=1 / 298.257223563, wgs84=True, epsg=4326, crs="WGS 84")
    for world in (wend.from_array(np.ones((20, 30)), geo=geo), wend.from_classes(np.ones((20, 30), int), [0, 1], geo=geo)):
        assert world.geo.transform == geo.transform and world.geo.crs == "WGS 84" and world.geo.epsg == 4326
    with pytest.raises(wend.ArgumentError, match="metadata: .*geo"):
        wend.from_array(np.ones((4, 4)), geo=geo, metadata="mine")
    with pytest.raises(TypeError, match="geo: .*Georeference"):
        wend.from_array(np.ones((4, 4)), geo=(1, 2, 3, 4, 5, 6))
    cli = os.environ.get("WEND_CLI")
    if not cli:
        pytest.skip("no program wend (WEND_CLI)")
    world.save(tmp_path / "map.wend")
    for units in ("world", "lonlat"):
        run = subprocess.run([cli, "path", tmp_path / "map.wend", "--units", units, "--from", "10.25,49.875", "--to",
                              "13.75,48.125", "--json"], capture_output=True, text=True, check=True)
        answer = json.loads(run.stdout)
        assert answer["from"] == [0, 0] and answer["to"] == [[7, 7]], run.stdout
        assert answer["waypoints"] == [[10.25, 49.875], [13.75, 48.125]] and answer["length_m"] > 3e5, run.stdout


def test_other_coordinates_need_a_program():
    utm = wend.Georeference((400000, 30, 0, 5200000, 0, -30), kind="projected", epsg=32633, wkt="PROJCRS[]")
    with pytest.raises(wend.Error):
        utm.to_lonlat([(400000, 5200000)], gdal="/missing")
    with pytest.raises(ValueError, match="n x 2"):
        utm.to_lonlat([(1, 2, 3)])


def test_scenarios(tmp_path):
    file = tmp_path / "a.scen"
    file.write_text("version 1\n0\ta.map\t10\t8\t1\t2\t5\t2\t4.00000000\n3\ta.map\t10\t8\t0\t0\t2\t2\t2.82842712\n")
    problems = wend.read_scenario(file)
    assert problems[0] == wend.Problem((1, 2), (5, 2), 4.0, 0, (8, 10), 2)
    world = wend.from_array(np.ones(problems[0].shape))
    for problem in problems:
        assert world.path(problem.start, problem.goal, algorithm="exact").cost == pytest.approx(problem.optimal_cost)
    file.write_text("version 1\nnonsense\n")
    with pytest.raises(wend.FormatError, match="line 2"):
        wend.read_scenario(file)
    with pytest.raises(FileNotFoundError):
        wend.read_scenario(tmp_path / "missing")


def test_single_agents():
    world = wend.from_array(np.ones((20, 20)), profiles=[wend.Profile("a", radius=0.8)])
    link = world.add_link((3, 3), (17, 17), 1, duration=100)
    crowd = world.crowd()
    one, other = crowd.add([(2.5, 2.5), (10.5, 2.5)])
    assert crowd.index(other) == 1 and crowd.path(one).shape == (0, 2) and crowd.link(one) is None
    crowd.send([one], (19, 19))
    crowd.tick(0.02)
    path = crowd.path(one)
    assert path.shape[1] == 2 and path[-1].tolist() == [19.5, 19.5]
    crowd.tick(0.05, 40)
    on = crowd.link(one)
    assert on is not None and on[0] == link and 0 <= on[1] <= 1
    crowd.change(other, position=(12.5, 12.5), max_speed=1, radius=0.7, profile="a")
    assert crowd.positions[1].tolist() == [12.5, 12.5]
    for options in ({"radius": 5}, {"max_speed": 0}, {"position": (-5, 0)}, {"profile": "b"}):
        with pytest.raises(ValueError):
            crowd.change(other, **options)
    crowd.remove(other)
    for call in (lambda: crowd.path(other), lambda: crowd.index(other), lambda: crowd.link(other),
                 lambda: crowd.change(other, radius=0.2)):
        with pytest.raises(wend.StaleError):
            call()


def test_all_functions_of_the_headers(headers):
    functions = [name for header in headers
                 for name in re.findall(r"WEND_API[^;(]*?\b(wend_\w+)\s*\(", header.read_text())]
    assert len(functions) > 290
    assert all(hasattr(wend.lib, name) for name in functions)
    constants = [name for header in headers for name in re.findall(r"^#define (WEND_[A-Z_]+) .*\d", header.read_text(), re.M)]
    assert len(constants) > 30 and all(hasattr(wend.lib, name) for name in constants)


def test_lines_of_sight():
    costs = np.ones((5, 9))
    costs[1:4, 4] = 0
    costs[2, 1] = 3
    world = wend.from_array(costs)
    assert world.sees((0, 2), (2, 2)) and not world.sees((0, 2), (8, 2)) and world.sees((0, 2), (4, 2))
    assert world.sight_blocker((0, 2), (8, 2)) == (4, 2) and world.sight_blocker((0, 2), (4, 2)) is None
    dear = next(k for k in range(256) if world.class_costs[k] == 3)
    assert world.sight_blocker((0, 2), (8, 2), blockers=[dear]) == (1, 2)
    assert world.sees((0, 2), (8, 2), blockers=[])
    seen = world.visible((0, 2))
    assert seen.dtype == bool and seen.shape == (5, 9) and seen[2, 4] and not seen[2, 5:].any()
    for y in range(5):
        for x in range(9):
            assert seen[y, x] == world.sees((0, 2), (x, y))
    both = world.visible([(0, 2), (8, 2)])
    assert both[2].all()
    collected = np.zeros((5, 9), bool)
    assert world.visible((0, 2), out=collected) is collected and (collected == seen).all()
    world.visible((8, 2), out=collected)
    assert (collected == both).all()
    assert world.visible((0, 0), range=1, area=(0, 0, 2, 2)).tolist() == [[True, True], [True, False]]
    world.set_wall((0, 0), (1, 0))
    assert not world.sees((0, 0), (1, 0)) and world.sees((0, 0), (1, 0), through_walls=True)


@pytest.mark.parametrize("call", [
    lambda w: w.sees((9, 0), (0, 0)), lambda w: w.sees((0, 0), (0, 5)), lambda w: w.sees((0, 0), (1, 1), range=-1),
    lambda w: w.sees((0, 0), (1, 1), range=float("nan")), lambda w: w.sees((0, 0), (1, 1), blockers=[256]),
    lambda w: w.visible([(0, 0), (9, 0)]), lambda w: w.visible((0, 0), area=(0, 0, 10, 1)),
    lambda w: w.visible((0, 0), out=np.zeros((5, 8), bool)), lambda w: w.visible((0, 0), out=np.zeros((5, 9))),
    lambda w: w.path((0, 0), (8, 0)).replan((0, 5)), lambda w: w.path((0, 0), (8, 0)).replan((0, 0), keep=101),
    lambda w: w.crowd().improve(-1)])
def test_bad_questions_about_sight_and_steady_paths(call):
    with pytest.raises(ValueError):
        call(wend.from_array(np.ones((5, 9))))


def test_hexagons_have_no_lines_of_sight():
    with pytest.raises(wend.UnsupportedError):
        wend.from_array(np.ones((5, 5)), connectivity="odd-r").sees((0, 0), (1, 1))
