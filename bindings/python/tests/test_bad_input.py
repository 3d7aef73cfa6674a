"""Is everything that cannot be right refused with an exception that Python users expect, and a clear message?"""
import warnings

import numpy as np
import pytest

import wend

NAN = float("nan")


@pytest.fixture
def world():
    costs = np.ones((20, 30))
    costs[5:15, 15] = 0
    return wend.from_array(costs)


@pytest.mark.parametrize("costs, kind, text", [
    ([[1, -2]], ValueError, r"costs\[0, 1\] = -2 is negative"),
    ([[1, 1], [-np.inf, 1]], ValueError, r"costs\[1, 0\] = -inf is negative"),
    ([1, 2, 3], ValueError, "expected 2 dimensions, rows and columns, or 3, floors first; got 1"),
    (np.ones((2, 2, 2, 2)), ValueError, "got 4"),
    (5, ValueError, "got 0"),
    ([], ValueError, "got 1"),
    (np.ones((0, 5)), ValueError, r"empty \(0 x 5\)"),
    ([[1, 2], [3]], TypeError, "rows differ in length|array of object"),
    ([["a", "b"]], TypeError, "expected numbers, got an array of <U1"),
    ([[1 + 2j]], TypeError, "complex128"),
    ([[None]], TypeError, "object"),
    (None, TypeError, "object"),
    ("costs", TypeError, "<U5"),
    (np.array([["2020-01-01"]], "datetime64[D]"), TypeError, "datetime64"),
    (np.broadcast_to(1.0, (1, 1 << 21)), ValueError, "at most 1048576 tiles a side"),
    ([[1e-9, 1e9]], ValueError, "at most a factor of 4096 apart"),
])
def test_arrays(costs, kind, text):
    with pytest.raises(kind, match=text) as caught:
        wend.from_array(costs)
    assert isinstance(caught.value, (wend.Error, TypeError))


@pytest.mark.parametrize("options, kind", [
    ({"connectivity": "7"}, ValueError), ({"connectivity": 8}, TypeError), ({"tile_size": 0}, ValueError),
    ({"tile_size": NAN}, ValueError), ({"tile_size": "1"}, TypeError), ({"origin": (NAN, 0)}, ValueError),
    ({"cluster_size": 16}, ValueError), ({"cluster_size": 31.0}, TypeError), ({"levels": 99}, ValueError),
    ({"threads": -1}, ValueError), ({"threads": 10**12}, ValueError), ({"cost_range": (2, 3)}, ValueError),
    ({"cost_range": (NAN, 3)}, ValueError), ({"cost_range": (1, 1e9)}, ValueError),
    ({"profiles": [5]}, TypeError), ({"profiles": "tank"}, ValueError), ({"profiles": 5}, ValueError),
    ({"profiles": wend.Profile("tank")}, ValueError), ({"profiles": ["tank:fuel=1"]}, ValueError), ({"profiles": [wend.Profile("Tank!")]}, ValueError),
    ({"profiles": [wend.Profile("a"), wend.Profile("a")]}, ValueError),
    ({"profiles": [wend.Profile("a", radius=NAN)]}, ValueError),
    ({"profiles": [wend.Profile("a", radius=1e9)]}, ValueError),
    ({"profiles": [wend.Profile("a", costs={0: 1})]}, ValueError),
    ({"profiles": [wend.Profile("a", costs={1: -1})]}, ValueError),
    ({"profiles": [wend.Profile("a", inflation=wend.Inflation(1, 2, unknown_class=-1))]}, ValueError),
    ({"profiles": [wend.Profile("p%d" % i) for i in range(16)]}, ValueError),
    ({"colour": 1}, TypeError),
])
def test_options_of_worlds(options, kind):
    with pytest.raises(kind) as caught:
        wend.from_array(np.ones((4, 4)), **options)
    assert str(caught.value)


def test_a_string_is_no_list():
    for make in (lambda **options: wend.from_array([[1]], **options), lambda **options: wend.from_classes([[1]], [0, 1], **options),
                 lambda **options: wend.bake(b"P5 1 1 255 \xff", **options)):
        with pytest.raises(wend.ArgumentError, match=r"profiles: expected a list of .*, got 'tank:radius=1': write \['tank:radius=1'\]"):
            make(profiles="tank:radius=1")
    with pytest.raises(wend.ArgumentError, match="patches: expected a list of files, got 5"):
        wend.open("none.wend", patches=5)


