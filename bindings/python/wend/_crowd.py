"""How do many agents move?"""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, List, Literal, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Area, Handle
from ._errors import ArgumentError, ArgumentTypeError, StaleError, check
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World

State = Literal["idle", "waiting", "walking", "arrived", "no_route", "stuck", "on_link", "near_goal",
                "blocked"]
STATES: Tuple[State, ...] = tuple(ffi.string(lib.wend_agent_state_string(i)).decode()
                                  for i in range(lib.WEND_AGENT_STATE_COUNT))
_AGENT_BYTES = ffi.sizeof("wend_agent")


class CrowdStats(NamedTuple):
    """Counters since the crowd was made: see wend_crowd_stats in wend/crowd.h."""

    ticks: int
    plans: int
    replans: int
    forced_passes: int
    collisions: int
    checks: int
    broken: int
    repairs: int
    pieces: int
    blocked_ticks: int


class Crowd:
    """Many agents on one world that follow their own paths and avoid each other and the walls.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((20, 20)))
    >>> crowd = world.crowd()
    >>> ids = crowd.add([(2.5, 2.5), (4.5, 2.5)], radius=0.3, max_speed=4)
    >>> crowd.send(ids, (15, 15))
    >>> while crowd.walking():
    ...     crowd.tick(1 / 30)
    >>> crowd.states
    ['arrived', 'arrived']
    >>> crowd.positions.shape                  # a view: no copy
    (2, 2)
    """

    __slots__ = ("_handle", "_world", "_lock", "_arrays")

    def __init__(self, world: World, *, max_neighbours: Optional[int] = None,
                 neighbour_range: Optional[float] = None, horizon: Optional[float] = None,
                 plans_per_tick: Optional[int] = None, work_per_tick: Optional[int] = None,
                 first_tiles: Optional[int] = None,
                 replan_time: Optional[float] = None, forced_pass_time: Optional[float] = None,
                 beside_goal_time: Optional[float] = None, snap: Optional[float] = None,
                 partial: Optional[bool] = None, pass_through: Optional[bool] = None,
                 claims: Optional[bool] = None) -> None:
        """The options are the fields of wend_crowd_def in wend/crowd.h, with its defaults."""
        definition = ffi.new("wend_crowd_def*", lib.wend_default_crowd_def())
        for name, value in (("max_neighbours", max_neighbours), ("plans_per_tick", plans_per_tick),
                            ("work_per_tick", work_per_tick), ("first_tiles", first_tiles)):
            if value is not None:
                setattr(definition, name, _core.integer(value, name))
        for name, number in (("neighbour_range", neighbour_range), ("horizon", horizon),
                             ("replan_time", replan_time), ("forced_pass_time", forced_pass_time),
                             ("beside_goal_time", beside_goal_time), ("snap", snap)):
            if number is not None:
                setattr(definition, name, _core.real(number, name))
        definition.partial = bool(partial)
        definition.pass_through = bool(pass_through)
        definition.claims = bool(claims)
        out = ffi.new("wend_crowd**")
        with world._guard:
            check(lib.wend_crowd_create(world._handle.get(), definition, out), "making a crowd (see the ranges "
                  "of wend_crowd_def)")
            self._handle = Handle(out[0], lib.wend_crowd_destroy, "crowd", world._handle)
        self._world = world
        self._lock = threading.RLock()  # a handler of a signal may read during a tick
        self._arrays: List[int] = [0]  # how many arrays borrow the agents

    @property
    def world(self) -> World:
        return self._world

    # ---- agents

    def add(self, positions: Any, *, radius: Any = 0.3, max_speed: Any = 3.0, max_acceleration: Any = 24.0,
            profile: Optional[str] = None) -> NDArray[np.uint64]:
        """Adds agents at rest, and returns their ids, uint64.

        positions: one (x, y) or n of them, in world units. radius, max_speed, max_acceleration: a number, or
        one for each. When one does not fit where it is, none is added.
        """
        places = _floats(positions, "positions")
        count = len(places)
        agents = np.zeros(count, _agent_type())
        agents["position"] = places
        for name, value in (("radius", radius), ("max_speed", max_speed), ("max_acceleration", max_acceleration)):
            try:
                agents[name] = np.asarray(value, np.float32)
            except (TypeError, ValueError):
                raise ArgumentError("%s: expected a number or %d of them" % (name, count)) from None
        ids = np.zeros(count, np.uint64)
        with self._world._guard, self._lock:
            self._forbid_arrays("added")
            agents["profile"] = self._world._profile_index(profile)
            done = ffi.new("int64_t*")
            result = lib.wendpy_crowd_add(self._handle.get(), _core.pointer_to(agents, "wend_agent"), count,
                                          _core.pointer_to(ids, "uint64_t"), done)
            if result != lib.WEND_OK:
                undone = ffi.new("int64_t*")
                lib.wendpy_crowd_remove(self._handle.get(), _core.pointer_to(ids, "uint64_t"), done[0], undone)
                i = done[0]
                check(result, "agent %d at (%g, %g), radius %g: its body must fit on passable tiles, and its limits "
                              "be above 0" % (i, *places[i], agents["radius"][i]),
                      limit="radius: a body of %g at (%g, %g), agent %d, touches a wall, or is wider than what "
                            "fits along every path of its profile, %g tiles: see Profile.radius"
                            % (agents["radius"][i], *places[i], i,
                               lib.wend_world_widest_body(self._world._handle.get(), int(agents["profile"][i]))))
        return ids

    def remove(self, ids: Any) -> None:
        """Removes agents; their ids become stale."""
        with self._world._guard, self._lock:
            self._forbid_arrays("removed")
            array = _ids(ids)
            done = ffi.new("int64_t*")
            check(lib.wendpy_crowd_remove(self._handle.get(), _core.pointer_to(array, "uint64_t"), len(array), done),
                  "no agent %s" % (array[done[0]] if done[0] < len(array) else ""))

    def send(self, ids: Any, goals: Any) -> None:
        """Gives agents goals: a tile for each, or one for all. Paths are planned in the next ticks."""
        with self._world._guard, self._lock:
            array = _ids(ids)
            targets = self._world._tiles(goals, "goals", True)
            if len(targets) == 1:
                targets = np.ascontiguousarray(np.broadcast_to(targets, len(array)))
            if len(targets) != len(array):
                raise ArgumentError("%d agents, but %d goals" % (len(array), len(targets)))
            done = ffi.new("int64_t*")
            check(lib.wendpy_crowd_send(self._handle.get(), _core.pointer_to(array, "uint64_t"),
                                        _core.pointer_to(targets, "wend_tile"), len(array), done),
                  "no agent %s" % (array[done[0]] if done[0] < len(array) else ""))

    def send_group(self, ids: Any, around: Any, spacing: int = 1) -> NDArray[np.int32]:
        """Sends agents to different tiles around one, and returns these tiles."""
        array = _ids(ids)
        with self._world._guard, self._lock:
            middle = self._world._tile(around, "around")
            targets = np.empty(len(array), _core.TILE)
            found = ffi.new("int32_t*")
            if len(array):
                check(lib.wend_formation_tiles(self._world._grid, middle, len(array), _core.integer(spacing, "spacing"),
                                               ffi.NULL, _core.pointer_to(targets, "wend_tile"), found),
                      "tiles around (%d, %d), which must be passable, with a spacing of 1..64" % middle[:2])
        rows = self._world._rows(targets[np.arange(len(array)) % max(1, found[0])])
        self.send(array, rows)
        return rows

    def tick(self, dt: float, count: int = 1) -> None:
        """Moves all agents by dt seconds, count times."""
        step = _core.real(dt, "dt")
        times = _core.integer(count, "count")
        if times < 0:
            raise ArgumentError("count: expected 0 or more, got %d" % times)
        with self._world._guard, self._lock:
            done = ffi.new("int32_t*")
            check(lib.wendpy_crowd_tick(self._handle.get(), step, times, done), "tick, dt %g: expected 0..1" % step)

    def replan(self, area: Area) -> int:
        """Agents whose path touches an area plan again; returns how many. Blocked paths need no such call."""
        with self._world._guard, self._lock:
            return lib.wend_crowd_replan(self._handle.get(), self._world._area(area, "area"))

    def improve(self, keep: float = 5.0) -> int:
        """Agents that walk look for a better path while they walk on; returns how many look.

        Each keeps its path unless another one is `keep` percent cheaper, so that none turns back and forth between
        two ways of about the same cost.
        """
        share = _core.real(keep, "keep")
        if not 0 <= share <= 100:
            raise ArgumentError("keep: expected a percentage in 0..100, got %g" % share)
        with self._world._guard, self._lock:
            return lib.wend_crowd_improve(self._handle.get(), share)

    # ---- reading

    def __len__(self) -> int:
        with self._world._guard:
            return self._count()[1]

    @property
    def positions(self) -> NDArray[np.float32]:
        """Positions of all agents, n x 2 float32: a read-only view that every tick changes.

        While such an array exists, no agent can be added or removed: copy it to keep it.
        """
        return self._view(ffi.offsetof("wend_agent", "position"))

    @property
    def velocities(self) -> NDArray[np.float32]:
        """Velocities of all agents, n x 2 float32: a view as `positions`."""
        return self._view(ffi.offsetof("wend_agent", "velocity"))

    @property
    def ids(self) -> NDArray[np.uint64]:
        """The ids of all agents in the order of `positions`, uint64: a copy."""
        with self._world._guard, self._lock:
            count = ffi.new("int32_t*")
            first = lib.wend_crowd_ids(self._handle.get(), count)
            if count[0] == 0:
                return np.empty(0, np.uint64)
            return np.frombuffer(ffi.buffer(first, 8 * count[0]), np.uint64).copy()

    @property
    def state_numbers(self) -> NDArray[np.uint8]:
        """The state of each agent as an index into `wend.STATES`, uint8: a copy."""
        with self._world._guard, self._lock:
            out = np.empty(self._count()[1], np.uint8)
            lib.wendpy_crowd_states(self._handle.get(), _core.pointer_to(out, "uint8_t"))
            return out

    @property
    def states(self) -> List[State]:
        """"idle", "waiting", "walking", "arrived", "no_route", "stuck", "on_link", "near_goal" or
        "blocked" for each."""
        return [STATES[number] for number in self.state_numbers]

    def walking(self) -> int:
        """How many agents are on their way, or wait for a path."""
        numbers = self.state_numbers
        return int(np.isin(numbers, (lib.WEND_AGENT_WAITING, lib.WEND_AGENT_WALKING, lib.WEND_AGENT_ON_LINK)).sum())

    def path(self, id: int) -> NDArray[np.float32]:
        """The waypoints of the path that an agent walks, as far as it is planned: n x 2 float32, a copy."""
        with self._world._guard, self._lock:
            count = ffi.new("int32_t*")
            first = lib.wend_crowd_path(self._handle.get(), self._known(id), count)
            if count[0] == 0:
                return np.empty((0, 2), np.float32)
            return np.frombuffer(ffi.buffer(first, 8 * count[0]), np.float32).reshape(-1, 2).copy()

    def link(self, id: int) -> Optional[Tuple[int, float]]:
        """The link that an agent is on, and the share of it that is done; None when it is on none."""
        with self._world._guard, self._lock:
            progress = ffi.new("float*")
            link = lib.wend_crowd_link(self._handle.get(), self._known(id), progress)
            return (link, progress[0]) if link >= 0 else None

    def index(self, id: int) -> int:
        """The row of an agent in `positions`, `velocities`, `ids` and `states`."""
        with self._world._guard, self._lock:
            return lib.wend_crowd_index(self._handle.get(), self._known(id))

    def change(self, id: int, *, position: Any = None, radius: Optional[float] = None,
               max_speed: Optional[float] = None, max_acceleration: Optional[float] = None,
               profile: Optional[str] = None) -> None:
        """Changes an agent: what is not given stays. At another position it is put at rest, and plans again."""
        with self._world._guard, self._lock:
            known = self._known(id)
            body = ffi.new("wend_agent*", lib.wend_crowd_agent(self._handle.get(), known)[0])
            if position is not None:
                x, y = position
                body.position = (_core.real(x, "position"), _core.real(y, "position"))
            for name, value in (("radius", radius), ("max_speed", max_speed),
                                ("max_acceleration", max_acceleration)):
                if value is not None:
                    setattr(body, name, _core.real(value, name))
            if profile is not None:
                body.profile = self._world._profile_index(profile)
            check(lib.wend_crowd_change(self._handle.get(), known, body),
                  "agent %d (a passable tile with room for its body, limits above 0)" % known.value)

    def _known(self, id: int) -> Any:
        """The id as C has it, of an agent that exists."""
        array = _ids(id)
        if len(array) != 1:
            raise ArgumentError("id: expected the id of one agent, got %d" % len(array))
        out = ffi.new("wend_agent_id*", (int(array[0]),))
        if lib.wend_crowd_index(self._handle.get(), out[0]) < 0:
            raise StaleError("no agent %d" % out.value)
        return out[0]

    @property
    def stats(self) -> CrowdStats:
        with self._world._guard, self._lock:
            stats = lib.wend_crowd_get_stats(self._handle.get())
            return CrowdStats(*(getattr(stats, name) for name in CrowdStats._fields))

    @property
    def hash(self) -> str:
        """Hash of all positions, velocities and states, equal on every machine for equal calls."""
        with self._world._guard, self._lock:
            return "%016x" % lib.wend_crowd_hash(self._handle.get())

    def close(self) -> None:
        """Gives the memory back now."""
        with self._world._guard, self._lock:
            self._forbid_arrays("closed", "the crowd cannot be")
            self._handle.close()

    def __repr__(self) -> str:
        if not self._handle.is_usable():
            return "<wend.Crowd closed>"
        return "<wend.Crowd of %d agents>" % len(self)

    def _count(self) -> Tuple[Any, int]:
        count = ffi.new("int32_t*")
        first = lib.wend_crowd_agents(self._handle.get(), count)
        return first, count[0]

    def _view(self, offset: int) -> NDArray[np.float32]:
        with self._world._guard, self._lock:
            first, count = self._count()
            if count == 0:
                return np.empty((0, 2), np.float32)
            self._arrays[0] += 1
            arrays = self._arrays

            def released() -> None:
                arrays[0] -= 1

            address = int(ffi.cast("uintptr_t", first)) + offset
            return np.asarray(_core.Borrowed(self._handle, address, (count, 2), np.float32, (_AGENT_BYTES, 4),
                                             released))

    def _forbid_arrays(self, what: str, who: str = "agents cannot be") -> None:
        if self._arrays[0] > 0:
            raise BufferError("%s %s while an array of positions or velocities is in use: copy or delete it"
                              % (who, what))


