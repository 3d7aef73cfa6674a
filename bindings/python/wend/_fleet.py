"""How do many movers share the tiles of a map without ever standing in each other?"""
from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any, List, Literal, NamedTuple, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Handle, Tile, TileLike
from ._errors import ArgumentError, ArgumentTypeError, check
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World

MoverState = Literal["absent", "idle", "moving", "arrived", "no_route", "stuck"]
MOVER_STATES: Tuple[MoverState, ...] = tuple(ffi.string(lib.wend_mover_state_string(i)).decode()
                                             for i in range(lib.WEND_MOVER_STATE_COUNT))
ConflictKind = Literal["tile", "pass", "step", "blocked", "link", "lift"]
Lifts = Sequence[Tuple[int, Sequence[int]]]


class FleetStats(NamedTuple):
    """What a fleet does: see wend_fleet_stats in wend/fleet.h."""

    steps: int
    movers: int
    moving: int
    stuck: int
    no_route: int
    arrived: int
    tasks_done: int
    plans: int
    fills: int
    fields: int
    waiting_tasks: int


class Conflict(NamedTuple):
    """What is wrong with a step of a plan: `World.check_moves` finds it."""

    kind: ConflictKind
    first: int
    second: Optional[int]  # None: only one mover is concerned
    tile: Tile  # where the first one ends


