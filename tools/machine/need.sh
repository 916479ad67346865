#!/bin/sh
# Ends with one clear line if what a backend is built with is missing.
# usage: tools/machine/need.sh gpu|sim NVCC
#        tools/machine/need.sh nccl NVCC NCCL_HOME
#        tools/machine/need.sh mpi MPICC
if [ "$1" = gpu ] && ! command -v "$2" >/dev/null 2>&1; then
    echo "BACKEND=gpu needs nvcc, from the CUDA Toolkit 11.8 or later ($2 is not here)." >&2
    echo "BACKEND=sim needs only gcc, g++ and make." >&2
    exit 3
fi
if [ "$1" = sim ] && [ "$(uname -s)" != Linux ]; then
    echo "BACKEND=sim needs Linux, and this is $(uname -s): on Windows use WSL, elsewhere a Linux container." >&2
    exit 3
fi
if [ "$1" = sim ] && ! command -v "${CXX:-g++}" >/dev/null 2>&1; then
    echo "BACKEND=sim needs a C++ compiler (${CXX:-g++} is not here): install g++." >&2
    exit 3
fi
if [ "$1" = nccl ] && [ -z "$(tools/machine/nccl.sh "$2" "$3")" ]; then
    echo "This needs NCCL (no ${3:+$3/include/}nccl.h here): install libnccl-dev, or say where it is with NCCL_HOME=." >&2
    exit 3
fi
if [ "$1" = mpi ] && ! command -v "$2" >/dev/null 2>&1; then
    echo "This needs MPI ($2 is not here): install $(tools/machine/packages.sh debian mpi)." >&2
    exit 3
fi
exit 0
