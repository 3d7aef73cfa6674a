"""Do the types say what the library has, and does mypy accept the package and a program that uses it?"""
import os
import shutil
import subprocess
import sys
import typing

import numpy as np
import pytest

import wend
from wend import _core, _crowd, _edits, _field, _gdal, _graph, _make, _path, _raster

WORDS = [(_core.Connectivity, _core.CONNECTIVITIES), (_core.Algorithm, _core.ALGORITHMS), (_core.Refinement, _core.REFINEMENTS),
         (_core.Heuristic, _core.HEURISTICS), (_core.Outcome, _core.OUTCOMES), (_core.Sense, _field._SENSES),
         (_crowd.State, _crowd.STATES), (_edits.LinkKind, _edits.LINK_KINDS), (_gdal.Kind, _gdal.KINDS),
         (_graph.GraphAlgorithm, _graph.ALGORITHMS), (_graph.GraphEventKind, _graph._EVENTS),
         (_make.Rule, _make.RULES), (_make.Channel, _make.CHANNELS), (_make.RosMode, _make.ROS_MODES),
         (_make.Downscale, _make.DOWNSCALES), (_path.Rest, _path.RESTS), (_raster.Zero, _raster._ZEROS)]

RIGHT = """
import numpy as np
from numpy.typing import NDArray
import wend
world = wend.from_array(np.ones((5, 8)), connectivity="8cut", geo=wend.Georeference((0, 1, 0, 0, 0, -1)))
path = world.path((0, 0), (7, 4), algorithm="exact")
tiles: NDArray[np.int32] = path.tiles
classes: NDArray[np.uint8] = world.classes
if path.outcome == "no_route":
    print("none")
world.add_link((0, 0), (3, 3), 2, kind="lift")
wend.route_through_array(wend.Raster(np.ones((3, 3)), zero="free"), (0, 0), (2, 2))
"""
WRONG = {'wend.from_array([[1]], connectivity="6")': "arg-type",
         'world.path((0, 0), (1, 1), algorithm="fast")': "arg-type",
         'world.path((0, 0), (1, 1)).outcome == "missing"': "comparison-overlap",
         "costs: NDArray[np.float64] = world.costs": "assignment",
         'world.field((0, 0), sense="back")': "arg-type"}


@pytest.mark.parametrize("words,table", WORDS, ids=lambda value: None)
def test_literals_are_the_words_of_the_library(words, table):
    assert typing.get_args(words) == tuple(table)


def test_mypy(tmp_path):
    mypy = shutil.which("mypy")
    if mypy is None:
        pytest.skip("no mypy (Debian: mypy)")
    package = os.path.dirname(os.path.dirname(wend.__file__))
    program = tmp_path / "program.py"
    program.write_text(RIGHT + "".join(line + "\n" for line in WRONG))
    run = subprocess.run([mypy, "--no-error-summary", "--cache-dir", str(tmp_path / "cache"),
                          "--python-executable", sys.executable, "--config-file",
                          os.path.join(os.path.dirname(__file__), "..", "pyproject.toml"),
                          os.path.join(package, "wend"), str(program)], cwd=tmp_path, capture_output=True, text=True)
    errors = run.stdout.splitlines()
    first = RIGHT.count("\n") + 1
    expected = [("program.py:%d:" % (first + i), "[%s]" % code) for i, code in enumerate(WRONG.values())]
    assert len(errors) == len(expected), run.stdout + run.stderr
    for error, (place, code) in zip(errors, expected):
        assert place in error and code in error, error


def test_arrays_have_the_types_that_they_say():
    world = wend.from_array(np.ones((5, 8)))
    path, field = world.path((0, 0), (7, 4)), world.field((0, 0))
    answers = world.paths([(0, 0)], [(1, 1)])
    for owner, name in [(world, "class_costs"), (world, "class_counts"), (world, "classes"), (world, "costs"),
                        (world, "closed_steps"), (path, "tiles"), (path, "waypoints"), (path, "route"),
                        (field, "costs"), (field, "steps"), (field, "tiles"), (answers, "found"), (answers, "lengths"),
                        (world.crowd(), "positions"), (world.crowd(), "ids"), (world.crowd(), "state_numbers")]:
        said = typing.get_type_hints(getattr(type(owner), name).fget, vars(sys.modules[type(owner).__module__]) | {
            "World": wend.World, "Georeference": wend.Georeference})["return"]
        assert getattr(owner, name).dtype == typing.get_args(typing.get_args(said)[1])[0], name
