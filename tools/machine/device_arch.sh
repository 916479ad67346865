#!/bin/sh
# Prints the architecture of the first GPU as nvcc's -arch takes it, such as sm_90;
# nothing where there is no GPU. With NVCC named, nothing either where that nvcc does
# not know the architecture: its default serves then, code that the driver translates.
# A GPU that CUDA_VISIBLE_DEVICES hides is not there either: nvidia-smi tells of it all the same.
# usage: tools/machine/device_arch.sh [NVCC]
[ -n "${CUDA_VISIBLE_DEVICES-0}" ] && [ "${CUDA_VISIBLE_DEVICES-0}" != -1 ] || exit 0
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1)
case $capability in
[0-9]*.[0-9]*) number=$(echo "$capability" | tr -d '. ') ;;
*) exit 0 ;;
esac
if [ $# -eq 0 ] || "$1" --list-gpu-arch 2>/dev/null | grep -qx "compute_$number"; then
    echo "sm_$number"
fi
