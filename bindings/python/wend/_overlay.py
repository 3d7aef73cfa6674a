"""What-if worlds: shapes that are blocked or cost more, dangers, and ground that nobody has seen yet."""
from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Area, Guard, Handle, TileLike
from ._errors import ArgumentError, ArgumentTypeError, UnsupportedError, check
from ._native import ffi, lib
from ._world import World

INFINITY = float("inf")


class Shape(NamedTuple):
    """An area of the map, and what its tiles cost more: `wend.disc`, `capsule`, `rect` and `polygon` make it.

    Points are tiles, as everywhere: (5, 3) is the centre of that tile, and fractions lie between centres. A tile
    belongs to a shape when its centre does.
    """

    kind: int
    points: Tuple[Tuple[float, float], ...]
    radius: float
    cost: float
    falloff: float
    decay: float
    floor: int = 0


def _points(values: Any, name: str) -> Tuple[Tuple[float, float], ...]:
    try:
        return tuple(_core.pair(value, name, "a point (x, y)") for value in values)
    except TypeError:
        raise ArgumentTypeError("%s: expected points (x, y), got %r" % (name, values)) from None


def disc(center: Any, radius: float, cost: float = INFINITY, *, falloff: float = 0.0, decay: float = 0.0,
         floor: int = 0) -> Shape:
    """All tiles whose centre is within a radius, in tiles.

    cost: what each costs more; infinity: they are blocked. falloff: around the shape the cost falls to 0 over this
    distance. decay: the share of the cost that is lost at each tick of an overlay. floor: of the map.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((9, 9)))
    >>> world.path((0, 4), (8, 4)).cost, round(world.path((0, 4), (8, 4), avoid=[wend.disc((4, 4), 2)]).cost, 3)
    (8.0, 10.485)
    """
    return Shape(lib.WEND_SHAPE_DISC, _points([center], "center"), _core.real(radius, "radius"),
                 _core.real(cost, "cost"), _core.real(falloff, "falloff"), _core.real(decay, "decay"),
                 _core.integer(floor, "floor"))


def capsule(start: Any, end: Any, radius: float, cost: float = INFINITY, *, falloff: float = 0.0,
            decay: float = 0.0, floor: int = 0) -> Shape:
    """All tiles whose centre is within a radius of the line between two points. The rest as for `disc`."""
    return Shape(lib.WEND_SHAPE_CAPSULE, _points([start, end], "start and end"), _core.real(radius, "radius"),
                 _core.real(cost, "cost"), _core.real(falloff, "falloff"), _core.real(decay, "decay"),
                 _core.integer(floor, "floor"))


def rect(area: Area, cost: float = INFINITY, *, falloff: float = 0.0, decay: float = 0.0) -> Shape:
    """All tiles of a rectangle x, y, width, height, with floors also a floor. The rest as for `disc`."""
    x, y, width, height, floor = _core.area(area, "area")
    if width < 1 or height < 1:
        raise ArgumentError("area: expected a width and a height from 1 on, got %d x %d" % (width, height))
    return Shape(lib.WEND_SHAPE_RECT, ((x, y), (x + width - 1, y + height - 1)), 0.0, _core.real(cost, "cost"),
                 _core.real(falloff, "falloff"), _core.real(decay, "decay"), floor)


def polygon(points: Any, cost: float = INFINITY, *, falloff: float = 0.0, decay: float = 0.0,
            floor: int = 0) -> Shape:
    """All tiles inside of a polygon of 3 or more points. The rest as for `disc`."""
    corners = _points(points, "points")
    if not 3 <= len(corners) <= lib.WEND_MAX_SHAPE_POINTS:
        raise ArgumentError("points: expected 3..%d, got %d" % (lib.WEND_MAX_SHAPE_POINTS, len(corners)))
    return Shape(lib.WEND_SHAPE_POLYGON, corners, 0.0, _core.real(cost, "cost"), _core.real(falloff, "falloff"),
                 _core.real(decay, "decay"), _core.integer(floor, "floor"))


def _centers_on(grid: Any) -> Any:
    """A function from a point in tiles to where the engine has it. Among hexagons only tiles have a place."""
    if lib.wend_grid_connectivity(grid) < lib.WEND_CONNECTIVITY_HEX_ODD_R:
        return lambda x, y: (x + 0.5, y + 0.5)
    origin, size = lib.wend_grid_origin(grid), lib.wend_grid_tile_size(grid)

    def center(x: float, y: float) -> Tuple[float, float]:
        if x != int(x) or y != int(y):
            raise UnsupportedError("points of shapes are whole numbers on hexagons")
        if max(abs(x), abs(y)) > 2**30:
            raise ArgumentError("a point of a shape on hexagons: expected at most 2**30, got (%g, %g)" % (x, y))
        at = lib.wend_grid_center(grid, (int(x), int(y)))
        return (at.x - origin.x) / size, (at.y - origin.y) / size

    return center


