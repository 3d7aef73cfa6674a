"""Where on the earth do the tiles of a raster lie?"""
from __future__ import annotations

import json
from typing import Any, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core, _gdal
from ._core import Tile, TileLike
from ._errors import check
from ._native import ffi, lib

Position = Tuple[float, float]


class Georeference:
    """Coordinate system and geotransform of a raster: `World.geo` has that of a world baked from one.

    Coordinates are those of the raster's coordinate system, x (easting or longitude) first.

    >>> import numpy as np, wend
    >>> geo = wend.Georeference((400000, 30, 0, 5200000, 0, -30), kind="projected")
    >>> geo.tile_at((403215, 5198730)), geo.position((107, 42))
    ((107, 42), (403225.0, 5198725.0))
    >>> geo.distance((403215, 5198730), (403815, 5197930))
    1000.0
    """

    __slots__ = ("_geo",)

    def __init__(self, transform: Sequence[float], *, kind: _gdal.Kind = "none", unit: float = 1.0,
                 semi_major: float = 0.0, flattening: float = 0.0, wgs84: bool = False, epsg: int = 0, crs: str = "", wkt: str = "") -> None:
        """transform: the six numbers of a geotransform as GDAL gives them. kind: "projected" (unit: metres for
        each unit of x and y), "geographic" (unit: radians) or "none". The rest describes the coordinate system."""
        geo = self._geo = ffi.new("wend_georeference*")
        numbers = [_core.real(value, "transform") for value in transform]
        if len(numbers) != 6:
            raise ValueError("transform: expected 6 numbers, got %d" % len(numbers))
        geo.has_transform = True
        geo.transform = numbers
        geo.kind = _core.choice(kind, {name: i for i, name in enumerate(_gdal.KINDS)}, "kind")
        geo.unit, geo.semi_major = _core.real(unit, "unit"), _core.real(semi_major, "semi_major")
        geo.flattening, geo.is_wgs84 = _core.real(flattening, "flattening"), bool(wgs84)
        geo.epsg = _core.integer(epsg, "epsg")
        for name, text, size in (("name", crs, lib.WEND_GEO_NAME_BYTES), ("wkt", wkt, lib.WEND_GEO_WKT_BYTES)):
            setattr(geo, name, _fitting(text, size))

    def _list_ground(self, ground: Any) -> None:
        """Takes the lengths on the ground as the metadata of a world list them; None: it lists none."""
        if ground is None:
            return
        steps = [[_core.real(value, "ground") for value in step] for step in ground["steps"]]
        if not 2 <= len(steps) <= lib.WEND_GEO_MAX_GROUND or not all(len(s) == 4 and min(s) > 0 for s in steps):
            raise ValueError("ground: expected 2 to %d times four lengths above 0" % lib.WEND_GEO_MAX_GROUND)
        self._geo.ground[0:len(steps)] = [tuple(s) for s in steps]
        self._geo.ground_count, self._geo.ground_rows = len(steps), _core.real(ground["rows"], "rows")

    @property
    def transform(self) -> Tuple[float, ...]:
        return tuple(self._geo.transform)

    @property
    def kind(self) -> _gdal.Kind:
        """"projected", "geographic" or "none"."""
        return _gdal.KINDS[self._geo.kind]

    @property
    def crs(self) -> str:
        """The name of the coordinate system, such as "WGS 84 / UTM zone 33N"; "" when unknown."""
        return ffi.string(self._geo.name).decode("utf-8", "replace")

    @property
    def epsg(self) -> int:
        """Its number with EPSG; 0: unknown."""
        return self._geo.epsg

    @property
    def wkt(self) -> str:
        """Its description in WKT 2; "" without one."""
        return ffi.string(self._geo.wkt).decode("utf-8", "replace")

    def position(self, tile: TileLike) -> Position:
        """The position of the centre of a tile."""
        x, y, _ = _core.tile(tile, "tile")
        return self.corner(x + 0.5, y + 0.5)

    def corner(self, column: float, row: float) -> Position:
        """The position of a point of the map in columns and rows, from the top-left corner of tile (0, 0)."""
        out = ffi.new("wend_geo_point*")
        check(lib.wend_geo_position(self._geo, _core.real(column, "column"), _core.real(row, "row"), out),
              "position of column %g, row %g" % (column, row))
        return out.x, out.y

    def column_row(self, position: Sequence[float]) -> Position:
        """The column and row of a position, with fractions; the inverse of `corner`."""
        out = ffi.new("double[2]")
        check(lib.wend_geo_column_row(self._geo, _point(position), out, out + 1), "position %r" % (tuple(position),))
        return out[0], out[1]

    def tile_at(self, position: Sequence[float]) -> Tile:
        """The tile at a position, which may lie off the map."""
        out = ffi.new("wend_tile*")
        check(lib.wend_geo_tile_at(self._geo, _point(position), out), "position %r" % (tuple(position),))
        return out.x, out.y

    def positions(self, tiles: Any) -> NDArray[np.float64]:
        """The positions of the centres of many tiles, such as `Path.tiles`: n x 2 float64."""
        array = np.asarray(tiles, np.float64) + 0.5
        t = self.transform
        x, y = array[:, 0], array[:, 1]
        return np.stack([t[0] + t[1] * x + t[2] * y, t[3] + t[4] * x + t[5] * y], axis=1)

    def steps(self, row: float) -> Tuple[float, float, float, float]:
        """How long steps are on the ground at a row, from the upper edge of the map (the middle of tile y is at
        y + 0.5): to the right, down, down and right, down and left, in metres."""
        out = ffi.new("wend_ground*")
        check(lib.wend_geo_ground(self._geo, _core.real(row, "row"), out), "steps at row %g" % row)
        return out.across, out.down, out.falling, out.rising

    def distance(self, a: Sequence[float], b: Sequence[float]) -> float:
        """Metres between two positions: along the ellipsoid where coordinates are longitude and latitude, else
        straight on the map, by lengths on the ground."""
        return lib.wend_geo_distance(self._geo, _point(a), _point(b))

    def to_lonlat(self, positions: Any, *, gdal: Any = None) -> NDArray[np.float64]:
        """Longitude and latitude (WGS 84, degrees) of positions, n x 2.

        Other coordinate systems need the program wend-gdal of the package wend-gdal; gdal is its path, by
        default where that package has it.
        """
        return self._transformed(positions, gdal, True)

    def from_lonlat(self, positions: Any, *, gdal: Any = None) -> NDArray[np.float64]:
        """The inverse of `to_lonlat`."""
        return self._transformed(positions, gdal, False)

    def _transformed(self, positions: Any, gdal: Any, to_wgs84: bool) -> NDArray[np.float64]:
        out = np.array(positions, np.float64, ndmin=2, order="C")
        if out.ndim != 2 or out.shape[1] != 2:
            raise ValueError("positions: expected n x 2 numbers, got the shape %r" % (out.shape,))
        program = gdal if gdal is not None else _gdal.find()
        encoded = _core.file_name(program, "gdal")[0] if program is not None else ffi.NULL
        error = ffi.new("wend_error*")
        check(lib.wend_geo_transform(self._geo, encoded, to_wgs84, _core.pointer_to(out, "wend_geo_point"), len(out),
                                     error), "transforming", error)
        return out

    def __repr__(self) -> str:
        return "<wend.Georeference %s, %s>" % (self.crs or self.kind, self.transform)


def of_metadata(text: str) -> Optional[Georeference]:
    """The georeference that `wend bake` and `wend.bake` write into a world; None without one."""
    try:
        geo = json.loads(text)["geo"]
        out = Georeference(geo["transform"], kind=geo["kind"], unit=geo["unit"], semi_major=geo["semi_major"],
                           flattening=geo["flattening"], wgs84=geo["wgs84"], epsg=geo.get("epsg", 0), crs=geo["crs"],
                           wkt=geo["wkt"])
        out._list_ground(geo.get("ground"))
        return out
    except (ValueError, KeyError, TypeError):
        return None


def _fitting(text: str, size: int) -> bytes:
    encoded = text.encode()
    if b"\0" in encoded or len(encoded) >= size:
        raise ValueError("expected a text of at most %d bytes without null characters" % (size - 1))
    return encoded


def _point(value: Sequence[float]) -> Position:
    x, y = value
    return _core.real(x, "x"), _core.real(y, "y")
