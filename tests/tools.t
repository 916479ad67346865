# The scripts and small programs behind the Makefile, with stand-ins for NVIDIA's tools.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Pages;
use Test::More;

my ($status, $out, $err);
my $bin = scratch() . '/bin';
mkdir $bin;

# Puts a shell script of that name first on PATH.
sub stand_in {
    my ($name, $text) = @_;
    open my $file, '>', "$bin/$name" or die;
    print $file "#!/bin/sh\n$text";
    chmod 0755, "$bin/$name";
}
my $path = "PATH=$bin:\$PATH";

# ---- ncu --------------------------------------------------------------------------
# Without permission: what ncu says then goes to its log.
stand_in('ncu', <<'TEXT');
while [ "$1" != --log-file ]; do shift; done
echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters" >"$2"
exit 1
TEXT
my $csv = scratch() . '/counters.csv';
($status, $out, $err) = run("$path tools/run/ncu.sh step05_unroll2 $csv");
is($status, 3, 'ncu without permission: exit status 3');
like($err, qr/only administrators.*ERR_NVGPUCTRPERM.*sudo.*BACKEND=sim/s, 'and what to do about it');

stand_in('ncu', <<'TEXT');
while [ "$1" != --log-file ]; do shift; done
echo "==ERROR== something else" >"$2"
exit 9
TEXT
($status, $out, $err) = run("$path tools/run/ncu.sh step05_unroll2 $csv");
is($status, 3, 'any other failure of ncu: exit status 3');
like($err, qr/something else.*ncu could not read the counters of step05_unroll2/s, 'with its words');

# A log as ncu writes it: lines of its own, names, units, values.
stand_in('ncu', <<'TEXT');
while [ "$1" != --log-file ]; do shift; done
cat >"$2" <<'LOG'
==PROF== Connected to process 7
"ID","Kernel Name","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"
"","","sector","%"
"0","void reduceIt<512>(int *, int *, unsigned int)","3,145,728","25.02"
LOG
TEXT
($status, $out, $err) = run("$path tools/run/ncu.sh step05_unroll2 $csv");
is($status, 0, 'a good log is read');
my @lines = split /\n/, read_file($csv);
my %value;
@value{split /,/, $lines[0]} = split /,/, $lines[1] // '', -1;
is($value{kernel}, '"reduceIt<512>"', 'the kernel, without its parameters');
is($value{global_load_sectors}, 3145728, 'numbers lose their commas');
is($value{global_load_efficiency}, 25.02, 'percentages stay');
is($value{global_store_sectors}, '', 'what ncu does not say stays empty');

($status, $out, $err) = run("env PATH=$bin sh -c 'exit 0'; rm $bin/ncu; PATH=$bin:/bin:/usr/bin " .
                            "tools/run/ncu.sh step05_unroll2 $csv");
SKIP: {
    skip 'ncu is in /usr/bin', 2 if -x '/usr/bin/ncu' || -x '/bin/ncu';
    is($status, 3, 'no ncu: exit status 3');
    like($err, qr/ncu .* is not here.*BACKEND=sim/s, 'and what else counts');
}

# ---- the tables -----------------------------------------------------------------------
my $folder = scratch();
sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die;
    print $file $text;
    close $file;
}
my $header = 'program,kernel,device,n,grid,block,sum,expected,status,runs,median_ms,min_ms,' .
             "max_ms,gb_per_second,peak_gb_per_second,percent_of_peak\n";
write_file('a.csv', "${header}a,kernelA,\"GPU, big\",8,1,64,36,36,right,20,2.0,1.0,3.0,100.0,200.0,50.0\n");
write_file('b.csv', "${header}b,kernelB,\"GPU, big\",8,1,64,36,36,right,20,0.5,0.4,0.6,400.0,200.0,99.5\n");
write_file('c.csv', "${header}c,kernelC,\"GPU, big\",8,1,64,35,36,wrong,20,0.1,0.1,0.1,0.0,200.0,0.0\n");
write_file('a.counters.csv', "kernel,global_load_efficiency,global_store_efficiency\nkernelA,25.02,100\n");
($status, $out, $err) = run("build/tools/progression_table gpu $folder a b c d");
like($out, qr/^kernelA +\| 36 +\| +2\.0000 \| +- \| +- \| +100\.0 \| +50\.0% \| +25\.02% \| +100\.00%$/m,
     'the first row has no speed-up');
