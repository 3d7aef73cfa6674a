#!/bin/sh
# Do messages of all sizes pass between three ranks?
#   rank_messages.sh RANK_MESSAGES PIECE_BYTES SIZE...
set -eu
. "$(dirname "$0")/ranks_environment.sh"
exec mpirun -n 3 "$@"