class Fleet:
    """Movers on the tiles of one world that never stand in each other: `World.fleet` makes it.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((20, 20)))
    >>> fleet = world.fleet()
    >>> movers = fleet.add([(2, 2), (15, 2)])
    >>> fleet.send(movers, [(15, 2), (2, 2)])
    >>> while fleet.moving():
    ...     fleet.step()
    >>> fleet.tiles.tolist(), fleet.states
    ([[15, 2], [2, 2]], ['arrived', 'arrived'])
    """

    __slots__ = ("_handle", "_world", "_lock", "_pool")

    def __init__(self, world: World, *, look_ahead: Optional[int] = None, patience: Optional[int] = None,
                 task_choice: Optional[int] = None, plans_per_step: Optional[int] = None, at_once: Optional[int] = None,
                 directions: Optional[int] = None, turns: bool = False, step_seconds: float = 0.0,
                 lifts: Lifts = (), threads: int = 1) -> None:
        """The options are the fields of wend_fleet_def in wend/fleet.h, with its defaults. lifts: for each, how many
        movers may be on its links at a time, and their ids. threads: that plan paths; 0: one for each processor. The
        moves never depend on it."""
        definition = ffi.new("wend_fleet_def*", lib.wend_default_fleet_def())
        for name, value, least, most in (("look_ahead", look_ahead, 2, 64), ("patience", patience, 1, 2**31 - 1),
                                         ("task_choice", task_choice, 1, 2**31 - 1),
                                         ("plans_per_step", plans_per_step, 1, 2**31 - 1),
                                         ("at_once", at_once, 0, 2**31 - 1)):
            if value is not None:
                setattr(definition, name, _core.in_range(value, least, most, name))
        if directions is not None:
            definition.directions = _core.integer(directions, "directions")
        definition.turns = bool(turns)
        rules, kept = _link_rules(step_seconds, lifts)
        definition.links = rules[0]
        count = _core.in_range(threads, 0, 256, "threads") or _core.processors()
        parents = [world._handle]
        if count > 1:
            pool = ffi.new("wend_threads**")
            check(lib.wend_threads_create(count, pool), "starting threads")
            parents.append(Handle(pool[0], lib.wend_threads_destroy, "threads"))
            definition.tasks = lib.wend_threads_tasks(pool[0])
        self._pool = parents[1:]
        out = ffi.new("wend_fleet**")
        with world._guard:
            check(lib.wend_fleet_create(world._handle.get(), definition, out), "making a fleet")
            self._handle = Handle(out[0], lib.wend_fleet_destroy, "fleet", *parents)
        del kept  # the fleet has copied it
        self._world = world
        self._lock = threading.RLock()

    @property
    def world(self) -> World:
        return self._world

    # ---- movers

    def add(self, tiles: Any, *, profile: Optional[str] = None, priority: int = 0) -> NDArray[np.int32]:
        """Adds movers without a goal, one for each tile, and returns their numbers.

        When a tile is blocked or taken, none is added. Higher priorities go first.
        """
        array = self._tiles(tiles, "tiles")
        rank = _core.in_range(priority, -1000, 1000, "priority")
        numbers = np.empty(len(array), np.int32)
        out = ffi.new("int32_t*")
        with self._world._guard, self._lock:
            kind = self._world._profile_index(profile)
            for i, tile in enumerate(array.tolist()):
                result = lib.wend_fleet_add(self._handle.get(), tile, kind, rank, out)
                if result != lib.WEND_OK:
                    for number in numbers[:i].tolist():
                        lib.wend_fleet_remove(self._handle.get(), number)
                    shown = ", ".join(map(str, tile[:3 if self._world.floors > 1 else 2]))
                    check(result, "mover %d at (%s)" % (i, shown),
                          limit="tiles: (%s), mover %d, is blocked or taken" % (shown, i))
                numbers[i] = out[0]
        return numbers

    def remove(self, movers: Any) -> None:
        """Removes movers. Their numbers may be given again."""
        with self._world._guard, self._lock:
            for number in self._known(movers):
                check(lib.wend_fleet_remove(self._handle.get(), number), "removing mover %d" % number)

    def send(self, movers: Any, goals: Any) -> None:
        """Gives movers goals: a tile for each, or one for all. Paths are planned in the next step."""
        targets = self._tiles(goals, "goals")
        with self._world._guard, self._lock:
            numbers = self._known(movers)
            if len(targets) not in (1, len(numbers)):
                raise ArgumentError("%d movers, but %d goals" % (len(numbers), len(targets)))
            for i, number in enumerate(numbers):
                goal = targets[i if len(targets) > 1 else 0].tolist()
                check(lib.wend_fleet_send(self._handle.get(), number, goal), "sending mover %d" % number)

    def send_group(self, movers: Any, around: TileLike, spacing: int = 1) -> int:
        """Sends movers to different tiles around one, and returns how many found one."""
        gap = _core.in_range(spacing, 1, 64, "spacing")
        sent = ffi.new("int32_t*")
        with self._world._guard, self._lock:
            numbers = np.array(self._known(movers), np.int32)
            middle = self._world._tile(around, "around")
            if len(numbers) == 0:
                return 0
            check(lib.wend_fleet_send_group(self._handle.get(), _core.pointer_to(numbers, "int32_t"), len(numbers),
                                            middle, gap, sent),
                  "tiles around (%d, %d), which must be passable" % middle[:2])
        return sent[0]

    def stop(self, movers: Any) -> None:
        """Takes the goals of movers away."""
        with self._world._guard, self._lock:
            for number in self._known(movers):
                check(lib.wend_fleet_stop(self._handle.get(), number), "stopping mover %d" % number)

    def add_task(self, stops: Any) -> int:
        """Adds a task for any free mover, tiles to visit in this order, and returns its number."""
        array = self._tiles(stops, "stops")
        if not 1 <= len(array) <= lib.WEND_MAX_TASK_STOPS:
            raise ArgumentError("stops: expected 1..%d tiles, got %d" % (lib.WEND_MAX_TASK_STOPS, len(array)))
        out = ffi.new("int32_t*")
        with self._world._guard, self._lock:
            check(lib.wend_fleet_add_task(self._handle.get(), _core.pointer_to(array, "wend_tile"), len(array), out),
                  "stops: all must be passable")
        return out[0]

    def step(self, count: int = 1) -> None:
        """Moves every mover by one step, count times."""
        for _ in range(_core.in_range(count, 0, 2**31 - 1, "count")):
            with self._world._guard, self._lock:
                check(lib.wend_fleet_step(self._handle.get()), "a step")

    # ---- reading

    def __len__(self) -> int:
        return self.stats.movers

    @property
    def tiles(self) -> NDArray[np.int32]:
        """Where all movers are, by number, n x 2 int32: a copy. (-1, -1) where one was removed."""
        return self._column("tile").copy()

    @property
    def goals(self) -> NDArray[np.int32]:
        """Their goals, likewise; (-1, -1), on a map with floors on floor 65535: none."""
        return self._column("goal").copy()

    @property
    def states(self) -> List[MoverState]:
        """"absent", "idle", "moving", "arrived", "no_route" or "stuck" for each."""
        return [MOVER_STATES[number] for number in self._column("state").tolist()]

    @property
    def widths(self) -> NDArray[np.int32]:
        """The body of each takes a square of so many tiles around the centre of its tile: a copy."""
        return self._column("width").copy()

    @property
    def tasks(self) -> NDArray[np.int32]:
        """The task that each carries out; -1: none."""
        return self._column("task").copy()

    def moving(self) -> int:
        """How many movers are on their way to a goal, or back to it; those that wait for a path to be planned too."""
        return self.stats.moving

    def at(self, tile: TileLike) -> Optional[int]:
        """The number of the mover whose body is on a tile."""
        with self._world._guard, self._lock:
            found = lib.wend_fleet_at(self._handle.get(), self._world._tile(tile, "tile"))
        return found if found >= 0 else None

    def blockers(self, mover: int) -> List[int]:
        """Which movers keep a stuck one from its goal, one behind the other."""
        with self._world._guard, self._lock:
            number, = self._known([mover])
            count = lib.wend_fleet_blockers(self._handle.get(), number, ffi.NULL, 0)
            out = np.empty(count, np.int32)
            lib.wend_fleet_blockers(self._handle.get(), number, _core.pointer_to(out, "int32_t"), count)
        return out.tolist()

    @property
    def stats(self) -> FleetStats:
        with self._world._guard, self._lock:
            stats = lib.wend_fleet_get_stats(self._handle.get())
            return FleetStats(*(getattr(stats, name) for name in FleetStats._fields))

    @property
    def hash(self) -> str:
        """Hash of all tiles, goals and states, equal on every machine for equal calls."""
        with self._world._guard, self._lock:
            return "%016x" % lib.wend_fleet_hash(self._handle.get())

    def close(self) -> None:
        """Gives the memory back now."""
        with self._world._guard, self._lock:
            self._handle.close()
            for pool in self._pool:
                pool.close()

    def __repr__(self) -> str:
        if not self._handle.is_usable():
            return "<wend.Fleet closed>"
        return "<wend.Fleet of %d movers>" % len(self)

    def _tiles(self, values: Any, name: str) -> NDArray[Any]:
        return self._world._tiles(values, name, True)

    def _known(self, movers: Any) -> List[int]:
        """Numbers of movers that exist."""
        array = np.atleast_1d(np.asarray(movers))
        if array.size and array.dtype.kind not in "iu":
            raise ArgumentTypeError("movers: expected numbers that add returned, got an array of %s" % array.dtype)
        numbers: List[int] = array.ravel().tolist()
        for number in numbers:
            found = lib.wend_fleet_mover(self._handle.get(), number) if -2**31 <= number < 2**31 else ffi.NULL
            if found == ffi.NULL or found.state == lib.WEND_MOVER_ABSENT:
                raise ArgumentError("movers: there is no mover %d" % number)
        return numbers

    def _column(self, field: str) -> NDArray[np.int32]:
        with self._world._guard, self._lock:
            count = ffi.new("int32_t*")
            first = lib.wend_fleet_movers(self._handle.get(), count)
            is_tile = field in ("tile", "goal")
            if count[0] == 0:
                return self._world._rows(np.empty(0, _core.TILE)) if is_tile else np.empty(0, np.int32)
            size = ffi.sizeof("wend_mover")
            words = np.frombuffer(ffi.buffer(first, size * count[0]), np.int32).reshape(count[0], size // 4)
            start = ffi.offsetof("wend_mover", field) // 4
            if is_tile:
                found = np.ascontiguousarray(words[:, start:start + _core.TILE.itemsize // 4]).view(_core.TILE)
                return self._world._rows(found.ravel())
            return words[:, start].copy()


def _link_rules(step_seconds: float, lifts: Lifts) -> Tuple[Any, List[Any]]:
    """Rules of links, and what they point to, which has to live as long."""
    seconds = _core.real(step_seconds, "step_seconds")
    if not 0 <= seconds < math.inf:
        raise ArgumentError("step_seconds: expected a number >= 0, got %r" % (step_seconds,))
    rows = ffi.new("wend_lift[]", max(1, len(lifts)))
    kept: List[Any] = [rows]
    for i, (capacity, links) in enumerate(lifts):
        ids = ffi.new("int32_t[]", [_core.in_range(link, 0, 2**31 - 1, "lifts: a link") for link in links])
        if len(ids) == 0:
            raise ArgumentError("lifts: expected the ids of links, got none for lift %d" % i)
        kept.append(ids)
        rows[i].links, rows[i].count = ids, len(ids)
        rows[i].capacity = _core.in_range(capacity, 1, 2**31 - 1, "lifts: capacity")
    rules = ffi.new("wend_link_rules*")
    rules.step_seconds, rules.lifts, rules.lift_count = seconds, rows, len(lifts)
    return rules, kept


def _kinds(world: World, profiles: Optional[Sequence[Optional[str]]], movers: int) -> Any:
    """The profiles of movers for the checkers; NULL: all are of profile 0."""
    if profiles is None:
        return ffi.NULL
    if len(profiles) != movers:
        raise ArgumentError("profiles: expected one for each of %d movers, got %d" % (movers, len(profiles)))
    return ffi.new("int32_t[]", [world._profile_index(name) for name in profiles] or 1)


def check_moves(world: World, before: Any, after: Any,
                profiles: Optional[Sequence[Optional[str]]] = None) -> List[Conflict]:
    first, last = world._tiles(before, "before"), _core.tiles(after, "after")
    if len(first) != len(last):
        raise ArgumentError("after: expected as many tiles as before, %d, got %d" % (len(first), len(last)))
    if len(first) == 0:
        return []
    last = world._tiles(last, "after")
    count = ffi.new("int32_t*")
    with world._guard:
        kinds = _kinds(world, [None] * len(first) if profiles is None else profiles, len(first))
        arguments = (world._handle.get(), kinds, _core.pointer_to(first, "wend_tile"),
                     _core.pointer_to(last, "wend_tile"), len(first))
        check(lib.wend_check_profile_moves(*arguments, ffi.NULL, 0, count), "checking moves")
        found = ffi.new("wend_conflict[]", max(1, count[0]))
        check(lib.wend_check_profile_moves(*arguments, found, count[0], count), "checking moves")
    return _conflicts(world, found, count[0])


def check_plan(world: World, plan: Sequence[Any], step_seconds: float, lifts: Lifts,
               profiles: Optional[Sequence[Optional[str]]]) -> List[Tuple[int, Conflict]]:
    rules, kept = _link_rules(step_seconds, lifts)  # kept: what rules points to
    found: List[Tuple[int, Conflict]] = []
    movers = len(_core.tiles(plan[0], "plan")) if len(plan) > 0 else 0
    uses = ffi.new("wend_link_use[]", max(1, movers))
    count = ffi.new("int32_t*")
    kinds = _kinds(world, profiles, movers)
    # A mover leaves one link and enters one lift in a step, at most: of each lift that the link is of.
    room = movers * (1 + len(lifts))
    out = ffi.new("wend_conflict[]", max(1, room))
    for step in range(1, len(plan)):
        found += [(step, conflict) for conflict in check_moves(world, plan[step - 1], plan[step], profiles)]
        if movers == 0:
            continue
        before, after = (world._tiles(tiles, "plan") for tiles in plan[step - 1:step + 1])
        with world._guard:
            check(lib.wend_check_links(world._handle.get(), kinds, rules, _core.pointer_to(before, "wend_tile"),
                                       _core.pointer_to(after, "wend_tile"), movers, uses, out, room, count),
                  "checking links")
        found += [(step, conflict) for conflict in _conflicts(world, out, count[0])]
    return found


def _conflicts(world: World, found: Any, count: int) -> List[Conflict]:
    return [Conflict(ffi.string(lib.wend_conflict_kind_string(c.kind)).decode(), c.first,
                     c.second if c.second >= 0 else None, world._tile_of(c.tile)) for c in found[0:count]]
