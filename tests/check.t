# CHECK: file, line, the call and CUDA's text; exit status 3.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

my $program = scratch() . '/check_test';
my ($status, $out, $err) = backend() eq 'gpu'
    ? run("nvcc -o $program tests/common/check_test.cu")
    : run("build/simcc/simcc -o $program tests/common/check_test.cu");
is($status, 0, 'the test program compiles') or diag($err);

($status, $out, $err) = run($program);
is($status, 3, 'a failed call ends the program with 3');
is($out, "before\n", 'at that call, not later');
is($err =~ s/^simulator: (?:note: .*\n(?:  .*\n)+|1 note\n)//mgr, "tests/common/check_test.cu:16: cudaMalloc((void **)&memory, (size_t)1 << 60) failed: " .
         "out of memory (cudaErrorMemoryAllocation)\n",
     'with file, line, the call and what CUDA says');

done_testing();