def _rect_on(grid: Any, first: Tuple[float, float], last: Tuple[float, float]) -> Tuple[Any, Any]:
    """The corners of a box with the centres of all tiles from one to another, and with no others."""
    if lib.wend_grid_connectivity(grid) < lib.WEND_CONNECTIVITY_HEX_ODD_R:
        return first, (last[0] + 1, last[1] + 1)
    center, near, far = _centers_on(grid), [], []
    for axis in (0, 1):  # of two neighbouring lines one lies half a tile aside
        near.append({first[axis], min(first[axis] + 1, last[axis])})
        far.append({last[axis], max(last[axis] - 1, first[axis])})
    points = [center(x, y) for x in near[0] | far[0] for y in near[1] | far[1]]
    margin = 1 / 64  # centres are rounded
    return tuple(min(values) - margin for values in zip(*points)), tuple(max(values) + margin for values in zip(*points))


def shapes_of_c(shapes: Sequence[Shape], grid: Any) -> Tuple[Any, Any]:
    """Shapes as an array of C, and what must stay alive as long."""
    kept: List[Any] = []
    out = ffi.new("wend_shape[]", max(1, len(shapes)))
    center = _centers_on(grid)
    for i, shape in enumerate(shapes):
        if not isinstance(shape, Shape):
            raise ArgumentTypeError("expected shapes such as wend.disc((5, 3), 2), got %r" % (shape,))
        to = out[i]
        to.kind, to.radius, to.cost = shape.kind, shape.radius, shape.cost
        to.falloff, to.decay, to.floor = shape.falloff, shape.decay, shape.floor
        if shape.kind == lib.WEND_SHAPE_RECT:
            start, end = _rect_on(grid, shape.points[0], shape.points[-1])
            setattr(to, "from", start)
            to.to = end
        elif shape.kind == lib.WEND_SHAPE_POLYGON:
            points = ffi.new("wend_vec2[]", [center(x, y) for x, y in shape.points])
            kept.append(points)
            to.points, to.point_count = points, len(shape.points)
        else:
            setattr(to, "from", center(*shape.points[0]))
            to.to = center(*shape.points[-1])
    return out, kept


class _Following(Guard):
    """Brings an overlay up to date before anybody reads it."""

    __slots__ = ("overlay", "parent", "handle", "changed", "version", "pointer")

    def __init__(self, parent: World) -> None:
        super().__init__()
        self.parent = parent
        self.changed = True  # by its layers
        self.version = -1    # of the parent that it has
        self.handle: Optional[Handle] = None
        self.overlay: Any = None
        self.pointer: Any = None

    def is_behind(self) -> bool:
        if self.handle is not None and not self.handle.is_usable():
            return False
        if self.changed or not self.parent._handle.is_usable():
            return self.changed
        guard = self.parent._guard
        return (isinstance(guard, _Following) and guard.is_behind()) or \
            int(lib.wend_world_version(self.parent._handle.pointer)) != self.version

    def follow(self) -> None:
        """Only while this thread writes."""
        if self.handle is not None and not self.handle.is_usable():
            return
        out = ffi.new("const wend_world**")
        if self.parent._handle.is_usable():
            with self.parent._guard:
                check(lib.wend_overlay_world(self.overlay, out), "making the world of an overlay")
                self.version = int(lib.wend_world_version(self.parent._handle.pointer))
        else:
            check(lib.wend_overlay_world(self.overlay, out), "making the world of an overlay")
        self.changed = False
        self.pointer = out[0]

    def __enter__(self) -> None:
        if not self.reads() and self.is_behind():
            with self.writing():
                self.follow()
        super().__enter__()


