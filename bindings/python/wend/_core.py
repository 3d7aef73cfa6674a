"""What do all objects share? Who owns the objects of C, who may use a world at a time, arrays that borrow."""
from __future__ import annotations

import os
import threading
from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Set, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import ArgumentError, ArgumentTypeError, ClosedError, UnsupportedError
from ._native import ffi, lib

Tile = Tuple[int, ...]  # (x, y), or (x, y, floor) on a map with floors
TileLike = Union[Sequence[int], NDArray[np.integer[Any]]]
Area = Sequence[int]


class Handle:
    """Owns an object of C, which is destroyed once this was closed and no other object needs it.

    parents: handles of objects that this one borrows. They are kept until this one is destroyed, in
    whatever order the garbage collector ends them.

    Several threads, handlers of signals and the garbage collector may end handles at once. There is no lock, as
    destroying may wait for a thread that makes or ends a handle: each step is one operation of a set or a list,
    which Python does not interrupt.
    """

    __slots__ = ("pointer", "is_open", "_name", "_destroy", "_users", "_parents")

    #: The ids of all handles whose object is not destroyed; tests look for leaks by it.
    alive: Set[int] = set()

    def __init__(self, pointer: Any, destroy: Callable[[Any], None], name: str, *parents: Handle) -> None:
        self.pointer = pointer
        self.is_open = True
        self._name = name
        self._destroy = [destroy]  # whoever takes it calls it
        self._users: Set[int] = set()  # the ids of handles that borrow this one
        self._parents = parents
        Handle.alive.add(id(self))
        for parent in parents:
            parent._users.add(id(self))

    def get(self) -> Any:
        """The pointer; raises ClosedError when this or a parent was closed."""
        if not self.is_open:
            raise ClosedError("the %s is closed" % self._name)
        for parent in self._parents:
            parent.get()
        return self.pointer

    def is_usable(self) -> bool:
        """Is this open, and are all of its parents?"""
        return self.is_open and all(parent.is_usable() for parent in self._parents)

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._end()

    def __reduce_ex__(self, _protocol: Any) -> Any:
        raise TypeError("a %s cannot be copied or pickled" % self._name)

    def _end(self) -> None:
        if self.is_open or self._users:
            return
        try:
            destroy = self._destroy.pop()
        except IndexError:  # another thread has taken it
            return
        destroy(self.pointer)
        self.pointer = None
        Handle.alive.discard(id(self))
        for parent in self._parents:
            parent._users.discard(id(self))
            parent._end()

    def __del__(self) -> None:
        self.close()


class Guard:
    """Any number of readers, or one writer: queries run side by side, edits alone.

    `with guard:` reads, `with guard.writing():` writes. A thread that reads or writes may read again, as the
    handler of a signal may do; it cannot write, which would wait for itself.

    A service changes its world by itself. While there is one, readers hold it, and only the function that it
    calls for a change may write.
    """

    __slots__ = ("_condition", "_readers", "_writer", "_waiting", "service", "loading")

    def __init__(self) -> None:
        self._condition = threading.Condition(threading.Lock())
        self._readers: Dict[int, int] = {}  # how often each thread reads
        self._writer = 0
        self._waiting = 0
        self.service: Optional[Holder] = None
        #: One thread at a time loads and unloads ground. Reentrant, for handlers of signals.
        self.loading = threading.RLock()

    def __enter__(self) -> None:
        thread = threading.get_ident()
        if self.service is not None and self.service.may_write(thread):
            return  # the service keeps changes off
        with self._condition:
            if thread not in self._readers and thread != self._writer:
                while self._writer or self._waiting > 0:
                    self._condition.wait()
            self._readers[thread] = self._readers.get(thread, 0) + 1
        if self.service is not None and self._readers[thread] == 1:
            try:
                self.service.hold()
            except BaseException:
                self._leave(thread)
                raise

    def __exit__(self, *_: object) -> None:
        thread = threading.get_ident()
        if self.service is not None:
            if self.service.may_write(thread):
                return
            if self._readers[thread] == 1:
                self.service.release()
        self._leave(thread)

    def _leave(self, thread: int) -> None:
        with self._condition:
            self._readers[thread] -= 1
            if self._readers[thread] == 0:
                del self._readers[thread]
                if not self._readers and self._waiting > 0:
                    self._condition.notify_all()

    def writing(self, whatever_service: bool = False) -> _Writing:
        """whatever_service: to begin or to end a service."""
        return _Writing(self, whatever_service)

    def reads(self) -> bool:
        """Does this thread read at the moment?"""
        return threading.get_ident() in self._readers

    def end_service(self) -> None:
        """Closes the service, if there is one."""
        if self.service is not None:
            self.service.end()


