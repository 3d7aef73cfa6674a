"""How does a map become a world?"""
from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _core, _gdal
from ._core import Connectivity, Handle
from ._edits import cost_number
from ._errors import ArgumentError, ArgumentTypeError, LimitError, MapWarning, UnsupportedError, check
from ._geo import Georeference
from ._native import ffi, lib
from ._world import World

Rule = Literal["brightness", "luma", "linear", "inverse", "threshold", "ros", "palette", "height", "tobler", "cost", "slope"]
Channel = Literal["max", "luma", "mean", "red", "green", "blue", "alpha"]
RosMode = Literal["trinary", "scale", "raw"]
Downscale = Literal["costliest", "cheapest", "auto", "overview"]
RULES: Dict[Rule, int] = {
    ffi.string(lib.wend_image_rule_name(i)).decode(): i for i in range(lib.WEND_RULE_COUNT)}
CHANNELS: Dict[Channel, int] = {ffi.string(lib.wend_channel_name(i)).decode(): i for i in range(lib.WEND_CHANNEL_COUNT)}
ROS_MODES: Dict[RosMode, int] = {
    ffi.string(lib.wend_ros_mode_name(i)).decode(): i for i in range(lib.WEND_ROS_MODE_COUNT)}
DOWNSCALES: Dict[Downscale, int] = {
    ffi.string(lib.wend_downscale_name(i)).decode(): i for i in range(lib.WEND_DOWNSCALE_COUNT)}


@dataclass(frozen=True)
class Inflation:
    """Extra cost near obstacles by the formula of nav2's inflation layer; lengths in world units."""

    inscribed_radius: float
    inflation_radius: float
    cost_scaling_factor: float = 10.0
    unknown_class: int = 0


@dataclass(frozen=True)
class Profile:
    """A kind of agents: the room that its body needs, and what it pays for terrain.

    Where a profile is expected, a text as for `wend bake --profile` will also do: "tank:radius=1.5,2=blocked";
    for `wend.bake` it may name classes by what they stand for.

    costs: what differs from the map, as {terrain class: cost} or as a function from the cost on the map to
    the cost of the profile; 0 and infinity block. The world keeps the function, and asks it again when an edit
    brings a new cost. Files, bytes and pickles hold only the costs: there, and for classes of which
    {terrain class: cost} says nothing, a new cost is that of the map.

    slope: where tiles have heights, its own function of slope, by its name or as (slope, factor) pairs; see
    `from_heights` and `Relief`. max_climb, max_drop: its own limits in metres. None: those of the map.

    >>> import numpy as np, wend
    >>> costs = np.ones((9, 9))
    >>> costs[:4, 4] = costs[5:, 4] = 0        # a wall with a gap of one tile
    >>> costs[8, 4] = 7                        # and a ford
    >>> world = wend.from_array(costs, profiles=[
    ...     wend.Profile("tank", radius=0.9),
    ...     wend.Profile("car", costs=lambda cost: 0 if cost > 5 else cost)])
    >>> world.profiles
    ['default', 'tank', 'car']
    >>> [world.path((1, 6), (7, 6), profile=name).outcome for name in world.profiles]
    ['found', 'no_route', 'found']
    """

    name: str
    radius: float = 0.0
    margin: float = 0.0
    margin_cost: Optional[float] = None  #: None: 3, or with an inflation that of NavFn, 4.032
    margin_falloff: float = 1.0
    costs: Union[Mapping[int, float], Callable[[float], float]] = field(
        default_factory=lambda: {})  # type: ignore[assignment]
    inflation: Optional[Inflation] = None
    slope: Union[None, str, Sequence[Tuple[float, float]]] = None
    max_climb: Optional[float] = None
    max_drop: Optional[float] = None


def _slope_points(slope: Union[str, Sequence[Tuple[float, float]]], name: str) -> Tuple[Any, int, bytes]:
    """The points of a function of slope that has a name, or of pairs; and the unit of its costs."""
    if not isinstance(slope, (str, os.PathLike)):
        pairs = [_core.pair(p, "%s[%d]" % (name, i), "(slope, factor)")
                 for i, p in enumerate(_core.several(slope, name, "(slope, factor)"))]
        points = ffi.new("wend_slope_point[]", max(len(pairs), 1))
        for point, (at, factor) in zip(points, pairs):
            point.slope, point.factor = at, factor
        return points, len(pairs), b""
    encoded, _ = _core.file_name(slope, name)
    points, count = ffi.new("wend_slope_point[]", lib.WEND_MAX_SLOPE_POINTS), ffi.new("int32_t*")
    error, unit = ffi.new("wend_error*"), ffi.new("char[8]")
    check(lib.wend_slope_points(encoded, points, count, unit, error), name, error)
    return points, count[0], ffi.string(unit)


def _fill_slopes(definition: Any, profile: Profile, unit_opt: Any, keep: List[Any]) -> None:
    if profile.slope is not None:
        points, count, unit = _slope_points(profile.slope, "profile %s, slope" % profile.name)
        if count == 0:
            raise ArgumentError("profile %s, slope: expected at least one (slope, factor)" % profile.name)
        expected = ffi.string(unit_opt) if unit_opt != ffi.NULL else unit
        if unit and unit != expected:
            raise ArgumentError("profile %s, slope: costs would be in %s, and those of the map %s" % (
                profile.name, unit.decode(), "are in " + expected.decode() if expected else "have no unit"))
        keep.append(points)
        definition.slopes, definition.slope_count = points, count
    for name in ("max_climb", "max_drop"):
        metres = getattr(profile, name)
        if metres is None:
            continue
        if not _core.real(metres, name) >= 0:
            raise ArgumentError("profile %s, %s: expected metres from 0 on, got %r" % (profile.name, name, metres))
        setattr(definition, name, metres)


