"""Does a changed world answer like one that was made so, and do links, walls and profiles do what they say?"""
import numpy as np
import pytest
from pytest import terrain, walk

import wend


def test_edits_equal_a_new_world():
    costs = terrain(100, 100, costs=(1, 2, 5))
    world = wend.from_array(costs, cost_range=(1, 5))
    rng = np.random.default_rng(8)
    for cost in (0, 1, 2, 5, "blocked", float("inf"), 1.0):
        x, y, width, height = (int(n) for n in rng.integers((0, 0, 1, 1), (60, 60, 40, 40)))
        assert world.edit((x, y, width, height), cost) >= 1
        costs[y:y + height, x:x + width] = 0 if cost in ("blocked", float("inf")) else cost
    assert (world.costs == costs).all()
    assert world.refresh() is True
    assert world.hash == wend.from_array(costs, cost_range=(1, 5)).hash
    assert world.version == 7


def test_arrays_of_costs_and_batches():
    costs = np.ones((50, 50))
    world = wend.from_array(costs, cost_range=(0.5, 20))
    patch = terrain(20, 30, costs=(1, 2, 3.5))
    world.edit((10, 5, 30, 20), patch)
    costs[5:25, 10:40] = patch
    assert (world.costs == costs.astype(np.float32)).all()
    world.edit_many([((0, 0, 2, 2), 0), ((1, 1), 20), ((49, 49), 0.5)])
    costs[0:2, 0:2] = 0
    costs[1, 1], costs[49, 49] = 20, 0.5
    assert (world.costs == costs.astype(np.float32)).all()
    world.edit((0, 0, 50, 1), np.full((1, 50), np.nan))
    assert not world.costs[0].any()
    assert world.edit_many([]) == 0


def test_new_costs_need_their_range():
    world = wend.from_array(np.ones((5, 5)))
    with pytest.raises(wend.LimitError, match="cost_range"):
        world.edit((1, 1), 3)
    assert world.costs.sum() == 25
    world = wend.from_array(np.ones((5, 5)), cost_range=(1, 100))
    world.edit((1, 1), 3)
    assert world.cost((1, 1)) == 3


def test_no_class_is_left():
    world = wend.from_array(np.linspace(1, 4, 255).reshape(15, 17), cost_range=(1, 9))
    with pytest.raises(wend.LimitError, match="256 terrain classes"):
        world.edit((0, 0), 9)
    world.edit((0, 0, 17, 1), 1)
    world.edit((0, 0), 9)
    assert world.cost((0, 0)) == 9


def test_original():
    costs = terrain(40, 40)
    world = wend.from_array(costs)
    world.keep_original()
    world.edit((0, 0, 40, 40), "blocked")
    assert world.passable_count == 0
    world.edit((0, 0, 40, 40), "original")
    assert (world.costs == costs.astype(np.float32)).all()


def test_paths_stay_as_they_were_and_tell():
    world = wend.from_array(np.ones((30, 30)))
    path = world.path((0, 15), (29, 15))
    tiles = path.tiles.copy()
    world.edit((15, 0, 1, 29), "blocked")
    assert not path.is_valid() and (path.tiles == tiles).all()
    around = world.path((0, 15), (29, 15))
    assert around.cost > path.cost and around.cost == pytest.approx(walk(world.costs, around.tiles))


def test_walls_and_steps():
    world = wend.from_array(np.ones((1, 6)))
    assert world.path((0, 0), (5, 0)).cost == 5
    world.set_wall((2, 0), (3, 0))
    assert world.path((0, 0), (5, 0)).outcome == "no_route"
    world.set_wall((2, 0), (3, 0), False)
    world.set_step((2, 0), (3, 0))
    assert world.path((0, 0), (5, 0)).outcome == "no_route" and world.path((5, 0), (0, 0)).cost == 5
    world.set_step((2, 0), (3, 0), closed=False)
    assert world.path((0, 0), (5, 0)).cost == 5
    with pytest.raises(wend.ArgumentError, match="not neighbours"):
        world.set_wall((0, 0), (2, 0))