class Holder:
    """What a guard asks of a service: see `Service`."""

    def hold(self) -> None:
        """Keeps changes off until release."""

    def release(self) -> None:
        """The end of hold."""

    def may_write(self, thread: int) -> bool:
        """Is this the thread that makes a change for the service?"""
        return False

    def end(self) -> None:
        """Closes the service, unless it is abandoned."""

    def is_abandoned(self) -> bool:
        """Was the service forgotten without closing it?"""
        return False

    def stop(self) -> None:
        """Ends the work of a service that is abandoned, and waits for a change that runs."""

    def destroy(self) -> None:
        """Gives the memory of a stopped service back, while nobody reads."""


class _Writing:
    __slots__ = ("_guard", "_whatever_service", "_writes")

    def __init__(self, guard: Guard, whatever_service: bool) -> None:
        self._guard = guard
        self._whatever_service = whatever_service
        self._writes = False

    def __enter__(self) -> None:
        guard, thread = self._guard, threading.get_ident()
        service = guard.service  # another thread may end it
        if service is not None:
            if service.may_write(thread):
                if self._whatever_service:
                    raise RuntimeError("a change of a service cannot end the service")
                return  # the service keeps everybody else off
            if not self._whatever_service and not service.is_abandoned():
                raise UnsupportedError("the world has a service: only that changes it (Service.edit, "
                                       "Service.change)")
            if service.is_abandoned() and not guard.reads():
                service.stop()  # before this thread keeps others off, for which its change may wait
        with guard._condition:
            if thread in guard._readers or thread == guard._writer:
                raise RuntimeError("this thread uses the world already: it cannot change it before that ends")
            guard._waiting += 1
            try:
                while guard._writer or guard._readers:
                    guard._condition.wait()
                guard._writer = thread
                self._writes = True
            finally:
                guard._waiting -= 1
                if not guard._writer:
                    guard._condition.notify_all()
        if guard.service is not None and guard.service.is_abandoned():
            guard.service.destroy()
            guard.service = None

    def __exit__(self, *_: object) -> None:
        guard = self._guard
        if not self._writes:
            return
        with guard._condition:
            guard._writer = 0
            guard._condition.notify_all()


class Borrowed:
    """Memory of C as an array that keeps its owner alive. released is called when no array needs it any more."""

    def __init__(self, owner: Any, address: int, shape: Tuple[int, ...], dtype: Any,
                 strides: Optional[Tuple[int, ...]] = None,
                 released: Optional[Callable[[], None]] = None) -> None:
        self.owner = owner
        self._released = released
        self.__array_interface__ = {"data": (address, True), "shape": shape, "typestr": np.dtype(dtype).str,
                                    "strides": strides, "version": 3}

    def __del__(self) -> None:
        if self._released is not None:
            self._released()


def borrow(owner: Any, pointer: Any, count: int, dtype: Any, columns: int,
           released: Optional[Callable[[], None]] = None, strides: Optional[Tuple[int, ...]] = None) -> NDArray[Any]:
    """count rows of so many numbers at a pointer, read-only, without a copy."""
    if count == 0:
        return np.empty((0, columns), dtype)
    return np.asarray(Borrowed(owner, int(ffi.cast("uintptr_t", pointer)), (count, columns), dtype, strides,
                               released))


# ---- arguments

def whole(value: Any, name: str) -> int:
    try:
        return int(value.__index__())
    except AttributeError:
        raise ArgumentTypeError("%s: expected a whole number, got %r" % (name, value)) from None


def integer(value: Any, name: str) -> int:
    """A whole number of 32 bits."""
    number = whole(value, name)
    if not -2**31 <= number < 2**31:
        raise ArgumentError("%s: %d does not fit into 32 bits" % (name, number))
    return number


def in_range(value: Any, least: int, greatest: int, name: str) -> int:
    """A whole number within bounds."""
    number = whole(value, name)
    if not least <= number <= greatest:
        raise ArgumentError("%s: expected %d..%d, got %d" % (name, least, greatest, number))
    return number


def at_least(value: Any, least: int, name: str) -> int:
    """A whole number from some bound on, of 63 bits at most."""
    number = whole(value, name)
    if not least <= number < 2**63:
        raise ArgumentError("%s: expected %d or more, got %d" % (name, least, number))
    return number


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def real(value: Any, name: str) -> float:
    if isinstance(value, (str, bytes)):
        raise ArgumentTypeError("%s: expected a number, got %r" % (name, value))
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ArgumentTypeError("%s: expected a number, got %r" % (name, value)) from None


#: A wend_tile in an array.
TILE = np.dtype({"names": ["x", "y", "floor"], "formats": [np.int32, np.int32, np.uint16],
                 "offsets": [ffi.offsetof("wend_tile", name) for name in ("x", "y", "floor")],
                 "itemsize": ffi.sizeof("wend_tile")})


