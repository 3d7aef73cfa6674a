"""Are maps and worlds read and written as the program wend does?"""
import errno
import json
import os
import pickle
import warnings

import numpy as np
import pytest

import wend


def test_bake_equals_the_program(island, cli, tmp_path):
    with pytest.warns(wend.MapWarning, match="74 % of the map"):
        world = wend.bake(island, rule="brightness")
    cli("bake", island, "-o", tmp_path / "island.wend", "--rule", "brightness")
    assert cli("hash", tmp_path / "island.wend").split()[0] == world.hash
    path = world.path((150, 200), (830, 220), smooth=True)
    answer = json.loads(cli("path", tmp_path / "island.wend", "--from", "150,200", "--to", "830,220", "--smooth",
                            "--json"))
    assert path.hash == answer["hash"] and path.cost == pytest.approx(answer["cost"], abs=1e-6)
    assert path.tiles.tolist() == answer["tiles"]
    opened = wend.open(tmp_path / "island.wend")
    assert opened.hash == world.hash and opened.path((150, 200), (830, 220), smooth=True).hash == path.hash


def test_the_program_reads_what_python_saves(cli, tmp_path):
    world = wend.from_array(pytest.terrain(50, 70))
    file = tmp_path / "saved.wend"
    world.save(file)
    assert cli("hash", file).split()[0] == world.hash
    answer = json.loads(cli("info", file, "--json"))
    assert (answer["width"], answer["height"]) == (70, 50)



def test_save_and_open(tmp_path):
    world = wend.from_array(pytest.terrain(80, 80), metadata="made in Python")
    world.edit((10, 10, 20, 3), "blocked")
    name = str(tmp_path / "Wörld.wend")
    world.save(name)
    for opened in (wend.open(name), wend.open(name, map=False), wend.open(os.fsencode(name)),
                   wend.from_bytes(world.to_bytes()), pickle.loads(pickle.dumps(world))):
        assert opened.hash == world.hash and opened.metadata == "made in Python"
        assert opened.path((0, 0), (79, 79)).hash == world.path((0, 0), (79, 79)).hash
        opened.verify()
    mapped = wend.open(name)
    mapped.edit((0, 0, 5, 5), "blocked")
    assert mapped.hash != world.hash and wend.open(name).hash == world.hash


