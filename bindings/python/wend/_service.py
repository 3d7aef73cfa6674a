"""How are many queries answered by threads of their own, while the world changes?"""
from __future__ import annotations

import _thread
import atexit
import itertools
import threading
import time
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Iterator, List, NamedTuple, Optional, Set

from . import _core
from ._core import Area, Guard, Handle, Holder, TileLike
from ._errors import ArgumentTypeError, CancelledError, ClosedError, UnsupportedError, check
from ._native import ffi, lib
from ._path import Path, read_stats
from ._queries import known_options

if TYPE_CHECKING:
    from ._world import World

_LONGEST_PAUSE = 1e-3  # seconds between two looks for an answer
_SLICE_US = 1000  # of work, where the service has no threads

# Changes that services have queued, by the number that C passes to wendpy_change.
# Numbers are never used again: a service may still queue a change that was forgotten with it.
_numbers = itertools.count(1)
_changes: weakref.WeakValueDictionary[int, _Change] = weakref.WeakValueDictionary()
_running: weakref.WeakSet[_Running] = weakref.WeakSet()
# Handles of forgotten services that a thread ends.
_ending: Set[_ServiceHandle] = set()


class ServiceStats(NamedTuple):
    """What waits, runs and was done: see wend_service_stats in wend/service.h."""

    waiting: int
    running: int
    ready: int
    changes: int
    answered: int
    applied: int
    refreshes: int
    refreshed: bool


class Ticket:
    """The answer to come of a query or a change: `Service.submit`, `edit` and `change` make it.

    `result` waits for it, `done` looks, `cancel` gives it up. In a coroutine, `await` it.
    """

    __slots__ = ("tag", "version", "refreshes", "waited_us", "_service", "_ticket", "_world", "_profile", "_change",
                 "_is_done", "_value", "_error", "__weakref__")

    def __init__(self, service: Service, world: World, profile: int, tag: Any, change: Optional[_Change]) -> None:
        #: As submitted.
        self.tag = tag
        #: `World.version` of the state that the query was answered on, or after the change; None before.
        self.version: Optional[int] = None
        #: Refresh steps that the service had taken before; None before the answer.
        self.refreshes: Optional[int] = None
        #: Microseconds from submitting to the start; None before the answer.
        self.waited_us: Optional[float] = None
        self._service = service
        self._ticket = ffi.new("wend_ticket*")
        self._world = world
        self._profile = profile
        self._change = change
        self._is_done = False
        self._value: Any = None
        self._error: Optional[BaseException] = None

    def done(self) -> bool:
        """Is the answer there, or was it given up?"""
        return self._is_done or self._service._poll(self)

    def result(self, timeout: Optional[float] = None) -> Any:
        """Waits, by default as long as it takes, and returns what was asked for.

        That is a `Path` for a query, the number of clusters for an edit, and what the function returned for a
        change. Raises what the query, the edit or the function raised; CancelledError after `cancel` or the end
        of the service; TimeoutError after so many seconds.
        """
        if not self.done() and not self._service._wait(self.done, timeout):
            raise TimeoutError("no answer within %g seconds" % (timeout or 0))
        if self._error is not None:
            raise self._error
        return self._value

    def cancel(self) -> bool:
        """Gives the ticket up; false when it was answered already, or is a change that has begun."""
        return self._service._cancel(self)

    def cancelled(self) -> bool:
        """Was it given up, or ended with the service?"""
        return self._is_done and isinstance(self._error, CancelledError)

    def __await__(self) -> Generator[Any, None, Any]:
        import asyncio
        while not self.done():
            self._service._may_wait()
            self._service._work()
            yield from asyncio.sleep(_LONGEST_PAUSE).__await__()
        return self.result()

    def _finish(self, value: Any, error: Optional[BaseException]) -> None:
        self._value, self._error = value, error
        self._is_done = True

    def __repr__(self) -> str:
        kind = "query" if self._change is None else "change"
        state = "waiting" if not self._is_done else "cancelled" if self.cancelled() else "failed" \
            if self._error is not None else "done"
        return "<wend.Ticket of a %s, %s>" % (kind, state)