like($out, qr/^kernelB +\| 36 +\| +0\.5000 \| +4\.00 \| +4\.00 \| +400\.0 \| +99\.5% \| +-/m,
     'the second row is compared with the first');
like($out, qr/^kernelC +\| WRONG +\| +- \| +- \| +- \| +- \| +- /m, 'a wrong sum has no time and no rate');
like($out, qr/^d +\| no result$/m, 'a step without a result is named');

# On the simulator: the same with modelled times, which the heading says, and the counters. Old files
# do not say what their times are; those above were measured.
unlike($out, qr/modelled|sectors/, 'on a GPU nothing is modelled');
like($out, qr/^kernel +\| sum +\| +time \(ms\) \|/m, 'and the heading says time');
my $modelled = $header =~ s/runs,/runs,times,/r;
write_file('a.csv', "${modelled}a,kernelA,\"GPU (simulated)\",8,1,64,36,36,right,1,modelled,2.0,2.0,2.0,100.0,200.0,50.0\n");
write_file('b.csv', "${modelled}b,kernelB,\"GPU (simulated)\",8,1,64,36,36,right,1,modelled,0.5,0.5,0.5,400.0,200.0,99.5\n");
write_file('c.csv', "${modelled}c,kernelC,\"GPU (simulated)\",8,1,64,36,36,right,1,,0.0,0.0,0.0,0.0,200.0,0.0\n");
write_file('a.counters.csv', "kernel,global_load_efficiency,global_load_sectors,shared_load_requests,"
           . "shared_store_requests,shared_load_wavefronts,shared_store_wavefronts\nkernelA,25.02,77,4,6,8,7\n");
($status, $out, $err) = run("build/tools/progression_table sim $folder a b c d");
like($out, qr/^Times are modelled: /m, 'a line above the table says that the times are modelled');
like($out, qr/^kernel +\| sum +\| modelled ms \|/m, 'and the heading of their column');
like($out, qr/^kernelB +\| 36 +\| +0\.5000 \| +4\.00 \| +4\.00 \| +400\.0 \| +99\.5% \| +-/m, 'the times');
like($out, qr/^kernelC +\| 36 +\| +- \| +- \| +- \| +- \| +- /m, 'a step without a time');
like($out, qr/^kernelA +\| +77 \| +- \| +15 \| +1\.50$/m, 'the counters');
is(scalar(() = $out =~ /^d +\| no result$/mg), 2, 'a step without a result is named in both tables');
run("cp $folder/c.csv $folder/a.csv");
($status, $out, $err) = run("build/tools/progression_table sim $folder a c");
unlike($out, qr/modelled/, 'without times nothing says that they are modelled');

