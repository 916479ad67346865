# The order of a warp's steps is taken from an earlier warp (runtime/warp/course.c) only where both have recorded the
# same, and where neither comes from a branch at which it has left others.
# The clock wants to be told of each basic block of small grids, and so would keep none.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
my ($status, $out, $errors) = run("build/simcc -o $folder/alike tests/course/alike.cu");
is("$status$out$errors", 0, 'warps that are nearly alike compile');

for my $threads (1, 3) {
    ($status, $out, $errors) = run("SIM_CLOCK=0 SIM_THREADS=$threads SIM_REPORT=lines $folder/alike");
    is("$status$errors", 0, "on $threads host threads they run");
    my @odd = $out =~ /^ +(\d+) .*odd warps/m;
    my @even = $out =~ /^ +(\d+) .*even warps/m;
    is("@odd @even", '512 512', 'each warp counts at the line that it runs');
    my @parted = $out =~ /^ +(\d+) .*parts in each first warp/m;
    is("@parted", 20, 'the first warp of each block parts, and no other');
}

done_testing;