@pytest.mark.parametrize("classes, costs, kind", [
    ([[0.5]], [0, 1], TypeError), ([[2]], [0, 1], ValueError), ([[-1]], [0, 1], ValueError), ([0], [0, 1], ValueError),
    ([[1]], [1, 1], ValueError), ([[1]], [], ValueError), ([[1]], [0] * 257, ValueError), ([[1]], [0, -1], ValueError),
    ([[1]], [0, NAN], ValueError), ([[1]], [0, "stone"], ValueError), ([[1]], [0, 5000], ValueError),
])
def test_classes(classes, costs, kind):
    with pytest.raises(kind):
        wend.from_classes(classes, costs)


@pytest.mark.parametrize("start, goal, kind, text", [
    ((30, 0), (1, 1), ValueError, r"start \(30, 0\) is outside the map, which has x in 0..29 and y in 0..19"),
    ((-1, 0), (1, 1), ValueError, "start"), ((0, 0), (0, 20), ValueError, r"goal \(0, 20\)"),
    ((0,), (1, 1), TypeError, "expected a tile"), ((0, 0, 0, 0), (1, 1), TypeError, "expected a tile"),
        ((0, 0, 1), (1, 1), ValueError, r"start \(0, 0, 1\) is outside the map, .* on one floor"),
        ((0, 0, -1), (1, 1), ValueError, "start floor: expected 0..4095, got -1"),
    (5, (1, 1), TypeError, "expected a tile"), ("ab", (1, 1), TypeError, "whole number"),
    ((0.5, 0), (1, 1), TypeError, "expected a whole number, got 0.5"), (None, (1, 1), TypeError, "tile"),
    ((0, 0), (10**20, 1), ValueError, "32 bits"), ((0, 0), None, ValueError, "one of goal, goal_area"),
    ((0, 0), np.empty((0, 2), int), ValueError, "at least one"), ((0, 0), [(1, 1), (99, 1)], ValueError, r"goal\[1\]"),
    ((0, 0), np.ones((2, 4), int), ValueError, "n x 2"), ((0, 0), [(0.5, 1), (1, 1)], TypeError, "float64"),
])
def test_ends(world, start, goal, kind, text):
    with pytest.raises(kind, match=text):
        world.path(start, goal)


@pytest.mark.parametrize("goal_class, kind", [(-1, ValueError), (256, ValueError), (2**40, ValueError), (0.5, TypeError)])
def test_classes_as_goals(world, goal_class, kind):
    with pytest.raises(kind, match="goal_class: expected"):
        world.path((0, 0), goal_class=goal_class)
    with wend.Service(world, threads=0) as service, pytest.raises(kind, match="goal_class: expected"):
        service.submit((0, 0), goal_class=goal_class)


@pytest.mark.parametrize("options, kind", [
    ({"algorithm": "fast"}, ValueError), ({"algorithm": 3}, TypeError), ({"heuristic": ""}, ValueError),
    ({"weight": -1}, ValueError), ({"weight": 17}, ValueError), ({"weight": NAN}, ValueError),
    ({"weight": "x"}, TypeError), ({"body_radius": 0.6}, ValueError), ({"snap": -1}, ValueError),
    ({"snap": NAN}, ValueError), ({"first_tiles": -1}, ValueError), ({"first_tiles": 0.5}, TypeError),
    ({"profile": "ghost"}, ValueError), ({"profile": 0}, TypeError), ({"goal_area": (0, 0, 1, 1)}, ValueError),
    ({"hex_diagonals": True}, wend.UnsupportedError), ({"speed": 1}, TypeError), ({"reopen": True}, wend.UnsupportedError),
    ({"algorithm": "bfs", "until_proven": True}, wend.UnsupportedError), ({"refine": "best"}, ValueError),
    ({"algorithm": "astar", "refine": "astar"}, wend.UnsupportedError),
])
def test_options_of_queries(world, options, kind):
    with pytest.raises(kind):
        world.path((0, 0), (5, 5), **options)
    if "goal_area" not in options:
        for call in (world.paths, world.alternatives):
            with pytest.raises(kind):
                call([(0, 0)] if call == world.paths else (0, 0), [(5, 5)] if call == world.paths else (5, 5), **options)