# ---- sums on several GPUs --------------------------------------------------------------------------
write_file('device.txt', "device   GPU\ndriver   1\nCUDA     13\ndate     2026-01-01\n");
is((run("build/tools/gpus_section scaling $folder"))[1], "Not measured yet.\n", 'without a recording of several GPUs');
my $gpus = '';
for my $exponent (10 .. 20) {
    my $ms = 0.005 + 4 * 2**$exponent / 1e9;    # 5 microseconds and 1000 GB/s
    $gpus .= "\"1 GPU\",1,1," . 2**$exponent . ",$exponent,$ms,$ms,0.1,1.0\n"
             . "\"2 GPUs\",2,1," . 2**$exponent . ",$exponent," . ($ms / 2 + 0.01) . ",0.01,0.1,2.0\n";
}
write_file('gpus.csv', "# GPU\nprogram,gpus,joined,n,exponent,median_ms,min_ms,max_ms,speedup\n$gpus");
($status, $out, $err) = run("build/tools/gpus_section scaling $folder");
like($out, qr/\AGPU, driver 1, CUDA 13, 2026-01-01:\n\n\| ms \(median\) \| 1 GPU \| range \| 2 GPUs \| times as fast \|\n/, 'times of one GPU and of two');
like($out, qr/^\| 2\^20 \| 0\.0092 \| 0\.0092 – 0\.1000 \| 0\.0146 \| 2\.00 \|$/m, 'in a row for each n');
is(scalar(() = $out =~ /^\| 2\^\d+ /mg), 6, 'every second one');
($status, $out, $err) = run("build/tools/gpus_section fit $folder");
like($out, qr/^\| 1 GPU \| 5\.0 \| 1000 \| 0 % \|\n\| 2 GPUs \| 12\.5 \| 2000 \| 0 % \|$/m, 'the lines through them');
# n = 7.5 us / (4 B / 1000 GB/s - 4 B / 2000 GB/s), and (1.95 * 12.5 - 5) us / (4 B / 1000 GB/s - 1.95 * 4 B / 2000 GB/s)
like($out, qr/^By these lines 2 GPUs are faster than one from n = 2\^21\.8 on, and 1\.95 times as fast from n = 2\^27\.5 on\.$/m, 'where they cross');
my $overlap = '';
for my $exponent (20, 24) {
    my $ms = 4 * 2**($exponent - 20);
    $overlap .= "host,at once,1,2,7,$exponent,$ms,1,9\nGPUs,joined,1,2,7,$exponent,$ms,1,9\n";
}
write_file('overlap.csv', "numbers,way,pieces,gpus,n,exponent,median_ms,min_ms,max_ms\n$overlap");
($status, $out, $err) = run("build/tools/gpus_section overlap $folder");
like($out, qr/^\| \*\*the numbers begin in the host's memory\*\* \|.*\n\| at once \| 4\.0000 \| 1\.0000 – 9\.0000 \| 64\.0000 \| .*\n\| \*\*the numbers begin on the GPUs/m, 'ways to overlap, by where the numbers are');
like((run("build/tools/gpus_section claim $folder"))[1], qr/\A- GPU: 2 GPUs are 2\.00 times as fast as 1 GPU at 2\^20: 0\.0146 ms, \d+ GB\/s\.\n\z/, 'what it comes to');
is((run("build/tools/gpus_section what $folder"))[0], 2, 'another section is refused');

# ---- dirty and clean caches ----------------------------------------------------------------------
write_file('device.txt', "device   GPU\n");
write_file('run.csv', "${header}step01_a,kernelA,GPU,8,1,64,36,36,right,20,2.0,1.0,3.0,100.0,200.0,50.0\n");
($status, $out, $err) = run("build/tools/cache_section $folder");
is($out, "Not measured yet.\n", 'without a recording of dirty caches');
my $time = 0;
my $rows = '';
for my $exponent (24, 26) {
    for my $kernel ('step 11,plain', 'step 11,__ldcs') {
        $rows .= "$kernel,$_,$exponent," . ++$time . "\n" for 'dirty', 'clean';
    }
}
write_file('cache.csv', "# GPU\n# today\nstep,loads,cache,exponent,median_ms\n$rows");
($status, $out, $err) = run("build/tools/cache_section $folder");
like($out, qr/^\| ms \(median\) \| 2\^24, dirty \| clean \| 2\^26, dirty \| clean \|$/m, 'two columns for each n');
like($out, qr/^\| step 11, plain loads \| 1\.0000 \| 2\.0000 \| 5\.0000 \| 6\.0000 \|$/m, 'a line for each kernel');
like($out, qr/^\| step 11, __ldcs loads \| 3\.0000 \| 4\.0000 \| 7\.0000 \| 8\.0000 \|$/m, 'and the next');
my $with_cache = $header =~ s/runs,/runs,times,cache,launch_ms,/r;
write_file('run.csv', "${with_cache}step01_a,kernelA,GPU,8,1,64,36,36,right,20,measured,cold,0.5,2.0,1.0,3.0,100.0,200.0,50.0\n");
($status, $out, $err) = run("build/tools/step_section run step01_a $folder");
like($out, qr/ 2\.0000 ms \(min 1\.0000, max 3\.0000, 20 runs, cold cache; an empty launch: 0\.5000 ms\), 100\.0 GB/,
     'a step as the program printed it');

# ---- two sizes, the host's part, the line through the times ---------------------------------------
my $with_host = $with_cache =~ s/\n/,host_ms\n/r;
write_file('run.csv', "${with_host}step01_a,kernelA,GPU,8,1,64,36,36,right,20,measured,cold,0.5,2.0,1.0,3.0,100.0,200.0,50.0,0.25\n"
           . "step02_b,kernelB,GPU,8,1,64,36,36,right,20,measured,cold,0.5,1.0,0.9,1.1,150.0,200.0,75.0,0.0\n");
write_file('large.csv', "${with_host}step01_a,kernelA,GPU,16,1,64,36,36,right,20,measured,cold,0.5,8.0,7.0,9.0,100.0,200.0,50.0,0.5\n"
           . "step02_b,kernelB,GPU,16,1,64,36,36,right,20,measured,cold,0.5,2.0,1.5,2.5,150.0,200.0,75.0,0.5\n");
# 5 us and 100 GB/s, and one time of step 02 that is a tenth too long
my $grid = "program,kernel,device,n,grid,block,median_ms\n";
for my $exponent (10 .. 17) {
    my $time = 0.005 + 4 * 2 ** $exponent / 100e6;
    $grid .= "step01_a,kernelA,GPU," . 2 ** $exponent . ",1,64,$time\n";
    $grid .= "step01_a,kernelA,GPU," . 2 ** $exponent . ",1,128,9\n";
    $grid .= "step02_b,kernelB,GPU," . 2 ** $exponent . ",1,64," . ($exponent == 13 ? 1.1 * $time : $time) . "\n";
}
write_file('grid.csv', $grid);
write_file('steps.csv', "program,removes\nstep01_a,this\nstep02_b,that\n");
($status, $out, $err) = run("build/tools/steps_section $folder/steps.csv $folder");
like($out, qr/^\| \[02\]\(step02_b\/README\.md\) \| that \| 1\.0000 \| 2\.00 \| 2\.0000 \| 4\.00 \|/m, 'both sizes and their speed-ups');
like($out, qr/^\| \[01\].* 8\.0000 \| 1\.00 \| 0\.2500 \|/m, "the host's part");
($status, $out, $err) = run("build/tools/devices_section $folder");
like($out, qr/^\| \[01\].* 2\.0000 \| 1\.0000 – 3\.0000 \| – \| – \| 100 \| 50\.0 % \| 0\.2500 \|/m, 'a range beside each median');
like($out, qr/^\| \[02\].* 75\.0 % \| – \|/m, 'no part of the host where there was none');
like($out, qr/^\| \[01\].* 8\.0000 \| 7\.0000 – 9\.0000 .* 50\.0 % \| 5\.0 \| 100 \| 50\.0 % \| 0 % \|$/m, 'the line through its times, with its block');
my ($deviation) = $out =~ /^\| \[02\].* (\d+) % \|$/m;
ok($deviation >= 7 && $deviation <= 9, 'and how far one of them is from it') or diag($out);
($status, $out, $err) = run("build/tools/step_section counters step02_b $folder");
like($out, qr/^\| \*\*2\^28 ints\*\*: time \(ms\), median \| 8\.0000 \| 2\.0000 \|\n\| range \| 7\.0000 – 9\.0000 \| 1\.5000 – 2\.5000 \|\n\| speed-up \| \| 4\.00 \|$/m, "a step's page has both sizes");
like($out, qr/^\| \*\*any n\*\*: fixed cost \(µs\) \| 5\.0 \| /m, 'and the fixed cost');
like($out, qr/^\| then the host \(ms\), 2\^24 \| 0\.2500 \|/m, "and the host's part");
run("grep -v ',131072,' $folder/grid.csv >$folder/short.csv; mv $folder/short.csv $folder/grid.csv");
($status, $out, $err) = run("build/tools/devices_section $folder");
like($out, qr/^\| \[01\].* 50\.0 % \| – \| – \| – \| – \|$/m, 'fewer than eight sizes make no line');
unlink map { "$folder/$_" } 'large.csv', 'grid.csv', 'steps.csv';

# ---- what causes are worth ------------------------------------------------------------------------
my ($of_step02) = (run('build/tools/why_section step02_smem none docs/results/h100'))[1];
like($of_step02, qr/^NVIDIA H100 .*\.\n\n- `a` step 01: .*^\| `a > c` /ms, 'the causes of a step, and on which device');
is((run('build/tools/why_section step99_none none docs/results/h100'))[1], "Not measured yet.\n", 'of a step that is not in the recording');
is((run("build/tools/why_section step02_smem none $folder"))[1], "Not measured yet.\n", 'without a recording of causes');

# ---- experiments, and what the comparisons come to ------------------------------------------------
($status, $out, $err) = run("build/tools/contest_section floor ms $folder");
is($out, "Not measured yet.\n", 'an experiment without a recording');
write_file('floor.csv', "# GPU\nkernel,exponent,median_ms,min_ms,max_ms\none,24,1,0.5,2\n\"two, too\",24,3,2,4\none,26,5,4,6\n\"two, too\",26,7,6,8\n");
($status, $out, $err) = run("build/tools/contest_section floor ms $folder");
like($out, qr/^\| ms \| 2\^24 \| range \| 2\^26 \| range \|\n.*\n\| one \| 1\.0000 \| 0\.5000 – 2\.0000 \| 5\.0000 \| 4\.0000 – 6\.0000 \|\n\| two, too \| 3\.0000 \|/m, 'an experiment');
($status) = run("build/tools/contest_section floor seconds $folder");
is($status, 2, 'of milliseconds or microseconds');
write_file('compare.csv', "n,exponent,step14_gb_per_second,peak_gb_per_second,times_cub_int,times_cub_64\n"
           . "1024,10,1,200,1.5,1.2\n2048,11,50,200,0.99,1.9\n4096,12,100,200,1.8,1.7\n");
($status, $out, $err) = run("build/tools/claims_section $folder");
like($out, qr/from 2\^10 to 2\^12, step 14 is 0\.990 \(2\^11\) to 1\.70 \(2\^12\)\s+times.* at 2\^12 it reads 50\.0 %/s, 'the better of the two sums, at its best and at its worst');
unlink map { "$folder/$_" } 'floor.csv', 'compare.csv';

($status, $out, $err) = run("build/tools/types_section contest $folder");
is($out, "Not measured yet.\n", 'step 16 beside CUB without a recording');
write_file('types.csv', "# GPU\ntype,op,n,exponent,element_bytes,peak_gb_per_second,step16_ms,cub_ms,step14_ms,any_order_ms,times_cub,cache\n"
           . "float,sum,1024,10,4,100,0.004,0.006,,0.002,1.5,cold\nfloat,sum,1000000,20,4,100,0.08,0.076,,0.1,0.95,cold\n"
           . "half,affine,1000000,20,8,100,0.1,,,,,cold\n");
($status, $out, $err) = run("build/tools/types_section contest $folder");
like($out, qr/from 2\^10 to 2\^20, as far as measured:\n\n\|  \| float \| half \|\n.*\n\| sum \| 0\.950 – 1\.50 \| – \|\n\| affine \| – \| – \|\n/, 'the least and the largest ratio of each pair');
like($out, qr/\| sum \| 50\.0 % \| – \|\n\| affine \| – \| 80\.0 % \|\n/, 'and the rate at the largest n');
($status, $out, $err) = run("build/tools/types_section order $folder");
like($out, qr/\| sum of \| 2\^10 \| 2\^20 \|\n.*\n\| float \| 2\.000 \| 0\.800 \|\n\z/, 'what the order costs');
is((run("build/tools/types_section all $folder"))[0], 2, 'of these two');
unlink "$folder/types.csv";

write_file('rows.csv', "rows,columns,who,median_ms,min_ms,max_ms,shape\n4,1000000,step17,2.0,1.5,2.5,a block for a row\n"
           . "4,1000000,cub_offsets,9.0,9,9,\n4,1000000,cub_computed,8.0,8,8,\n8,3,step17,1.0,1.0,1.0,x\n4,1000000,torch,3.0,3,3,\n");
($status, $out, $err) = run("build/tools/rows_section matrices $folder");
like($out, qr/^\| 4 \| 1000000 \| a block for a row \| 2\.0000 \| 1\.5000 – 2\.5000 \| 8 \| 8\.0000 \| 3\.0000 \| 1\.50 \|$/m, 'rows beside the better of two');
like($out, qr/^\| 8 \| 3 \| x \| 1\.0000 \| .* \| – \| – \| – \|$/m, 'and where nobody else took part');
unlink "$folder/rows.csv";
write_file('segments.csv', "# GPU\n# 2026-11-22, CUDA 13.0\nlengths,rows,longest,numbers,op,who,median_ms,min_ms,max_ms\n"
           . "1 to 8,200000,8,1000000,sum,step17,0.5,0.4,0.625\n1 to 8,200000,8,1000000,sum,cub,2.0,2,2\n"
           . "1 to 8,200000,8,1000000,softmax,step17,1.0,1.0,1.0\none,1,1000000,1000000,sum,cub,7.0,7,7\n");
($status, $out, $err) = run("build/tools/rows_section segments $folder");
like($out, qr/; these rows: 2026-11-22, CUDA 13\.0\.\n/, 'rows of unequal lengths: when');
like($out, qr/^\| 1 to 8 \| 200000 \| sum \| 0\.5000 \| 0\.4000 – 0\.6250 \| 8 \| 2\.0000 \| 4\.00 \|$/m, 'beside CUB');
like($out, qr/^\| 1 to 8 \| 200000 \| softmax \| 1\.0000 \| .* \| – \| – \|\n\z/m, 'and where it took no part');
unlink "$folder/segments.csv";
is((run("build/tools/rows_section columns $folder"))[0], 2, 'rows_section: of these two');

# ---- step 14 beside others ----------------------------------------------------------------
for (['devices_section', 'compare.csv', 'exponent,in_l2,peak_gb_per_second,step14_gb_per_second', '24,0,200,100'],
     ['variants_section', 'variants.csv', 'variant,exponent,times_step_14', "step 14,24,1.0\nother,24,1.5"]) {
    my ($tool, $name, $columns, $rows) = @$_;
    write_file($name, "$columns\n$rows\n");
    ($status, $out, $err) = run("build/tools/$tool $folder");
    like($out, qr/^\| (2\^24|other) \|/m, "$tool: a table of $name");
    unlink "$folder/$name";
}

# ---- recordings are of measured times -------------------------------------------------------
write_file('run.csv', "${modelled}step01_a,kernelA,GPU,8,1,64,36,36,right,20,measured,2.0,1.0,3.0,100.0,200.0,50.0\n");
($status, $out, $err) = run("build/tools/step_section run step01_a $folder");
like($out, qr/kernelA<<<1, 64>>>, 2\.0000 ms \(min 1\.0000, max 3\.0000, 20 runs\), 100\.0 GB\/s/,
     'a recording that says that it was measured');
run("sed -i s/measured/modelled/ $folder/run.csv");
for my $tool ("step_section run step01_a", 'devices_section', "times_section $folder/a.csv",
              "steps_section $folder/a.csv") {
    ($status, $out, $err) = run("build/tools/$tool $folder");
    is($status, 3, "$tool takes no modelled times");
    like($err, qr/run\.csv has modelled times/, 'and says so');
}
stand_in('gnuplot', "echo gnuplot \"\$@\"\n");
($status, $out, $err) = run("$path tools/pages/plot.sh $folder");
is($status, 3, 'nor does the chart');
like($err, qr/run\.csv has modelled times/, 'and says so');
run("sed -i s/modelled/measured/ $folder/run.csv");
($status, $out, $err) = run("$path tools/pages/plot.sh $folder");
like($out, qr/times=12;/, 'it finds the column of the times');
write_file('grid.csv', "program,kernel,device,n,grid,block,median_ms\n" .
           join('', map { "$_\n" } 'step02_b,k,GPU,4096,1,512,0.5', 'step02_b,k,GPU,1024,1,512,0.25',
                'step02_b,k,GPU,1024,1,64,9.0', 'step14_c,k,GPU,1024,1,64,0.125', 'other,k,GPU,8,1,512,7'));
stand_in('gnuplot', <<'SHELL');
for word; do
    case $word in
    data=*) data=$(echo "$word" | sed "s/^data='\([^']*\)'.*/\1/") ;;
    *steps.svg*) cat "$data" ;;
    esac