def test_class_costs():
    world = wend.from_array([[1, 3, 1]], cost_range=(1, 9))
    world.set_class_cost(2, 9)
    assert world.path((0, 0), (2, 0)).cost == 10
    world.set_class_cost(2, "blocked")
    assert world.path((0, 0), (2, 0)).outcome == "no_route"
    for bad in (0, 256, -1):
        with pytest.raises(wend.ArgumentError):
            world.set_class_cost(bad, 1)


def test_links():
    costs = np.ones((20, 80))
    costs[:, 40] = 0
    world = wend.from_array(costs)
    there, back = world.add_link((10, 10), (70, 10), 3, kind="tunnel", duration=2, two_way=True)
    path = world.path((9, 10), (71, 10))
    assert path.cost == 5 and path.links == [wend.PathLink(there, 1, path.links[0].waypoint)]
    assert world.path((71, 10), (9, 10)).cost == 5
    assert world.links[0] == wend.Link(there, (10, 10), (70, 10), 3.0, "tunnel", 2.0, True, 2**32 - 1)
    world.set_link(there, cost=30)
    assert world.path((9, 10), (71, 10)).cost == 32
    world.set_link(there, enabled=False)
    assert world.path((9, 10), (71, 10)).outcome == "no_route"
    openings = world.explain((9, 10), (71, 10)).openings
    assert {opening.kind for opening in openings} <= {"tile", "link"} and len(openings) == 1
    world.remove_link(there)
    assert [link.id for link in world.links] == [back]
    for call in (lambda: world.remove_link(there), lambda: world.set_link(99),
                 lambda: world.add_link((0, 0), (40, 0), 1), lambda: world.add_link((0, 0), (1, 0), 1, id=back),
                 lambda: world.add_link((0, 0), (99, 0), 1), lambda: world.add_link((0, 0), (1, 0), -1),
                 lambda: world.add_link((0, 0), (1, 0), 1, kind="stairs")):
        with pytest.raises(wend.ArgumentError):
            call()
    with pytest.raises(wend.ArgumentError):  # the way back is blocked by its id: neither link stays
        world.add_link((0, 0), (1, 0), 1, two_way=True, id=back - 1)
    assert [link.id for link in world.links] == [back]


def test_profiles():
    costs = np.ones((40, 40))
    costs[:, 20] = 0
    costs[10, 20] = 1          # a gap of one tile
    costs[30:33, 20] = 4       # one of three tiles, costly
    world = wend.from_array(costs, profiles=[
        wend.Profile("wide", radius=1.4), wend.Profile("dry", costs=lambda cost: 0 if cost == 4 else cost),
        wend.Profile("boat", costs={1: 0, 2: 1}), wend.Profile("shy", margin=3)])
    assert world.profiles == ["default", "wide", "dry", "boat", "shy"]
    crossing = {name: world.path((5, 20), (35, 20), profile=name) for name in ("default", "wide", "dry", "shy")}
    where = {name: int(path.tiles[path.tiles[:, 0] == 20][0, 1]) for name, path in crossing.items()}
    assert where["default"] == 10 and where["wide"] == 31 and where["dry"] == 10
    assert crossing["shy"].cost > crossing["default"].cost
    assert world.path((20, 30), (20, 32), profile="boat").cost == 2
    view = world.view("wide")
    assert not view.passable((20, 10)) and view.path((5, 20), (35, 20)).cost == crossing["wide"].cost
    with pytest.raises(wend.UnsupportedError):
        view.edit((0, 0), 0)
    world.edit((20, 9, 1, 3), 1)
    assert view.passable((20, 10))
    why = world.explain((5, 20), (35, 20), profile="boat")
    assert why.outcome == "start_blocked" and {opening.kind for opening in why.openings} == {"tile"}
    del world
    assert view.path((5, 20), (35, 20))  # a view keeps its world


