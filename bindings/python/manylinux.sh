#!/bin/sh
# Builds a wheel for many distributions, in dist of this folder, and says for which. Run it in an image of manylinux, whose old C
# library decides where the wheel runs, with the libraries of the main README installed.
# usage: bindings/python/manylinux.sh [PYTHON]
set -eu
python=${1:-python3}
here=$(cd "$(dirname "$0")" && pwd)
command -v auditwheel >/dev/null || { echo "manylinux.sh: no auditwheel: pip install auditwheel (it needs patchelf)" >&2; exit 4; }
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
"$python" -m build --wheel --no-isolation -o "$built" "$here"
# The wheel carries its libraries already, which auditwheel leaves as they are: it checks which symbols of the system they and the
# module need, and names the wheel after that.
auditwheel repair -w "$here/dist" "$built"/wend-*.whl
auditwheel show "$here"/dist/wend-*manylinux*.whl