done
SHELL
($status, $out, $err) = run("$path tools/pages/plot.sh $folder");
like($out, qr{^"02"\n10\.0000,250,2\n12\.0000,500,NaN\n\n\n"14"\n10\.0000,125,1\n}m,
     'the steps over n: by step and n, blocks of 512, microseconds and times of step 14');
SKIP: {
    skip 'needs gnuplot', 2 if !grep { -x "$_/gnuplot" } split /:/, $ENV{PATH};
    ($status, $out, $err) = run("tools/pages/plot.sh $folder");
    is("$status$err", '0', 'gnuplot draws them');
    like(read_file("$folder/steps.svg"), qr/prefers-color-scheme: dark/, 'with colours for dark pages');
}
unlink "$folder/grid.csv";
stand_in('gnuplot', "echo gnuplot \"\$@\"\n");
run("sed -i 's/times,//; s/measured,//' $folder/run.csv");
($status, $out, $err) = run("$path tools/pages/plot.sh $folder");
like($out, qr/times=11;/, 'also in older recordings');
unlink "$bin/gnuplot";

# ---- quoted outputs with modelled times --------------------------------------------------------
# The shown output, what is printed now, and whether the two agree.
for (['sum 36, a<<<1, 64>>>, modelled 0.0100 ms, 10.0 GB/s = 5.0 % of peak: right',
      'sum 36, a<<<1, 64>>>, modelled 0.0128 ms, 7.8 GB/s = 3.9 % of peak: right', 1],
     ['sum 36, modelled 0.0100 ms: right', 'sum 36, modelled 0.0150 ms: right', 0],
     ['sum 36, modelled 0.0100 ms: right', 'sum 37, modelled 0.0100 ms: right', 0],
     ['sum 36, modelled 0.0100 ms: right', 'sum 36, 0.0100 ms: right', 0],
     ['sum 36.25, modelled 0.0100 ms: right', 'sum 36.26, modelled 0.0100 ms: right', 0],
     ['took 1.5 ms', 'took 9.5 ms', 1],
     ["kernel | modelled ms |  step | load\na      |        0.10 |  9.00 | 25.02%\n",
      "kernel | modelled ms |  step | load\na      |        0.12 | 10.50 | 25.02%\n", 1],
     ["kernel | modelled ms |  step | load\na      |        0.10 |  9.00 | 25.02%\n",
      "kernel | modelled ms |  step | load\na      |        0.10 |  9.00 | 25.01%\n", 0],
     ["kernel | modelled ms |  step | load\na      |        0.10 |  9.00 | 25.02%\n",
      "kernel | modelled ms |  step | load\na      |        0.20 |  9.00 | 25.02%\n", 0],
     ["modelled |        A |  B / A\nkernel   | 86.96 us |   0.55\nof it:\n  issue  |  1.00 us |   1.00\n",
      "modelled |        A |  B / A\nkernel   | 91.25 us |   0.61\nof it:\n  issue  |  1.10 us |   1.10\n", 1],
     ["modelled |        A |  B / A\nkernel   | 86.96 us |   0.55\nblocks   |        4 |   1.00\n",
      "modelled |        A |  B / A\nkernel   | 91.25 us |   0.61\nblocks   |        4 |   1.00\n", 1],
     ["modelled |        A |  B / A\nkernel   | 86.96 us |   0.55\nblocks   |        4 |   1.00\n",
      "modelled |        A |  B / A\nkernel   | 86.96 us |   0.95\nblocks   |        4 |   1.00\n", 0],
     ["modelled |        A |  B / A\nkernel   | 86.96 us |   0.55\nblocks   |        4 |   1.00\n",
      "modelled |        A |  B / A\nkernel   | 86.96 us |   0.55\nblocks   |        5 |   1.00\n", 0]) {
    my ($shown, $now, $agree) = @$_;
    is(comparable(settled($now, $shown)) eq comparable($shown) ? 1 : 0, $agree,
       ($agree ? 'agree' : 'differ') . ": $shown and $now" =~ s/\n/ \\n /gr);
}
# A page with a command whose modelled time is another now, and one whose measured time is.
write_file('page.md', "```console\n\$ echo modelled 0.0100 ms\nmodelled 0.0101 ms\n\$ echo took 1.0 ms\n"
                      . "took 1.1 ms\n```\n");