class _Change:
    """A function that changes the world. The thread that applies it calls it through wendpy_change."""

    __slots__ = ("_running", "_world", "_function", "number", "value", "error", "__weakref__")

    def __init__(self, running: _Running, world: World, function: Callable[[World], Any]) -> None:
        self._running = running
        self._world = world
        self._function = function
        self.number = next(_numbers)
        self.value: Any = None
        self.error: Optional[BaseException] = None

    def make(self) -> int:
        self._running.changer = threading.get_ident()
        try:
            self.value = self._function(self._world)
            return int(lib.WEND_OK)
        except BaseException as error:  # raised again by Ticket.result
            self.error = error
            return int(lib.WEND_ERROR_ARGUMENT)
        finally:
            self._running.changer = 0
            self._running.changes.pop(self.number, None)


@ffi.def_extern(error=lib.WEND_ERROR_CANCELLED)
def wendpy_change(_world: Any, context: Any) -> int:
    change = _changes.get(int(ffi.cast("uintptr_t", context)))
    return change.make() if change is not None else int(lib.WEND_ERROR_CANCELLED)


class _ServiceHandle(Handle):
    """Owns a service of C. One that is forgotten while it works is ended by a thread of its own.

    Its end waits for a change that runs, which may need what this thread has locked. It may also be forgotten
    by the very thread that makes the change.
    """

    __slots__ = ()

    def __del__(self) -> None:
        if not self.is_open:
            return
        stats = lib.wend_service_get_stats(self.pointer)
        if stats.changes + stats.running == 0:
            self.close()
            return
        _ending.add(self)
        try:
            _thread.start_new_thread(self._close_later, ())  # threading.Thread takes locks
        except RuntimeError:  # no thread starts while the interpreter ends: the system takes the memory
            _ending.discard(self)

    def _close_later(self) -> None:
        try:
            self.close()
        finally:
            _ending.discard(self)


class _Running(Holder):
    """The service of C, as the guard of its world sees it."""

    def __init__(self, handle: Handle, owner: Service) -> None:
        self.handle = handle
        self._lock = threading.RLock()  # one thread at a time ends a service that is abandoned
        self.changer = 0  # the thread that makes a change
        self.changes: Dict[int, _Change] = {}  # they must live until they were made
        self.owner = weakref.ref(owner)

    def hold(self) -> None:
        lib.wend_service_hold(self.handle.pointer)

    def release(self) -> None:
        lib.wend_service_release(self.handle.pointer)

    def may_write(self, thread: int) -> bool:
        return thread == self.changer

    def is_abandoned(self) -> bool:
        return self.owner() is None

    def end(self) -> None:
        owner = self.owner()
        if owner is not None:
            owner.close()

    def stop(self) -> None:
        with self._lock:
            if self.handle.is_open:
                lib.wend_service_close(self.handle.pointer)

    def destroy(self) -> None:
        with self._lock:
            self.handle.close()


@atexit.register
def _stop_all() -> None:
    """No thread of a service may call Python once the interpreter ends."""
    for running in list(_running):
        if running.handle.is_open:
            lib.wend_service_close(running.handle.pointer)
    while _ending:
        time.sleep(_LONGEST_PAUSE)


