"""Which queries does a benchmark ask?"""
from __future__ import annotations

from typing import Any, List, NamedTuple, Tuple

from . import _core
from ._core import Tile
from ._errors import check
from ._native import ffi, lib


class Problem(NamedTuple):
    """A query of a MovingAI scenario, and the cost of its optimum: 0 with different ends, no path exists."""

    start: Tile
    goal: Tile
    optimal_cost: float
    bucket: int
    shape: Tuple[int, int]
    line: int


def read_scenario(file: Any) -> List[Problem]:
    """Reads a MovingAI scenario (.scen). shape: rows and columns of the map that it was made for.

    Its costs are those of 8 neighbours without corner cutting, so `World.path` with algorithm="exact" has them.
    """
    encoded, name = _core.file_name(file)
    out, error, count = ffi.new("wend_scenario**"), ffi.new("wend_error*"), ffi.new("int32_t*")
    check(lib.wend_scenario_load(encoded, out, error), "reading", error, name)
    try:
        first = lib.wend_scenario_problems(out[0], count)
        return [Problem((p.start.x, p.start.y), (p.goal.x, p.goal.y), p.optimal_cost, p.bucket, (p.height, p.width),
                        p.line) for p in (first[i] for i in range(count[0]))]
    finally:
        lib.wend_scenario_destroy(out[0])