($status, $out, $err) = run("tools/pages/refresh_pages.sh $folder/page.md");
is($out, "$folder/page.md\n", 'tools/pages/refresh_pages.sh names the page that it changed');
like(read_file("$folder/page.md"), qr/^modelled 0\.0100 ms$/m, 'a modelled time is put in');
like(read_file("$folder/page.md"), qr/^took 1\.1 ms$/m, 'a measured one stays');

# ---- counters of two compilers ---------------------------------------------------------------
mkdir "$folder/$_" for qw(one other);
my $counted = "kernel,grid,block,launches,global_load_sectors,divergent_branches,modelled_us\n";
my $first = "\"sum<int, 4>\",\"8\",\"64\",1,128,3,2.000\n";
my $second = "\"min\",\"8\",\"64\",1,64,0,4.000\n";
write_file('one/a.csv', "$counted$first$second");
write_file('other/a.csv', $counted . $second =~ s/4\.000/5.000/r . $first);
is(join('|', run("build/tools/counters_differ $folder/one $folder/other")), "0|2,4,0,12.5,25\n|",
   'the same counters, in another order; times may differ');
write_file('other/a.csv', $counted . $first =~ s/,3,/,4,/r . $second);
is(join('|', run("build/tools/counters_differ $folder/one $folder/other")),
   "1|2,4,1,0.0,0\n|a.csv: sum<int, 4>: divergent_branches is 4, not 3\n", 'another counter');