def _fill_profile(definition: Any, profile: Union[Profile, str], table: Any, meanings: Any, unit: Any,
                  keep: List[Any]) -> None:
    if isinstance(profile, str):
        given = _core.text(profile, "profiles")
        name, why = ffi.new("char[]", lib.WEND_MAX_PROFILE_NAME + 1), ffi.new("char[]", lib.WENDPY_WHY)
        slopes = ffi.new("wend_slope_point[]", lib.WEND_MAX_SLOPE_POINTS)
        keep += [name, slopes]
        if not lib.wendpy_profile_read(given, meanings, unit, ffi.addressof(definition), name, slopes, why):
            raise ArgumentError("profiles: %s" % ffi.string(why).decode("utf-8", "replace"))
        return
    if not isinstance(profile, Profile):
        raise ArgumentTypeError("profiles: expected wend.Profile or a string, got %r" % (profile,))
    name = _core.text(profile.name, "profiles")
    keep.append(name)
    definition.name = name
    definition.radius = _core.real(profile.radius, "radius")
    definition.margin = _core.real(profile.margin, "margin")
    if profile.margin_cost is not None:
        definition.margin_cost = _core.real(profile.margin_cost, "margin_cost")
    elif profile.inflation is not None:
        definition.margin_cost = lib.WEND_NAVFN_MARGIN_COST
    definition.margin_falloff = _core.real(profile.margin_falloff, "margin_falloff")
    _fill_slopes(definition, profile, unit, keep)
    changes: Mapping[int, float]
    if callable(profile.costs):
        # A blocked class stays blocked: the cost on the map says nothing of it.
        price = _cost_function(profile)
        changes = {k: price(table[k]) for k in range(1, 256) if table[k] > 0}
    else:
        try:
            changes = dict(profile.costs)
        except (TypeError, ValueError):
            raise ArgumentTypeError("profile %s, costs: expected {terrain class: cost} or a function, got %r"
                                    % (profile.name, profile.costs)) from None
    for terrain_class, cost in changes.items():
        number = _core.in_range(terrain_class, 1, 255, "profile %s: class" % profile.name)
        definition.class_costs[number] = cost_number(cost, "profile %s, cost of class %d" % (profile.name, number))
    if profile.inflation is not None:
        if not isinstance(profile.inflation, Inflation):
            raise ArgumentTypeError("profile %s, inflation: expected wend.Inflation, got %r"
                                    % (profile.name, profile.inflation))
        inflation = definition.inflation
        inflation.inscribed_radius = _core.real(profile.inflation.inscribed_radius, "inscribed_radius")
        inflation.inflation_radius = _core.real(profile.inflation.inflation_radius, "inflation_radius")
        inflation.cost_scaling_factor = _core.real(profile.inflation.cost_scaling_factor, "cost_scaling_factor")
        inflation.unknown_class = _core.in_range(profile.inflation.unknown_class, 0, 255, "unknown_class")


def _cost_function(profile: Profile) -> Callable[[float], float]:
    """The function of a profile, whose costs are checked."""
    function, name = profile.costs, "profile %s" % profile.name
    assert callable(function)
    costs: Callable[[float], float] = function
    return lambda cost: cost_number(costs(cost), "%s, cost for %g" % (name, cost))


@dataclass(frozen=True)
class Relief:
    """What makes steps cost by their direction, see wend/relief.h.

    elevations: height x width metres; NaN where a tile is blocked. slopes: pairs of slope (rise over run, uphill is
    positive) and factor, by rising slope; infinity closes the step. max_climb, max_drop: metres; steps that climb or
    drop more are closed. unit_length: length of a level step that costs 1; by default that of a tile. lanes: height x
    width of 0 (none) and 1 to 8 for right, down, left, up, down-right, down-left, up-left, up-right. lane_factors: of
    a step into a lane, by the angle between them: 0, 45, 90, 135 and 180 degrees.
    """

    elevations: Any = None
    slopes: Sequence[Tuple[float, float]] = ()
    max_climb: float = float("inf")
    max_drop: float = float("inf")
    unit_length: float = 0.0
    lanes: Any = None
    lane_factors: Sequence[float] = (1.0, 1.0, 1.0, 1.0, 1.0)


def _plane(values: Any, dtype: Any, shape: Tuple[int, ...], name: str) -> NDArray[Any]:
    try:
        array = np.asarray(values)
        if dtype == np.uint8 and array.size and not ((array >= 0) & (array <= 8)).all():
            raise ArgumentError("%s: expected numbers from 0 to 8" % name)
        made = np.ascontiguousarray(array, dtype)
    except (TypeError, ValueError) as problem:
        if isinstance(problem, ArgumentError):
            raise
        raise ArgumentTypeError("%s: expected an array of numbers: %s" % (name, problem)) from None
    if made.shape != shape:
        raise ArgumentError("%s: expected the shape of the map, %r, got %r" % (name, shape, made.shape))
    return made


def set_relief(grid: Any, relief: Optional[Relief], shape: Tuple[int, ...]) -> None:
    """Gives a grid a relief before its world is built; destroys it on failure."""
    if relief is None:
        return
    try:
        _set_relief(grid, relief, shape)
    except BaseException:
        lib.wend_grid_destroy(grid[0])
        grid[0] = ffi.NULL
        raise