def test_new_costs_for_profiles(tmp_path):
    costs = np.ones((20, 30))
    costs[:, 10] = 4
    profiles = [wend.Profile("boot", costs=lambda cost: 1), wend.Profile("wide", radius=0.7),
                wend.Profile("dry", costs=lambda cost: 0 if cost >= 4 else cost), wend.Profile("ford", costs={2: 9})]
    world = wend.from_array(costs, cost_range=(1, 10), profiles=profiles)

    def prices(of, tile):
        return [of.view(name).cost(tile) for name in of.profiles]

    world.edit((15, 0, 1, 20), 7)
    assert prices(world, (15, 3)) == [7, 1, 7, 0, 7] and prices(world, (10, 3)) == [4, 1, 4, 0, 9]
    assert prices(world, (3, 3)) == [1, 1, 1, 1, 1]
    world.save(tmp_path / "saved.wend")
    saved = wend.open(tmp_path / "saved.wend")
    for cost in np.arange(5, 9, 1 / 64).tolist():  # every class is used again, of those that had prices, too
        world.edit((10, 0, 10, 20), cost)
        assert prices(world, (15, 3)) == [cost, 1, cost, 0, cost]
    number = int(world.classes[3, 15])
    world.set_class_cost(number, 3)
    assert prices(world, (15, 3)) == [3, 1, 3, 3, 3]
    world.set_class_cost(number, "blocked")
    assert prices(world, (15, 3)) == [0, 0, 0, 0, 0]
    world.set_class_cost(number, 2, profile="ford")
    assert prices(world, (15, 3)) == [0, 0, 0, 0, 2]
    assert saved.edit((15, 3), 8) and prices(saved, (15, 3)) == [8, 8, 8, 8, 8]  # files have no functions
    assert prices(saved, (10, 3)) == [4, 1, 4, 0, 9]


def test_new_costs_that_a_profile_cannot_pay():
    world = wend.from_array(np.ones((5, 5)), cost_range=(1, 10), profiles=[
        wend.Profile("high", costs=lambda cost: cost * 3 if cost < 9 else -1)])
    before = world.hash
    with pytest.raises(wend.LimitError, match="cost 15 of profile high is outside of 1..10"):
        world.edit((1, 1), 5)
    with pytest.raises(wend.ArgumentError, match="profile high, cost for 9: expected a number of at least 0"):
        world.edit((1, 1), 9)
    assert world.hash == before
    world.edit((1, 1), 2)
    assert world.view("high").cost((1, 1)) == 6


def test_profiles_as_text(tmp_path):
    world = wend.from_array([[1, 5, 1], [1, 1, 1]], profiles=["dry:2=blocked", wend.Profile("thin"), "fat:radius=0.9"])
    assert world.profiles == ["default", "dry", "thin", "fat"]
    assert world.path((0, 0), (2, 0), profile="dry").cost > 2 and world.view("fat").passable_count == 0
    for text, reason in (("dry", None), ("dry:2=free", "a cost is a number"), ("Dry:2=1", "a name has 1 to 31"),
                         ("dry:radius", "expected KEY=VALUE"), ("dry:mud=1", "nor a class of the map")):
        if reason is None:
            assert wend.from_array([[1]], profiles=[text]).profiles[1] == "dry"
            continue
        with pytest.raises(wend.ArgumentError, match=reason):
            wend.from_array([[1]], profiles=[text])
    legend = tmp_path / "map.legend"
    legend.write_text("255,255,255 1 grass\n0,0,255 4 water\n")
    image = b"P6 3 1 255 " + bytes([255, 255, 255, 0, 0, 255, 255, 255, 255])
    baked = wend.bake(image, legend=legend, profiles=["dry:water=blocked"])
    assert baked.path((0, 0), (2, 0)).cost == 5 and not baked.path((0, 0), (2, 0), profile="dry")