write_file('other/a.csv', $counted . $first);
is(join('|', run("build/tools/counters_differ $folder/one $folder/other")),
   "1|2,2,1,0.0,0\n|a.csv: min is missing\n", 'a kernel less');
is(join('|', run("build/tools/counters_differ $folder/other $folder/one")),
   "1|1,2,1,0.0,0\n|a.csv: 2 kernels, not 1\n", 'a kernel more');
unlink "$folder/other/a.csv";
like(join('|', run("build/tools/counters_differ $folder/one $folder/other")), qr/^1\|2,0,2,.*min is missing/s,
     'a file less');
is((run("build/tools/counters_differ $folder/other $folder/one"))[0], 3, 'nothing to compare');
is((run('build/tools/counters_differ'))[0], 2, 'usage');
is((run('tools/machine/try_compilers.sh'))[0], 2, 'tools/machine/try_compilers.sh: usage');
is((run("tools/machine/try_compilers.sh $folder/roots bookworm icc"))[0], 2, 'a compiler that it does not know');
is((run('tools/machine/try_container.sh'))[0], 2, 'tools/machine/try_container.sh: usage');

# ---- A GPU that CUDA_VISIBLE_DEVICES hides --------------------------------------------------
mkdir "$folder/hidden" or die "$folder/hidden: $!\n";
write_file($_->[0], $_->[1]), chmod 0755, "$folder/$_->[0]" for ["hidden/nvidia-smi", "#!/bin/sh\necho 9.0\n"], ["hidden/nvcc", "#!/bin/sh\n"];
is((run("PATH=$folder/hidden:\$PATH $_->[0] tools/machine/backend.sh nvcc"))[1], $_->[1], "with $_->[0]")
    for ["CUDA_VISIBLE_DEVICES=1", "gpu because nvcc and a GPU are here\n"], ["env -u CUDA_VISIBLE_DEVICES", "gpu because nvcc and a GPU are here\n"],
        ["CUDA_VISIBLE_DEVICES=", "sim because there is nvcc but no GPU here\n"], ["CUDA_VISIBLE_DEVICES=-1", "sim because there is nvcc but no GPU here\n"];

