#!/bin/sh
# Says what is installed here, what is missing, and what to do about it.
# usage: tools/doctor.sh NVCC CC
nvcc=$1
cc=$2
missing=0

# have NAME: is it here?
have() {
    command -v "$1" >/dev/null 2>&1
}

# tell STATE NAME TEXT
tell() {
    printf '%-8s %-18s %s\n' "$1" "$2" "$3"
}

# tool NAME FOR_WHAT WHAT_TO_DO [needed]
tool() {
    if have "$1"; then
        tell ok "$1" "$(command -v "$1")"
    elif [ "$4" = needed ]; then
        tell MISSING "$1" "$2: $3"
        missing=1
    else
        tell absent "$1" "$2: $3"
    fi
}

echo "Needed by everything:"
tool make "builds" "install GNU make" needed
tool "$cc" "compiles C" "install gcc 11 or later" needed
tool "${CXX:-g++}" "compiles the steps for the simulator" "install g++ 11 or later" needed
tool prove "runs the tests" "install perl" needed

echo
echo "For a GPU:"
tool "$nvcc" "compiles for a GPU" "install the CUDA Toolkit (11.8 to 13) and put its bin folder on PATH"
if have nvidia-smi && gpu=$(nvidia-smi --query-gpu=name,driver_version,compute_cap \
    --format=csv,noheader 2>/dev/null) && [ -n "$gpu" ]; then
    echo "$gpu" | while read -r line; do tell ok GPU "$line"; done
else
    tell absent GPU "no NVIDIA GPU answers: the simulator runs everything without one"
fi
tool ncu "hardware counters" "part of the CUDA Toolkit (Nsight Compute)"
tool compute-sanitizer "checks on a GPU" "part of the CUDA Toolkit"
tool cuobjdump "make sass" "part of the CUDA Toolkit"
restricted=$(sed -n 's/^RmProfilingAdminOnly: *//p' /proc/driver/nvidia/params 2>/dev/null)
if [ "$restricted" = 1 ] && [ "$(id -u)" -ne 0 ]; then
    tell warning "counters" "only administrators may read them: use sudo, or load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0"
fi

echo
echo "For the pages:"
tool dot "make docs" "install graphviz"
tool gnuplot "make plot" "install gnuplot"
browser=chromium
for name in chromium-browser google-chrome; do
    have chromium || ! have $name || browser=$name
done
tool $browser "tests of the view, and its pictures" "install chromium"

echo
if [ $missing -eq 0 ]; then
    echo "Backend that \`make run\` takes here: $(tools/backend.sh "$nvcc")."
else
    echo "Something that everything needs is MISSING: see above."
fi
exit $missing
