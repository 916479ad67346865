# The clock: what a warp issues and waits for though none of its lanes executes it; and what simcc makes one instruction of,
# as nvcc does. With g++ alone, as clang makes choices of some of these branches.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Run;
use Test::More;

skip_without_operations();
plan skip_all => 'no g++' if system('command -v g++ >/dev/null 2>&1');
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s simulator') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, undef, $errors) = run("CXX=g++ build/simcc -o $folder/passed tests/clock/passed.cu");
is("$status$errors", '0', 'passed.cu compiles');

# By kernel, with these constants: its time in cycles, and the instructions of a warp.
sub kernels_with {
    my (%constant) = @_;
    %constant = (clock => 1000, shared_latency => 30, shared_cycles => 1, shared_ahead => 50, %constant);
    my $constants = join ',', map { "$_=$constant{$_}" } sort keys %constant;
    return map { $_->{kernel} => $_ } modelled("SIM_DEVICE=h200,$constants $folder/passed");
}
my %kernel = kernels_with();
my $time = sub { my ($kernel, %constant) = @_; return 1000 * {kernels_with(%constant)}->{$kernel}{modelled_us} };

my $rounds = 64;
my $longer = $time->('passes<true>', shared_latency => 1030) - $time->('passes<true>');
near($longer, 1000 * ($rounds + 1), 0.05, 'a warp waits for a load that no lane does as for any other');
$longer = $time->('passes<false>', shared_latency => 1030) - $time->('passes<false>');
near($longer, 1000, 0.05, 'but not for a store: there is the load at its end alone');
my $busier = $time->('passes<true>', shared_cycles => 31) - $time->('passes<true>', shared_cycles => 21);
near($busier / 10, 32 * (3 * $rounds + 3), 0.1, 'two loads and a store of each warp take their turns in each round');
my $stores = $time->('passes<false>', shared_cycles => 31) - $time->('passes<false>', shared_cycles => 21);
near($stores / 10, 32 * ($rounds + 3), 0.1, 'or a store');

my %issued = map { $_ => $kernel{$_}{modelled_instructions} } keys %kernel;
cmp_ok($issued{'asks<4>'} - $issued{'asks<1>'}, '<', 5, 'of four conditions that && joins nvcc makes one, and no branch');
near($issued{'pairs<false>'} - $issued{'pairs<true>'}, 64, 0.15, 'two bitwise operations are one instruction');
cmp_ok($issued{shifts}, '>', 1.5 * $issued{counts}, 'a loop that shifts is not unrolled');

done_testing;
