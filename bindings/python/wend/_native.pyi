"""The extension module that cffi writes: every function of the C headers, and the C helpers of src/native.h."""
from typing import Any

ffi: Any
lib: Any