def test_explanations():
    costs = np.ones((9, 30))
    costs[:, 10:13] = 0
    costs[:, 20] = 0
    why = wend.from_array(costs).explain((0, 4), (29, 4))
    assert why.outcome == "no_route" and not why.leads_back
    assert len(why.openings) == 4 and all(opening.kind == "tile" for opening in why.openings)
    assert why.tiles[0].tolist() == [0, 4] and why.tiles[-1].tolist() == [29, 4]
    assert why.start.component_tiles == 90 and why.goal.passable
    tiles = why.tiles
    del why
    assert tiles.shape[1] == 2 and tiles[0].tolist() == [0, 4]
    fine = wend.from_array(np.ones((4, 4))).explain((0, 0), (3, 3))
    assert fine.outcome == "found" and fine.openings == [] and len(fine.tiles) == 0


def test_subgoals(tmp_path):
    blocked = np.random.default_rng(3).random((60, 80)) < 0.02
    blocked[0, 0] = blocked[59, 79] = False
    world = wend.from_array(np.where(blocked, np.inf, 1.0))
    ends = (0, 0), (79, 59)
    cost = world.path(*ends, algorithm="exact").cost
    assert world.subgoals == "none"
    assert world.add_subgoals(1 << 20) > 0 and world.subgoals == "kept"
    assert world.path(*ends).cost == pytest.approx(cost)  # another path of this cost may be rounded differently
    with pytest.raises(wend.LimitError):
        world.add_subgoals(1)
    world.save(tmp_path / "subgoals.wend")
    assert wend.open(tmp_path / "subgoals.wend").subgoals == "kept"
    world.edit((30, 30, 2, 2), "blocked")
    assert world.path(*ends).cost > cost - 1e-9 and world.subgoals == "removed by an edit"
    with pytest.raises(wend.UnsupportedError):
        wend.from_array(terrain(40, 40)).add_subgoals()


def test_forks_and_snapshots_are_worlds_of_their_own():
    costs = terrain(80, 60, costs=(1, 2, 5))
    world = wend.from_array(costs, cost_range=(1, 5))
    before = world.snapshot()
    fork = world.fork()
    assert fork.hash == before.hash == world.hash and fork.cost_error == world.cost_error
    world.edit((10, 10, 20, 20), 5)
    fork.edit((40, 30, 5, 5), 0)
    expected = costs.copy()
    expected[10:30, 10:30] = 5
    assert (world.costs == expected).all()
    assert (before.costs == costs).all()
    costs[30:35, 40:45] = 0
    assert (fork.costs == costs).all()
    world.refresh(), fork.refresh()
    assert world.hash == wend.from_array(expected, cost_range=(1, 5)).hash
    assert fork.hash == wend.from_array(costs, cost_range=(1, 5)).hash
    with pytest.raises(wend.UnsupportedError):
        before.edit((0, 0, 1, 1), 1)
    world.close()
    assert before.path((0, 0), (59, 79)).outcome is not None  # it outlives the world
    with before.fork() as again:
        again.edit((0, 0, 1, 1), 1)
    with pytest.raises(wend.ClosedError):
        again.fork()


def ramp():
    """A plane of 30 % up to the right."""
    return np.tile(np.arange(60, dtype=np.float32) * 0.3, (40, 1))


def test_slopes_and_elevations():
    relief = wend.Relief(elevations=ramp(), slopes=[(-1, 2), (-0.3, 0.5), (0, 1), (0.3, 3), (1, 9)])
    world = wend.from_array(np.ones((40, 60)), relief=relief)
    assert world.path((5, 20), (35, 20)).cost == pytest.approx(90, rel=0.003)
    assert world.path((35, 20), (5, 20)).cost == pytest.approx(15, rel=0.003)
    assert np.abs(world.elevations - ramp()).max() < 0.001
    assert world.elevation((10, 3)) == pytest.approx(3)
    before = world.fork()
    assert world.set_elevation((10, 0, 1, 40), 9) > 0
    assert world.elevation((10, 3)) == 9 and before.elevation((10, 3)) == pytest.approx(3)
    assert world.path((5, 20), (35, 20)).cost > 91
    opened = wend.from_bytes(world.to_bytes())
    assert opened.hash == world.hash and (opened.elevations == world.elevations).all()