def test_formats_in_memory(tmp_path):
    pixels = bytes([255, 0, 255, 255])
    assert wend.bake(b"P5 2 2 255 " + pixels).costs.tolist() == [[1, 0], [1, 1]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        negated = wend.bake(bytearray(b"P5 2 2 255 " + pixels), negate=True)
    assert negated.costs.tolist() == [[0, 1], [0, 0]]
    (tmp_path / "costs.csv").write_text("1,2\n3,1\n")
    assert wend.bake(tmp_path / "costs.csv").costs.tolist() == [[1, 2], [3, 1]]
    arena = "type octile\nheight 2\nwidth 3\nmap\n..@\n.S.\n"
    world = wend.bake(arena.encode(), swamp_cost=4, connectivity="8cut")
    assert world.costs.tolist() == [[1, 1, 0], [1, 4, 1]] and world.connectivity == "8cut"
    small = wend.bake(b"P5 4 4 255 " + bytes([255] * 15 + [0]), downscale=2, downscale_by="costliest", resolution=0.5)
    assert small.costs.tolist() == [[1, 1], [1, 0]] and small.tile_size == 1


def test_recipes_bring_their_profiles(cli, tmp_path):
    (tmp_path / "land.pgm").write_bytes(b"P5 40 40 255 " + bytes(255 if x % 13 or y == 7 else 0 for y in range(40) for x in range(40)))
    (tmp_path / "map.recipe").write_text("wend recipe 1\nbase land.pgm\nprofile tank:radius=0.9,margin=2\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        world = wend.bake(tmp_path / "map.recipe", profiles=[wend.Profile("cart", radius=0.7)])
    assert world.profiles == ["default", "tank", "cart"]
    cli("bake", tmp_path / "map.recipe", "-o", tmp_path / "map.wend", "--profile", "cart:radius=0.7")
    assert cli("hash", tmp_path / "map.wend").split()[0] == world.hash


def test_missing_files(tmp_path):
    for call in (lambda: wend.open(tmp_path / "none.wend"), lambda: wend.bake(tmp_path / "none.png"),
                 lambda: wend.from_array([[1]]).save(tmp_path / "none" / "map.wend")):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert isinstance(caught.value, wend.Error) and caught.value.result == "io"
        assert caught.value.errno == errno.ENOENT and "none" in caught.value.filename
    with pytest.raises(wend.FileError):
        wend.open(tmp_path)
    with pytest.raises(OSError):
        wend.from_array([[1]]).save(tmp_path)


def test_damaged_files(tmp_path):
    world = wend.from_array(pytest.terrain(80, 80))
    data = world.to_bytes()
    for damaged in (b"", b"wend", data[:len(data) // 2], b"x" * len(data), bytes([data[0] ^ 1]) + data[1:]):
        with pytest.raises(wend.FormatError):
            wend.from_bytes(damaged)
        (tmp_path / "damaged.wend").write_bytes(damaged)
        with pytest.raises(wend.FormatError):
            wend.open(tmp_path / "damaged.wend")
    for junk in (b"", b"\x89PNG\r\n\x1a\n", b"P5 2 2 255 \0", b"GIF89a"):
        with pytest.raises(wend.FormatError) as caught:
            wend.bake(junk)
        assert str(caught.value) and isinstance(caught.value, ValueError)


def test_a_mapped_world_that_is_damaged_says_so(tmp_path):
    world = wend.from_array(pytest.terrain(300, 300))
    data = bytearray(world.to_bytes())
    middle = len(data) // 2
    data[middle:middle + 64] = bytes(byte ^ 0x55 for byte in data[middle:middle + 64])
    (tmp_path / "damaged.wend").write_bytes(data)
    try:
        opened = wend.open(tmp_path / "damaged.wend")
    except wend.FormatError:
        pytest.skip("the damage is in a part that is verified at once")
    with pytest.raises(wend.DamagedError):
        opened.verify()


def test_pictures(tmp_path):
    import struct
    import zlib
    costs = pytest.terrain(30, 40)
    world = wend.from_array(costs)
    pixels = world.picture(scale=1)
    assert pixels.shape == (30, 40, 3) and pixels.dtype == np.uint8
    blocked = (pixels == (0x24, 0x27, 0x2E)).all(axis=2)
    assert (blocked == (costs == 0)).all()
    data = wend.png(pixels)
    assert struct.unpack(">II", data[16:24]) == (40, 30)
    start = data.index(b"IDAT") + 4
    raw = zlib.decompress(data[start:start + struct.unpack(">I", data[start - 8:start - 4])[0]])
    assert np.frombuffer(raw, np.uint8).reshape(30, 121)[:, 1:].tobytes() == pixels.tobytes()
    plain = wend.from_array(np.ones((20, 30)))
    path = plain.path((2, 2), (27, 17))
    drawn = path.picture(scale=5)
    assert drawn.shape == (100, 150, 3)
    assert all((drawn[y * 5 + 2, x * 5 + 2] == (0xFF, 0xD8, 0)).all() for x, y in path.tiles[2:-2])
    path.save_picture(tmp_path / "path.png")
    assert (tmp_path / "path.png").read_bytes()[:4] == b"\x89PNG"
    wide = wend.from_array(np.ones((100, 3000)))
    assert max(wide.picture().shape) <= 768 and wide._repr_png_()
    assert wide.picture(scale=-7).shape == (15, 429, 3)
    for connectivity in ("odd-r", "even-q"):
        hexagons = wend.from_array(np.ones((6, 9)), connectivity=connectivity)
        assert hexagons.path((0, 0), (8, 5)).picture(scale=8).shape[2] == 3
    with pytest.raises(wend.ArgumentError):
        plain.picture(scale=0)


# ---- rasters

ASCII_GRID = """ncols 4
nrows 3
xllcorner 400000
yllcorner 5200000
cellsize 30
nodata_value -9999
100 100 100 100
100 103 -9999 100
100 100 100 100
"""


def test_rasters_need_the_program(tmp_path, monkeypatch):
    file = tmp_path / "hills.asc"
    file.write_text(ASCII_GRID)
    monkeypatch.setattr(wend._gdal, "find", lambda: None)
    with pytest.raises(wend.UnsupportedError, match="hills.asc: needs GDAL"):
        wend.bake(file, rule="height")
    with pytest.raises(wend.Error, match="no-such-program"):
        wend.bake(file, rule="height", gdal=tmp_path / "no-such-program")
    with pytest.raises(wend.ArgumentTypeError, match="window"):
        wend.bake(file, window=(1, 2, 3))


@pytest.mark.skipif(wend._gdal.find() is None, reason="no wend-gdal (libgdal-dev)")
def test_a_raster_equals_that_of_the_program(cli, tmp_path):
    file = tmp_path / "hills.asc"
    file.write_text(ASCII_GRID)
    world = wend.bake(file, rule="tobler")
    assert world.costs[1, 2] == 0 and (world.costs > 0).sum() == 11
    cli("bake", file, "-o", tmp_path / "hills.wend", "--rule", "tobler")
    assert cli("hash", tmp_path / "hills.wend").split()[0] == world.hash
    world.save(tmp_path / "saved.wend")
    for name in ("hills.wend", "saved.wend"):
        answer = json.loads(cli("path", tmp_path / name, "--units", "world", "--from", "400015,5200075", "--to",
                                "400105,5200015", "--json"))
        assert answer["tiles"][0] == [0, 0] and answer["tiles"][-1] == [3, 2]
    assert wend.bake(file, rule="tobler", window=(0, 0, 2, 3)).costs.shape == (3, 2)


def test_a_single_patch(tmp_path):
    wend.from_array(np.ones((90, 90))).save(tmp_path / "a.wend")
    world = wend.open(tmp_path / "a.wend")
    world.edit((3, 3), "blocked")
    world.save_patch(tmp_path / "a.patch")
    for patches in (tmp_path / "a.patch", str(tmp_path / "a.patch"), [tmp_path / "a.patch"]):
        assert wend.open(tmp_path / "a.wend", patches=patches).cost((3, 3)) == 0
