# The scripts and small programs behind the Makefile, with stand-ins for NVIDIA's tools.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
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
($status, $out, $err) = run("$path tools/ncu.sh step05_unroll2 $csv");
is($status, 3, 'ncu without permission: exit status 3');
like($err, qr/only administrators.*ERR_NVGPUCTRPERM.*sudo.*BACKEND=sim/s, 'and what to do about it');

stand_in('ncu', <<'TEXT');
while [ "$1" != --log-file ]; do shift; done
echo "==ERROR== something else" >"$2"
exit 9
TEXT
($status, $out, $err) = run("$path tools/ncu.sh step05_unroll2 $csv");
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
($status, $out, $err) = run("$path tools/ncu.sh step05_unroll2 $csv");
is($status, 0, 'a good log is read');
my @lines = split /\n/, read_file($csv);
my %value;
@value{split /,/, $lines[0]} = split /,/, $lines[1] // '', -1;
is($value{kernel}, '"reduceIt<512>"', 'the kernel, without its parameters');
is($value{global_load_sectors}, 3145728, 'numbers lose their commas');
is($value{global_load_efficiency}, 25.02, 'percentages stay');
is($value{global_store_sectors}, '', 'what ncu does not say stays empty');

($status, $out, $err) = run("env PATH=$bin sh -c 'exit 0'; rm $bin/ncu; PATH=$bin:/bin:/usr/bin " .
                            "tools/ncu.sh step05_unroll2 $csv");
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

# ---- make results ------------------------------------------------------------------------
my $pages = scratch() . '/pages';
($status, $out, $err) = run("tools/results.sh $pages");
is($status, 0, 'tools/results.sh');
is(read_file("$pages/$_"), read_file($_), "the tables in $_ are those of docs/results/")
    for 'README.md', 'docs/results.md', glob 'step*/README.md';

done_testing();