def test_cliffs_and_lanes():
    cliff = np.where(np.arange(60) < 30, 0, 4) * np.ones((40, 1))
    world = wend.from_array(np.ones((40, 60)), relief=wend.Relief(elevations=cliff, max_climb=1))
    assert not world.path((5, 5), (50, 5)) and world.path((50, 5), (5, 5))
    belt = np.zeros((40, 60), np.uint8)
    belt[20] = 1
    lanes = wend.Relief(lanes=belt, lane_factors=(0.5, 1, 1, 1, float("inf")))
    world = wend.from_array(np.ones((40, 60)), relief=lanes)
    assert world.elevations is None and world.elevation((3, 3)) == 0
    assert world.path((5, 20), (35, 20)).cost == pytest.approx(15, rel=0.01)
    assert world.path((35, 20), (5, 20)).cost > 30
    with pytest.raises(wend.UnsupportedError):
        world.set_elevation((3, 3), 1)


@pytest.mark.parametrize("relief, text", [
    (wend.Relief(elevations=np.zeros((3, 3))), "elevations: expected the shape of the map"),
    (wend.Relief(lanes=np.full((40, 60), 9)), "lanes: expected numbers from 0 to 8"),
    (wend.Relief(lane_factors=(1, 1)), "lane_factors: expected 5 numbers"),
    (wend.Relief(slopes=[(0, 1), (-1, 2)]), "relief"),
])
def test_bad_reliefs(relief, text):
    with pytest.raises(wend.ArgumentError, match=text):
        wend.from_array(np.ones((40, 60)), relief=relief)


def test_no_relief_at_all():
    with pytest.raises(wend.ArgumentTypeError, match="wend.Relief"):
        wend.from_array(np.ones((4, 4)), relief=np.zeros((4, 4)))
    with pytest.raises(wend.ArgumentTypeError, match="elevations"):
        wend.from_array(np.ones((4, 4)), relief=wend.Relief(elevations=[["a"] * 4] * 4))


def test_a_height_map_by_the_slope_of_each_step():
    grey = b"P5 4 1 255 " + bytes([0, 51, 102, 153])
    world = wend.bake(grey, rule="slope", slope="naismith", height_scale=1)
    assert world.path((0, 0), (3, 0)).cost > world.path((3, 0), (0, 0)).cost
    closed = wend.bake(grey, rule="slope", height_scale=1, max_step_climb=0.1)
    assert not closed.path((0, 0), (3, 0)) and closed.path((3, 0), (0, 0))
    assert not wend.bake(grey, rule="slope", height_scale=1, max_step_drop=0.1).path((3, 0), (0, 0))
    jumps = wend.bake(grey, rule="slope", height_scale=1, max_step_drop=0.1, jump_down=0.5)
    assert jumps.path((3, 0), (0, 0)).outcome == "found"
    gap = wend.bake(b"P5 3 1 255 " + bytes([255, 0, 255]), jump_across=1)
    assert gap.path((0, 0), (2, 0)).cost == 4


def test_heights_by_a_function_with_a_name():
    plane = np.tile(np.arange(60, dtype=np.float64) * 3, (20, 1))  # rises by 30 % to the right
    world = wend.from_heights(plane, 10, slope="tobler")
    up, down = world.path((5, 10), (55, 10)), world.path((55, 10), (5, 10))
    assert up.cost == pytest.approx(500 * 0.6 * np.exp(3.5 * 0.35), rel=0.003)  # 6 km/h on the best slope
    assert down.cost == pytest.approx(500 * 0.6 * np.exp(3.5 * 0.25), rel=0.003)
    assert world.elevation((59, 3)) == pytest.approx(177, abs=0.01)
    plane[3, 4] = np.nan
    lanes = np.zeros(plane.shape, int)
    lanes[10, :] = 1
    world = wend.from_heights(plane, 10, slope="wheelchair:0.2", lanes=lanes, costs=np.full(plane.shape, 2.0))
    assert world.costs[3, 4] == 0 and world.costs[3, 5] == 2
    assert not world.path((5, 10), (55, 10))  # too steep
    for bad, message in ((dict(slope="walking"), "walking"), (dict(slope="tobler", costs=[[1]]), "shape of the heights"),
                         (dict(slope="tobler", lanes=[[1]]), "lanes")):
        with pytest.raises(wend.ArgumentError, match=message):
            wend.from_heights(plane, 10, **bad)