def _agent_type() -> np.dtype[Any]:
    """wend_agent as numpy sees it."""
    pair = (np.float32, (2,))
    formats = {"position": pair, "velocity": pair, "max_speed": np.float32, "max_acceleration": np.float32,
               "radius": np.float32, "profile": np.int32}
    return np.dtype({"names": list(formats), "formats": list(formats.values()),
                     "offsets": [ffi.offsetof("wend_agent", name) for name in formats], "itemsize": _AGENT_BYTES})


def _floats(values: Any, name: str) -> NDArray[np.float32]:
    try:
        array = np.asarray(values, np.float32)
    except (TypeError, ValueError):
        raise ArgumentTypeError("%s: expected n x 2 numbers" % name) from None
    if array.ndim == 1:
        array = array[np.newaxis]
    if array.ndim != 2 or array.shape[1] != 2:
        raise ArgumentError("%s: expected n x 2 numbers, got the shape %r" % (name, array.shape))
    return array


def _ids(values: Any) -> NDArray[np.uint64]:
    array = np.atleast_1d(np.asarray(values))
    if array.size and array.dtype.kind not in "iu":
        raise ArgumentTypeError("ids: expected those that add returned, got an array of %s" % array.dtype)
    return np.ascontiguousarray(array.ravel(), np.uint64)
