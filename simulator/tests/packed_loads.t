#!/usr/bin/perl
# Wavefronts of loads of 8 and 16 bytes from shared memory in which lanes share addresses, beside those that a GPU counted.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
is(join('', run("build/simcc -o $folder/packed tests/runtime/packed_loads.cu")), '0', 'packed_loads.cu compiles');
my ($status) = run("SIM_CLOCK=0 SIM_CHECKS=0 SIM_CSV=$folder/packed.csv $folder/packed");
is($status, 0, 'and runs');
my %wavefronts;
for (split /\n/, read_file("$folder/packed.csv")) {
    my ($kernel, $grid, $rest) = /^"(load<float\d>)","(\d+)","32",(.*)/ or next;
    my $count = (split /,/, $rest)[14]; # shared_load_wavefronts, column 18
    $wavefronts{"$kernel," . ($grid - 1)} = $count / $grid;
}
my @counted = grep { /^load/ } split /\n/, read_file('tests/runtime/packed_loads.csv');
cmp_ok(scalar @counted, '>=', 48, 'patterns were counted on a GPU');
is(join("\n", grep { my ($key, $count) = /^(.*),(\d+)$/; ($wavefronts{$key} // 'none') ne $count } @counted), '',
   'the simulator counts the same wavefronts');
done_testing();
