"""Are matrices, assignments and tours what they say, and is bad input refused?"""
import itertools

import numpy as np
import pytest
from pytest import distances, terrain

import wend


def places(costs, count, seed):
    rng = np.random.default_rng(seed)
    return rng.permutation(np.argwhere(costs > 0))[:count, ::-1]


def test_matrices_are_exact():
    costs = terrain(60, 70)
    world = wend.from_array(costs)
    sources, targets = places(costs, 5, 1), places(costs, 9, 2)
    matrix = world.matrix(sources, targets, threads=2)
    assert matrix.dtype == np.float64 and matrix.shape == (5, 9)
    for row, source in zip(matrix, sources):
        reference = distances(costs, tuple(int(n) for n in source))[targets[:, 1], targets[:, 0]]
        assert (np.isfinite(row) == np.isfinite(reference)).all()
        assert row[np.isfinite(row)] == pytest.approx(reference[np.isfinite(row)], rel=2e-3)


def test_large_matrices_are_close():
    costs = terrain(300, 280)
    world = wend.from_array(costs)
    tiles = places(costs, 80, 3)
    matrix, exact = world.matrix(tiles, tiles), world.matrix(tiles, tiles, exact=True)
    assert (np.isfinite(matrix) == np.isfinite(exact)).all()
    finite = np.isfinite(exact)
    assert (matrix[finite] >= exact[finite]).all()
    assert matrix[finite].sum() <= 1.005 * exact[finite].sum()
    assert (world.matrix(tiles, tiles) == matrix).all()  # what was kept gives the same
    nearest = world.matrix(tiles, tiles, nearest=3)
    assert (np.isfinite(nearest).sum(axis=1) <= 3).all()
    assert np.isinf(world.matrix(tiles, tiles, limit=0)[0]).sum() >= 70


def test_assignments_are_the_best():
    rng = np.random.default_rng(5)
    for _ in range(50):
        costs = rng.integers(0, 20, (4, 5)).astype(float)
        jobs = wend.assign(costs)
        best = min(costs[range(4), order].sum() for order in itertools.permutations(range(5), 4))
        assert costs[range(4), jobs].sum() == best
        jobs = wend.assign(costs, "max")
        assert costs[range(4), jobs].max() == min(costs[range(4), order].max()
                                                  for order in itertools.permutations(range(5), 4))
    assert wend.assign([[np.inf, np.inf], [3, np.inf]]).tolist() == [-1, 0]


def test_tours_are_the_best():
    world = wend.from_array(np.ones((30, 30)))
    stops = [(1, 1), (28, 2), (3, 27), (15, 15), (27, 28), (2, 14)]
    matrix = world.matrix(stops, stops)
    for closed in (False, True):
        tour = world.tour(stops, closed=closed)
        best = min(sum(matrix[a, b] for a, b in zip(order, order[1:] + (order[:1] if closed else ())))
                   for order in itertools.permutations(range(6)))
        assert tour.cost == pytest.approx(best)
        assert sorted(tour.order.tolist()) == list(range(6))
    tour = world.tour(stops, first=4, last=0)
    assert tour.order[0] == 4 and tour.order[-1] == 0
    assert wend.tour(np.full((3, 3), np.inf)).cost == float("inf")


def test_reach_is_a_field_with_a_limit():
    world = wend.from_array(np.ones((30, 30)))
    assert len(world.reach((15, 15), 1).tiles) == 5
    assert len(world.reach([(5, 5), (20, 20)], 1).tiles) == 10


def test_bad_input_is_refused():
    world = wend.from_array(np.ones((10, 10)))
    for sources, targets in (([], [(1, 1)]), ([(1, 1)], []), ([(10, 1)], [(1, 1)]), ([(1, 1)], [(1, -1)])):
        with pytest.raises(ValueError):
            world.matrix(sources, targets)
    for options in ({"limit": -1}, {"limit": float("nan")}, {"nearest": -1}, {"threads": 257}):
        with pytest.raises(ValueError):
            world.matrix([(1, 1)], [(2, 2)], **options)
    for costs in ([[1, -1]], [[float("nan")]], [], [1, 2]):
        with pytest.raises(ValueError):
            wend.assign(costs)
    for options in ({"first": 2}, {"closed": True, "last": 0}, {"first": 1, "last": 1}, {"effort": -1}):
        with pytest.raises(ValueError):
            world.tour([(1, 1), (2, 2)], **options)
    with pytest.raises(ValueError):
        wend.tour([[1, 2, 3]])
    with pytest.raises(TypeError):
        world.matrix([(1.5, 1)], [(2, 2)])
    world.close()
    with pytest.raises(wend.ClosedError):
        world.matrix([(1, 1)], [(2, 2)])


