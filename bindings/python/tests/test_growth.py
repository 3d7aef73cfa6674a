"""Do worlds that grow, and maps that wrap, answer in Python what their ground says?"""
import pickle

import numpy as np
import pytest
import wend


@pytest.fixture()
def grown():
    """40 x 40 tiles of cost 1, 8 x 4 of cost 2 to the left, and a wall with a gap between them."""
    world = wend.from_array(np.ones((40, 40)), cost_range=(1, 2))
    world.add_ground((-8, 5), np.full((4, 8), 2.0))
    world.edit((-1, 5, 1, 3), "blocked")
    return world


def test_columns_keep_their_numbers(grown):
    x, y, width, height = grown.area
    assert x <= -8 and y == 0 and (width, height) == (40 - x, 40)
    assert grown.ground == (-8, 0, 48, 40)
    assert grown.shape == grown.costs.shape == grown.classes.shape == (40, 40 - x)
    assert grown.costs[6 - y, -3 - x] == 2 and grown.costs[6 - y, 3 - x] == 1 and grown.costs[0, -3 - x] == 0
    assert grown.cost((-8, 5)) == 2 and grown.cost((-1, 5)) == 0 and grown.cost((-1, 8)) == 2
    assert (-8, 5) in grown and (x - 1, 5) not in grown
    assert grown.passable_count == 1600 + 32 - 3


def test_paths_from_below_0(grown):
    path = grown.path((-8, 5), (20, 5))
    assert path.start == (-8, 5) and path.goal == (20, 5) and path.tiles[0].tolist() == [-8, 5] and (-1, 8) in [tuple(t) for t in path.tiles.tolist()]
    assert path.cost == pytest.approx(grown.path((-8, 5), (20, 5), algorithm="dijkstra").cost)
    answers = grown.paths([(-8, 5), (3, 3)], [(20, 5), (-8, 8)])
    assert answers.costs[0] == path.cost and answers[1][-1].tolist() == [-8, 8]
    field = grown.field((-8, 5))
    left, top = grown.area[:2]
    assert field.costs[5 - top, -8 - left] == 0
    assert field.costs[5 - top, 20 - left] == pytest.approx(grown.path((20, 5), (-8, 5), algorithm="dijkstra").cost)
    assert grown.visible((2, 8), range=12)[8 - top, -3 - left]
    grown.edit((-1, 8, 1, 1), "blocked")
    assert grown.sight_blocker((2, 8), (-3, 8)) == (-1, 8) and grown.sight_blocker((2, 8), (5, 8)) is None


def test_a_tile_at_minus_1(grown):
    grown.add_ground((-8, -8), np.ones((8, 8)))
    assert grown.path((-1, -1), (-1, -1)).start == (-1, -1) and grown.path((0, 0), (-1, -1)).goal == (-1, -1)
    grown.edit((-1, -1), "blocked")
    assert grown.sight_blocker((3, 3), (-5, -5)) == (-1, -1) and grown.sight_blocker((0, 0), (5, 5)) is None
    path = grown.path((0, 0), (-5, -5), partial=True)
    assert path.outcome == "partial" and path.goal == (-5, -5)


