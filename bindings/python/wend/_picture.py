"""What does a world look like?"""
from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._path import Path
    from ._world import World

BLOCKED = (0x24, 0x27, 0x2E)
PATH = (0xFF, 0xD8, 0x00)
CASING = (0x14, 0x18, 0x20)
START = (0x28, 0xC8, 0x50)
GOAL = (0xE6, 0x32, 0x32)
# From the cheapest tile to the most costly one.
RAMP = ((0xF1, 0xEE, 0xE4), (0xB5, 0xD8, 0xC6), (0x63, 0xB0, 0xAD), (0x3F, 0x7C, 0xA6), (0x4C, 0x47, 0x95),
        (0x3B, 0x1F, 0x5E))
GAP = 2  # tiles between two floors
SIDE = 768  # pixels that the longer side has about


def png(pixels: NDArray[np.uint8]) -> bytes:
    """The bytes of a PNG file: height x width x 3 uint8.

    >>> import numpy as np, wend
    >>> wend.png(np.zeros((2, 2, 3), np.uint8))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    array = np.ascontiguousarray(pixels)
    if array.dtype != np.uint8 or array.ndim != 3 or array.shape[2] != 3 or array.size == 0:
        raise ArgumentError("pixels: expected height x width x 3 uint8, got %r of %s" % (array.shape, array.dtype))
    height, width = array.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with its filter, 0
    rows[:, 1:] = array.reshape(height, 3 * width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)) + chunk(b"IEND", b""))


def _palette(costs: NDArray[np.float32], counts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Blocked dark; passable along the ramp, by the logarithm of the cost."""
    colors = np.tile(np.array(BLOCKED, np.float64), (256, 1))
    passable = costs > 0
    used = costs[passable & (counts > 0)]
    if used.size:
        least, most = float(used.min()), max(float(used.max()), 2 * float(used.min()))
        place = np.log(np.clip(costs[passable], least, most) / least) / np.log(most / least) * (len(RAMP) - 1)
        ramp = np.array(RAMP, np.float64)
        colors[passable] = np.stack([np.interp(place, np.arange(len(RAMP)), ramp[:, c]) for c in range(3)], axis=1)
    return colors.round().astype(np.uint8)


def _shrink(classes: NDArray[np.uint8], colors: NDArray[np.uint8], step: int) -> NDArray[np.uint8]:
    """The mean colour of step x step tiles, a strip at a time."""
    height, width = classes.shape
    out = np.empty((-(-height // step), -(-width // step), 3), np.uint8)
    cuts = np.arange(0, width, step)
    for row in range(len(out)):
        strip = colors[classes[row * step:(row + 1) * step]].sum(axis=0, dtype=np.int64)
        sizes = np.diff(np.append(cuts, width)) * min(step, height - row * step)
        out[row] = np.add.reduceat(strip, cuts, axis=0) // sizes[:, np.newaxis]
    return out


def draw(world: World, scale: Optional[int], paths: Sequence[Path]) -> NDArray[np.uint8]:
    """The map and paths on it: height x width x 3 uint8."""
    costs, counts, classes = world.class_costs, world.class_counts, world.classes
    beside = world.width + GAP  # from a floor to the next
    if classes.ndim == 3:
        classes = np.hstack([np.pad(floor, ((0, 0), (0, GAP if i + 1 < len(classes) else 0)))
                             for i, floor in enumerate(classes)])
    height, width = classes.shape
    longest = max(width, height)
    if scale is None:
        scale = max(1, min(16, SIDE // longest)) if longest <= SIDE * 3 // 2 else -(-(-longest // SIDE))
    if scale == 0 or scale > 256 or (scale > 0 and longest * scale > 1 << 15) or -scale > longest:
        raise ArgumentError("scale: %d does not suit a map of %d x %d tiles" % (scale, width, height))
    colors = _palette(costs, counts)
    if scale < 0:
        pixels = _shrink(classes, colors, -scale)
    else:
        pixels = colors[classes].repeat(scale, axis=0).repeat(scale, axis=1)
    connectivity = world.connectivity
    if scale > 1 and connectivity not in ("8", "4", "8cut"):
        pixels = _shift(pixels, scale, connectivity)
    for path in paths:
        tiles = path.tiles
        tiles = tiles - np.array((*world.area[:2], 0)[:tiles.shape[1]], tiles.dtype)
        if tiles.shape[1] == 3:
            tiles = np.stack((tiles[:, 0] + beside * tiles[:, 2], tiles[:, 1]), axis=1)
        _draw_path(pixels, tiles, scale, connectivity)
    return pixels


def _shift(pixels: NDArray[np.uint8], scale: int, connectivity: str) -> NDArray[np.uint8]:
    """Moves every second row, or column, of hexagons half a tile."""
    first = 1 if connectivity.startswith("odd") else 0
    half = scale // 2
    if connectivity.endswith("q"):
        return _shift(pixels.transpose(1, 0, 2), scale, connectivity[:-1] + "r").transpose(1, 0, 2).copy()
    out = np.full((pixels.shape[0], pixels.shape[1] + half, 3), BLOCKED, np.uint8)
    for row in range(0, pixels.shape[0], scale):
        shift = half if (row // scale) % 2 == first else 0
        out[row:row + scale, shift:shift + pixels.shape[1]] = pixels[row:row + scale]
    return out


def _centers(tiles: NDArray[np.int64], scale: int, connectivity: str) -> NDArray[np.int64]:
    """Pixel column and row of the centre of each tile."""
    if scale < 0:
        return tiles // -scale
    out = tiles * scale + scale // 2
    if scale > 1 and connectivity not in ("8", "4", "8cut"):
        odd = 1 if connectivity.startswith("odd") else 0
        axis = 1 if connectivity.endswith("r") else 0  # which coordinate decides
        out[:, 1 - axis] += np.where(tiles[:, axis] % 2 == odd, scale // 2, 0)
    return out


def _draw_path(pixels: NDArray[np.uint8], tiles: NDArray[np.int32], scale: int, connectivity: str) -> None:
    if len(tiles) == 0:
        return
    centers = _centers(np.array(tiles, np.int64), scale, connectivity)
    points: List[NDArray[np.int64]] = [centers]
    if len(centers) > 1:
        longest = int(np.abs(np.diff(centers, axis=0)).max())
        gap = np.abs(np.diff(tiles.astype(np.int64), axis=0)).max(axis=1) <= 1  # links are not drawn
        for k in range(1, longest):
            between = centers[:-1] + np.diff(centers, axis=0) * k // longest
            points.append(between[gap])
    line = np.unique(np.concatenate(points), axis=0)
    thick = max(0, scale // 5)
    _stamp(pixels, line, thick + (1 if scale > 3 or scale < 2 else 0), CASING if scale > 3 else PATH)
    _stamp(pixels, line, thick, PATH)
    marker = max(2, scale // 3)
    for center, color in ((centers[:1], START), (centers[-1:], GOAL)):
        _stamp(pixels, center, marker + 1, CASING)
        _stamp(pixels, center, marker, color)


def _stamp(pixels: NDArray[np.uint8], centers: NDArray[np.int64], reach: int, color: Tuple[int, int, int]) -> None:
    """A square round each centre, cut off at the border."""
    height, width = pixels.shape[:2]
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            x, y = centers[:, 0] + dx, centers[:, 1] + dy
            inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
            pixels[y[inside], x[inside]] = color
