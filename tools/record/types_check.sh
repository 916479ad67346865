#!/bin/sh
# Whether step 16 is right on this machine's GPU: every type, operator and kind of values, in different shapes of launch;
# one float sum in a hundred shapes; and compute-sanitizer's tools over four of its kernels.
# usage: tools/record/types_check.sh      (builds what it needs; prints what was found; ends with 1 if anything is wrong)
make -s BACKEND=gpu build/gpu/every_pair build/gpu/step16_any_type || exit
failed=0
found=build/gpu/types_check
mkdir -p "$found"

build/gpu/every_pair 2>&1 || failed=1

echo
echo "float sums of -n 1000003 --values signed in five block sizes and twenty grids: how often which"
for block in 64 128 256 512 1024; do
    for grid in 1 2 3 5 7 11 13 31 49 64 77 98 100 131 132 264 500 999 1000 4097; do
        echo "-b $block --grid $grid"
    done
done | xargs -P "$(nproc)" -L 1 build/gpu/step16_any_type -n 1000003 --type float --values signed -r 0 |
    sed -n 's/^GPU: sum \([^,]*\),.*: \(.*\)/\1 \2/p' | sort | uniq -c | tee "$found/shapes"
grep -q '^ *100 .* right$' "$found/shapes" || failed=1

echo
for tool in memcheck racecheck synccheck initcheck; do
    for pair in "float sum" "half argmin" "double moments" "unsigned affine"; do
        compute-sanitizer --tool $tool --error-exitcode 9 build/gpu/step16_any_type --type "${pair% *}" --op "${pair#* }" \
            -n 100003 -r 1 >"$found/$tool ${pair% *} ${pair#* }" 2>&1 &
    done
done
wait
cd "$found" || exit
for tool in memcheck racecheck synccheck initcheck; do
    grep -H SUMMARY "$tool "* | sed 's/:=* /: /'
    [ "$(grep -l 'SUMMARY: 0 \(errors\|hazards\)' "$tool "* | wc -l)" = 4 ] || failed=1
done
exit $failed
