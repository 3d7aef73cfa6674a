"""Where is the program that reads GeoTIFF, and what does a world keep of a raster's coordinates?"""
from __future__ import annotations

import json
import os
import shutil
from typing import Any, Dict, List, Literal, Optional, Tuple

from ._native import ffi

Kind = Literal["none", "projected", "geographic"]
KINDS: Tuple[Kind, ...] = ("none", "projected", "geographic")


def find() -> Optional[str]:
    """The program wend-gdal: where the program wend is or was installed with it, where its package puts it, or in
    a build of this tree."""
    places: List[str] = []
    tool = shutil.which("wend")
    for folder in [*([] if tool is None else [os.path.dirname(os.path.realpath(tool))]), "/usr/local/bin", "/usr/bin"]:
        places += [folder, os.path.join(folder, "..", "lib", "wend")]
        triplets = os.path.join(folder, "..", "lib")
        if os.path.isdir(triplets):
            places += [os.path.join(triplets, name, "wend") for name in sorted(os.listdir(triplets)) if "-" in name]
    build = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "bin")
    for place in [*places, build]:
        program = os.path.abspath(os.path.join(place, "wend-gdal"))
        if os.access(program, os.X_OK):
            return program
    return None


def _text(array: Any) -> str:
    return ffi.string(array).decode("utf-8", "replace")


def metadata_of(name: str, geo: Any, info: Any = None) -> str:
    """What `wend bake` writes of the coordinates, so that `wend path --units world` works. info: of the import of a
    raster; None: the tiles come from an array."""
    out: Dict[str, Any] = {"source": os.path.basename(name), "format": "raster" if info is None else _text(info.format)}
    if info is not None:
        out["rule"] = _text(info.rule)
    if info is not None and info.raster.band_count > 0:  # a recipe of rasters is none itself
        raster, window = info.raster, info.raster.window
        out["raster"] = {"driver": _text(raster.driver), "width": raster.width, "height": raster.height,
                         "band": raster.band, "bands": raster.band_count,
                         "window": [window.x, window.y, window.width, window.height]}
    out["geo"] = {"transform": list(geo.transform), "kind": KINDS[int(geo.kind)], "crs": _text(geo.name),
                  "epsg": geo.epsg, "wgs84": bool(geo.is_wgs84), "unit": geo.unit, "semi_major": geo.semi_major,
                  "flattening": geo.flattening, "wkt": _text(geo.wkt)}
    if geo.ground_count:
        out["geo"]["ground"] = {"rows": geo.ground_rows,
                                "steps": [[g.across, g.down, g.falling, g.rising] for g in geo.ground[0:geo.ground_count]]}
    return json.dumps(out)
