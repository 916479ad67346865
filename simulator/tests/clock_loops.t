# The clock: how many iterations of a loop have their loads under way together (tests/clock/unrolled.cu).
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Run;
use Test::More;

skip_without_operations();
plan skip_all => 'no g++' if system('command -v g++ >/dev/null 2>&1'); # clang unrolls some of these itself
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s simulator') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, undef, $errors) = run("CXX=g++ build/simcc -o $folder/unrolled tests/clock/unrolled.cu");
is("$status$errors", '0', 'unrolled.cu compiles');

# How often each kernel waits for L2: by the time that 10000 cycles more of its latency take.
my ($now, $later) = map {
    +{map { $_->{kernel} => 1000 * $_->{modelled_us} } modelled("SIM_DEVICE=h200,clock=1000,l2_latency=$_ $folder/unrolled")}
} 300, 10300;
my %waits = map { $_ => ($later->{$_} - $now->{$_}) / 10000 } keys %$now;

# That it is a loop shows only when it has gone round once: one wait more.
near($waits{small}, 64 / 16 + 1, 0.05, 'of a small loop 16 iterations');
near($waits{wide}, 64 / 4 + 1, 0.05, 'four, if its counter has 64 bits');
near($waits{medium}, 64 / 4 + 1, 0.05, 'four, with twenty instructions more');
near($waits{large}, 64 / 2 + 1, 0.05, 'two, with sixty');
near($waits{largest}, 64 + 1, 0.05, 'one, with a hundred');
near($waits{strided}, 64 / 4 + 1, 0.05, 'four, where the number of iterations has to be found by a division');
near($waits{unsignedStride}, 64 / 2 + 1, 0.05, 'one by steps of two, where a counter without a sign might wrap around');
near($waits{untilFound}, 64 + 1, 0.05, 'one, where the loaded value ends the loop');
near($waits{sines}, 64 + 1, 0.05, 'one, around a function that has a loop of its own');
done_testing;