class Overlay(World):
    """A what-if world over another one: `World.overlay` makes it.

    It is a world: paths, fields, crowds, fleets, explanations. It has the ground of its parent but for what its layers
    change, and follows the edits of the parent. What it costs in memory and time depends on where the two
    differ. It cannot be edited itself, but forked, and have overlays in turn.

    With more than 64 different costs of tiles with added ones, these are rounded: the cost of a tile is at most 3 % off.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((40, 60)))
    >>> with world.overlay() as scouts:
    ...     tower = scouts.add(wend.disc((30, 20), 8, cost=5))
    ...     round(scouts.path((5, 20), (55, 20)).cost - world.path((5, 20), (55, 20)).cost, 1)
    7.5
    """

    __slots__ = ()

    _guard: _Following

    def __init__(self, parent: World) -> None:
        if parent._root is not None:
            raise UnsupportedError("a view has no overlays: make one of its world, and take a view of that")
        guard = _Following(parent)
        with parent._guard:
            out = ffi.new("wend_overlay**")
            check(lib.wend_overlay_create(parent._handle.get(), out), "making an overlay")
        guard.overlay = out[0]
        try:
            guard.follow()
        except BaseException:
            lib.wend_overlay_destroy(out[0])
            raise
        overlay = out[0]
        handle = Handle(ffi.cast("wend_world*", guard.pointer), lambda _: lib.wend_overlay_destroy(overlay), "overlay")
        super().__init__(handle)
        guard.handle = handle
        self._guard = guard
        self.cost_error = parent.cost_error

    def __repr__(self) -> str:
        if not self._handle.is_usable():
            return "<wend.Overlay closed>"
        return "<wend.Overlay %d x %d tiles>" % (self.width, self.height)

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("an overlay cannot be pickled: pickle its world")

    @property
    def area(self) -> Tuple[int, int, int, int]:
        with self._guard:  # it grows with its parent
            return self._measure()

    # ---- added costs and obstacles

    def _layer(self, function: Any, doing: str, *arguments: Any) -> None:
        with self._guard.writing():
            self._handle.get()
            check(function(self._guard.overlay, *arguments), doing)
            self._guard.changed = True

    def _shape(self, shape: Shape) -> Tuple[Any, Any]:
        with self._guard:
            return shapes_of_c([shape], self._grid)

    def add(self, shape: Shape) -> int:
        """Adds a shape that costs more or is blocked; returns the handle by which it is moved and removed.

        Where several overlap, costs are added up, and a tile stays blocked until the last of its obstacles is gone.

        >>> import numpy as np, wend
        >>> crates = wend.from_array(np.ones((3, 9))).overlay()
        >>> first, second = crates.add(wend.rect((4, 0, 1, 3))), crates.add(wend.rect((4, 0, 2, 3)))
        >>> crates.remove(second)
        >>> crates.path((0, 0), (8, 0)).outcome
        'no_route'
        >>> crates.move(first, wend.rect((4, 0, 1, 2)))
        >>> crates.path((0, 0), (8, 0)).outcome
        'found'
        """
        one, _kept = self._shape(shape)
        handle = ffi.new("int32_t*")
        self._layer(lib.wend_overlay_add, "adding a shape", one, handle)
        return int(handle[0])

    def move(self, handle: int, shape: Shape) -> None:
        """Gives a handle another shape."""
        one, _kept = self._shape(shape)
        self._layer(lib.wend_overlay_move, "moving a shape", _core.integer(handle, "handle"), one)

    def remove(self, handle: int) -> None:
        """Removes what a handle stands for."""
        self._layer(lib.wend_overlay_remove, "removing", _core.integer(handle, "handle"))

    def add_cost(self, costs: Any, area: Optional[Area] = None, *, decay: float = 0.0) -> int:
        """Adds costs tile by tile, such as an influence map; returns a handle.

        costs: an array [y, x] of what the tiles cost more, of the whole map or of an area x, y, width, height: 0:
        nothing, infinity: blocked. On a map with floors the area ends with a floor, and the whole map is floor 0. A single number counts for every tile. decay: see `tick`.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((5, 9)))
        >>> danger = np.zeros((5, 9))
        >>> danger[1:, 4] = 30
        >>> with world.overlay() as seen:
        ...     _ = seen.add_cost(danger)
        ...     seen.path((0, 3), (8, 3)).tiles[:, 1].min()
        0
        """
        place = self._area(area if area is not None else self.area, "area")
        array = np.ascontiguousarray(np.broadcast_to(np.asarray(costs, np.float32), (place[3], place[2]))
                                     if np.ndim(costs) == 0 else np.asarray(costs), np.float32)
        if array.shape != (place[3], place[2]):
            raise ArgumentError("costs: expected an array of %d x %d, one for each tile; got the shape %s"
                                % (place[3], place[2], "x".join(map(str, array.shape))))
        handle = ffi.new("int32_t*")
        self._layer(lib.wend_overlay_add_costs, "adding costs", place, _core.pointer_to(array, "float"), 0,
                    _core.real(decay, "decay"), handle)
        return int(handle[0])

    def add_dangers(self, positions: Any, ranges: Any, costs: Any) -> NDArray[np.int32]:
        """Adds the danger around many enemies in one call; returns their handles.

        That of each is costs[i] at the tile positions[i], and falls evenly to 0 at a distance of ranges[i]. A single
        number counts for all. They are on floor 0: `add` takes others, as `wend.disc(tile, 0, cost, falloff=range,
        floor=floor)`.
        """
        tiles = _core.tiles(positions, "positions")
        if tiles.shape[1] == 3:
            if tiles[:, 2].any():
                raise ArgumentError("positions: expected tiles of floor 0")
            tiles = tiles[:, :2]
        with self._guard:
            center = _centers_on(self._grid)
            points = np.array([center(x, y) for x, y in tiles.tolist()], np.float32).reshape(-1, 2)
        numbers = [np.ascontiguousarray(np.broadcast_to(np.asarray(values, np.float32), len(tiles)))
                   for values in (ranges, costs)]
        handles = np.empty(len(tiles), np.int32)
        self._layer(lib.wend_overlay_add_dangers, "adding dangers", _core.pointer_to(points, "wend_vec2"),
                    _core.pointer_to(numbers[0], "float"), _core.pointer_to(numbers[1], "float"), len(tiles),
                    _core.pointer_to(handles, "int32_t"))
        return handles

    def tick(self, ticks: int = 1) -> None:
        """Added costs decay: each loses the share that is its decay, as often as there are ticks."""
        self._layer(lib.wend_overlay_tick, "decaying", _core.integer(ticks, "ticks"))

    # ---- unknown ground

    def hide(self, cost: float = INFINITY) -> None:
        """From now on all tiles are unknown but for those that are seen later.

        cost: what unknown tiles cost to enter, whatever lies there; infinity: they are blocked.

        >>> import numpy as np, wend
        >>> costs = np.ones((5, 9))
        >>> costs[1:4, 4] = 0
        >>> world = wend.from_array(costs)
        >>> with world.overlay() as robot:
        ...     robot.hide(cost=1)
        ...     first = robot.path((0, 2), (8, 2)).cost
        ...     _ = robot.see_from((0, 2), range=6)
        ...     first, round(robot.path((0, 2), (8, 2)).cost, 3)
        (8.0, 9.657)
        """
        self._layer(lib.wend_overlay_hide, "hiding the map", _core.real(cost, "cost"))

    def reveal(self) -> None:
        """All tiles are known again, as the parent has them."""
        self._layer(lib.wend_overlay_reveal, "revealing the map")

    def see(self, area: Optional[Area] = None, mask: Optional[NDArray[Any]] = None) -> None:
        """Sees tiles: they are remembered as the parent has them now, until they are seen again.

        area: a rectangle x, y, width, height, with floors also a floor, or the whole map, with floors floor 0. mask: an array [y, x] of bool, which tiles of it.
        """
        self._known(lib.wend_overlay_see, "seeing", area, mask)

    def forget(self, area: Optional[Area] = None, mask: Optional[NDArray[Any]] = None) -> None:
        """Makes tiles unknown again; the arguments are those of `see`."""
        self._known(lib.wend_overlay_forget, "forgetting", area, mask)

    def _known(self, function: Any, doing: str, area: Optional[Area], mask: Optional[NDArray[Any]]) -> None:
        place = self._area(area if area is not None else self.area, "area")
        array = np.ascontiguousarray(mask, np.uint8) if mask is not None else None
        if array is not None and array.shape != (place[3], place[2]):
            raise ArgumentError("mask: expected an array of %d x %d, one for each tile; got the shape %s"
                                % (place[3], place[2], "x".join(map(str, array.shape))))
        with self._guard.parent._guard:  # nobody changes it meanwhile
            self._layer(function, doing, place, _core.pointer_to(array, "uint8_t") if array is not None else ffi.NULL,
                        0)

    def see_from(self, start: Any, *, range: float = INFINITY, blockers: Optional[Sequence[int]] = None,
                 through_walls: bool = False) -> NDArray[np.bool_]:
        """Sees what is visible from a tile, or from any of several, as the parent is now; returns that.

        The arguments are those of `World.visible`.
        """
        parent = self._guard.parent
        seen = parent.visible(start, range=range, blockers=blockers, through_walls=through_walls)
        eyes = self._tiles(start, "start", True)
        self.see((*self.area, int(eyes["floor"][0]) if len(eyes) else 0), seen)
        return seen

    def is_seen(self, tile: TileLike) -> bool:
        """Was this tile seen? True when the map is not hidden."""
        with self._guard:
            return bool(lib.wend_overlay_is_seen(self._guard.overlay, self._tile(tile, "tile")))