def test_corridors_have_the_tiles_of_cheap_ways():
    costs = terrain(50, 60)
    world = wend.from_array(costs)
    start, goals = places(costs, 1, 4)[0], places(costs, 3, 5)
    out = distances(costs, tuple(int(n) for n in start))
    exact = world.corridor(start, goals, above=0)
    assert exact.cost == pytest.approx(min(out[y, x] for x, y in goals), rel=2e-3)
    wide = world.corridor(start, goals, above=10)
    assert wide.cost == exact.cost and len(wide.tiles) == len(wide.above) > len(exact.tiles) > 0
    assert (wide.above >= 0).all() and (wide.above <= 10).all() and (exact.above == 0).all()
    assert tuple(start) in {tuple(tile) for tile in exact.tiles}
    # Areas are all their tiles, of which the blocked ones do not count.
    x, y = (int(n) for n in start)
    area = world.corridor(start_area=(x, y, 1, 1), goal=goals, above=10)
    assert area.tiles.tolist() == wide.tiles.tolist()
    split = np.ones((3, 5))
    split[:, 2] = 0
    none = wend.from_array(split).corridor((0, 0), goal_area=(3, 0, 2, 3))
    assert none.cost == np.inf and len(none.tiles) == len(none.above) == 0


def test_corridors_refuse_bad_input():
    world = wend.from_array(np.ones((4, 6)))
    for bad in ({"start": (0, 0)}, {"start": (0, 0), "goal": (1, 1), "goal_area": (0, 0, 1, 1)}, {"goal": (1, 1)},
                {"start": (0, 0), "goal": (6, 0)}, {"start": (0, 0), "goal": []}, {"start": (0, 0), "goal": (1, 1), "above": -1},
                {"start": (0, 0), "goal": (1, 1), "above": float("nan")}, {"start": (0, 0), "goal_area": (0, 0, 7, 1)},
                {"start": (0, 0), "goal": (1, 1), "profile": "none"}):
        with pytest.raises(wend.ArgumentError):
            world.corridor(**bad)


def test_territories_are_those_of_the_nearest():
    costs = terrain(40, 45)
    world = wend.from_array(costs)
    depots = places(costs, 6, 6)
    field = world.field(depots)
    indices = field.goal_indices
    assert indices.shape == (40, 45) and indices.dtype == np.int32
    for y in range(0, 40, 3):
        for x in range(0, 45, 3):
            assert indices[y, x] == field.goal_index((x, y))


def test_reach_has_the_tiles_within_a_cost():
    costs = terrain(40, 45)
    world = wend.from_array(costs)
    start = tuple(int(n) for n in places(costs, 1, 8)[0])
    out = distances(costs, start)
    tiles = world.reach(start, 9).tiles
    assert abs(len(tiles) - (out <= 9).sum()) <= 2  # costs are rounded to units of the grid
    assert world.reach(start, 0).tiles.tolist() == [list(start)]
    for bad in (-1, float("nan"), float("-inf")):
        with pytest.raises(wend.ArgumentError, match="within"):
            world.reach(start, bad)


def test_round_costs_are_those_of_circles():
    world = wend.from_array(np.ones((201, 201)))
    y, x = np.mgrid[0:201, 0:201]
    straight = np.hypot(x - 100, y - 100)
    found = world.round_costs((100, 100))
    assert found.dtype == np.float32 and found.shape == (201, 201) and found[100, 100] == 0
    far = straight >= 20
    assert (found[far] / straight[far]).max() < 1.02 and (found[far] / straight[far]).min() > 0.999
    steps = world.field((100, 100), sense="from").costs
    assert (found <= steps * 1.0001).all() and (steps[far] / straight[far]).max() > 1.07
    disc = world.round_costs([(100, 100), (0, 0)], 30, area=(90, 100, 60, 1))
    assert disc.shape == (1, 60) and np.isfinite(disc).sum() == 41
    assert np.isinf(wend.from_array(np.zeros((3, 3))).round_costs((1, 1))).all()


def test_round_costs_refuse_bad_input():
    world = wend.from_array(np.ones((4, 6)))
    for bad in ({"start": []}, {"start": (6, 0)}, {"start": (0, 0), "within": -1}, {"start": (0, 0), "within": float("nan")},
                {"start": (0, 0), "area": (0, 0, 7, 1)}, {"start": (0, 0), "profile": "none"}):
        with pytest.raises(wend.ArgumentError):
            world.round_costs(**bad)
    with pytest.raises(wend.UnsupportedError, match="hexagons"):
        wend.from_array(np.ones((4, 6)), connectivity="odd-r").round_costs((0, 0))
    with pytest.raises(wend.UnsupportedError, match="direction"):
        wend.from_heights(np.arange(24.0).reshape(4, 6), 5, slope="tobler").round_costs((0, 0))


def test_errors_name_what_was_given():
    world = wend.from_array(np.ones((4, 6)))
    with pytest.raises(wend.ArgumentError, match="stops: expected at least one"):
        world.tour([])
    with pytest.raises(wend.ArgumentError, match=r"stops\[1\]"):
        world.tour([(0, 0), (6, 0)])
    many = np.zeros((300000, 2), np.int32)
    with pytest.raises(wend.OutOfMemoryError, match="300000 x 300000 costs take 720.0 GB"):
        world.matrix(many, many)
