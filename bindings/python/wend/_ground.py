"""Which ground of a streamed world is in memory?"""
from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._base import WorldBase
from ._core import Area, TileLike
from ._errors import ArgumentError, check
from ._native import ffi, lib


class StreamInfo(NamedTuple):
    """Regions of a streamed world, and the memory that their ground takes."""

    region_size: int
    columns: int
    rows: int
    loaded_count: int
    ground_bytes: int
    budget_bytes: int


class Ground(WorldBase):
    """The part of `World` that loads and unloads the ground of worlds from `wend.stream`.

    Regions may be loaded and unloaded on one thread while others query.
    """

    __slots__ = ()

    def load(self, area: Area, *, make_room: bool = True) -> None:
        """Loads and verifies all regions that have tiles of an area (x, y, width, height).

        make_room: where the budget does not suffice, other regions are unloaded, first those that nobody has
        needed for longest. Raises LimitError where the budget does not suffice.
        """
        with self._guard, self._guard.loading:
            error = ffi.new("wend_error*")
            check(lib.wend_world_load(self._streamed(), self._area(area, "area"), bool(make_room), error),
                  "loading ground (the budget is %d bytes)" % self._stream_info().budget_bytes, error)

    def load_ahead(self, areas: Any) -> int:
        """Loads the regions of several areas, n x 4, the most urgent first; `Path.regions` lists them.

        Others are unloaded to make room, never one that comes before in the list. Returns how many areas,
        from the first on, are loaded now: fewer than all where the budget does not suffice.
        """
        wanted = np.ascontiguousarray(areas)
        if wanted.size == 0:
            return 0
        if wanted.ndim != 2 or wanted.shape[1] not in (4, 5):
            raise ArgumentError("areas: expected n x 4 numbers, got the shape %r" % (wanted.shape,))
        with self._guard, self._guard.loading:
            items = ffi.new("wend_rect[]", [self._area(area, "area") for area in wanted])
            loaded, error = ffi.new("int32_t*"), ffi.new("wend_error*")
            check(lib.wend_world_load_ahead(self._streamed(), items, len(wanted), loaded, error),
                  "loading ground", error)
            return loaded[0]

    def unload(self, area: Area) -> None:
        """Unloads all regions that have tiles of an area, and gives their memory back.

        Raises UnsupportedError when edits have changed one of them.
        """
        with self._guard, self._guard.loading:
            check(lib.wend_world_unload(self._streamed(), self._area(area, "area")),
                  "unloading ground that edits may have changed")

    def is_loaded(self, tile: TileLike) -> bool:
        """Is all ground around a tile loaded? Always, when the world is not streamed."""
        with self._guard:
            return bool(lib.wend_world_is_loaded(self._handle.get(), self._tile(tile, "tile")))

    def region(self, tile: TileLike) -> Optional[Tuple[int, int, int, int]]:
        """The region (x, y, width, height) of a tile; None when the world is not streamed."""
        with self._guard:
            found = lib.wend_world_region(self._handle.get(), self._tile(tile, "tile"))
            return (found.x, found.y, found.width, found.height) if found.width > 0 else None

    @property
    def is_streamed(self) -> bool:
        """Does this world load its ground region by region?"""
        with self._guard:
            return self._stream_info().region_size > 0

    @property
    def stream_info(self) -> StreamInfo:
        """What is loaded; all zeros when the world is not streamed."""
        with self._guard:
            info = self._stream_info()
            return StreamInfo(*(getattr(info, name) for name in StreamInfo._fields))

    @property
    def budget(self) -> int:
        """The most bytes of memory for ground; 0: no limit. May be set; the next load unloads what exceeds it."""
        return self.stream_info.budget_bytes

    @budget.setter
    def budget(self, budget_bytes: int) -> None:
        size = _core.at_least(budget_bytes, 0, "budget")
        with self._guard, self._guard.loading:
            check(lib.wend_world_set_budget(self._streamed(), size), "changing the budget")

    def _stream_info(self) -> Any:
        return lib.wend_world_get_stream_info(self._handle.get())

    def _streamed(self) -> Any:
        if self._stream_info().region_size == 0:
            raise ArgumentError("the world is not streamed: open it by wend.stream")
        return self._handle.get()
