"""The class World: its parts together, its files and its pictures."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Handle
from ._edits import Edits
from ._errors import UnsupportedError, check
from ._ground import Ground
from ._native import ffi, lib
from ._path import Path
from ._queries import Queries

if TYPE_CHECKING:
    from ._overlay import Overlay


class Damage(NamedTuple):
    """A damaged cluster of a file, and its tiles: x, y, width, height."""

    level: int
    tiles: Tuple[int, int, int, int]


class World(Queries, Edits, Ground):
    """A map with its clusters and its abstract graph: `wend.bake`, `wend.open` and `wend.from_array` make it.

    Any number of threads may use a world at the same time. Queries run side by side, without the
    interpreter's lock; a change waits until they have ended.

    >>> import numpy as np, wend
    >>> costs = np.ones((6, 8))
    >>> costs[1:, 4] = 0                       # a wall with a gap at the top
    >>> world = wend.from_array(costs)
    >>> world
    <wend.World 8 x 6 tiles, 43 passable>
    >>> world.path((1, 5), (7, 5)).tiles.tolist()[5:8]
    [[3, 0], [4, 0], [5, 0]]
    """

    __slots__ = ()

    def __repr__(self) -> str:
        if not self._handle.is_usable():
            return "<wend.World closed>"
        on_floors = " on %d floors" % self._floors if self._floors > 1 else ""
        return "<wend.World %d x %d tiles%s, %d passable>" % (self.width, self.height, on_floors, self.passable_count)

    def __reduce__(self) -> Tuple[Any, ...]:
        from ._make import from_bytes
        if self._root is not None:
            raise TypeError("a view cannot be pickled: pickle its world")
        return from_bytes, (self.to_bytes(),)

    def view(self, profile: str) -> World:
        """The world as a profile sees it, to be read: its costs, where its body fits, fields, crowds.

        It follows every change of the world.
        """
        with self._guard:
            index = self._profile_index(profile)
            if index == 0:
                return self
            pointer = ffi.cast("wend_world*", lib.wend_world_profile(self._handle.get(), index))
            return World(Handle(pointer, _keep, "view", self._handle), self, index)

    # ---- versions

    def fork(self) -> World:
        """Another world of the same map, for a what-if: it shares all that neither of the two changes.

        It takes microseconds, and each edit afterwards copies only what lies around it. Both can be edited, forked
        and closed in any order. A fork of a streamed world has the whole map, whatever is loaded.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((20, 40)))
        >>> with world.fork() as walled:
        ...     _ = walled.edit((20, 0, 1, 19), "blocked")
        ...     walled.path((5, 0), (35, 0)).cost > world.path((5, 0), (35, 0)).cost
        True
        """
        return self._version(lib.wend_world_fork)

    def overlay(self) -> Overlay:
        """A what-if world that follows this one: dangers, obstacles, ground that was not seen yet. See `Overlay`."""
        from ._overlay import Overlay
        return Overlay(self)

    def snapshot(self) -> World:
        """The world as it is now, to be read: edits of the world do not change it, and need not wait for it.

        Paths planned on it are paths of the world.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((20, 40)))
        >>> before = world.snapshot()
        >>> _ = world.edit((3, 3, 1, 1), "blocked")
        >>> before.cost((3, 3)), world.cost((3, 3))
        (1.0, 0.0)
        """
        return self._version(lib.wend_world_snapshot)

    def _version(self, function: Any) -> World:
        if self._root is not None:
            raise UnsupportedError("a view cannot be forked: fork its world")
        with self._guard:
            out = ffi.new("wend_world**")
            check(function(self._handle.get(), out), "forking the world")
            made = World(Handle(out[0], lib.wend_world_destroy, "world"))
        made.cost_error = self.cost_error
        made._cost_functions = dict(self._cost_functions)
        return made

    # ---- files

    def save(self, file: Any) -> None:
        """Writes a .wend file; the name holds the old file or the whole new one. Refreshes the world first.

        While a service is open, save in `Service.change`.
        """
        encoded, name = _core.file_name(file)
        self._refresh_for_saving()
        with self._guard:
            error = ffi.new("wend_error*")
            check(lib.wend_world_save(self._handle.get(), encoded, error), "saving", error, name, writing=True)

    def save_patch(self, file: Any, *, kept_patches: int = 0) -> None:
        """Writes what changed since the world's file was saved: kilobytes for a house.

        `wend.open` takes the patches of a world. kept_patches: of those that it was opened with, the first so
        many stay before the new one, which holds the changes of the others, too.

        >>> import numpy as np, os, tempfile, wend
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     name, patch = os.path.join(folder, "a.wend"), os.path.join(folder, "a.patch")
        ...     wend.from_array(np.ones((90, 90))).save(name)
        ...     world = wend.open(name)
        ...     _ = world.edit((3, 3, 4, 4), "blocked")
        ...     world.save_patch(patch)
        ...     wend.open(name, patches=[patch]).cost((4, 4))
        0.0
        """
        encoded, name = _core.file_name(file)
        self._refresh_for_saving()
        with self._guard:
            error = ffi.new("wend_error*")
            check(lib.wend_world_save_patch(self._handle.get(), _core.integer(kept_patches, "kept_patches"), encoded,
                                            error), "saving a patch", error, name, writing=True)

    def to_bytes(self) -> bytes:
        """The bytes of the .wend file; `wend.from_bytes` reads them. Worlds can be pickled by them.

        While a service is open, call it in `Service.change`.

        >>> import numpy as np, pickle, wend
        >>> world = wend.from_array(np.ones((5, 8)))
        >>> pickle.loads(pickle.dumps(world)).hash == world.hash
        True
        """
        self._refresh_for_saving()
        with self._guard:
            out, size = ffi.new("void**"), ffi.new("size_t*")
            error = ffi.new("wend_error*")
            check(lib.wend_world_save_memory(self._handle.get(), ffi.NULL, out, size, error), "saving", error)
            try:
                return bytes(ffi.buffer(out[0], size[0]))
            finally:
                lib.wendpy_free(out[0])

    def _refresh_for_saving(self) -> None:
        with self._guard.writing():
            check(lib.wend_world_refresh(self._writable(), 0, ffi.NULL), "refreshing")

    def verify(self) -> None:
        """Checks what is not yet checked of a mapped world; raises DamagedError that says where."""
        with self._guard:
            error = ffi.new("wend_error*")
            check(lib.wend_world_verify(self._handle.get(), error), "checking", error)

    def damage(self) -> List[Damage]:
        """All damaged clusters of a mapped world, which `verify` stops at the first of."""
        with self._guard:
            count = ffi.new("int32_t*")
            check(lib.wend_world_find_damage(self._handle.get(), ffi.NULL, 0, count), "checking")
            out = ffi.new("wend_damage[]", max(1, count[0]))
            check(lib.wend_world_find_damage(self._handle.get(), out, count[0], count), "checking")
            return [Damage(one.level, (one.tiles.x, one.tiles.y, one.tiles.width, one.tiles.height))
                    for one in (out[i] for i in range(count[0]))]

    # ---- pictures

    def picture(self, *, scale: Optional[int] = None, paths: Sequence[Path] = ()) -> NDArray[np.uint8]:
        """The map as height x width x 3 uint8: blocked dark, passable pale to violet by cost, paths yellow.

        scale: pixels a tile; negative: so many tiles a pixel. None: what gives some hundred pixels a side.
        """
        from ._picture import draw
        return draw(self, scale, paths)

    def save_picture(self, file: Any, *, scale: Optional[int] = None, paths: Sequence[Path] = ()) -> None:
        """Writes `picture` as a PNG file."""
        from ._picture import png
        encoded, name = _core.file_name(file)
        data = png(self.picture(scale=scale, paths=paths))
        error = ffi.new("wend_error*")
        check(lib.wendpy_file_write(encoded, ffi.from_buffer(data), len(data), error), "writing", error, name,
              writing=True)

    def _repr_png_(self) -> bytes:
        from ._picture import png
        return png(self.picture())


def _keep(_pointer: Any) -> None:
    """Views belong to their world."""
