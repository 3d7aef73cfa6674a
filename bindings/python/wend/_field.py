"""What does it cost from everywhere?"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Area, Guard, Handle, Sense, Tile, TileLike
from ._errors import ArgumentError, check
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World

_SENSES = {"to": lib.WEND_FIELD_TO, "from": lib.WEND_FIELD_FROM}


class Field:
    """The costs from every tile to the nearest of some goals: `World.field` makes it.

    A field shows the world as it was when it was filled; fill another one after edits.
    """

    __slots__ = ("_handle", "_world", "_seed", "_life")

    def __init__(self, handle: Handle, world: World) -> None:
        self._handle = handle
        self._world = world
        self._seed = ffi.new("uint64_t*")
        self._life = Guard()  # closing waits until nobody is in a call

    @property
    def costs(self) -> NDArray[np.float64]:
        """The cost of each tile, height x width float64; infinity where there is no path within the limit."""
        return self._world._by_floor(self.costs_of)

    def costs_of(self, area: Area) -> NDArray[np.float64]:
        """The same for an area (x, y, width, height)."""
        with self._world._guard, self._life:
            place = self._world._area(area, "area")
            out = np.empty((place[3], place[2]))
            lib.wendpy_field_costs(self._handle.get(), place, _core.pointer_to(out, "double"))
            return out

    @property
    def steps(self) -> NDArray[np.int8]:
        """The step, dx and dy, from each tile towards the goal: height x width x 2 int8.

        Zeros at the goals, where no path leads, and where a link is taken.
        """
        with self._world._guard, self._life:
            return self._world._by_floor(self._steps)

    def _steps(self, area: Tuple[int, ...]) -> NDArray[np.int8]:
        out = np.empty((area[3], area[2], 2), np.int8)
        lib.wendpy_field_steps(self._handle.get(), area, _core.pointer_to(out, "int8_t"))
        return out

    @property
    def tiles(self) -> NDArray[np.int32]:
        """All tiles that have a cost, n x 2 int32."""
        with self._world._guard, self._life:
            field = self._handle.get()
            out = np.empty(lib.wend_field_tiles(field, ffi.NULL, 0), _core.TILE)
            lib.wend_field_tiles(field, _core.pointer_to(out, "wend_tile"), len(out))
            return self._world._rows(out)

    def cost(self, tile: TileLike) -> float:
        """The cost of one tile; infinity without a path."""
        with self._world._guard, self._life:
            return lib.wend_field_cost(self._handle.get(), self._world._tile(tile, "tile"))

    def path(self, tile: TileLike) -> NDArray[np.int32]:
        """The tiles from a tile to the nearest goal, n x 2 int32; empty without a path."""
        with self._world._guard, self._life:
            field, start = self._handle.get(), self._world._tile(tile, "tile")
            out = np.empty(lib.wendpy_field_path(field, start, ffi.NULL, 0), _core.TILE)
            lib.wendpy_field_path(field, start, _core.pointer_to(out, "wend_tile"), len(out))
            return self._world._rows(out)

    def goal_index(self, tile: TileLike) -> int:
        """Which of the goals is nearest to a tile; -1 without a path."""
        with self._world._guard, self._life:
            return lib.wend_field_end(self._handle.get(), self._world._tile(tile, "tile"))

    @property
    def goal_indices(self) -> NDArray[np.int32]:
        """The same for each tile, height x width int32: territories, or the catchments of depots."""
        with self._world._guard, self._life:
            return self._world._by_floor(self._goal_indices)

    def _goal_indices(self, area: Tuple[int, ...]) -> NDArray[np.int32]:
        out = np.empty((area[3], area[2]), np.int32)
        check(lib.wend_field_regions(self._handle.get(), area, _core.pointer_to(out, "int32_t")), "finding regions")
        return out

    def flow(self, position: Sequence[float], radius: float = 0.0) -> Tuple[float, float]:
        """The direction, of length 1, in which a body at a world position should move; (0, 0) at the goal."""
        x, y = position
        out = ffi.new("wend_vec2*")
        with self._world._guard, self._life:
            check(lib.wend_field_flow(self._handle.get(), (_core.real(x, "x"), _core.real(y, "y")),
                                      _core.real(radius, "radius"), out),
                  "flow at %r (on the map, where a path leads to the goal)" % (tuple(position),))
        return out.x, out.y

    def random_tile(self, seed: Optional[int] = None) -> Optional[Tile]:
        """A random tile that has a cost. The same seed gives the same tiles; None continues the last."""
        if seed is not None:
            self._seed[0] = seed & (2**64 - 1)
        out = ffi.new("wend_tile*")
        with self._world._guard, self._life:
            found = lib.wend_field_random(self._handle.get(), self._seed, out)
        return self._world._tile_of(out) if found else None

    def close(self) -> None:
        """Gives the memory back now."""
        with self._life.writing():
            self._handle.close()

    def __repr__(self) -> str:
        if not self._handle.is_usable():
            return "<wend.Field closed>"
        return "<wend.Field of %r>" % self._world


def fill(world: World, goals: Any, limit: float, sense: Sense, profile: Optional[str]) -> Field:
    number = _core.choice(sense, _SENSES, "sense")
    limit = _core.real(limit, "limit")
    if not limit > 0:
        raise ArgumentError("limit: expected a number above 0, got %g" % limit)
    out = ffi.new("wend_field**")
    with world._guard:
        array = world._tiles(goals, "goals", True)
        if len(array) == 0:
            raise ArgumentError("goals: expected at least one tile")
        check(lib.wend_field_create(ffi.NULL, out), "making a field")
        handle = Handle(out[0], lib.wend_field_destroy, "field", world._handle)
        view = lib.wend_world_profile(world._handle.get(), world._profile_index(profile))
        check(lib.wend_field_fill(handle.pointer, lib.wend_world_grid(view), number,
                                  _core.pointer_to(array, "wend_tile"), len(array), limit), "filling a field")
        return Field(handle, world)
