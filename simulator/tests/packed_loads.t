#!/usr/bin/perl
# Wavefronts of loads of 8 and 16 bytes from shared memory in which lanes share addresses, and of drawn loads and stores, beside
# those that a GPU counted;
# the loads that memcpy makes of int4s; and wavefronts of rows of a tile.
use strict;
use warnings;
use lib 'tests/lib';
use Csv;
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

is(join('', run("build/simcc -o $folder/drawn tests/runtime/drawn_accesses.cu")), '0', 'drawn_accesses.cu compiles');
my @drawn = rows('tests/runtime/drawn_accesses.csv');
cmp_ok(scalar @drawn, '==', 400, 'drawn loads and stores were counted on a GPU');
is(join('', run("SIM_CLOCK=0 SIM_CHECKS=0 SIM_CSV=$folder/drawn.csv $folder/drawn tests/runtime/drawn_accesses.csv")), "0no error\n", 'they run');
my @found = sort { $a->{grid} <=> $b->{grid} } rows("$folder/drawn.csv");
is(scalar @found, scalar @drawn, 'each one');
is(join("\n", map { my ($got, $row) = ($found[$_], $drawn[$_]);
                    my $count = $got->{$row->{store} ? 'shared_store_wavefronts' : 'shared_load_wavefronts'} / $got->{grid};
                    $count == $row->{wavefronts} ? () : "$row->{bytes} bytes, store $row->{store}: $count, not $row->{wavefronts}" } 0 .. $#drawn), '',
   'with the same wavefronts');

is(join('', run("build/simcc -o $folder/fours tests/runtime/memcpy_of_fours.cu")), '0', 'memcpy_of_fours.cu compiles');
is(join('', run("SIM_CSV=$folder/fours.csv $folder/fours")), "00 wrong\n", 'it copies what is there, and nothing is found');
my %requests = read_file("$folder/fours.csv") =~ /^"(fours|words)",(?:"\d+",){2}\d+,(\d+),/mg;
is("$requests{fours} $requests{words}", '1 4', 'a load of 16 bytes for an int4, one of 4 for each int');

# Rows of a tile, one for each half of a warp: those that have banks of their own take one wavefront.
is(join('', run("build/simcc -o $folder/tile_rows tests/runtime/tile_rows.cu")), '0', 'tile_rows.cu compiles');
is(join('', run("SIM_CLOCK=0 SIM_CSV=$folder/tiles.csv $folder/tile_rows")), '0', 'and runs without findings');
my %found = map { $_->{kernel} => $_->{shared_load_wavefronts} } rows("$folder/tiles.csv");
is_deeply(\%found, {'rows<16>' => 1, 'rows<17>' => 2, 'rows<48>' => 1, 'words<16>' => 1, 'words<32>' => 2, one_row => 1},
          'loads of rows, and of one word of each');
done_testing();