# ---- make results ------------------------------------------------------------------------
my $pages = scratch() . '/pages';
($status, $out, $err) = run("tools/pages/results.sh $pages");
is($status, 0, 'tools/pages/results.sh');
is(read_file("$pages/$_"), read_file($_), "the tables in $_ are those of docs/results/")
    for 'README.md', 'docs/results.md', 'docs/measuring.md', 'docs/instructors.md', glob('step*/README.md'), 'step17_rows/SEGMENTS.md';

# mutants: a row for each kind of change, and a record that says something else
write_file('mutants.tsv', "# a comment\n04\tstride\t7\ta\tb\tsum-odd\n04\tbound\t8\ta\tb\tsurvives n = 5\n04\tbound\t8\ta\tb\tequivalent\n");
($status, $out, $err) = run("tools/pages/mutants_section.sh $folder/mutants.tsv");
is("$status$err", '0', 'a table of mutants');
is($out =~ s/\A.*\n.*\n//r, "| bound | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 1 |\n" .
   "| stride | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |\n| **in all** | 3 | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 1 |\n",
   'by what was changed');
write_file('mutants.tsv', "04\tstride\t7\ta\tb\tsum-of-all\n");
is(join('|', run("tools/pages/mutants_section.sh $folder/mutants.tsv")),
   "3||$folder/mutants.tsv:1: what became of it: sum-of-all\n", 'a record that says something else');

done_testing();