#: A wend_rect likewise.
RECT = np.dtype({"names": ["x", "y", "width", "height", "floor"], "formats": [np.int32] * 4 + [np.uint16],
                 "offsets": [ffi.offsetof("wend_rect", name) for name in ("x", "y", "width", "height", "floor")],
                 "itemsize": ffi.sizeof("wend_rect")})


def tile(value: TileLike, name: str) -> Tuple[int, int, int]:
    """x and y, the column and the row of a tile, and its floor, which is 0 where none is given."""
    try:
        x, y, *floor = value
        if len(floor) > 1:
            raise ValueError
    except (TypeError, ValueError):
        raise ArgumentTypeError("%s: expected a tile (x, y) or (x, y, floor), got %r" % (name, value)) from None
    return integer(x, name + " x"), integer(y, name + " y"), _floor(floor, name)


def area(value: Area, name: str) -> Tuple[int, int, int, int, int]:
    try:
        x, y, width, height, *floor = value
        if len(floor) > 1:
            raise ValueError
    except (TypeError, ValueError):
        raise ArgumentTypeError("%s: expected an area (x, y, width, height) or (x, y, width, height, floor), got %r"
                                % (name, value)) from None
    return integer(x, name), integer(y, name), integer(width, name), integer(height, name), _floor(floor, name)


def _floor(given: List[Any], name: str) -> int:
    return in_range(given[0], 0, lib.WEND_MAX_FLOORS - 1, name + " floor") if given else 0


def area_or_tile(value: Union[Area, TileLike], name: str) -> Area:
    """An area; a tile is one of 1 x 1."""
    try:
        numbers = tuple(value)
    except TypeError:
        numbers = ()
    if not 2 <= len(numbers) <= 5:
        raise ArgumentTypeError("%s: expected an area (x, y, width, height) or a tile (x, y), each with a floor on a "
                                "map with floors, got %r" % (name, value))
    return numbers if len(numbers) >= 4 else (*numbers[:2], 1, 1, *numbers[2:])


def pair(value: Any, name: str, what: str) -> Tuple[float, float]:
    """Two numbers."""
    try:
        a, b = value
    except (TypeError, ValueError):
        raise ArgumentTypeError("%s: expected %s, got %r" % (name, what, value)) from None
    return real(a, name), real(b, name)


def dimensions(values: Any, name: str) -> int:
    """1: a tile. 2: a list of tiles."""
    try:
        return int(np.ndim(values))
    except ValueError:
        raise ArgumentTypeError("%s: expected a tile (x, y) or n x 2 whole numbers, got %r" % (name, values)) from None


