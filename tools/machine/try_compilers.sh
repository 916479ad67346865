#!/usr/bin/env bash
# Tries the lab with other compilers, each in a clean Debian of a release that has it, as a user who is
# no administrator: builds everything without a warning, compares all counters of all programs at two
# sizes with those of the first compiler that was tried, and runs tests: all of them, as `make test`
# does, or some. Writes a line for each into docs/compilers.csv, of which docs/compilers.md has
# a table.
# usage: tools/machine/try_compilers.sh FOLDER RELEASE COMPILER... [-- all | FILE.t...]
# For example: tools/machine/try_compilers.sh /var/tmp/roots bookworm gcc-12 gcc-11 clang-14 -- tests/simcc.t
# FOLDER gets some 2 GB for each release and is used again; the lab is tried as it is committed.
# Needs administrator's rights, debootstrap and Debian's packages. Exit status: 1 if something fails.
set -u
[ $# -ge 3 ] || {
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 2
}
cd "$(dirname "$0")/../.." || exit 3
folder=$1 release=$2
shift 2
compilers=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
    gcc-[0-9]* | clang-[0-9]*) compilers="$compilers $1" ;;
    *)
        echo "try_compilers: gcc-N or clang-N, not '$1'" >&2
        exit 2
        ;;
    esac
    shift
done
[ $# -eq 0 ] || shift
tests=$*

mirror=http://deb.debian.org/debian
table=docs/compilers.csv
root=$folder/$release
home=$root/home/student
counters=$folder/counters
failed=0

# inside COMMAND...: as administrator in the root
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# student COMMAND: as a user in the lab's folder, with the compiler's names in front
student() {
    inside su student -c "cd ~/lab && PATH=~/names:\$PATH && export BACKEND=sim CXX='$cxx' && $1" </dev/null
}

# install PACKAGE...: the lists of a mirror may be older than Debian wants them
install() {
    inside apt-get install -y -qq --no-install-recommends "$@" >"$folder/apt.log" 2>&1 || {
        tail -n 5 "$folder/apt.log" >&2
        exit 3
    }
}

mkdir -p "$folder"
if [ ! -f "$root/complete" ]; then
    rm -rf "$root"
    echo "A clean $release in $root ..."
    debootstrap --variant=minbase "$release" "$root" "$mirror" >"$folder/debootstrap.log" 2>&1 || {
        tail -n 3 "$folder/debootstrap.log" >&2
        exit 3
    }
    inside useradd -m -s /bin/bash student && touch "$root/complete"
fi
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc" || exit 3
trap 'umount "$root/proc"' EXIT
inside apt-get update -qq -o Acquire::Check-Valid-Until=false || exit 3
# shellcheck disable=SC2046 # one word for each package
install $(tools/machine/packages.sh debian needed tests pages)

# count INTO: all counters of all programs, and how each of them ended
count() {
    student 'rm -rf ~/counted && mkdir ~/counted
        for n in 65536 1000003; do
            for program in build/sim/*; do
                [ -f "$program" ] && [ -x "$program" ] || continue
                name=$(basename "$program").$n
                SIM_CSV=$HOME/counted/$name.csv timeout 300 "$program" -n $n >/dev/null 2>&1
                echo "$name $?" >>~/counted/status
            done
        done'
    rm -rf "$1"
    mkdir -p "$counters"
    cp -r "$home/counted" "$1"
}

# prove_all: runs all tests; sets passed, failing and skipped
prove_all() {
    local counts
    student "make test ALL=1 CC=$compiler CXX=$cxx" >"$folder/$compiler.tests" 2>&1
    local status=$?
    cp "$home/lab/build/test.log" "$folder/$compiler.log" 2>/dev/null
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$folder/$compiler.tests" | tail -n 1)
    read -r passed failing skipped <<<"${counts//[!0-9]/ }"
    # it may also fail as a whole
    [ $status -eq 0 ] || [ "${failing:-0}" -gt 0 ] || failing=1
    skipped=${skipped:-0}
    [ "$failing" -eq 0 ]
}

# prove: runs the tests that were asked for; sets passed, failing and skipped
prove() {
    passed='' failing='' skipped=''
    [ -n "$tests" ] || return 0
    if [ "$tests" = all ]; then
        prove_all
        return
    fi
    student "prove --verbose --merge --timer $tests" >"$folder/$compiler.tests" 2>&1
    local status=$?
    skipped=$(grep -ciE '^ok .*# skip' "$folder/$compiler.tests")
    passed=$(grep -E '^ok ' "$folder/$compiler.tests" | grep -cviE '# skip')
    failing=$(grep -cE '^not ok ' "$folder/$compiler.tests")
    # a file may also fail as a whole
    [ $status -eq 0 ] || [ "$failing" -gt 0 ] || failing=1
    [ "$failing" -eq 0 ]
}

# version PACKAGE: of an installed one, without what Debian adds
version() {
    # shellcheck disable=SC2016 # dpkg's own variable
    inside dpkg-query -W -f '${Version}' "$1" | sed 's/^[0-9]*://; s/[-+~].*//'
}

# attempt: the lab with $compiler
attempt() {
    local built=warnings known=$counters/reference commit
    rm -rf "$home/lab" "$home/names"
    git clone -q . "$home/lab" || exit 3
    commit=$(git rev-parse --short HEAD)
    mkdir "$home/names"
    case $compiler in
    gcc-*)
        install "$compiler" "$cxx"
        for name in gcc cc; do ln -s "/usr/bin/$compiler" "$home/names/$name"; done
        for name in g++ c++; do ln -s "/usr/bin/$cxx" "$home/names/$name"; done
        ;;
    *)
        install "$compiler"
        ln -s "/usr/bin/$compiler" "$home/names/clang"
        ln -s "/usr/bin/$cxx" "$home/names/clang++"
        ;;
    esac
    inside chown -R student: /home/student
    # the doctor knows what is needed, and that it is there
    student "make doctor CC=$compiler" >"$folder/$compiler.doctor" || return
    if student "make -s -j$(nproc) all CC=$compiler CXX=$cxx CFLAGS='-O2 -Werror'" >"$folder/$compiler.build" 2>&1; then
        built=clean
    else
        # once more, to see whether it is built at all
        student "make -s -j$(nproc) all CC=$compiler CXX=$cxx" >>"$folder/$compiler.build" 2>&1 || built=no
    fi
    count "$counters/$compiler"
    [ -d "$known" ] || cp -r "$counters/$compiler" "$known"
    local compared differs=0
    compared=$(build/tools/counters_differ "$known" "$counters/$compiler" 2>"$folder/$compiler.differs") || differs=1
    cmp "$known/status" "$counters/$compiler/status" >>"$folder/$compiler.differs" || differs=1
    prove || failed=1
    [ $built = clean ] && [ $differs -eq 0 ] || failed=1

    [ -f "$table" ] || echo "compiler,version,release,libc,make,perl,built,kernels,counters,differing,time_mean_percent,time_worst_percent,passed,failed,skipped,commit,date" >"$table"
    sed -i "/^$compiler,/d" "$table"
    echo "$compiler,$(version "$compiler"),$release,$(version libc6),$(version make),$(version perl),$built,${compared:-,,,,},$passed,$failing,$skipped,$commit,$(date -u +%F)" | tee -a "$table"
}

make -s build/tools/counters_differ BACKEND=sim || exit 3
for compiler in $compilers; do
    cxx=$(echo "$compiler" | sed 's/gcc/g++/; s/clang/clang++/')
    attempt || failed=1
done
exit $failed