def _set_relief(grid: Any, relief: Relief, shape: Tuple[int, ...]) -> None:
    if not isinstance(relief, Relief):
        raise ArgumentTypeError("relief: expected a wend.Relief, got %r" % (relief,))
    definition, keep = ffi.new("wend_relief_def*", lib.wend_default_relief_def()), []
    if relief.elevations is not None:
        keep.append(_plane(relief.elevations, np.float32, shape, "elevations"))
        definition.elevations = _core.pointer_to(keep[-1], "float")
    if relief.lanes is not None:
        keep.append(_plane(relief.lanes, np.uint8, shape, "lanes"))
        definition.lanes = _core.pointer_to(keep[-1], "uint8_t")
    points, definition.slope_count, _ = _slope_points(tuple(relief.slopes), "slopes")
    definition.slopes = points
    factors = [_core.real(f, "lane_factors") for f in relief.lane_factors]
    if len(factors) != lib.WEND_LANE_ANGLES:
        raise ArgumentError("lane_factors: expected %d numbers, got %d" % (lib.WEND_LANE_ANGLES, len(factors)))
    definition.lane_factors = factors
    for name in ("max_climb", "max_drop", "unit_length"):
        setattr(definition, name, _core.real(getattr(relief, name), name))
    check(lib.wend_grid_set_relief(grid[0], definition), "relief",
          limit="elevations that fit 16 bits, and the costliest step at most about 16,000 times the cheapest "
                "(max_climb, max_drop and infinite factors close steps)")


def _place_for_grid() -> Any:
    """A wend_grid*[1], whose grid goes with it, if no world has taken it by then."""
    return ffi.gc(ffi.new("wend_grid**"), lambda place, destroy=lib.wend_grid_destroy: destroy(place[0]))


Wrap = Literal["", "x", "y", "xy"]
_WRAPS: Dict[Wrap, int] = {"": 0, "x": lib.WEND_WRAP_X, "y": lib.WEND_WRAP_Y, "xy": lib.WEND_WRAP_X | lib.WEND_WRAP_Y}


def _build(grid: Any, cluster_size: int, levels: int, profiles: Sequence[Union[Profile, str]], metadata: str,
           threads: int, cost_range: Optional[Tuple[float, float]], meanings: Any = ffi.NULL, wrap: Wrap = "",
           unit: Any = ffi.NULL) -> World:
    """Builds a world over grid, of `_place_for_grid`, which it empties."""
    pool = ffi.new("wend_threads**")
    try:
        edges = _core.choice(wrap, _WRAPS, "wrap")
        if edges:
            check(lib.wend_grid_wrap(grid[0], edges),
                  "wrap: expected a map of squares, with at least 3 tiles from one edge to the other",
                  limit="wrap: a map has at most %d links, two for each tile along an edge" % lib.WEND_MAX_LINKS)
        if cost_range is not None:
            least, greatest = _core.pair(cost_range, "cost_range", "(least, greatest)")
            check(lib.wend_grid_set_cost_range(grid[0], least, greatest),
                  "cost_range %r (within 1/64..1024)" % (cost_range,), limit=_range_limit(grid[0], least, greatest))
        definition = ffi.new("wend_world_def*", lib.wend_default_world_def())
        definition.cluster_size = _core.integer(cluster_size, "cluster_size")
        definition.level_count = _core.integer(levels, "levels")
        if definition.cluster_size not in (15, 31):
            raise ArgumentError("cluster_size: expected 15 or 31, got %d" % definition.cluster_size)
        if not 0 <= definition.level_count <= lib.WEND_MAX_LEVELS:
            raise ArgumentError("levels: expected 0..%d, got %d" % (lib.WEND_MAX_LEVELS, definition.level_count))
        text = _core.text(metadata, "metadata")
        if len(text) - 1 > lib.WEND_MAX_METADATA:
            raise LimitError("metadata: at most %d bytes, got %d" % (lib.WEND_MAX_METADATA, len(text) - 1))
        definition.metadata = text
        keep: List[Any] = []
        profiles = _profile_list(profiles)
        if len(profiles) >= lib.WEND_MAX_PROFILES:
            raise LimitError("profiles: at most %d, got %d" % (lib.WEND_MAX_PROFILES - 1, len(profiles)))
        definitions = ffi.new("wend_profile_def[]", max(1, len(profiles)))
        for i, profile in enumerate(profiles):
            definitions[i] = lib.wend_default_profile_def()
            _fill_profile(definitions[i], profile, lib.wend_grid_class_costs(grid[0]), meanings, unit, keep)
        definition.profiles = definitions
        definition.profile_count = len(profiles)
        definition.progress = ffi.addressof(lib, "wendpy_progress")
        threads = _core.integer(threads, "threads")
        tiles = lib.wend_grid_width(grid[0]) * lib.wend_grid_height(grid[0])
        if threads == 0:
            threads = _core.processors() if tiles > 500 * 500 else 1
        if not 1 <= threads <= 256:
            raise ArgumentError("threads: expected 0..256, got %d" % threads)
        if threads > 1:
            check(lib.wend_threads_create(threads, pool), "starting threads")
            definition.tasks = lib.wend_threads_tasks(pool[0])
        out = ffi.new("wend_world**")
        for i, profile in enumerate(profiles):
            own = definitions[i].slope_count > 0 or definitions[i].max_climb >= 0 or definitions[i].max_drop >= 0
            if own and not lib.wend_grid_has_elevations(grid[0]):
                raise UnsupportedError("profile %s: slope, max_climb and max_drop need a map with heights of its tiles"
                                       % _name_of(profile))
        check(lib.wend_world_build(grid, definition, out), _why_not(profiles),
              limit=_build_limit(grid[0], profiles, definitions))
        world = World(Handle(out[0], lib.wend_world_destroy, "world"))
        world._cost_functions = {i: _cost_function(profile) for i, profile in enumerate(profiles, 1)
                                 if isinstance(profile, Profile) and callable(profile.costs)}
        return world
    finally:
        lib.wend_threads_destroy(pool[0])
        ffi.release(grid)  # at once, not when an exception that holds this frame is forgotten


