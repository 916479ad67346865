# make step05 debug: gdb with the step's kernel and the simulator's commands for CUDA threads.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

my ($status) = run('gdb --version');
plan skip_all => 'needs gdb' if $status;

# What gdb says to the commands.
sub session {
    my ($goals, @commands) = @_;
    my $script = scratch() . '/commands';
    open my $file, '>', $script or die;
    print $file "$_\n" for @commands;
    close $file;
    my ($status, $out, $errors) = run("GDB_FLAGS='-batch -x $script' make -s BACKEND=sim $goals debug", 300);
    return "$status$out$errors";
}

my $said = session('step02', 'break reduceNeighboredSmem_2 if threadIdx.x == 5', 'run', 'print threadIdx', 'info cuda threads', 'delete', 'continue');
like($said, qr/\$1 = \{x = 5, y = 0, z = 0\}/, 'stops in a thread') or diag($said);
like($said, qr/^\* \(5,0,0\) +runs: reduceNeighboredSmem_2 at step02_smem\/reduce\.cu:\d+$/m, 'which is listed');
like($said, qr/^n = 1000 ints.*: right$/ms, 'with few numbers, and the sum is right');
like(session('step05 N=77', 'run'), qr/^n = 77 ints/m, 'or with as many as are asked for');
like(session('step05 step06'), qr/^2?.*debug takes one program/ms, 'one program');
like(session(''), qr/debug takes one program/, 'and not none');
($status, my $out, my $errors) = run('PATH=/nowhere /bin/sh tools/run/debug.sh sim step05_unroll2 --');
is("$status$errors", "3gdb is not installed: sudo apt install gdb, or your system's way\n", 'without gdb');
($status, $out, $errors) = run('tools/run/debug.sh gpu step05_unroll2 --');
is($status, 2, 'on a GPU: refused');
like($errors, qr/^debug is the simulator's: add BACKEND=sim/, 'with a reason');

done_testing;
