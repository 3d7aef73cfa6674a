# ranks_environment.sh: for scripts that call mpirun: skips the test where it is missing, lets it run as root and with more
# ranks than processors.
if ! mpirun --version 2>/dev/null | grep -q 'Open MPI'; then
    echo "skipped: mpirun of Open MPI is not installed"
    exit 77
fi
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none
# In a chroot without /sys, mpirun would say so on standard error.
export HWLOC_HIDE_ERRORS=2
# Nor does it have to look for graphics cards by way of any display: it ends when that of another test does.
export HWLOC_COMPONENTS=-gl
# MPI itself never frees all of its memory.
export ASAN_OPTIONS=detect_leaks=0
