#!/bin/sh
# Prints which backend to use and why: "gpu" or "sim", then the reason in words.
# usage: tools/machine/backend.sh NVCC
if ! command -v "$1" >/dev/null 2>&1; then
    echo "sim because there is no nvcc here"
elif [ -z "$(tools/machine/device_arch.sh)" ]; then
    echo "sim because there is nvcc but no GPU here"
else
    echo "gpu because nvcc and a GPU are here"
fi