def _profile_list(profiles: Any) -> List[Union[Profile, str]]:
    return _core.several(profiles, "profiles", "wend.Profile or strings")


def _name_of(profile: Union[Profile, str]) -> str:
    return profile.name if isinstance(profile, Profile) else profile.split(":")[0]


def _why_not(profiles: Sequence[Union[Profile, str]]) -> str:
    if not profiles:
        return "building the world"
    return ("building the world with the profiles %s (different names of a-z, 0-9, _ and -, radius and margin in "
            "0..%g tiles, not wider than the map)" % (", ".join(_name_of(p) for p in profiles),
                                                       lib.WEND_MAX_PROFILE_REACH))


def _range_limit(grid: Any, least: float, greatest: float) -> str:
    ratio = lib.WEND_MAX_COST_RATIO
    if greatest > least * ratio:
        return "cost_range: %g..%g is more than a factor of %g apart" % (least, greatest, ratio)
    table, counts = lib.wend_grid_class_costs(grid), lib.wend_grid_class_counts(grid)
    used = [table[k] for k in range(256) if counts[k] > 0 and table[k] > 0]
    return "cost_range: expected a range with all costs of the map, %g..%g, and of its links, got %g..%g" % (
        min(used, default=1), max(used, default=1), least, greatest)


def _build_limit(grid: Any, profiles: Sequence[Union[Profile, str]], definitions: Any) -> str:
    """Which limit is it that a world with these profiles exceeds?"""
    side = min(lib.wend_grid_width(grid), lib.wend_grid_height(grid))
    for i, profile in enumerate(profiles):
        if 2 * definitions[i].radius > side and definitions[i].radius > 0.5:
            return "profile %s, radius: a body of radius %g is wider than the map of %d x %d tiles" % (
                _name_of(profile), definitions[i].radius, lib.wend_grid_width(grid), lib.wend_grid_height(grid))
    if not profiles:
        return "links: at most %d may end in a cluster; cluster_size=15 makes smaller ones" % lib.WEND_MAX_CLUSTER_LINKS
    return ("profiles: the costs of the map and of all profiles together may be at most a factor of %g apart (costs), "
            "and with a margin or an inflation there may be at most 127 different ones, none of them above %g"
            % (lib.WEND_MAX_COST_RATIO, lib.WEND_MAX_CLASS_COST))


# ---- arrays

def as_costs(costs: Any, name: str = "costs", with_floors: bool = False) -> NDArray[np.float64]:
    """A contiguous array of float64 of rows and columns from anything that numpy takes for real numbers."""
    try:
        array = np.asarray(costs)
        if isinstance(costs, np.ma.MaskedArray) and array.dtype.kind in "fiub":
            array = np.where(costs.mask, np.nan, costs.data)  # what is masked is blocked
    except ValueError:
        raise ArgumentTypeError("%s: expected a 2-d array of numbers; the rows differ in length" % name) from None
    if array.dtype.kind not in "fiub":
        raise ArgumentTypeError("%s: expected numbers, got an array of %s" % (name, array.dtype))
    if array.ndim != 2 and not (with_floors and array.ndim == 3):
        raise ArgumentError("%s: expected 2 dimensions, rows and columns%s; got %d"
                            % (name, ", or 3, floors first" if with_floors else "", array.ndim))
    if array.size == 0:
        raise ArgumentError("%s: the array is empty (%s)" % (name, " x ".join(map(str, array.shape))))
    if max(array.shape) > lib.WEND_MAX_SIDE or array.size > lib.WEND_MAX_TILES:
        raise LimitError("%s: at most %d tiles a side and %d together, got %s"
                         % (name, lib.WEND_MAX_SIDE, lib.WEND_MAX_TILES, " x ".join(map(str, array.shape))))
    return np.ascontiguousarray(array, np.float64)


def classify(array: NDArray[np.float64], reading: Any, limits: Any) -> Tuple[NDArray[np.uint8], Any]:
    """The terrain class of each tile, and the costs of the classes."""
    classes = np.empty(array.shape, np.uint8)
    found = ffi.new("wendpy_classes*")
    lib.wendpy_classify(_core.pointer_to(array, "double"), array.size, reading, limits,
                        _core.pointer_to(classes, "uint8_t"), found)
    return classes, found


