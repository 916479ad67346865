# Arrays of some large pages: what a launch only reads is not copied for the case that it is run again
# (runtime/memory/borrowed.h), and the state of many bytes is no memory of its own
# (runtime/memory/state_pages.h). Nobody can tell but by the memory that a program takes.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $scratch = scratch();
my $program = "$scratch/large";
my ($status, $out, $errors) = run("build/simcc -o $program tests/programs/large_arrays.cu");
is("$status$errors", 0, 'large_arrays.cu compiles');

for my $threads (1, 2) {
    ($status, $out, $errors) = run("SIM_THREADS=$threads $program run_again");
    is($out, "0 wrong\n", "$threads: a launch that is run again begins with what its arrays had");
    like($errors, qr/race between blocks.* in addsAndRaces\n/, 'it was, for a race');

    ($status, $out, $errors) = run("SIM_THREADS=$threads $program turns");
    is("$status$out$errors", "0" . "0 wrong\n", "$threads: launches and copies write in turn");

    ($status, $out, $errors) = run("SIM_THREADS=$threads $program own_handler");
    is("$status$out$errors", "0" . "0 wrong\n", "$threads: a program with a handler of its own sees no signal");
}

($status, $out, $errors) = run("$program partly_written");
like($errors, qr/cudaMemcpy reads 4194304 bytes, 1572864 of which nobody has written: first byte 1048600 /,
    'bytes that no copy has written are told from those around them');
like($errors, qr/uninitialised read.* in readsAll\n.*\n  thread 24 of block 4096 /, 'in a kernel, too');

($status, $out, $errors) = run("$program freed");
like($errors, qr/use after free.* in adds\n/, 'freed memory has no state any more');

($status, $out, $errors) = run("$program memory");
my ($taken, $array) = $out =~ /^(\d+) for arrays of (\d+)$/;
cmp_ok($taken, '>', 2 * $array, 'a launch of two arrays takes memory for them');
cmp_ok($taken, '<', 4.2 * $array, 'and little more');

done_testing();