@pytest.mark.parametrize("call, text", [
    (lambda w: w.edit((1, 2, 3), 1), r"area: there is no floor 3; the map has floors 0..0$"),
    (lambda w: w.edit((1,), 1), r"area: expected an area \(x, y, width, height\) or a tile \(x, y\), each with a floor .* got \(1,\)$"),
    (lambda w: w.edit(5, 1), "area: expected .*, got 5"),
    (lambda w: w.edit_many([((1, 2), 1), 5]), r"edits\[1\]: expected a pair of area and cost, got 5"),
    (lambda w: w.edit_many(5), "edits: expected a list of pairs of area and cost, got 5"),
    (lambda w: wend.from_array([[1]], cost_range=(0.5,)), r"cost_range: expected \(least, greatest\), got \(0.5,\)"),
    (lambda w: wend.from_array([[1]], cost_range=5), r"cost_range: expected \(least, greatest\), got 5"),
    (lambda w: wend.from_array([[1]], origin=(NAN, 0)), r"origin: expected two finite numbers .*, got \(nan, 0\)"),
    (lambda w: wend.from_array([[1]], origin=5), r"origin: expected \(x, y\), got 5"),
    (lambda w: wend.bake(b"P5 1 1 255 \xff", origin=5), r"origin: expected \(x, y\), got 5"),
    (lambda w: wend.bake(b"P5 1 1 255 \xff", window=5), "window: expected an area .*, got 5"),
    (lambda w: wend.bake(b"P5 1 1 255 \xff", downscale=0.5), "downscale: expected a whole number, got 0.5"),
    (lambda w: w.path((0, 0), (1, 1), hex_diagonals=True), "hex_diagonals: expected a map of hexagons, got .* '8'"),
    (lambda w: w.paths([(0, 0)], [(1, 1)], hex_diagonals=True), "hex_diagonals: expected a map of hexagons, got .* '8'"),
    (lambda w: w.alternatives((0, 0), (1, 1), hex_diagonals=True), "hex_diagonals: .*expected False"),
    (lambda w: wend.from_array(np.ones((4, 4)), connectivity="odd-r").path((0, 0), (1, 1), hex_diagonals=True),
     "hex_diagonals: expected the algorithm .*, got 'hpa'"),
    (lambda w: w.path((0, 0), [(1, 2), (3,)]), r"goal.*: expected .*, got "),
    (lambda w: w.field([(1, 2), (3,)]), r"goals: expected "),
    (lambda w: w.crowd().send([1], [(1, 2), (3,)]), r"goals: expected "),
    (lambda w: w.add_link((0, 0), (1, 1), 1, profiles=-1), r"profiles: expected 0..4294967295, got -1"),
    (lambda w: w.add_link((0, 0), (1, 1), 1, profiles=0.5), r"profiles: expected a whole number, got 0.5"),
    (lambda w: wend.from_array([[1]], profiles=[wend.Profile("a", costs=[1, 2])]),
     r"profile a, costs: expected \{terrain class: cost\} or a function, got \[1, 2\]"),
    (lambda w: wend.from_array([[1]], profiles=[wend.Profile("a", costs={3: NAN})]),
     "profile a, cost of class 3: expected a number of at least 0, or 'blocked'; got nan"),
    (lambda w: wend.from_array([[1]], profiles=[wend.Profile("a", inflation=5)]), "profile a, inflation: expected wend.Inflation, got 5"),
])
def test_messages_say_what_was_expected(world, call, text):
    with pytest.raises(wend.Error, match=text):
        call(world)


@pytest.mark.parametrize("starts, goals, kind, text", [
    ([(0, 0)], [(1, 1), (2, 2)], ValueError, "1 starts, but 2 goals"),
    ([(0, 0), (30, 0)], [(1, 1), (2, 2)], ValueError, r"starts\[1\] = \(30, 0\) is outside"),
    ([(0, 0)], [(-1, 0)], ValueError, r"goals\[0\] = \(-1, 0\)"),
    ([0, 0], [1, 1], ValueError, "n x 2"), ([(0.0, 0.0)], [(1, 1)], TypeError, "float64"),
    ([("a", "b")], [(1, 1)], TypeError, "<U1"), ([(0, 0)], [(2**40, 1)], ValueError, "32 bits"),
    ([(0, 0), (1,)], [(1, 1), (1, 1)], TypeError, "n x 2|object"), (None, None, TypeError, "object"),
])
def test_many_queries(world, starts, goals, kind, text):
    with pytest.raises(kind, match=text):
        world.paths(starts, goals)
    with pytest.raises(ValueError, match="threads"):
        world.paths([], [], threads=-1)