def make_grid(classes: NDArray[np.uint8], table: Any, connectivity: Connectivity, tile_size: float,
              origin: Tuple[float, float], heights: Sequence[float] = ()) -> Any:
    definition = ffi.new("wend_grid_def*", lib.wend_default_grid_def())
    definition.height, definition.width = classes.shape[-2:]
    definition.floors = classes.shape[0] if classes.ndim == 3 else 1
    if len(heights) not in (0, definition.floors):
        raise ArgumentError("floor_heights: expected %d, one for each floor, got %d" % (definition.floors, len(heights)))
    levels = [_core.real(height, "floor_heights") for height in heights]
    if any(not a < b for a, b in zip(levels, levels[1:])):
        raise ArgumentError("floor_heights: expected floors from the lowest to the highest, no two at one height, "
                            "got %r" % (levels,))
    definition.classes = _core.pointer_to(classes, "uint8_t")
    definition.class_costs = [table[k] for k in range(256)]
    definition.connectivity = _core.choice(connectivity, _core.CONNECTIVITIES, "connectivity")
    definition.tile_size = _core.real(tile_size, "tile_size")
    corner = _core.pair(origin, "origin", "(x, y)")
    definition.origin = corner
    if not np.isfinite(corner).all():
        raise ArgumentError("origin: expected two finite numbers (x, y), got %r" % (origin,))
    if not 0 < definition.tile_size < float("inf"):
        raise ArgumentError("tile_size: expected a number above 0, got %g" % definition.tile_size)
    grid = _place_for_grid()
    check(lib.wend_grid_create(definition, grid), "making the grid",
          limit="%d floors of %d rows: expected at most %d floors, and fewer rows" % (definition.floors,
                                                                                     definition.height, lib.WEND_MAX_FLOORS))
    for floor, height in enumerate(levels):
        check(lib.wend_grid_set_floor_height(grid[0], floor, height), "floor_heights")
    return grid


def from_heights(heights: Any, cell: float = 1.0, *, slope: Any = "tobler", max_climb: float = float("inf"),
                 max_drop: float = float("inf"), lanes: Any = None,
                 lane_factors: Sequence[float] = (1.0, 1.0, 1.0, 1.0, 1.0), costs: Any = None,
                 connectivity: Connectivity = "8", origin: Tuple[float, float] = (0.0, 0.0),
                 profiles: Sequence[Union[Profile, str]] = (), cluster_size: int = 31, levels: int = 0,
                 threads: int = 0, metadata: str = "", geo: Optional[Georeference] = None) -> World:
    """Makes a world of an array of heights in metres, whose steps cost by their slope: heights[y, x] is that of tile (x, y).

    NaN blocks a tile. cell: side of a tile in metres. slope: as `wend bake --slope`: "tobler", "naismith", "minetti",
    "rwalk:0.72,6,2,-2", "wheelchair:0.08" and others, or a CSV file; with most of them costs are seconds. max_climb,
    max_drop: metres; steps that climb or drop more are closed. lanes, lane_factors: see `Relief`. costs: of the ground,
    as in `from_array`; by default 1. The rest are those of `from_array`. Profiles may have a function of slope or
    limits of their own: a cart and a walker.

    >>> import numpy as np, wend
    >>> world = wend.from_heights([[0, 3, 0], [0, 0, 0]], 10, slope="tobler", profiles=["cart:max-climb=1"])
    >>> [world.path((0, 0), (1, 0), profile=name).outcome for name in world.profiles]
    ['found', 'no_route']
    >>> up, down = world.path((0, 0), (1, 0)).cost, world.path((1, 0), (0, 0)).cost
    >>> round(up, 1), round(down, 1)
    (20.4, 14.4)
    """
    array = as_costs(heights, "heights").astype(np.float32)
    points, count, _ = _slope_points(slope, "slope")
    ground = np.ones(array.shape) if costs is None else as_costs(costs).copy()
    if ground.shape != array.shape:
        raise ArgumentError("costs: expected the shape of the heights, %r, got %r" % (array.shape, ground.shape))
    ground[np.isnan(array)] = 0
    relief = Relief(elevations=array, slopes=[(p.slope, p.factor) for p in points[0:count]], max_climb=max_climb,
                    max_drop=max_drop, unit_length=1.0, lanes=lanes, lane_factors=lane_factors)
    return from_array(ground, connectivity=connectivity, tile_size=cell, origin=origin, profiles=profiles,
                      cluster_size=cluster_size, levels=levels, threads=threads, metadata=metadata, geo=geo, relief=relief)


