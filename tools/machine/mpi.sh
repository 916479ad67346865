#!/bin/sh
# Prints what a compiler needs to know to compile and link with MPI, as MPI's own compiler says it.
# Prints nothing where there is none.
# usage: tools/machine/mpi.sh MPICC
command -v "$1" >/dev/null 2>&1 || exit 0
# The lab calls MPI in C; the bindings for C++ that some MPIs still have would need a library of their own.
flags="-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX"
for word in $("$1" -show); do
    case $word in
    -I* | -L* | -l*) flags="$flags $word" ;;
    -Wl,*) flags="$flags -Xlinker ${word#-Wl,}" ;;
    esac
done
echo "$flags"
