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