def from_array(costs: Any, *, connectivity: Connectivity = "8", tile_size: float = 1.0,
               origin: Tuple[float, float] = (0.0, 0.0), cost_range: Optional[Tuple[float, float]] = None,
               profiles: Sequence[Union[Profile, str]] = (), cluster_size: int = 31, levels: int = 0, threads: int = 0,
               metadata: str = "", geo: Optional[Georeference] = None,
               relief: Optional[Relief] = None, floor_heights: Sequence[float] = (), wrap: Wrap = "") -> World:
    """Makes a world of an array of costs: costs[y, x] is the cost of entering tile (x, y).

    An array of 3 dimensions has floors: costs[floor, y, x]. floor_heights: how high each lies, in world units; 0
    without. `World.add_link` joins floors by stairs and lifts, `World.add_seam` by ramps.

    >>> import numpy as np, wend
    >>> house = wend.from_array(np.ones((2, 5, 8)), floor_heights=[0, 3])
    >>> stairs = house.add_link((6, 2, 0), (4, 2, 1), 3, two_way=True)
    >>> house.path((5, 2), (2, 2, 1)).tiles.tolist()
    [[5, 2, 0], [6, 2, 0], [4, 2, 1], [3, 2, 1], [2, 2, 1]]

    0, NaN and infinity block a tile, and so do masked ones; True and False are 1 and blocked. Costs lie in
    1/64 to 1024, at most a factor of 4096 apart.

    A world has up to 255 different costs. With no more than that in the array, each tile has its own, as a
    float32. With more, costs share 255 classes of equal ratios, each of which costs the geometric mean of
    its least and greatest cost: `World.cost_error` says by how much a tile differs, as a share; for costs of
    1 to 10 at most 0.0046, for costs a factor of 4096 apart at most 0.017.

    connectivity: "8" (a diagonal step needs both orthogonal tiles), "8cut" (it cuts corners), "4", or
    "odd-r", "even-r", "odd-q", "even-q" for hexagons. tile_size, origin: world units, for waypoints and
    crowds. cost_range: (least, greatest) of the costs that later edits may bring; by default those of the
    array. profiles: see `Profile`. threads: of the build, 0 is one for each processor. metadata: a text that is
    kept with the world. geo: where on the earth the array lies; it is kept in the metadata, so that `World.geo`,
    `wend path --units world` and `--units lonlat` work as with a raster that was baked. relief: slopes and lanes, see
    `Relief`. wrap: "x" joins the left and the right edge, as of a globe, "y" the upper and the lower one, "xy" both;
    steps over an edge are straight.

    >>> import numpy as np, wend
    >>> wend.from_array(np.ones((30, 60)), wrap="x").path((2, 9), (57, 9)).cost
    5.0
    >>> world = wend.from_array(np.array([[1.0, np.nan], [2.5, 1.0]]))
    >>> world.costs
    array([[1. , 0. ],
           [2.5, 1. ]], dtype=float32)
    >>> world.cost_error
    0.0
    >>> wend.from_array([[1, -2]])
    Traceback (most recent call last):
        ...
    wend.ArgumentError: costs[0, 1] = -2 is negative; 0, NaN and infinity block a tile
    """
    metadata = _with_geo(metadata, geo)
    array = as_costs(costs, with_floors=True)
    reading = ffi.new("wendpy_reading*", (1.0, 0.0, float("inf"), False, False))
    limits = ffi.new("wendpy_range*", lib.wendpy_cost_range(_core.pointer_to(array, "double"), array.size, reading))
    if limits.negative >= 0:
        at = np.unravel_index(limits.negative, array.shape)
        raise ArgumentError("costs[%s] = %g is negative; 0, NaN and infinity block a tile"
                            % (", ".join(map(str, at)), float(array[at])))
    _check_costs(limits.least, limits.greatest)
    classes, found = classify(array, reading, limits)
    if relief is not None and array.ndim == 3:
        raise UnsupportedError("relief: expected a map of one floor")
    grid = make_grid(classes, found.costs, connectivity, tile_size, origin, floor_heights)
    set_relief(grid, relief, classes.shape)
    world = _build(grid, cluster_size, levels, profiles, metadata, threads, cost_range, wrap=wrap)
    world.cost_error = found.error
    return world


def from_arrays(floors: Sequence[Any], **options: Any) -> World:
    """Makes a world of one array of costs for each floor, the lowest first: all of one shape.

    options: those of `from_array`.

    >>> import numpy as np, wend
    >>> wend.from_arrays([np.ones((4, 6)), np.zeros((4, 6))], floor_heights=[0, 2.5]).floor_heights
    [0.0, 2.5]
    """
    arrays = [as_costs(floor, "floors[%d]" % i) for i, floor in enumerate(_core.several(floors, "floors", "arrays"))]
    if not arrays:
        raise ArgumentError("floors: expected at least one array")
    for i, array in enumerate(arrays):
        if array.shape != arrays[0].shape:
            raise ArgumentError("floors[%d]: expected %d x %d costs like the floor below, got %d x %d"
                                % (i, *arrays[0].shape, *array.shape))
    return from_array(np.stack(arrays) if len(arrays) > 1 else arrays[0], **options)


def _with_geo(metadata: str, geo: Optional[Georeference]) -> str:
    """Metadata of a world that has a georeference."""
    if geo is None:
        return metadata
    if not isinstance(geo, Georeference):
        raise ArgumentTypeError("geo: expected a wend.Georeference, got %r" % (geo,))
    if metadata:
        raise ArgumentError("metadata: expected none beside geo, which is kept there")
    return _gdal.metadata_of("from_array", geo._geo)


def _check_costs(least: float, greatest: float) -> None:
    """Raises an error that says by what to multiply costs that are out of range."""
    low, high, ratio = lib.WEND_MIN_CLASS_COST, lib.WEND_MAX_CLASS_COST, lib.WEND_MAX_COST_RATIO
    if greatest == 0 or (low <= least and greatest <= high and greatest / least <= ratio):
        return
    text = "costs lie in %g..%g, expected 1/64..1024 and at most a factor of 4096 apart" % (least, greatest)
    if greatest / least <= ratio:
        factor = 2.0 ** np.floor(np.log2(high / greatest))
        raise LimitError("%s: multiply them by %g" % (text, factor))
    raise LimitError("%s: limit them by numpy.clip, and multiply them where that is needed" % text)


def from_classes(classes: Any, class_costs: Sequence[float], *, connectivity: Connectivity = "8",
                 tile_size: float = 1.0, origin: Tuple[float, float] = (0.0, 0.0), cost_range: Optional[Tuple[float, float]] = None,
                 profiles: Sequence[Union[Profile, str]] = (), cluster_size: int = 31, levels: int = 0, threads: int = 0,
                 metadata: str = "", geo: Optional[Georeference] = None, floor_heights: Sequence[float] = ()) -> World:
    """Makes a world of terrain classes, height x width uint8, and up to 256 costs of the classes.

    Class 0 is blocked; so are classes of cost 0 or infinity. The other arguments are those of `from_array`.

    >>> import wend
    >>> wend.from_classes([[1, 2], [0, 1]], [0, 1, 8]).costs
    array([[1., 8.],
           [0., 1.]], dtype=float32)
    """
    metadata = _with_geo(metadata, geo)
    array = np.asarray(classes)
    if array.dtype.kind not in "iu":
        raise ArgumentTypeError("classes: expected whole numbers, got an array of %s" % array.dtype)
    if array.ndim not in (2, 3) or array.size == 0:
        raise ArgumentError("classes: expected rows and columns, or floors, rows and columns, got the shape %r"
                            % (array.shape,))
    table = [cost_number(cost) for cost in class_costs]
    if not 1 <= len(table) <= 256 or table[0] != 0:
        raise ArgumentError("class_costs: expected 1..256 costs, the first of them 0")
    if array.min() < 0 or array.max() >= len(table):
        raise ArgumentError("classes: expected 0..%d, got %d..%d" % (len(table) - 1, array.min(), array.max()))
    costs = [cost for cost in table if cost > 0]
    _check_costs(min(costs, default=0), max(costs, default=0))
    grid = make_grid(np.ascontiguousarray(array, np.uint8), table + [0.0] * (256 - len(table)), connectivity,
                     tile_size, origin, floor_heights)
    return _build(grid, cluster_size, levels, profiles, metadata, threads, cost_range)


