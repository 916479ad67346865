#!/bin/sh
# Runs the program of step 18 that has a process for each GPU, under MPI.
# usage: tools/run/ranks.sh gpu|sim [--gpus COUNT] [ARGUMENT...]
# COUNT ranks; without it, one for each GPU that is here. MPIEXEC= names another launcher of MPI.
# Exit status: the program's; 3 where MPI ended it.
backend=$1
shift
launcher=${MPIEXEC:-mpiexec}
if [ "$1" = --gpus ]; then
    count=$2
    shift 2
elif [ "$backend" = sim ]; then
    count=${SIM_DEVICES:-1}
else
    count=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | wc -l)
    [ "$count" -gt 0 ] || count=1 # that rank says what is missing
fi
case $count in
*[!0-9]* | '' | 0*)
    echo "ranks: --gpus $count: not a whole number from 1 on" >&2
    exit 2
    ;;
esac
command -v "$launcher" >/dev/null 2>&1 || {
    echo "ranks: $launcher is not here: install $(tools/machine/packages.sh debian mpi)" >&2
    exit 3
}
absent=$(ldd "build/$backend/ranks" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | head -n 1)
[ -z "$absent" ] || {
    echo "ranks: the library $absent is missing: install $(tools/machine/packages.sh debian mpi)" >&2
    exit 3
}

# Open MPI wants to be asked for more ranks than cores, and says much where the program has said it all
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export OMPI_MCA_orte_execute_quiet=1
"$launcher" -n "$count" "build/$backend/ranks" "$@"
status=$?
case $status in
0 | 1 | 2 | 3 | 77) exit $status ;;
esac
echo "ranks: a rank was ended from outside ($launcher says $status)" >&2
exit 3