def test_profiles_have_slopes_of_their_own(tmp_path):
    plane = np.tile(np.arange(60, dtype=np.float64), (20, 1))  # rises by 10 % to the right
    world = wend.from_heights(plane, 10, slope="minetti", profiles=[
        "cart:slope=wheelchair:0.06", wend.Profile("sledge", slope=[(-1, 0.5), (0, 1), (1, 30)]),
        wend.Profile("child", max_climb=0.5), "rope:slope=rwalk:0.72,6,1.9998,-1.9998,max-drop=none"])
    up, down = ((5, 10), (55, 10)), ((55, 10), (5, 10))
    assert world.path(*up) and not world.path(*up, profile="cart") and not world.path(*up, profile="child")
    assert world.path(*down, profile="child") and not world.path(*down, profile="cart")
    assert world.path(*up, profile="sledge").cost == pytest.approx(500 * 3.9, rel=0.003)
    assert world.path(*down, profile="sledge").cost == pytest.approx(500 * 0.95, rel=0.003)
    assert world.path(*up, profile="rope").cost == pytest.approx(500 * 0.72 + 50 * 6, rel=0.003)
    world.set_elevation((30, 0, 1, 20), 60)  # steeper than all before
    assert world.path((29, 10), (30, 10), profile="sledge").cost == pytest.approx(10 * 30, rel=0.003)
    world.save(tmp_path / "slopes.wend")
    again = wend.open(tmp_path / "slopes.wend")
    assert again.hash == world.hash
    assert again.path((29, 10), (30, 10), profile="sledge").cost == pytest.approx(10 * 30, rel=0.003)
    for bad, error, message in ((wend.Profile("cart", slope="walking"), wend.ArgumentError, "walking"),
                                (wend.Profile("cart", slope=[]), wend.ArgumentError, "at least one"),
                                (wend.Profile("cart", max_climb=-1), wend.ArgumentError, "max_climb"),
                                ("cart:slope=walking", wend.ArgumentError, "walking")):
        with pytest.raises(error, match=message):
            wend.from_heights(plane, 10, profiles=[bad])
    with pytest.raises(wend.UnsupportedError, match="cart.*heights"):
        wend.from_array(np.ones((4, 4)), profiles=[wend.Profile("cart", max_climb=1)])
    (tmp_path / "grey.pgm").write_bytes(b"P5 4 1 255 " + bytes([0, 50, 100, 150]))
    for cart in ("cart:slope=minetti", wend.Profile("cart", slope="minetti")):
        with pytest.raises(wend.ArgumentError, match="J/kg.* s$"):
            wend.bake(tmp_path / "grey.pgm", rule="slope", slope="tobler", height_scale=1, profiles=[cart])


def test_lanes_of_a_picture(tmp_path):
    picture = tmp_path / "lanes.ppm"
    pixels = np.full((3, 8, 3), 128, np.uint8)
    pixels[1, :] = (0, 255, 255)  # to the left
    picture.write_bytes(b"P6 8 3 255\n" + pixels.tobytes())
    world = wend.bake(b"P5 8 3 255 " + bytes([255] * 24), lanes=str(picture), lane_costs="compulsory")
    assert world.path((7, 1), (0, 1)).cost == pytest.approx(7, rel=0.001)
    assert world.path((0, 1), (7, 1)).cost > 7.5  # beside the lane