# ---- files

def _import_definition(options: Mapping[str, Any], keep: List[Any]) -> Any:
    words: Dict[str, Mapping[Any, int]] = {
        "rule": RULES, "channel": CHANNELS, "ros_mode": ROS_MODES, "downscale_by": DOWNSCALES,
        "connectivity": _core.CONNECTIVITIES}
    texts = ("lane_costs", "letters", "cost_property", "collision")
    files = ("legend", "links", "walls", "lanes", "root", "gdal", "slope", "deck")
    switches = ("negate", "fill_short", "thin_walls", "outside", "decode_in_process")
    integers = ("band", "downscale", "jump_across", "max_tiles", "max_decoded")
    definition = ffi.new("wend_import_def*", lib.wend_default_import_def())
    definition.progress = ffi.addressof(lib, "wendpy_progress")
    for name, value in options.items():
        if value is None:
            continue
        if name in words:
            value = _core.choice(value, words[name], name)
        elif name in texts or name in files:
            value = _core.file_name(value, name)[0] if name in files else _core.text(value, name)
            keep.append(value)
        elif name in switches:
            value = bool(value)
        elif name == "origin":
            value = _core.pair(value, name, "(x, y)")
        elif name == "window":
            value = _core.area(value, name)
        elif name in integers:
            value = _core.whole(value, name)
        else:
            value = _core.real(value, name)
        setattr(definition, name, value)
    return definition


def bake(map: Any, *, rule: Optional[Rule] = None, channel: Optional[Channel] = None,
         blocked_below: Optional[float] = None, transparent_below: Optional[float] = None,
         negate: Optional[bool] = None, cheapest: Optional[float] = None, costliest: Optional[float] = None,
         ros_mode: Optional[RosMode] = None, occupied_thresh: Optional[float] = None,
         free_thresh: Optional[float] = None, unknown_cost: Optional[float] = None, legend: Any = None,
         height_scale: Optional[float] = None, max_climb: Optional[float] = None, slope: Any = None,
         max_step_climb: Optional[float] = None, max_step_drop: Optional[float] = None,
         jump_down: Optional[float] = None, jump_across: Optional[int] = None, deck: Any = None,
         headroom: Optional[float] = None, sea_level: Optional[float] = None, downscale: Optional[int] = None, downscale_by: Optional[Downscale] = None,
         connectivity: Optional[Connectivity] = None, resolution: Optional[float] = None,
         origin: Optional[Tuple[float, float]] = None, swamp_cost: Optional[float] = None,
         water_cost: Optional[float] = None, letters: Optional[str] = None, fill_short: Optional[bool] = None,
         cost_property: Optional[str] = None, collision: Optional[str] = None, links: Any = None,
         walls: Any = None, lanes: Any = None, lane_costs: Optional[str] = None, thin_walls: Optional[bool] = None, outside: Optional[bool] = None, root: Any = None,
         max_tiles: Optional[int] = None, max_decoded: Optional[int] = None,
         decode_in_process: Optional[bool] = None, band: Optional[int] = None,
         window: Optional[Tuple[int, int, int, int]] = None, cost_scale: Optional[float] = None,
         darkest_value: Optional[float] = None, brightest_value: Optional[float] = None, gdal: Any = None,
         cost_range: Optional[Tuple[float, float]] = None,
         profiles: Sequence[Union[Profile, str]] = (), cluster_size: int = 31, levels: int = 0, threads: int = 0,
         metadata: str = "", wrap: Wrap = "") -> World:
    """Imports a map and makes its world, as `wend bake` does: an image, a ROS map (.yaml), a MovingAI .map,
    a text grid, a Tiled or Wesnoth map, a CSV table of costs, a GeoTIFF or another raster that GDAL reads. The
    content decides the format.

    map: the name of a file, or its bytes. rule: how pixels become costs: "brightness" (the default), "luma",
    "linear", "inverse", "threshold", "ros", "palette" (with a legend), "height"
    (slopes; an image needs a height_scale), "slope" (each step costs by its own slope, by the function slope:
    "tobler", "naismith", "minetti", ... or a CSV file), "tobler" (the same with Tobler's function), "cost" (the values
    of a raster).
    Rasters need the program wend-gdal, which has a package of this name; gdal is its path, by default where
    that package or the program wend has it. The world keeps their coordinates in its metadata, as `wend bake` writes
    them.
    The options from channel to gdal are the fields of wend_import_def in wend/import.h; those
    that are not given have its defaults. The rest are those of `from_array`.

    A map that is probably not read as it was meant gives a `MapWarning`.

    >>> import wend
    >>> world = wend.bake(b"P5 4 2 255 " + bytes([255, 255, 0, 255, 255, 255, 255, 230]))
    >>> world.costs.round(3)
    array([[1.   , 1.   , 0.   , 1.   ],
           [1.   , 1.   , 1.   , 1.109]], dtype=float32)
    """
    given = dict(locals())
    options = {name: value for name, value in given.items()
               if name not in ("map", "cost_range", "profiles", "cluster_size", "levels", "threads", "metadata", "wrap")}
    keep: List[Any] = []
    if options["legend"] is not None and options["rule"] is None:
        options["rule"] = "palette"
    if options["gdal"] is None:
        options["gdal"] = _gdal.find()
    profiles = _profile_list(profiles)  # before a map is read for a list that is none
    definition = _import_definition(options, keep)
    grid, info, error = _place_for_grid(), ffi.new("wend_import_info*"), ffi.new("wend_error*")
    if isinstance(map, (bytes, bytearray, memoryview)):
        data = bytes(map)
        check(lib.wend_import_memory(ffi.from_buffer(data) if data else b"\0", len(data), b"memory", definition,
                                     grid, info, error), "importing bytes", error)
    else:
        encoded, name = _core.file_name(map, "map")
        check(lib.wend_import_file(encoded, definition, grid, info, error), "importing", error, name)
    for text in (info.warning, info.color_warning):
        warning = ffi.string(text).decode("utf-8", "replace")
        if warning:
            warnings.warn(warning, MapWarning, stacklevel=2)
    own = ffi.string(info.profiles).decode().splitlines()  # of a recipe
    if not metadata and info.geo.has_transform:
        metadata = _gdal.metadata_of(os.fsdecode(map), info.geo, info)
    return _build(grid, cluster_size, levels, [*own, *profiles], metadata, threads, cost_range, info.meanings, wrap,
                  info.cost_unit)


