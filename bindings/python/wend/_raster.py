"""Which path over a raster costs least, as scikit-image counts?"""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Connectivity
from ._errors import ArgumentTypeError, check
from ._make import _build, as_costs, classify, make_grid
from ._native import ffi, lib
from ._world import World

#: How far from Wend's path, in rows and columns, the cheaper path of scikit-image's costs is looked for.
REACH = 6

_NO_PATH = "no minimum-cost path was found to the specified end point"


Zero = Literal["blocked", "free"]
_ZEROS: Dict[Zero, int] = {"blocked": 0, "free": 1}


class Raster:
    """A raster of costs, prepared once for many calls of `route_through_array`.

    Takes about as long as one exact search, and makes each of the next hundreds of times faster. The array
    is copied, so later changes of it do not matter.

    zero: what 0 means: "blocked", as in `from_array`, or "free", as in scikit-image. Negative, infinite, NaN and
    masked costs always block.

    >>> import numpy as np, wend
    >>> raster = wend.Raster(np.array([[1, 3], [10, 12]]))
    >>> wend.route_through_array(raster, [0, 0], [1, 1])
    ([(0, 0), (1, 1)], 9.19238815542512)
    >>> wall = np.array([[1, 0, 1], [1, 0, 1], [1, 1, 1]])
    >>> [wend.route_through_array(wend.Raster(wall, zero=zero), [0, 0], [0, 2])[1] for zero in ("blocked", "free")]
    [4.82842712474619, 1.0]
    """

    __slots__ = ("_costs", "_structs", "_worlds", "_range")

    def __init__(self, array: Any, *, zero: Zero = "blocked") -> None:
        is_free = _core.choice(zero, _ZEROS, "zero") > 0
        costs = as_costs(array, "array")
        self._costs = costs.copy() if np.shares_memory(costs, np.asarray(array)) else costs
        if not is_free:
            self._costs[self._costs == 0] = -1
        reading = ffi.new("wendpy_reading*", (1.0, 0.0, float("inf"), True, True))
        self._range = ffi.new("wendpy_range*", lib.wendpy_cost_range(_core.pointer_to(self._costs, "double"),
                                                                     self._costs.size, reading))
        has_zero = bool((self._costs == 0).any())
        self._structs = {}
        for diagonal in (False, True):
            for geometric in (False, True):
                self._structs[diagonal, geometric] = ffi.new("wendpy_raster*", (
                    _core.pointer_to(self._costs, "double"), *self._costs.shape, diagonal, geometric,
                    0.0 if has_zero else self._range.least))
        self._worlds: Dict[str, World] = {}

    @property
    def shape(self) -> Tuple[int, int]:
        return self._costs.shape  # type: ignore[return-value]

    def world(self, fully_connected: bool = True) -> World:
        """The world that the paths are planned on: costs are scaled into the range that Wend has."""
        name: Connectivity = "8cut" if fully_connected else "4"
        if name not in self._worlds:
            low, high, ratio = lib.WEND_MIN_CLASS_COST, lib.WEND_MAX_CLASS_COST, lib.WEND_MAX_COST_RATIO
            greatest = self._range.greatest or 1.0
            # The highest cost becomes 1024 only where that is needed: whole numbers stay exact.
            scale = 1.0 if greatest <= high and (self._range.least or 1.0) >= low else high / greatest
            least = max(low, greatest * scale / ratio)
            reading = ffi.new("wendpy_reading*", (scale, least, high, True, True))
            classes, found = classify(self._costs, reading, self._range)
            grid = make_grid(classes, found.costs, name, 1.0, (0.0, 0.0))
            self._worlds[name] = _build(grid, 31, 0, (), "", 0, None)
        return self._worlds[name]

    def _route(self, start: Tuple[int, int], end: Tuple[int, int], fully_connected: bool, geometric: bool,
               exact: bool) -> Tuple[List[Tuple[int, int]], float]:
        struct = self._structs[fully_connected, geometric]
        tiles: Optional[NDArray[np.int32]] = None
        # With diagonal steps that are no longer than straight ones Wend's path is none to start from.
        if not exact and (geometric or not fully_connected):
            path = self.world(fully_connected).path(start[::-1], end[::-1])
            if path.outcome in ("no_route", "goal_blocked") and start != end:
                raise ValueError(_NO_PATH)
            if path:  # a path may leave a blocked start: only the exact search knows that rule
                tiles = path.tiles
        count = 0 if tiles is None else len(tiles)
        bound = float("inf")
        pointer = ffi.NULL
        if tiles is not None:
            tiles = np.ascontiguousarray(tiles)
            pointer = _core.pointer_to(tiles, "int32_t")
            bound = lib.wendpy_raster_cost(struct, pointer, count)
        out = ffi.new("wendpy_route*")
        check(lib.wendpy_raster_route(struct, ffi.new("int32_t[2]", start), ffi.new("int32_t[2]", end), pointer,
                                      count, REACH, bound, out), "planning")
        if out.count == 0:
            raise ValueError(_NO_PATH)
        try:
            pixels = np.frombuffer(ffi.buffer(out.pixels, 8 * out.count), np.int32).reshape(-1, 2).tolist()
            return [(row, column) for row, column in pixels], out.cost
        finally:
            lib.wendpy_route_free(out)


