"""What do all tests share?"""
import gc
import os
import pathlib
import subprocess

import numpy as np
import pytest

import wend
from wend._core import Handle

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Whatever the tests did, no object of C is left. A failed test keeps what its traceback shows."""
    gc.collect()
    if exitstatus == 0 and Handle.alive:
        print("\n%d objects of C are left" % len(Handle.alive))
        session.exitstatus = 1


@pytest.fixture
def island():
    """The map in data/, which a source distribution does not have."""
    file = ROOT / "data" / "island.png"
    if not file.exists():
        pytest.skip("data/island.png is not here")
    return file


@pytest.fixture
def headers():
    """The public headers of C, which a source distribution may not have."""
    found = [file for folder in ("engine", "importers", "graph") for file in (ROOT / folder / "include" / "wend").glob("*.h")]
    if not found:
        pytest.skip("the headers are not here")
    return found


@pytest.fixture
def cli():
    """Runs the program wend, which ctest names in WEND_CLI."""
    program = os.environ.get("WEND_CLI", "")
    if not os.path.exists(program):
        pytest.skip("WEND_CLI does not name the program wend")
    # A sanitizer that Python needs first is in the program itself.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}

    def run(*arguments):
        return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True,
                              env=environment).stdout

    return run


def terrain(height, width, seed=1, blocked=0.25, costs=(1, 1.5, 3, 8)):
    """Random costs in squares of 3 x 3 tiles, some of them blocked."""
    rng = np.random.default_rng(seed)
    shape = (-(-height // 3), -(-width // 3))
    out = rng.choice(costs, shape) * (rng.random(shape) >= blocked)
    return np.repeat(np.repeat(out, 3, 0), 3, 1)[:height, :width].astype(float)


def passable_tiles(costs, count, seed=1):
    """Random passable tiles, as x and y."""
    rng = np.random.default_rng(seed)
    y, x = np.nonzero(costs > 0)
    chosen = rng.integers(0, len(x), count)
    return np.stack([x[chosen], y[chosen]], axis=1).astype(np.int32)


def walk(costs, tiles, cut_corners=False):
    """The cost of a path, after every step was checked."""
    total = 0.0
    for (x, y), (to_x, to_y) in zip(tiles.tolist(), tiles[1:].tolist()):
        dx, dy = to_x - x, to_y - y
        assert max(abs(dx), abs(dy)) == 1
        assert costs[to_y, to_x] > 0
        if dx and dy and not cut_corners:
            assert costs[y, to_x] > 0 and costs[to_y, x] > 0
        total += (2 ** 0.5 if dx and dy else 1) * costs[to_y, to_x]
    return total


def distances(costs, start):
    """Dijkstra's algorithm in plain Python: the cost to every tile, without corner cutting."""
    import heapq
    out = np.full(costs.shape, np.inf)
    out[start[1], start[0]] = 0
    heap = [(0.0, start[0], start[1])]
    while heap:
        cost, x, y = heapq.heappop(heap)
        if cost > out[y, x]:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                to_x, to_y = x + dx, y + dy
                if (dx, dy) == (0, 0) or not (0 <= to_x < costs.shape[1] and 0 <= to_y < costs.shape[0]):
                    continue
                if costs[to_y, to_x] == 0 or (dx and dy and not (costs[y, to_x] and costs[to_y, x])):
                    continue
                further = cost + (2 ** 0.5 if dx and dy else 1) * costs[to_y, to_x]
                if further < out[to_y, to_x]:
                    out[to_y, to_x] = further
                    heapq.heappush(heap, (further, to_x, to_y))
    return out


pytest.terrain = terrain
pytest.passable_tiles = passable_tiles
pytest.walk = walk
pytest.distances = distances
assert wend.__version__