def open(file: Any, *, map: bool = True, patches: Any = ()) -> World:
    """Opens a .wend file. It is mapped where the system can: pages are read as queries touch them.

    map: False reads and checks the whole file at once. A mapped file must not be cut while it is open;
    `World.save` replaces files safely. patches: a file that `World.save_patch` wrote, or several in their order.

    >>> import numpy as np, os, tempfile, wend
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     wend.from_array(np.ones((40, 40))).save(os.path.join(folder, "plain.wend"))
    ...     wend.open(os.path.join(folder, "plain.wend")).path((0, 0), (39, 0)).cost
    39.0
    """
    encoded, name = _core.file_name(file)
    out, error = ffi.new("wend_world**"), ffi.new("wend_error*")
    single = isinstance(patches, (str, bytes, os.PathLike))
    files = [patches] if single else _core.several(patches, "patches", "files")
    if files:
        if not map:
            raise ArgumentError("map: a world is mapped when it is opened with patches")
        names = [_core.file_name(patch, "patches")[0] for patch in files]
        check(lib.wend_world_map_patched(encoded, ffi.new("char*[]", names), len(names), ffi.NULL, out, error),
              "opening", error, name)
        return World(Handle(out[0], lib.wend_world_destroy, "world"))
    function = lib.wend_world_map if map else lib.wend_world_open
    check(function(encoded, ffi.NULL, out, error), "opening", error, name)
    return World(Handle(out[0], lib.wend_world_destroy, "world"))


def stream(file: Any, *, budget: int = 0, region_level: int = 0) -> World:
    """Opens a .wend file larger than memory, without its ground, which `World.load` and `World.unload` bring
    and drop region by region while queries run.

    budget: the most bytes of memory for ground; 0: no limit. region_level: regions are the clusters of this
    level; 0: one with about 500 tiles a side. Queries cross what is not loaded by the upper levels, and their
    paths continue (`Path.refine`) when the ground is there. What needs ground that is not loaded raises
    NotLoadedError.

    >>> import numpy as np, os, tempfile, wend
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     name = os.path.join(folder, "large.wend")
    ...     wend.from_array(np.ones((300, 3000))).save(name)
    ...     world = wend.stream(name, budget=8 << 20)
    ...     world.load((10, 10, 1, 1))
    ...     path = world.path((10, 10), (2900, 200), first_tiles=40)
    ...     while path.rest in ("ready", "waiting"):
    ...         loaded = world.load_ahead(path.regions(2))
    ...         _ = path.refine(64)
    ...         path.cut(len(path) - 1)            # an agent walks to its last tile
    ...     print(path.tiles.tolist(), world.is_loaded((10, 10)))
    [[2900, 200]] True
    """
    encoded, name = _core.file_name(file)
    definition = ffi.new("wend_stream_def*", lib.wend_default_stream_def())
    definition.region_level = _core.integer(region_level, "region_level")
    definition.budget_bytes = _core.at_least(budget, 0, "budget")
    out, error = ffi.new("wend_world**"), ffi.new("wend_error*")
    check(lib.wend_world_stream(encoded, definition, out, error),
          "opening (region_level: 0, or 2 up to the levels of the world)", error, name)
    return World(Handle(out[0], lib.wend_world_destroy, "world"))


def from_bytes(data: Any) -> World:
    """Reads the bytes of a .wend file, as `World.to_bytes` gives them."""
    out, error = ffi.new("wend_world**"), ffi.new("wend_error*")
    content = bytes(data)
    check(lib.wend_world_open_memory(ffi.from_buffer(content) if content else b"\0", len(content), ffi.NULL, out,
                                     error), "reading bytes", error)
    return World(Handle(out[0], lib.wend_world_destroy, "world"))