def _index(value: Any, shape: Tuple[int, int], name: str) -> Tuple[int, int]:
    try:
        row, column = (int(number) for number in value)
    except (TypeError, ValueError):
        raise ValueError("%s points must all be within the costs array" % name) from None
    if not (-shape[0] <= row < shape[0] and -shape[1] <= column < shape[1]):
        raise ValueError("%s points must all be within the costs array" % name)
    return row % shape[0], column % shape[1]


def route_through_array(array: Union[Raster, Any], start: Sequence[int], end: Sequence[int],
                        fully_connected: bool = True, geometric: bool = True, *,
                        exact: Optional[bool] = None) -> Tuple[List[Tuple[int, int]], float]:
    """The cheapest path over a raster, with signature, costs and errors of scikit-image's function.

    array: two-dimensional costs, of which negative, infinite, NaN and masked ones block, and 0 is free; or a
    `Raster` that was made of them, best with zero="free": by default 0 blocks there, as in `from_array`. start, end: (row, column), from the end when negative. fully_connected: steps lead to 8
    neighbours instead of 4. geometric: a step costs its length times the mean of both pixels' costs;
    otherwise the cost of the pixel that it enters, and the start counts too.

    exact: the cheapest path, by A* on these costs: equal in cost to scikit-image's answer, apart from the
    rounding of sums. It is the default for an array, where preparing a `Raster` would take longer. For a
    Raster the default is False: Wend plans on its own costs (length x cost of the pixel entered, with up to
    255 different ones), and then the cheapest path within 6 rows and columns of that is found on
    scikit-image's. The cost returned is always the exact cost of the path returned. On smooth
    terrain the path costs 0.02 to 0.2 % more than the optimum on average, on pure noise 0.5 %; without
    geometric, and with 8 neighbours, it is always exact.

    Of several paths of equal cost it may return another than scikit-image.

    >>> import numpy as np, wend
    >>> image = np.array([[1, 3], [10, 12]])
    >>> wend.route_through_array(image, [0, 0], [1, 1], fully_connected=False)
    ([(0, 0), (0, 1), (1, 1)], 9.5)
    >>> wend.route_through_array(image, [0, 0], [1, 1])
    ([(0, 0), (1, 1)], 9.19238815542512)
    >>> wend.route_through_array(image, [0, 0], [1, 1], fully_connected=False, geometric=False)
    ([(0, 0), (0, 1), (1, 1)], 16.0)
    """
    if isinstance(array, World):
        raise ArgumentTypeError("array: expected costs or a wend.Raster; ask a world by its path()")
    raster = array if isinstance(array, Raster) else Raster(array, zero="free")
    if exact is None:
        exact = raster is not array
    first = _index(start, raster.shape, "start")
    last = _index(end, raster.shape, "end")
    return raster._route(first, last, bool(fully_connected), bool(geometric), bool(exact))
