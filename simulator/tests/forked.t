# A child that fork() made after a kernel has run has none of the host threads that ran it: it runs no kernel.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

-x 'build/simcc' or system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $forked = scratch() . '/forked';
my ($status, $out, $errors) = run("build/simcc tests/runtime/forked.cu -o $forked");
is("$status$errors", '0', 'forked.cu compiles');
for my $threads (1, 3) {
    ($status, $out, $errors) = run("SIM_THREADS=$threads $forked", 60);
    is("$status$out", "0child: cudaErrorInitializationError, 0\nparent: cudaSuccess, 64\n", "it runs none, $threads host threads");
    is($errors, "simulator: note: kernels ran before this process was forked, so it can run none: "
        . "fork before the first launch, or start another program\n", 'and is told why, once');
}

done_testing();