@pytest.mark.parametrize("area, cost, kind, text", [
    ((0, 0, 31, 1), 1, ValueError, "leaves the map"), ((0, 0, 0, 1), 1, ValueError, "empty"),
    ((-1, 0, 2, 2), 1, ValueError, "leaves"), ((0, 0, 2**31 - 1, 2**31 - 1), 1, ValueError, "leaves"),
    ((29, 19, 2**31 - 1, 1), 1, ValueError, "leaves"), ((0,), 1, TypeError, "area"), ((0.5, 1), 1, TypeError, "whole"),
    ((0, 0), -1, ValueError, "at least 0"), ((0, 0), NAN, ValueError, "nan"), ((0, 0), 2000, ValueError, "1/64 to 1024"),
    ((0, 0), "wall", ValueError, "'blocked'"), ((0, 0), None, TypeError, "number"),
    ((0, 0, 2, 2), np.ones((3, 2)), ValueError, "expected 2 x 2 costs for this area, got 3 x 2"),
    ((0, 0, 2, 2), -np.ones((2, 2)), ValueError, "-1 is negative"), ((0, 0, 2, 2), [["a"] * 2] * 2, TypeError, "U1"),
])
def test_edits(world, area, cost, kind, text):
    before = world.hash
    with pytest.raises(kind, match=text):
        world.edit_many([((3, 3), 0), (area, cost)])
    assert world.hash == before  # none of them was applied


def test_fields(world):
    for call, kind in ((lambda: world.field([]), ValueError), (lambda: world.field((40, 0)), ValueError),
                       (lambda: world.field((0, 0), limit=0), ValueError), (lambda: world.field((0, 0), limit=NAN), ValueError),
                       (lambda: world.field((0, 0), sense="up"), ValueError), (lambda: world.field("ab"), TypeError),
                       (lambda: world.field((0, 0), profile="x"), ValueError)):
        with pytest.raises(kind):
            call()
    field = world.field((0, 0))
    for call in (lambda: field.cost((40, 0)), lambda: field.path((0, 40)), lambda: field.flow((-5, 0)),
                 lambda: field.flow((NAN, 0)), lambda: field.costs_of((0, 0, 50, 1)), lambda: field.goal_index((99, 0))):
        with pytest.raises(ValueError):
            call()


def test_crowds(world):
    for options in ({"max_neighbours": 99}, {"horizon": 0}, {"snap": -1}, {"neighbour_range": NAN}, {"plans_per_tick": 0}):
        with pytest.raises(ValueError):
            world.crowd(**options)
    crowd = world.crowd()
    for positions, options, kind in (((-1, 0), {}, ValueError), ((NAN, 1), {}, ValueError), ((15.5, 8.5), {}, ValueError),
                                     ((1.5, 1.5), {"radius": NAN}, ValueError), ((1.5, 1.5), {"radius": 5}, ValueError),
                                     ((1.5, 1.5), {"max_speed": 0}, ValueError), ((1.5, 1.5), {"radius": [1, 2]}, ValueError),
                                     ("ab", {}, TypeError), ((1, 2, 3), {}, ValueError),
                                     ((1.5, 1.5), {"profile": "x"}, ValueError)):
        with pytest.raises(kind):
            crowd.add(positions, **options)
    ids = crowd.add((1.5, 1.5))
    for call, kind in ((lambda: crowd.send(ids, (99, 0)), ValueError), (lambda: crowd.send([123], (1, 1)), LookupError),
                       (lambda: crowd.send([0.5], (1, 1)), TypeError), (lambda: crowd.send(ids, [(1, 1)] * 2), ValueError),
                       (lambda: crowd.remove([77]), LookupError), (lambda: crowd.tick(0), ValueError),
                       (lambda: crowd.tick(NAN), ValueError), (lambda: crowd.tick(2), ValueError),
                       (lambda: crowd.tick("1"), TypeError), (lambda: crowd.send_group(ids, (15, 8)), ValueError)):
        with pytest.raises(kind):
            call()
    assert len(crowd) == 1


