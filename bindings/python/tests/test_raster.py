"""Is route_through_array scikit-image's: results, costs, errors?"""
import numpy as np
import pytest

import wend

MODES = [(False, False), (False, True), (True, False), (True, True)]


def cost_of(array, path, fully_connected, geometric):
    """What scikit-image says that a path costs, after every step was checked."""
    array = array.astype(float)
    total = 0.0 if geometric else float(array[path[0]])
    for (row, column), (to_row, to_column) in zip(path, path[1:]):
        step = abs(row - to_row) + abs(column - to_column)
        assert max(abs(row - to_row), abs(column - to_column)) == 1 and (fully_connected or step == 1)
        assert 0 <= array[to_row, to_column] < np.inf
        total += (2 ** 0.5 if step == 2 else 1) * (array[row, column] + array[to_row, to_column]) / 2 \
            if geometric else array[to_row, to_column]
    return total


def rasters():
    rng = np.random.default_rng(3)
    y, x = np.mgrid[:90, :110]
    yield "whole numbers", rng.integers(1, 20, (90, 110))
    yield "floats", rng.random((90, 110)) * 9 + 0.5
    yield "slopes", (2 + np.sin(x / 9) + np.cos(y / 7)).astype(np.float32)
    yield "small", rng.random((90, 110)) / 1e6
    yield "large", rng.random((90, 110)) * 1e9
    yield "with zeros", rng.integers(0, 4, (90, 110))
    blocked = rng.random((90, 110)) * 5 + 1
    blocked[rng.random((90, 110)) < 0.3] = -1
    blocked[rng.random((90, 110)) < 0.02] = np.inf
    yield "blocked", blocked
    yield "all zero", np.zeros((9, 9))
    yield "one pixel", np.ones((1, 1))
    yield "a row", rng.random((1, 50))
    yield "extremes", 10.0 ** rng.integers(-5, 6, (50, 50))


CASES = dict(rasters())


def ends(array, count, seed=1):
    rng = np.random.default_rng(seed)
    return [tuple(tuple(int(rng.integers(0, side)) for side in array.shape) for _ in range(2)) for _ in range(count)]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("fully_connected, geometric", MODES)
def test_exact_costs_what_scikit_image_says(name, fully_connected, geometric):
    graph = pytest.importorskip("skimage.graph")
    array = CASES[name]
    for start, end in ends(array, 8):
        try:
            _, best = graph.route_through_array(array, start, end, fully_connected, geometric)
        except ValueError as error:
            for prepared in (array, wend.Raster(array, zero="free")):
                with pytest.raises(ValueError, match=str(error)):
                    wend.route_through_array(prepared, start, end, fully_connected, geometric)
            continue
        for prepared in (array, wend.Raster(array, zero="free")):
            path, cost = wend.route_through_array(prepared, start, end, fully_connected, geometric, exact=True)
            assert cost == pytest.approx(best, rel=1e-12, abs=1e-15)
            assert path[0] == start and path[-1] == end and all(type(n) is int for n in path[0])
            assert cost_of(array, path, fully_connected, geometric) == pytest.approx(cost, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("fully_connected, geometric", MODES)
@pytest.mark.parametrize("name, mean, most", [("whole numbers", 0.02, 0.08), ("floats", 0.02, 0.08),
                                              ("slopes", 0.005, 0.03), ("small", 0.02, 0.15), ("large", 0.02, 0.15),
                                              ("blocked", 0.02, 0.08)])
def test_a_raster_keeps_the_stated_excess(name, mean, most, fully_connected, geometric):
    array = CASES[name]
    raster = wend.Raster(array)
    excess = []
    for start, end in ends(array, 30, seed=2):
        try:
            path, cost = wend.route_through_array(raster, start, end, fully_connected, geometric)
        except ValueError:
            with pytest.raises(ValueError):
                wend.route_through_array(raster, start, end, fully_connected, geometric, exact=True)
            continue
        assert path[0] == start and path[-1] == end
        assert cost_of(array, path, fully_connected, geometric) == pytest.approx(cost, rel=1e-9)
        _, best = wend.route_through_array(raster, start, end, fully_connected, geometric, exact=True)
        assert cost >= best * (1 - 1e-9)
        excess.append(cost / best - 1 if best > 0 else 0.0)
    assert len(excess) > 8
    assert np.mean(excess) <= mean and np.max(excess) <= most
    if fully_connected and not geometric:
        assert np.max(excess) < 1e-9


def test_indices_are_those_of_scikit_image():
    array = np.ones((5, 7))
    assert wend.route_through_array(array, (-1, -1), (4, 3)) == ([(4, 6), (4, 5), (4, 4), (4, 3)], 3.0)
    assert wend.route_through_array(array, np.array([0, 0]), [0, 1])[0] == [(0, 0), (0, 1)]
    assert wend.route_through_array(array, (2, 2), (2, 2)) == ([(2, 2)], 0.0)
    assert wend.route_through_array(array, (2, 2), (2, 2), geometric=False) == ([(2, 2)], 1.0)
    array[2, 2] = -1
    assert wend.route_through_array(array, (2, 2), (2, 4))[0][-1] == (2, 4)  # a blocked start may be left


def test_a_raster_is_a_copy():
    array = np.ones((30, 30))
    raster = wend.Raster(array)
    array[:] = -1
    assert wend.route_through_array(raster, (0, 0), (0, 29))[1] == 29
    assert raster.shape == (30, 30) and raster.world().shape == (30, 30)
    with pytest.raises(TypeError, match="Raster"):
        wend.route_through_array(raster.world(), (0, 0), (1, 1))


def test_zero_blocks_in_a_raster_as_in_from_array():
    costs = np.array([[1, 0, 1], [1, 0, 1], [1, 1, 1.0]])
    kept = costs.copy()
    raster = wend.Raster(costs)
    assert (raster.world().costs == wend.from_array(costs).costs).all() and (costs == kept).all()
    around = [(0, 0), (1, 0), (2, 1), (1, 2), (0, 2)]
    for exact in (False, True):
        assert wend.route_through_array(raster, (0, 0), (0, 2), exact=exact)[0] == around
        assert wend.route_through_array(wend.Raster(costs, zero="free"), (0, 0), (0, 2), exact=exact)[1] == 1
    assert wend.route_through_array(costs, (0, 0), (0, 2))[1] == 1  # an array is read as scikit-image does
    with pytest.raises(wend.ArgumentError, match="zero"):
        wend.Raster(costs, zero="cheap")
