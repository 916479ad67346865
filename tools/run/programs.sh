# Read by the scripts beside it: takes "gpu|sim PROGRAM... -- [ARGUMENT...]" apart.
# Sets backend and programs, and leaves the arguments in "$@".
backend=$1
shift
programs=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    programs="$programs $1"
    shift
done
shift

# left_out STATUS: is it that of a program that the simulator cannot run? It has said why itself.
left_out() {
    [ "$backend" = sim ] && [ "$1" -eq 77 ]
}

# start PROGRAM [ARGUMENT...]: runs it, under MPI if it has a process for each GPU
start() {
    started=$1
    shift
    case $started in
    ranks) tools/run/ranks.sh $backend "$@" ;;
    *) build/$backend/$started "$@" ;;
    esac
}
