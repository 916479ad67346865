#!/bin/sh
# Prints what nvcc needs to know to compile with NCCL: where nccl.h is, and where a program finds the
# shared library when it runs. Prints nothing where there is no nccl.h.
# usage: tools/machine/nccl.sh NVCC [NCCL_HOME]
# NCCL_HOME is the folder that holds include/nccl.h and lib/libnccl.so.2; without it: where packages and
# the CUDA Toolkit put them.
if [ -n "$2" ]; then
    homes=$2
else
    compiler=$(readlink -f "$(command -v "$1")" 2>/dev/null)
    homes="${compiler:+$(dirname "$compiler")/..} /usr/local /usr"
fi
for home in $homes; do
    [ -f "$home/include/nccl.h" ] || continue
    home=$(cd "$home" && pwd)
    flags="-I$home/include"
    for folder in lib64 lib; do
        [ -e "$home/$folder/libnccl.so.2" ] || continue
        flags="$flags -Xlinker -rpath=$home/$folder"
        break
    done
    echo "$flags"
    break
done
