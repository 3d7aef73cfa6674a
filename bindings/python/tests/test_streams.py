"""Worlds whose ground comes and goes, patches, damage."""
import threading

import numpy as np
import pytest

import wend


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A file of several regions, and its costs."""
    costs = pytest.terrain(600, 1600, blocked=0.2)
    costs[:, 0] = costs[0, :] = costs[:, -1] = costs[-1, :] = 1
    file = tmp_path_factory.mktemp("stream") / "large.wend"
    wend.from_array(costs).save(file)
    return file, costs


def test_ground_comes_and_goes(stored):
    file, costs = stored
    with wend.stream(file) as world:
        assert world.is_streamed and world.stream_info.loaded_count == 0 and world.budget == 0
        x, y, width, height = world.region((700, 300))
        assert x <= 700 < x + width and y <= 300 < y + height and not world.is_loaded((700, 300))
        with pytest.raises(wend.NotLoadedError):
            world.edit((700, 300), 1)
        world.load((700, 300, 1, 1))
        info = world.stream_info
        assert world.is_loaded((700, 300)) and info.loaded_count == 1 and info.ground_bytes > 0
        world.unload((700, 300, 1, 1))
        assert not world.is_loaded((700, 300)) and world.stream_info.loaded_count == 0
        assert world.cost((700, 300)) == costs[300, 700]  # read from the file
        world.load((0, 0, world.width, world.height))
        assert world.stream_info.loaded_count == info.columns * info.rows
        path = world.path((0, 0), (1599, 599))
        assert path.cost == pytest.approx(pytest.walk(costs, path.tiles))
        assert path.hash == wend.open(file).path((0, 0), (1599, 599)).hash
        world.edit((700, 300, 3, 3), "blocked")
        with pytest.raises(wend.UnsupportedError):
            world.unload((700, 300, 1, 1))


def test_a_walk_with_a_budget(stored):
    file, costs = stored
    with wend.stream(file, budget=64 << 20) as world:
        world.load((0, 0, 1, 1))
        one = world.stream_info.ground_bytes
        world.budget = 3 * one
        path = world.path((0, 0), (1599, 599), first_tiles=40)
        assert path.outcome == "partial" and path.rest in ("ready", "waiting")
        assert path.regions(2).shape == (2, 4) and len(path.regions(100)) > 2
        walked = [path.tiles.tolist()]
        most = 0
        while path.rest != "none":
            assert world.load_ahead(path.regions(3)) >= 1
            most = max(most, world.stream_info.ground_bytes)
            assert path.refine(50) > 0, path.rest
            walked.append(path.tiles[1:].tolist() if len(walked) > 1 else path.tiles.tolist()[len(walked[0]):])
            path.cut(len(path) - 1)
        assert path.outcome == "found" and path.tiles.tolist() == [[1599, 599]] and most <= 3 * one
        tiles = np.array([tile for piece in walked for tile in piece])
        optimum = wend.open(file).path((0, 0), (1599, 599), algorithm="exact").cost
        assert optimum <= pytest.walk(costs, tiles) + 1e-6 < 1.3 * optimum
        world.budget = 1
        far = next(tile for tile in ((0, 0), (0, 599), (800, 300), (1599, 0)) if not world.is_loaded(tile))
        with pytest.raises(wend.LimitError, match="budget"):
            world.load((*far, 1, 1))
        assert world.load_ahead([(*far, 1, 1)]) == 0 and world.load_ahead([]) == 0


def test_a_path_that_waits_for_ground(stored):
    with wend.stream(stored[0]) as world:
        world.load((0, 0, 1, 1))
        path = world.path((0, 0), (1599, 599))
        while path.refine(500) > 0:
            pass
        assert path.rest == "waiting" and not world.is_loaded((1599, 599))


def test_bad_ground(stored, tmp_path):
    plain = wend.from_array(np.ones((40, 40)))
    assert not plain.is_streamed and plain.region((3, 3)) is None and plain.is_loaded((3, 3))
    assert plain.stream_info == (0, 0, 0, 0, 0, 0) and plain.path((0, 0), (9, 9)).regions().shape == (0, 4)
    for call in (lambda: plain.load((0, 0, 1, 1)), lambda: plain.unload((0, 0, 1, 1)),
                 lambda: plain.load_ahead([(0, 0, 1, 1)]), lambda: setattr(plain, "budget", 5)):
        with pytest.raises(wend.ArgumentError, match="wend.stream"):
            call()
    with wend.stream(stored[0]) as world:
        for area in ((0, 0, 0, 1), (1599, 599, 2, 1), (-1, 0, 1, 1)):
            with pytest.raises(ValueError, match="leaves the map"):
                world.load(area)
        with pytest.raises(ValueError, match="n x 4"):
            world.load_ahead([(1, 2)])
        with pytest.raises(ValueError, match="budget"):
            world.budget = -1
        with pytest.raises(ValueError, match="outside"):
            world.is_loaded((1600, 0))
        with pytest.raises(wend.NotLoadedError):
            world.save(tmp_path / "copy.wend")
    with pytest.raises(FileNotFoundError):
        wend.stream(tmp_path / "missing.wend")
    for level in (-1, 1, 30):
        with pytest.raises(wend.ArgumentError, match="region_level"):
            wend.stream(stored[0], region_level=level)
    with pytest.raises(wend.ClosedError):
        world.load((0, 0, 1, 1))


def test_loading_beside_queries(stored):
    world = wend.stream(stored[0], budget=64 << 20)
    world.load((0, 0, 1, 1))
    failures = []

    def ask():
        try:
            for _ in range(60):
                path = world.path((0, 0), (1599, 599), first_tiles=30)
                if path.outcome != "partial" or not path.is_valid():
                    failures.append(path)
        except Exception as error:
            failures.append(error)

    def come_and_go():
        try:
            for _ in range(40):
                world.load((800, 300, 1, 1))
                world.unload((800, 300, 1, 1))
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=target) for target in (ask, ask, come_and_go, come_and_go)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []


def test_patches(tmp_path):
    file, first, second = (tmp_path / name for name in ("a.wend", "a.1", "a.2"))
    wend.from_array(pytest.terrain(200, 200)).save(file)
    world = wend.open(file)
    world.edit((10, 10, 4, 4), "blocked")
    world.save_patch(first)
    again = wend.open(file, patches=[first])
    again.edit((100, 100, 4, 4), "blocked")
    again.save_patch(second, kept_patches=1)
    both = wend.open(file, patches=[first, second])
    assert both.cost((11, 11)) == 0 and both.cost((101, 101)) == 0 and both.hash == again.hash
    assert first.stat().st_size < file.stat().st_size
    with pytest.raises(wend.FormatError):
        wend.open(file, patches=[second])
    with pytest.raises(wend.UnsupportedError):
        wend.from_array(np.ones((9, 9))).save_patch(tmp_path / "b")
    with pytest.raises(ValueError, match="mapped"):
        wend.open(file, map=False, patches=[first])


def test_damage(tmp_path):
    file = tmp_path / "a.wend"
    wend.from_array(pytest.terrain(300, 300)).save(file)
    assert wend.open(file).damage() == []
    data = bytearray(file.read_bytes())
    for offset in range(len(data) // 2, len(data) // 2 + 64):
        data[offset] ^= 0x55
    file.write_bytes(data)
    found = wend.open(file).damage()
    assert found and all(one.level >= 1 and one.tiles[2] > 0 for one in found)
