#!/bin/sh
# Random kernels in numbers, on all cores: tests/random/many.sh KERNELS [FIRST [COMPILER]] [--basic]
# runs those of the seeds from FIRST (1) on, compiled with COMPILER (g++), --basic: of the first
# generator. Where there is no such compiler, build/tests/random/COMPILER/random_kernels is run, which
# was built elsewhere. Each thousand's line goes to a file in build/tests/random; what stands there is
# not run again, so that it may be interrupted; a program that was built anew has a file of its own.
# Ends with a line of totals; the exit status is 1 if there was a difference, or a run that failed.
# From the simulator's folder; SIM_THREADS is 1 if not set.
set -eu

usage() {
    echo 'usage: tests/random/many.sh KERNELS [FIRST [COMPILER]] [--basic]' >&2
    exit 2
}

basic=
for argument; do
    shift
    if [ "$argument" = --basic ]; then basic=--basic; else set -- "$@" "$argument"; fi
done
[ $# -ge 1 ] && [ $# -le 3 ] || usage
kernels=$1 first=${2:-1} compiler=${3:-g++}
case $kernels$first in *[!0-9]*) usage ;; esac
[ "$kernels" -gt 0 ] || usage
[ -d tests/random ] || { echo 'many.sh: to be run from the simulator'\''s folder' >&2; exit 2; }

each=1000
limit=600 # seconds for a thousand, of which a second or two are needed
SIM_THREADS=${SIM_THREADS:-1}
export SIM_THREADS
cores=$(nproc)
folder=build/tests/random/${compiler##*/}
if command -v "$compiler" >/dev/null; then
    make -s -j"$cores" -f tests/random/build.mk CXX="$compiler"
elif [ ! -x "$folder/random_kernels" ]; then
    echo "many.sh: there is no $compiler, nor a $folder/random_kernels that was built elsewhere" >&2
    exit 2
fi
done_file=$folder/many$basic-$(cksum <"$folder/random_kernels" | cut -d ' ' -f 1).txt
touch "$done_file"

# Seeds that are not in the file yet, a thousand at a time.
start=$(date +%s)
seq "$first" "$each" $((first + kernels - 1)) | while read -r seed; do
    count=$((first + kernels - seed))
    [ "$count" -lt "$each" ] || count=$each
    grep -q "^$seed $count: .*kernels" "$done_file" || echo "$seed $count"
done | xargs -r -n 2 -P "$cores" sh -c '
    text=$(timeout "$4" "$1/random_kernels" $2 "$5" "$6" 2>&1) && status=0 || status=$?
    line=$(printf "%s\n" "$text" | grep -m 1 " kernels, ") || line="failed with status $status: $(printf "%s" "$text" | tail -n 1)"
    echo "$5 $6: $line" >>"$3"
    [ "$status" = 0 ] || printf "%s\n" "$text" >"$1/different$2-$5.txt"
' many "$folder" "$basic" "$done_file" "$limit"
end=$(date +%s)

seconds=$((end - start))
perl - "$done_file" "$first" "$kernels" "$compiler$basic" "$seconds" "$folder" <<'EOF'
my ($file, $first, $kernels, $name, $seconds, $folder) = @ARGV;
my (%of_seed, %totals, @names, $failed);
open my $lines, '<', $file or die "$file: $!";
while (<$lines>) {
    $of_seed{$1} = $2 if /^(\d+) \d+: (.*)$/ && $1 >= $first && $1 < $first + $kernels;
}
for my $line (values %of_seed) {
    $failed++, next if $line =~ /^failed/;
    while ($line =~ /(\d+) ([a-z ]+)/g) {
        push @names, $2 unless exists $totals{$2};
        $totals{$2} += $1;
    }
}
printf "%s, seeds %d to %d: %s, %d runs failed, %d s\n", $name, $first, $first + $kernels - 1,
    join(', ', map { "$totals{$_} $_" } grep { exists $totals{$_} } @names), $failed // 0, $seconds;
my $bad = ($failed // 0) + ($totals{differences} // 0);
print "see $folder/different*.txt\n" if $bad;
exit($bad || ($totals{kernels} // 0) != $kernels ? 1 : 0);
EOF