def tiles(values: Any, name: str) -> NDArray[np.int32]:
    """n x 2 or n x 3 int32, contiguous, from any list or array of tiles."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ArgumentTypeError("%s: expected n x 2 whole numbers" % name) from None
    if array.size == 0 and array.ndim <= 2:
        return np.empty((0, 2), np.int32)
    if array.dtype.kind not in "iu":
        raise ArgumentTypeError("%s: expected n x 2 whole numbers, got an array of %s" % (name, array.dtype))
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ArgumentError("%s: expected an array of n x 2 whole numbers, x and y of each tile, or of n x 3 with "
                            "floors; got the shape %s"
                            % (name, "x".join(map(str, array.shape)) or "of a single number"))
    if array.dtype != np.int32:
        if array.min() < -2**31 or array.max() >= 2**31:
            raise ArgumentError("%s: a number does not fit into 32 bits" % name)
        array = array.astype(np.int32)
    return np.ascontiguousarray(array)


def on_map(array: NDArray[np.int32], name: str, bounds: Sequence[int], floors: int) -> NDArray[Any]:
    """The tiles as C takes them, of the type TILE, if all of them lie on the map."""
    outside = ((array[:, :2] < bounds[:2]) | (array[:, :2] >= np.add(bounds[:2], bounds[2:]))).any(axis=1)
    if array.shape[1] == 3:
        outside |= (array[:, 2] < 0) | (array[:, 2] >= floors)
    if outside.any():
        first = int(np.argmax(outside))
        raise ArgumentError(outside_map("%s[%d]" % (name, first), array[first].tolist(), bounds, floors))
    out = np.zeros(len(array), TILE)
    for column, member in zip(array.T, ("x", "y", "floor")):
        out[member] = column
    return out


def outside_map(name: str, tile: Sequence[int], bounds: Sequence[int], floors: int) -> str:
    """What is wrong with a tile that is not on the map."""
    return "%s (%s) is outside the map, which has x in %d..%d and y in %d..%d%s" % (
        name + (" =" if name.endswith("]") else ""),
        ", ".join(map(str, tile if floors > 1 or (len(tile) > 2 and tile[2] > 0) else tile[:2])),
        bounds[0], bounds[0] + bounds[2] - 1, bounds[1], bounds[1] + bounds[3] - 1,
        ", and floors 0..%d" % (floors - 1) if floors > 1 else " on one floor" if len(tile) > 2 and tile[2] > 0 else "")


def rows_of(array: NDArray[Any], floors: int) -> NDArray[np.int32]:
    """The members of an array of the type TILE or RECT as columns of int32; floors only on a map with floors."""
    columns = [name for name in array.dtype.names or () if floors > 1 or name != "floor"]
    out = np.empty((len(array), len(columns)), np.int32)
    for i, member in enumerate(columns):
        out[:, i] = array[member]
    return out


def tile_of(value: Any, floors: int) -> Tile:
    """A wend_tile as Python has it."""
    return (value.x, value.y, value.floor) if floors > 1 else (value.x, value.y)


def choice(value: Any, table: Mapping[Any, int], name: str) -> int:
    """The number that a word stands for."""
    if not isinstance(value, str):
        raise ArgumentTypeError("%s: expected one of %s, got %r" % (name, ", ".join(map(repr, table)), value))
    if value not in table:
        raise ArgumentError("%s: expected one of %s, got %r" % (name, ", ".join(map(repr, table)), value))
    return table[value]


def text(value: Any, name: str) -> Any:
    """A string of C, which must outlive its use."""
    if not isinstance(value, str):
        raise ArgumentTypeError("%s: expected a string, got %r" % (name, value))
    if "\0" in value:
        raise ArgumentError("%s: embedded null character" % name)
    return ffi.new("char[]", value.encode())


def several(values: Any, name: str, what: str) -> List[Any]:
    """A list that is meant as one: the letters of a string are none."""
    if isinstance(values, (str, bytes)):
        raise ArgumentError("%s: expected a list of %s, got %r: write [%r]" % (name, what, values, values))
    try:
        return list(values)
    except TypeError:
        raise ArgumentError("%s: expected a list of %s, got %r" % (name, what, values)) from None


def file_name(value: Any, name: str = "file") -> Tuple[Any, str]:
    """The name of a file for C, and for messages."""
    encoded = os.fsencode(value)
    if b"\0" in encoded:
        raise ArgumentError("%s: embedded null character" % name)
    return ffi.new("char[]", encoded), os.fsdecode(encoded)


def pointer_to(array: NDArray[Any], kind: str) -> Any:
    """A pointer into an array; the array must outlive its use."""
    return ffi.cast(kind + " *", array.ctypes.data) if array.size else ffi.NULL


# The words that arguments and results have; tests/test_types.py compares them with those of the library.
Connectivity = Literal["8", "4", "8cut", "odd-r", "even-r", "odd-q", "even-q"]
Algorithm = Literal["hpa", "exact", "astar", "dijkstra", "bfs", "greedy"]
Heuristic = Literal["octile", "manhattan", "chebyshev", "euclidean", "none"]
Outcome = Literal["found", "partial", "no_route", "start_blocked", "goal_blocked"]
Sense = Literal["to", "from"]
Refinement = Literal["sweep", "astar"]

CONNECTIVITIES: Dict[Connectivity, int] = {
    "8": lib.WEND_CONNECTIVITY_8, "4": lib.WEND_CONNECTIVITY_4, "8cut": lib.WEND_CONNECTIVITY_8_CUT,
    "odd-r": lib.WEND_CONNECTIVITY_HEX_ODD_R, "even-r": lib.WEND_CONNECTIVITY_HEX_EVEN_R,
    "odd-q": lib.WEND_CONNECTIVITY_HEX_ODD_Q, "even-q": lib.WEND_CONNECTIVITY_HEX_EVEN_Q}
ALGORITHMS: Dict[Algorithm, int] = {
    "hpa": lib.WEND_HPA, "exact": lib.WEND_EXACT, "astar": lib.WEND_ASTAR, "dijkstra": lib.WEND_DIJKSTRA,
    "bfs": lib.WEND_BFS, "greedy": lib.WEND_GREEDY}
HEURISTICS: Dict[Heuristic, int] = {
    "octile": lib.WEND_OCTILE, "manhattan": lib.WEND_MANHATTAN, "chebyshev": lib.WEND_CHEBYSHEV,
    "euclidean": lib.WEND_EUCLIDEAN, "none": lib.WEND_NO_HEURISTIC}
REFINEMENTS: Dict[Refinement, int] = {"sweep": lib.WEND_REFINE_SWEEP, "astar": lib.WEND_REFINE_ASTAR}
OUTCOMES: Tuple[Outcome, ...] = tuple(ffi.string(lib.wend_outcome_string(i)).decode()
                                      for i in range(lib.WEND_OUTCOME_COUNT))
