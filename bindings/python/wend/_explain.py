"""Why is there no path?"""
from __future__ import annotations

from typing import TYPE_CHECKING, List, Literal, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Handle, Outcome, Tile, TileLike
from ._errors import check
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World


class Opening(NamedTuple):
    """One thing that keeps a path from its goal.

    kind: "tile" (a blocked tile), "step", "wall", "link" (a disabled one), "narrow" (too narrow for the body
    of a profile). start and end: the tile twice, or the two tiles on either side.
    """

    kind: Literal["tile", "step", "wall", "link", "narrow", "slope"]
    start: Tile
    end: Tile
    terrain_class: int
    link: int
    clearance: float


class End(NamedTuple):
    """Where one of the two tiles lies: its connected component and the size of that, in tiles."""

    tile: Tile
    passable: bool
    component: int
    component_tiles: int


class Explanation:
    """What lies between two tiles: `World.explain` makes it."""

    __slots__ = ("_handle", "_floors", "outcome", "leads_back", "start", "goal", "openings")

    def __init__(self, handle: Handle, floors: int) -> None:
        self._handle = handle
        self._floors = floors
        info = lib.wend_explanation_get_info(handle.pointer)
        #: Of a query between the tiles: "found", "no_route", "start_blocked" or "goal_blocked".
        self.outcome: Outcome = _core.OUTCOMES[info.outcome]
        #: A path leads from the goal to the start.
        self.leads_back = bool(info.leads_back)
        self.start = _end(getattr(info, "from"), floors)
        self.goal = _end(info.to, floors)
        count = ffi.new("int32_t*")
        first = lib.wend_explanation_openings(handle.pointer, count)
        #: What would have to be opened so that a path exists: the fewest things, in the order of the path. Empty where
        #: a path exists, or no link or seam leads to the floor of the goal.
        self.openings: List[Opening] = [_opening(first[i], floors) for i in range(count[0])]

    @property
    def tiles(self) -> NDArray[np.int32]:
        """The path that would then exist: as `Path.tiles`; empty where one exists already, or nothing can be opened."""
        count = ffi.new("int32_t*")
        first = lib.wend_explanation_tiles(self._handle.pointer, count)
        size = _core.TILE.itemsize * count[0]
        return _core.rows_of(np.frombuffer(ffi.buffer(first, size), _core.TILE) if size else np.empty(0, _core.TILE),
                             self._floors)

    def __repr__(self) -> str:
        return "<wend.Explanation %s: %d openings>" % (self.outcome, len(self.openings))


def _end(end: object, floors: int) -> End:
    return End(_core.tile_of(end.tile, floors), bool(end.passable), end.component,  # type: ignore[attr-defined]
               end.component_tiles)  # type: ignore[attr-defined]


def _opening(opening: object, floors: int) -> Opening:
    start, end = getattr(opening, "from"), opening.to  # type: ignore[attr-defined]
    kind = ffi.string(lib.wend_opening_kind_string(opening.kind)).decode()  # type: ignore[attr-defined]
    return Opening(kind, _core.tile_of(start, floors), _core.tile_of(end, floors),
                   opening.terrain_class, opening.link, opening.clearance)  # type: ignore[attr-defined]


def explain(world: World, start: TileLike, goal: TileLike, profile: Optional[str]) -> Explanation:
    out = ffi.new("wend_explanation**")
    check(lib.wend_explanation_create(ffi.NULL, out), "making an explanation")
    handle = Handle(out[0], lib.wend_explanation_destroy, "explanation")
    with world._guard:
        view = lib.wend_world_profile(world._handle.get(), world._profile_index(profile))
        with world._search() as search:
            check(lib.wend_explain(search, view, world._tile(start, "start"), world._tile(goal, "goal"),
                                   handle.pointer), "explaining")
    return Explanation(handle, world._floors)
