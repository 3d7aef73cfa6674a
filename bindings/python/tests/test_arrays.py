"""Do costs become the terrain that they say, exactly or by the stated quantisation?"""
import numpy as np
import pytest

import wend


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int8, np.uint8, np.uint16, bool])
def test_types(dtype):
    array = np.array([[1, 0, 1], [1, 1, 1]], dtype)
    world = wend.from_array(array)
    assert world.shape == (2, 3) and world.cost_error == 0
    assert (world.costs == array.astype(np.float32)).all()


def test_lists_and_views_of_all_kinds():
    base = np.arange(1, 49, dtype=float).reshape(6, 8)
    for array in (base, base.tolist(), base[::2, ::-1], base.T, np.asfortranarray(base), base[2:3, 3:4],
                  np.ma.masked_array(base).filled(0), np.broadcast_to(np.float64(3), (4, 5))):
        assert (wend.from_array(array).costs == np.asarray(array, np.float32)).all()


def test_blocked():
    costs = np.array([[1, 0, np.nan], [np.inf, 2, -0.0]])
    assert wend.from_array(costs).costs.tolist() == [[1, 0, 0], [0, 2, 0]]
    assert wend.from_array(np.zeros((4, 4))).passable_count == 0
    assert wend.from_array(np.full((4, 4), np.nan)).passable_count == 0


def test_masked_tiles_are_blocked():
    for array in (np.array([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4.0]])):
        masked = np.ma.masked_array(array, [[False, True], [False, False]])
        assert wend.from_array(masked).costs.tolist() == [[1, 0], [3, 4]]
        with pytest.raises(ValueError):
            wend.route_through_array(masked, (0, 0), (0, 1))


def test_up_to_255_costs_are_exact():
    costs = np.linspace(1, 4, 255).reshape(15, 17)
    np.random.default_rng(1).shuffle(costs.reshape(-1))
    world = wend.from_array(costs)
    assert world.cost_error == 0
    assert (world.costs == costs.astype(np.float32)).all()
    table = world.class_costs
    assert (np.diff(table[1:256]) > 0).all() and table[0] == 0


@pytest.mark.parametrize("greatest, bound", [(1.01, 0.0001), (10, 0.0046), (100, 0.0091), (4096 / 64, 0.0083), (1024, 0.0138)])
def test_more_costs_keep_the_stated_error(greatest, bound):
    rng = np.random.default_rng(2)
    costs = greatest ** rng.random((100, 100))
    costs[0, 0], costs[-1, -1] = 1, greatest
    costs[5, 5] = 0
    world = wend.from_array(costs)
    passable = costs > 0
    error = np.maximum(world.costs[passable] / costs[passable], costs[passable] / world.costs[passable]) - 1
    assert 0 < error.max() <= world.cost_error * 1.0001 + 1e-6 <= bound * 1.001 + 2e-6
    assert world.costs[5, 5] == 0
    used = world.class_costs[1:]
    assert (np.diff(used[used > 0]) > 0).all()


def test_256_costs_are_quantised():
    costs = np.linspace(1, 4, 256).reshape(16, 16)
    world = wend.from_array(costs)
    assert 0 < world.cost_error < 0.003


def test_costs_out_of_range():
    for costs, text in (([[0.001, 0.002]], "multiply them by 524288|multiply them by 262144"), ([[2000.0]], "multiply them by 0.5"),
                        ([[1 / 64, 100.0]], "numpy.clip"), ([[1e-300, 1e300]], "numpy.clip")):
        with pytest.raises(wend.LimitError, match=text):
            wend.from_array(costs)
    wend.from_array(np.array([[0.001, 0.002]]) * 262144)  # as the message says
    wend.from_array([[1 / 64, 64.0], [1024 / 16.0, 1 / 64]])


def test_the_array_may_change_afterwards():
    costs = np.ones((30, 30))
    world = wend.from_array(costs)
    costs[:] = 0
    assert world.passable_count == 900


def test_classes():
    classes = np.array([[1, 2, 2], [0, 1, 3]])
    world = wend.from_classes(classes, [0, 1, 5, "blocked"])
    assert (world.classes == classes).all() and world.class_counts[:4].tolist() == [1, 2, 2, 1]
    assert world.costs.tolist() == [[1, 5, 5], [0, 1, 0]]
    assert world.passable_count == 4 and world.cost((1, 0)) == 5 and not world.passable((2, 1))
    assert world.cost((9, 9)) == 0 and (2, 1) in world and (3, 1) not in world


def test_places():
    world = wend.from_array(np.ones((4, 6)), tile_size=0.5, origin=(10, -2))
    assert (world.width, world.height, world.tile_size, world.origin) == (6, 4, 0.5, (10, -2))
    assert world.tile_at((10.6, -1.1)) == (1, 1) and world.center((1, 1)) == (10.75, -1.25)
    assert world.path((0, 0), (5, 0)).waypoints.tolist() == [[10.25, -1.75], [12.75, -1.75]]
    hexagons = wend.from_array(np.ones((4, 6)), connectivity="odd-r")
    assert hexagons.connectivity == "odd-r" and hexagons.path((0, 0), (0, 3)).cost == 3
    assert wend.from_array(np.ones((4, 4)), connectivity="4").path((0, 0), (3, 3)).cost == 6


def test_clearance():
    costs = np.ones((7, 7))
    costs[3, 3] = 0
    clearance = wend.from_array(costs).clearance()
    assert clearance.shape == (7, 7) and clearance[3, 3] == 0 and clearance[3, 2] == 0.5 and clearance[0, 0] == 0.5
    assert wend.from_array(costs).clearance((2, 2, 2, 1)).shape == (1, 2)