def test_pictures_show_paths_where_they_are(grown):
    left, top, width, height = grown.area
    picture = grown.picture(scale=4, paths=[grown.path((-8, 8), (-5, 8))])
    assert picture.shape == (4 * height, 4 * width, 3)
    yellow = np.argwhere((picture == picture[4 * (8 - top) + 2, 4 * (-6 - left) + 2]).all(axis=2))
    assert (yellow[:, 1] // 4 + left).min() >= -9 and (yellow[:, 1] // 4 + left).max() <= -4


def test_the_same_as_at_once():
    costs = np.random.default_rng(7).choice([0, 1, 1, 1, 3], (64, 128)).astype(float)
    at_once = wend.from_array(costs)
    world = wend.from_array(costs[:, :64], cost_range=(1, 3))
    world.add_ground((64, 0), costs[:, 64:])
    world.refresh()
    assert world.area == at_once.area == (0, 0, 128, 64) and (world.costs == at_once.costs).all()
    for start, goal in (((3, 3), (120, 60)), ((100, 2), (1, 63)), ((64, 30), (63, 30))):
        assert world.path(start, goal, algorithm="exact").cost == pytest.approx(at_once.path(start, goal, algorithm="exact").cost)


def test_files_keep_it(grown, tmp_path):
    grown.refresh()
    grown.save(tmp_path / "a.wend")
    for other in (wend.open(tmp_path / "a.wend"), pickle.loads(pickle.dumps(grown)), grown.fork(), grown.snapshot()):
        assert (other.hash, other.area) == (grown.hash, grown.area)
        assert other.cost((-8, 5)) == 2


def test_removing(grown):
    fork = grown.fork()
    grown.remove_ground((-8, 5, 8, 4))
    assert grown.area == (0, 0, 40, 40) and grown.ground == (0, 0, 40, 40)
    assert grown.passable_count == 1600
    assert fork.cost((-8, 5)) == 2
    with pytest.raises(wend.ArgumentError, match="x in 0..39"):
        grown.path((-8, 5), (0, 0))
    grown.add_ground((38, 39), [[2, 2, 2]])
    assert grown.ground == (0, 0, 41, 40) and grown.cost((40, 39)) == 2


def test_bad_requests(grown):
    left, top = grown.area[:2]
    with pytest.raises(wend.ArgumentError, match=r"x in -\d+..39 and y in 0..39"):
        grown.path((left - 1, 0), (0, 0))
    with pytest.raises(wend.ArgumentError, match=r"40 tiles from \(-\d+, 0\)"):
        grown.edit((left - 1, 0, 4, 4), 1)
    with pytest.raises(wend.ArgumentError, match="negative"):
        grown.add_ground((50, 0), [[-1.0]])
    with pytest.raises(wend.LimitError, match="adding ground"):
        grown.add_ground((2**31 - 1, 0), [[1]])
    with pytest.raises(wend.ArgumentError, match="floor 1 is none"):
        grown.add_ground((50, 0, 1), [[1]])
    with pytest.raises(wend.UnsupportedError):
        grown.snapshot().add_ground((50, 0), [[1]])
    with pytest.raises(wend.ArgumentError):
        grown.remove_ground((0, 0, 0, 0))
    assert grown.ground == (-8, 0, 48, 40)


def test_overlays_grow_with_their_world(grown):
    with grown.overlay() as scouts:
        scouts.add(wend.rect((-3, 5, 1, 4)))
        tower = scouts.add(wend.disc((-6, -6), 2, cost=3))
        danger = np.zeros((2, 3))
        danger[1, 2] = 7
        scouts.add_cost(danger, (-8, 7, 3, 2))
        assert scouts.area == grown.area and scouts.cost((-3, 6)) == 0 and scouts.cost((-4, 6)) == 2 and scouts.cost((-6, 8)) == 9
        assert scouts.path((-8, 5), (20, 5)).outcome == "no_route"
        assert grown.path((-8, 5), (20, 5), avoid=[wend.rect((-3, 5, 1, 4))]).outcome == "no_route"
        grown.add_ground((-40, -8), np.ones((13, 40)))
        assert scouts.area == grown.area and scouts.area[:2] == (-62, -31)
        assert scouts.cost((-3, 6)) == 0 and scouts.cost((-6, -6)) == 4 and scouts.cost((-6, 8)) == 9
        assert scouts.path((-8, 5), (20, 5)).outcome == "found"
        scouts.remove(tower)
        scouts.hide(cost=2)
        scouts.see((-40, -8, 4, 4))
        grown.add_ground((40, -3), np.ones((4, 4)))
        assert scouts.is_seen((-38, -6)) and not scouts.is_seen((41, -2))
        assert scouts.cost((-38, -6)) == 1 and scouts.cost((41, -2)) == 2 and scouts.cost((-3, 6)) == 0


def test_views_grow_with_their_world():
    world = wend.from_array(np.ones((40, 40)), profiles=[wend.Profile("tank", radius=1)])
    view = world.view("tank")
    world.add_ground((-8, 0), np.ones((40, 8)))
    assert view.area == world.area and view.path((-7, 5), (20, 5)).outcome == "found"


def test_floors_grow():
    world = wend.from_array(np.ones((2, 8, 8)), cost_range=(1, 2))
    world.add_link((7, 7), (7, 7, 1), 3)
    world.add_ground((-4, -2, 1), np.full((10, 4), 2.0))
    left, top, width, height = world.area
    assert world.ground == (-4, -2, 12, 10) and world.costs.shape == (2, height, width)
    assert world.costs[1, -2 - top, -4 - left] == 2 and world.costs[0, -2 - top, -4 - left] == 0
    assert world.links[0].start == (7, 7, 0) and world.links[0].end == (7, 7, 1)
    path = world.path((0, 0, 0), (-4, -2, 1))
    assert path.outcome == "found" and path.goal == (-4, -2, 1)
    assert path.cost == pytest.approx(world.path((0, 0, 0), (-4, -2, 1), algorithm="dijkstra").cost)
    world.refresh()
    world.remove_ground((-4, -2, 4, 10, 1))
    world.refresh()
    at_once = wend.from_array(np.ones((2, 8, 8)), cost_range=(1, 2))
    at_once.add_link((7, 7), (7, 7, 1), 3)
    assert world.area == (0, 0, 8, 8) and world.passable_count == 128
    assert world.costs.tolist() == at_once.costs.tolist()
    with pytest.raises(wend.ArgumentError, match="floor 2 is none"):
        world.add_ground((0, 0, 2), [[1]])


def test_elevations_and_lanes_come_with_the_ground():
    heights = np.add.outer(np.arange(12), np.arange(20)).astype(np.float32) / 4
    lanes = np.zeros((12, 20), np.uint8)
    lanes[3, 5:15] = 1  # to the right
    def relief(columns):
        return wend.Relief(elevations=heights[:, columns], slopes=[(-1, 1), (0, 1), (1, 3)], lanes=lanes[:, columns], lane_factors=[.5, 1, 1, 1, 4])
    at_once = wend.from_array(np.ones((12, 20)), relief=relief(slice(20)))
    world = wend.from_array(np.ones((12, 8)), relief=relief(slice(8)))
    world.add_ground((8, 0), np.ones((12, 12)), elevations=heights[:, 8:], lanes=lanes[:, 8:])
    world.refresh()
    assert world.hash == at_once.hash and world.elevations == pytest.approx(heights, abs=1e-3)
    assert world.path((5, 3), (15, 3)).cost == at_once.path((5, 3), (15, 3)).cost < at_once.path((15, 3), (5, 3)).cost
    world.add_ground((20, 0), np.ones((12, 2)))
    assert (world.elevations[:, 20:] == 0).all()
    with pytest.raises(ValueError, match="12 rows of 2 values"):
        world.add_ground((22, 0), np.ones((12, 2)), elevations=heights)
    with pytest.raises(wend.UnsupportedError):
        wend.from_array(np.ones((4, 4))).add_ground((4, 0), np.ones((4, 4)), elevations=np.ones((4, 4)))


def test_streamed_worlds_grow(tmp_path):
    wend.from_array(np.ones((200, 200)), cluster_size=15).save(tmp_path / "a.wend")
    world = wend.stream(tmp_path / "a.wend", region_level=2)
    with pytest.raises(wend.NotLoadedError):
        world.add_ground((200, 0), np.ones((10, 10)))
    with pytest.raises(wend.NotLoadedError):
        world.add_ground((20, 20), np.ones((10, 10)))
    world.load((0, 0, 80, 80))
    world.add_ground((20, 20), np.zeros((10, 10)))
    assert world.is_streamed and world.cost((25, 25)) == 0
    world.load((0, 0, 200, 200))
    world.add_ground((200, 0), np.ones((10, 10)))
    assert not world.is_streamed and world.ground == (0, 0, 210, 200)
    assert world.path((0, 0), (209, 5)).cost > 209


def test_maps_that_wrap():
    costs = np.ones((40, 80))
    costs[:, 40] = 0
    world = wend.from_array(costs, wrap="x")
    assert world.wraps == "x" and wend.from_array(costs).wraps == ""
    path = world.path((39, 5), (41, 5))
    assert path.cost == 78 and len(path.links) == 1 and path.tiles[-1].tolist() == [41, 5]
    torus = wend.from_array(np.ones((40, 80)), wrap="xy")
    assert torus.wraps == "xy" and torus.path((1, 1), (78, 38)).cost == pytest.approx(2 * 2**.5 + 2)
    assert torus.field((0, 0)).costs.max() == pytest.approx(20 * 2**.5 + 20, abs=.6)
    baked = wend.bake(b"P5 40 30 255 " + bytes([255]) * 1200, wrap="y")
    assert baked.wraps == "y" and baked.path((3, 1), (3, 28)).cost == 3
    for wrong in ("z", 1, None):
        with pytest.raises((wend.ArgumentError, wend.ArgumentTypeError)):
            wend.from_array(costs, wrap=wrong)
    with pytest.raises(wend.ArgumentError, match="at least 3"):
        wend.from_array(np.ones((9, 2)), wrap="x")
    with pytest.raises(wend.UnsupportedError, match="squares"):
        wend.from_array(np.ones((9, 9)), wrap="x", connectivity="odd-r")