class Service:
    """Queries and edits of one world, in queues: threads answer the queries and apply the edits between them.

    An edit is applied before any query that waits, so a query that is submitted after an edit sees it. Queries
    start by priority, 7 first, and within one priority in the order of their submission; none waits forever.

    threads: those that the service starts; 0: none, and whoever waits for an answer, or calls `run`, works.
    runners: how many threads may be in `run` at once. capacity: queries that wait, run, or have an answer that
    was not taken; beyond it `submit` raises LimitError. change_capacity: the same for changes.
    refresh_clusters: how many clusters a step recomputes that edits left pending, while nothing else runs.

    While the service is open, only `edit` and `change` change its world; everybody may read it and ask it. To save
    or pickle the world changes it, too: do so in a `change`. Close the service, best by `with`: while answers of
    tickets are not taken, it and its world stay until the garbage collector finds them.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((40, 40)))
    >>> with wend.Service(world, threads=2) as service:
    ...     before = service.submit((0, 0), (39, 0), tag="before")
    ...     length = before.result().cost
    ...     wall = service.edit((20, 0, 1, 39), "blocked")
    ...     after = service.submit((0, 0), (39, 0), priority=7)
    ...     wall.result(), length, round(after.result().cost, 1), after.version
    (2, 39.0, 95.3, 1)
    """

    __slots__ = ("_world", "_running", "_life", "_lock", "_open", "_threads", "_waiting", "_runners", "_capacity",
                 "_change_capacity", "__weakref__")

    def __init__(self, world: World, *, threads: int = 1, runners: int = 1, capacity: int = 1024,
                 change_capacity: int = 256, refresh_clusters: int = 4) -> None:
        if world._root is not None:
            raise UnsupportedError("a view follows its world: make a service of that")
        definition = ffi.new("wend_service_def*", lib.wend_default_service_def())
        definition.worker_count = _core.integer(threads, "threads")
        definition.runner_count = _core.integer(runners, "runners")
        definition.capacity = _core.integer(capacity, "capacity")
        definition.change_capacity = _core.integer(change_capacity, "change_capacity")
        definition.refresh_clusters = _core.integer(refresh_clusters, "refresh_clusters")
        self._world = world
        self._life = Guard()  # closing waits until nobody is in a call
        self._lock = threading.RLock()  # one thread at a time takes answers
        self._open = True
        self._threads = definition.worker_count
        self._runners, self._capacity = definition.runner_count, definition.capacity
        self._change_capacity = definition.change_capacity
        self._waiting: Dict[int, Ticket] = {}  # by the number of the ticket
        out = ffi.new("wend_service**")
        with world._guard.writing():
            check(lib.wend_service_create(world._handle.get(), definition, out),
                  "starting a service (threads and runners 0..256 and not both 0, capacities 1..1048576, "
                  "refresh_clusters 0 or more)")
            handle = _ServiceHandle(out[0], lib.wend_service_destroy, "service", world._handle)
            self._running = world._guard.service = _Running(handle, self)
            _running.add(self._running)

    # ---- life

    @property
    def world(self) -> World:
        return self._world

    def close(self) -> None:
        """Ends the service: what waits raises CancelledError, a change that has begun is completed.

        The world can be changed directly again. Call `drain` first to have all work done.
        """
        if threading.get_ident() == self._running.changer:
            raise RuntimeError("a change of a service cannot end the service")
        if self._world._guard.reads():
            raise RuntimeError("this thread holds the world: it cannot end the service before that ends")
        with self._life:
            if not self._running.handle.is_open:
                return
            self._open = False
            lib.wend_service_close(self._running.handle.pointer)
        with self._world._guard.writing(True), self._life.writing():
            if not self._running.handle.is_open:
                return
            self._world._guard.service = None
            for ticket in list(self._waiting.values()):  # whose answers are there, or CANCELLED
                self._take(ticket)
            for ticket in list(self._waiting.values()):
                ticket._finish(None, CancelledError("the service was closed"))
            self._waiting.clear()
            self._running.changes.clear()
            self._running.handle.close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if not self._open:
            return "<wend.Service closed>"
        return "<wend.Service of %r, %d threads>" % (self._world, self._threads)

    def _get(self) -> Any:
        if not self._open:
            raise ClosedError("the service is closed")
        return self._running.handle.get()

    # ---- submitting

    def submit(self, start: TileLike, goal: Any = None, *, priority: int = 0, tag: Any = None,
               goal_area: Optional[Area] = None, goal_class: Optional[int] = None, **options: Any) -> Ticket:
        """Queues a query; its result is a `Path`. Goals and options are those of `World.path`.

        priority: 0 to 7, the higher first. tag: anything, kept with the ticket.
        """
        known_options(options)
        with self._life:
            service = self._get()
            query, _kept = self._world._query(start, goal, goal_area, goal_class, options)
            ticket = Ticket(self, self._world, query.profile, tag, None)
            with self._lock:
                check(lib.wend_service_submit(service, query, _core.integer(priority, "priority"), 0,
                                              ticket._ticket),
                      "submitting a query (priority 0..7)",
                      limit="capacity: %d queries wait or have answers that nobody has taken: take answers, or make "
                            "the service with a greater capacity" % self._capacity)
                self._waiting[ticket._ticket.number] = ticket
            return ticket

    def edit(self, area: Any, cost: Any, *, tag: Any = None) -> Ticket:
        """Queues an edit of tiles, as `World.edit`; its result is the number of clusters that were repaired."""
        return self.change(lambda world: world.edit(area, cost), tag=tag)

    def change(self, function: Callable[[World], Any], *, tag: Any = None) -> Ticket:
        """Queues a call of a function with the world, which it may change in any way, save, or read.

        No query runs meanwhile. The thread that applies it calls it. It may ask the world and submit more, but
        not wait for the service, which raises RuntimeError. The result is what it returns.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((40, 40)))
        >>> with wend.Service(world) as service:
        ...     tunnel = service.change(lambda world: world.add_link((1, 1), (38, 38), 2, kind="tunnel"))
        ...     service.submit((0, 0), (39, 39)).result().links[0].id == tunnel.result()
        True
        """
        if not callable(function):
            raise ArgumentTypeError("function: expected something to call with the world, got %r" % (function,))
        with self._life:
            service = self._get()
            change = _Change(self._running, self._world, function)
            ticket = Ticket(self, self._world, 0, tag, change)
            _changes[change.number] = self._running.changes[change.number] = change
            with self._lock:
                submit = (service, lib.wendpy_change, ffi.cast("void*", change.number), 0, ticket._ticket)
                result = lib.wend_service_submit_change(*submit)
                if result == lib.WEND_ERROR_LIMIT:  # of changes whose result nobody has asked for yet
                    for waiting in [other for other in self._waiting.values() if other._change is not None]:
                        self._take(waiting)
                    result = lib.wend_service_submit_change(*submit)
                if result != lib.WEND_OK:
                    del self._running.changes[change.number]
                check(result, "submitting a change",
                      limit="change_capacity: %d changes wait: take their results, or make the service with a greater "
                            "change_capacity" % self._change_capacity)
                self._waiting[ticket._ticket.number] = ticket
            return ticket

    # ---- answers

    def next(self, timeout: Optional[float] = 0.0) -> Optional[Ticket]:
        """The ticket that was answered first of those whose answer nobody has taken; None after the timeout.

        timeout: seconds; None: as long as anything waits.
        """
        found: List[Ticket] = []

        def ready() -> bool:
            if not found:
                ticket = self._take_any()
                if ticket is not None:
                    found.append(ticket)
            return bool(found) or not self._waiting

        if not ready():
            self._wait(ready, timeout)
        return found[0] if found else None

    def completed(self) -> Iterator[Ticket]:
        """Every ticket that waits, as soon as it is answered, until none waits."""
        while True:
            ticket = self.next(None)
            if ticket is None:
                return
            yield ticket

    def drain(self, timeout: Optional[float] = None) -> bool:
        """Waits until no query and no change waits or runs; false after so many seconds."""
        def idle() -> bool:
            stats = self.stats
            return stats.waiting + stats.running + stats.changes == 0

        return idle() or self._wait(idle, timeout)

    def _poll(self, ticket: Ticket) -> bool:
        with self._life:
            if not ticket._is_done and self._running.handle.is_open:
                self._take(ticket)
            return ticket._is_done

    def _take(self, ticket: Ticket) -> None:
        """Takes the answer of a ticket, if it is there."""
        with self._lock:
            if ticket._is_done:
                return
            ready, answer = ffi.new("bool*"), ffi.new("wend_answer*")
            result = lib.wend_service_poll(self._running.handle.pointer, ticket._ticket[0], ready, answer)
            if result == lib.WEND_OK and ready[0]:
                self._answer(ticket, answer)

    def _take_any(self) -> Optional[Ticket]:
        with self._life, self._lock:
            if not self._running.handle.is_open:
                return None
            ready, answer = ffi.new("bool*"), ffi.new("wend_answer*")
            check(lib.wend_service_next(self._running.handle.pointer, ready, answer), "taking an answer")
            if not ready[0]:
                return None
            ticket = self._waiting.get(answer.ticket.number)
            if ticket is None:  # an exception came between submitting and keeping it
                lib.wend_path_destroy(answer.path)
                return None
            self._answer(ticket, answer)
            return ticket

    def _answer(self, ticket: Ticket, answer: Any) -> None:
        self._waiting.pop(ticket._ticket.number, None)
        ticket.version, ticket.refreshes = answer.version, answer.refreshes
        ticket.waited_us = answer.waited_ns / 1000
        path = None
        if answer.path != ffi.NULL:
            path = Path(Handle(answer.path, lib.wend_path_destroy, "path"), ticket._world, ticket._profile,
                        read_stats(answer.stats))
        if ticket._change is not None:
            self._running.changes.pop(ticket._change.number, None)
            if ticket._change.error is not None:
                ticket._finish(None, ticket._change.error)
                return
        try:
            check(answer.result, "planning" if ticket._change is None else "the change")
        except Exception as error:
            ticket._finish(None, error)
        else:
            ticket._finish(path if ticket._change is None else ticket._change.value, None)

    def _cancel(self, ticket: Ticket) -> bool:
        with self._life, self._lock:
            if ticket._is_done or not self._running.handle.is_open:
                return False
            if lib.wend_service_cancel(self._running.handle.pointer, ticket._ticket[0]) != lib.WEND_OK:
                return False
            self._waiting.pop(ticket._ticket.number, None)
            if ticket._change is not None:
                self._running.changes.pop(ticket._change.number, None)
            ticket._finish(None, CancelledError("the ticket was given up"))
            return True

    def _wait(self, ready: Callable[[], bool], timeout: Optional[float]) -> bool:
        """Waits until ready() is true. Signals are handled meanwhile."""
        self._may_wait()
        end = None if timeout is None else time.monotonic() + timeout
        pause = 2e-5
        while not ready():
            if end is not None and time.monotonic() >= end:
                return False
            if not self._work():
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        return True

    def _may_wait(self) -> None:
        """Raises an error where the service waits for this thread."""
        if threading.get_ident() == self._running.changer:
            raise RuntimeError("a change of a service cannot wait for the service, which does nothing else meanwhile")
        if self._world._guard.reads():
            raise RuntimeError("this thread holds the world: a change would wait for it forever")

    # ---- work

    def run(self, budget_us: int = 0) -> bool:
        """Works on this thread for so many microseconds, or 0: on all that waits. True: nothing is left.

        A long query by another algorithm than "hpa" is paused when the time is up.
        """
        budget = _core.at_least(budget_us, 0, "budget_us")
        self._may_wait()
        idle = ffi.new("bool*")
        with self._life:
            check(lib.wend_service_run(self._get(), budget, idle), "working",
                  limit="runners: %d threads of the program work for the service already: make it with more runners"
                        % self._runners)
        return idle[0]

    def _work(self) -> bool:
        """Some work, where the service has no threads; false when there was none to do."""
        if self._threads > 0 or not self._open:
            return False
        idle = ffi.new("bool*")
        with self._life:
            if not self._running.handle.is_open:
                return False
            return lib.wend_service_run(self._running.handle.pointer, _SLICE_US, idle) == lib.WEND_OK and not idle[0]

    @contextmanager
    def hold(self) -> Iterator[World]:
        """Keeps changes off for a while: all reads of the world in between see one state of it.

        >>> import numpy as np, wend
        >>> with wend.Service(wend.from_array(np.ones((9, 9)))) as service:
        ...     with service.hold() as world:
        ...         world.cost((3, 3)), world.version
        (1.0, 0)
        """
        with self._world._guard:
            yield self._world

    @property
    def stats(self) -> ServiceStats:
        with self._life:
            stats = lib.wend_service_get_stats(self._get())
            return ServiceStats(*(getattr(stats, name) for name in ServiceStats._fields))
