"""How do errors of the library become exceptions?"""
from __future__ import annotations

import errno
import os
import threading
from typing import Any, Optional

from ._native import ffi, lib


class Error(Exception):
    """Something that Wend refused. The message says what is wrong, where, and what was expected.

    Most errors are also an exception that Python users expect: see the subclasses.

    >>> import wend
    >>> try:
    ...     wend.open("missing.wend")
    ... except FileNotFoundError as error:
    ...     error.result
    'io'
    """

    #: "argument", "def", "memory", "limit", "stale", "format", "io", "unsupported", "cancelled", "damaged",
    #: "not_loaded", or "closed" for an object that was closed.
    result: str = "argument"


class ArgumentError(Error, ValueError):
    """A value out of its range."""

    result = "argument"


class ArgumentTypeError(Error, TypeError):
    """A value of another type than expected."""

    result = "argument"


class ClosedError(Error, ValueError):
    """The object, or the world that it belongs to, was closed."""

    result = "closed"


class LimitError(Error, ValueError):
    """A limit would be exceeded: the message has the limit, and the parameter that it is about."""

    result = "limit"


class FormatError(Error, ValueError):
    """A file, or bytes in memory, that are damaged or of an unknown format."""

    result = "format"


class DamagedError(FormatError):
    """A mapped world is damaged where it was just read."""

    result = "damaged"


class UnsupportedError(Error, ValueError):
    """Valid, but nothing that this object or build can do."""

    result = "unsupported"


class NotLoadedError(UnsupportedError):
    """It needs ground of a streamed world that is not loaded."""

    result = "not_loaded"


class StaleError(Error, LookupError):
    """Out of date, such as the id of an agent that was removed."""

    result = "stale"


class OutOfMemoryError(Error, MemoryError):
    """Not enough memory."""

    result = "memory"


class CancelledError(Error):
    """A query was cancelled."""

    result = "cancelled"


class FileError(Error, OSError):
    """The system refused to read or write a file."""

    result = "io"

    def __str__(self) -> str:
        return self.strerror  # it names the file


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class MapWarning(UserWarning):
    """A map that was imported is probably not read as it was meant."""


_CLASSES = {
    lib.WEND_ERROR_ARGUMENT: ArgumentError,
    lib.WEND_ERROR_DEF: Error,
    lib.WEND_ERROR_MEMORY: OutOfMemoryError,
    lib.WEND_ERROR_LIMIT: LimitError,
    lib.WEND_ERROR_STALE: StaleError,
    lib.WEND_ERROR_FORMAT: FormatError,
    lib.WEND_ERROR_IO: FileError,
    lib.WEND_ERROR_UNSUPPORTED: UnsupportedError,
    lib.WEND_ERROR_CANCELLED: CancelledError,
    lib.WEND_ERROR_DAMAGED: DamagedError,
    lib.WEND_ERROR_NOT_LOADED: NotLoadedError,
}

_interrupts = threading.local()


def _keep_interrupt(_kind: Any, value: Any, _traceback: Any) -> bool:
    _interrupts.value = value
    return True


@ffi.def_extern(onerror=_keep_interrupt)
def wendpy_interrupted() -> bool:
    """Called by long queries ten times a second: handlers of signals run while this runs."""
    for _ in (0,):
        pass
    return False


def check(result: int, doing: str, error: Any = None, file: Optional[str] = None, writing: bool = False,
          limit: str = "") -> None:
    """Raises the exception of a result that is not WEND_OK. error: what the library wrote about it. limit: which
    one a LIMIT is about, and the parameter that keeps within it."""
    if result == lib.WEND_OK:
        return
    interrupt = getattr(_interrupts, "value", None)
    if result == lib.WEND_ERROR_CANCELLED and interrupt is not None:
        _interrupts.value = None
        raise interrupt
    text = ffi.string(error.text).decode("utf-8", "replace") if error is not None else ""
    if not text and result == lib.WEND_ERROR_LIMIT:
        text = limit
    if not text:
        text = "%s: %s" % (doing, ffi.string(lib.wend_result_string(result)).decode())
    if result == lib.WEND_ERROR_IO:
        needed = os.path.dirname(os.path.abspath(file)) if file is not None and writing else file
        if (needed is not None and not os.path.exists(needed)) or os.strerror(errno.ENOENT) in text:
            raise MissingFileError(errno.ENOENT, text, file)
        raise FileError(errno.EIO, text, file)
    raise _CLASSES.get(result, Error)(text)
