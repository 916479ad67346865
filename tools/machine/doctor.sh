#!/bin/sh
# Says what is installed here, what is missing, and what to do about it.
# usage: tools/machine/doctor.sh NVCC CC [OS-RELEASE [SYSTEM]]
# The last two stand for /etc/os-release and what uname -s says.
if [ "$(tools/run/language.sh)" = zh ]; then
    said=$(LC_ALL=C "$0" "$@")
    status=$?
    printf '%s\n' "$said" | tools/run/in_chinese.sh
    exit $status
fi
nvcc=$1
cc=$2
missing=0
release=${3:-/etc/os-release}
here=$(tools/machine/distribution.sh "$release" "${4:-}")

# install PURPOSE...: how to install what is for these
install() {
    case $here in
    debian) # Ubuntu alone calls the browser otherwise
        if grep -q '^ID=ubuntu$' "$release" 2>/dev/null; then
            tools/machine/packages.sh --command debian "$@" | sed 's/ chromium$/ chromium-browser/'
        else
            tools/machine/packages.sh --command debian "$@"
        fi
        ;;
    fedora | arch | opensuse) tools/machine/packages.sh --command "$here" "$@" ;;
    *) echo "install $(tools/machine/packages.sh debian "$@"), by whatever name they have here" ;;
    esac
}

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

# age_of COMPILER: says which one it is if it is too old for the lab
age_of() {
    # shellcheck disable=SC2086 # CC may hold several words
    $1 -dM -E -x c /dev/null 2>/dev/null | awk '
        $2 == "__GNUC__" { gcc = $3 }
        $2 == "__clang_major__" { clang = $3 }
        END {
            if (clang) { if (clang < 14) print "clang " clang }
            else if (gcc && gcc < 11) print "gcc " gcc
        }'
}

# compiler NAME FOR_WHAT VARIABLE: as a tool that is needed, and not too old
compiler() {
    old=$(age_of "$1")
    if [ -n "$old" ]; then
        tell MISSING "$1" "$2: this is $old, and gcc 11 or clang 14 is the oldest that will do; name a newer one in $3="
        missing=1
    else
        tool "${1%% *}" "$2" "$(install needed)" needed
    fi
}

container="a container: docker build -t lab . && docker run --rm -it -v \"\$PWD\":/lab lab"
case $here in
macos)
    echo "macOS cannot run it itself. In $container"
    echo "(podman takes the same; a code host's browser editor opens .devcontainer/ by itself)"
    echo
    ;;
windows)
    echo "Windows cannot run it itself. In an administrator's terminal: wsl --install -d Ubuntu"
    echo "Then, in Ubuntu: $(tools/machine/packages.sh --command debian needed tests)"
    echo "Or in $container"
    echo
    ;;
*)
    if grep -qi microsoft /proc/version 2>/dev/null; then
        echo "This is WSL: everything works as on Linux; keep the folder on Linux's side (~), not under /mnt/c."
        echo
    fi
    ;;
esac

echo "Needed by everything:"
if [ "$(uname -s)" = Linux ]; then
    tell ok Linux "$(uname -sm)"
else
    tell MISSING Linux "this is $(uname -s): use WSL on Windows, elsewhere a Linux container"
    missing=1
fi
tool make "builds" "$(install needed)" needed
compiler "$cc" "compiles C" CC
compiler "${CXX:-g++}" "compiles the steps for the simulator" CXX
tool addr2line "lines of findings and counters" "$(install needed)" needed

echo
echo "For the tests:"
tool prove "runs the tests" "$(install tests)"

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
nccl=$(tools/machine/nccl.sh "$nvcc" "${NCCL_HOME:-}")
nccl=${nccl%% *}
if [ -n "$nccl" ]; then
    tell ok NCCL "${nccl#-I}/nccl.h"
else
    tell absent NCCL "step 18: install libnccl-dev, from NVIDIA's repository, or name its folder in NCCL_HOME"
fi
restricted=$(sed -n 's/^RmProfilingAdminOnly: *//p' /proc/driver/nvidia/params 2>/dev/null)
if [ "$restricted" = 1 ] && [ "$(id -u)" -ne 0 ]; then
    tell warning "counters" "only administrators may read them: use sudo, or load the nvidia module with NVreg_RestrictProfilingToAdminUsers=0"
fi

echo
echo "For step 18 with a process for each GPU, also on the simulator:"
tool "${MPICC:-mpicc}" "compiles with MPI" "$(install mpi)"
tool "${MPIEXEC:-mpiexec}" "starts the processes" "$(install mpi)"

echo
echo "For the pages:"
if have neato && ! echo 'graph {}' | neato -n2 -Tsvg >/dev/null 2>&1; then
    tell absent neato "make docs: Graphviz is here, but not this layout; newer Debian has it in a package libgvplugin-neato-layout8"
else
    tool neato "make docs" "$(install pages)"
fi
tool gnuplot "make plot" "$(install pages)"
browser=chromium
for name in chromium-browser google-chrome; do
    have chromium || ! have $name || browser=$name
done
tool $browser "tests of the view, and its pictures" "$(install view)"
tool node "make site: Node.js 18 or later" "$(install site fonts)"
if [ -e site/node_modules/vitepress/package.json ]; then
    tell ok VitePress site/node_modules
else
    tell absent VitePress "make site: npm ci --prefix site"
fi

echo
echo "For make playground, an editor in the browser:"
if editor=$(playground/need.sh "$cc" 2>/dev/null); then
    tell ok playground "libmicrohttpd, and CodeMirror in $editor"
else
    tell absent playground "$(install playground); docs/playground.md"
fi

echo
if [ $missing -eq 0 ]; then
    echo "Backend that \`make run\` takes here: $(tools/machine/backend.sh "$nvcc")."
else
    echo "Something that everything needs is MISSING: see above. All at once:"
    echo "    $(install needed tests)"
fi
exit $missing