def test_maps():
    for options, kind in (({"rule": "magic"}, ValueError), ({"rule": 1}, TypeError), ({"blocked_below": 2}, ValueError),
                          ({"blocked_below": NAN}, ValueError), ({"rule": "height"}, ValueError),
                          ({"downscale": 0}, ValueError), ({"downscale": 9}, ValueError), ({"downscale": 0.5}, TypeError),
                          ({"legend": "none.legend"}, FileNotFoundError), ({"speed": 1}, TypeError)):
        with pytest.raises(kind) as caught:
            wend.bake(b"P5 2 2 255 \xff\xff\xff\xff", **options)
        assert str(caught.value)
    for file in (None, 5, ["map.png"]):
        with pytest.raises(TypeError):
            wend.bake(file)
        with pytest.raises(TypeError):
            wend.open(file)
    for call in (lambda: wend.bake("nul\0byte.png"), lambda: wend.open(b"nul\0byte.wend"),
                 lambda: wend.from_array([[1]], metadata="a\0b"), lambda: wend.from_array([[1]]).save("a\0b")):
        with pytest.raises(ValueError, match="embedded null"):
            call()


def test_what_was_read_goes_when_a_warning_is_an_error():
    """AddressSanitizer tells what stayed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(wend.MapWarning, match="nearly nothing is passable"):
            wend.bake(b"P5 100 100 255 " + bytes(10000))
        with pytest.raises(wend.MapWarning, match="cost"):
            wend.read_graph(b"from,to\na,b\n")


@pytest.mark.parametrize("array, start, end, kind, text", [
    ([1, 2], (0, 0), (0, 1), ValueError, "2 dimensions"), ([["a"]], (0, 0), (0, 0), TypeError, "numbers"),
    (np.ones((3, 3)), (0, 3), (0, 0), ValueError, "start points must all be within the costs array"),
    (np.ones((3, 3)), (0, 0), (-4, 0), ValueError, "end points must all be within the costs array"),
    (np.ones((3, 3)), (0,), (0, 0), ValueError, "start points"), (np.ones((3, 3)), None, (0, 0), ValueError, "start"),
    ([[1, -1, 1]], (0, 0), (0, 2), ValueError, "no minimum-cost path was found to the specified end point"),
    ([[1, NAN, 1]], (0, 0), (0, 2), ValueError, "no minimum-cost path"),
])
def test_rasters(array, start, end, kind, text):
    for prepared in (False, True):
        with pytest.raises(kind, match=text):
            wend.route_through_array(wend.Raster(array) if prepared else array, start, end)


def test_a_world_is_made_by_functions():
    for what in (np.ones((3, 4)), [[1, 2]], None, "island.png"):
        with pytest.raises(TypeError, match="wend.from_array, wend.bake and wend.open make worlds"):
            wend.World(what)


def test_limits_are_named():
    """The message of a LimitError has the limit and the parameter that it is about."""
    plain = wend.from_array(np.ones((60, 60)), cost_range=(1, 4))
    service = wend.Service(wend.from_array(np.ones((60, 60))), threads=0, capacity=2)

    def submit():
        for _ in range(5):
            service.submit((0, 0), (30, 30))

    for call, says in (
            (lambda: wend.from_array(np.ones((5, 5)), cost_range=(2, 5)), "cost_range: .* 1..1, .* got 2..5"),
            (lambda: wend.from_array(np.ones((5, 5)), cost_range=(1 / 64, 1024)), "cost_range: .* factor of 4096"),
            (lambda: wend.from_array(np.ones((5, 5)), metadata="x" * 70000), "metadata: at most 65536 bytes, got 70000"),
            (lambda: wend.from_array(np.ones((5, 5)), profiles=["p%d" % i for i in range(16)]), "profiles: at most 15"),
            (lambda: wend.from_array(np.ones((5, 9)), profiles=[wend.Profile("tank", radius=3)]),
             "profile tank, radius: .* 3 is wider than the map of 9 x 5"),
            (lambda: wend.from_array(np.ones((5, 5)), profiles=[wend.Profile("all", costs={1: 1 / 64, 2: 1024})]),
             "profiles: .* factor of 4096 .*costs"),
            (lambda: plain.set_class_cost(1, 50), "cost 50 is outside of 1..4, .*cost_range"),
            (lambda: plain.crowd().add([(5, 5)], radius=40), "radius: a body of 40 .* Profile.radius"),
            (lambda: wend.bake(b"P5 4 2 255 " + bytes(8), max_tiles=4), "8 tiles; the limit is 4 .max_tiles"),
            (submit, "capacity: 2 queries")):
        with pytest.raises(wend.LimitError, match=says):
            call()
    service.close()
