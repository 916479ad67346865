# The clock: what a warp issues for branches, beside what Nsight Compute counted on an H200
# (calibrate/recordings/h200/branches.csv): nvcc predicates a few instructions, which all warps issue. With
# g++ alone, as clang makes choices of some of these branches.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use List::Util qw(sum);
use Run;
use Test::More;

skip_without_operations();
plan skip_all => 'no g++' if system('command -v g++ >/dev/null 2>&1');
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s simulator') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my @recorded = map { [split /,/] } grep { /^(none|counted|while),/ } split /\n/, read_file('calibrate/recordings/h200/branches.csv');
is(scalar @recorded, 252, 'launches are recorded');
my ($status, undef, $errors) = run("CXX=g++ build/simcc -o $folder/branches calibrate/branches.cu");
is("$status$errors", '0', 'branches.cu compiles');

# By loop,form,instructions,lanes: how many instructions a warp has, in the model and on the GPU.
my (%modelled, %issued);
for my $lanes (qw(none all some)) {
    my @issued = grep { $_->[3] eq $lanes } @recorded;
    my @kernels = modelled("SIM_DEVICE=h200 $folder/branches $lanes >$folder/rows");
    is(scalar @kernels, scalar @issued, "$lanes: as many kernels");
    for my $i (0 .. $#issued) {
        my $key = join ',', @{$issued[$i]}[0 .. 3];
        ($modelled{$key}, $issued{$key}) = ($kernels[$i]{modelled_instructions} / 4, $issued[$i][4] / 4);
    }
}

# Of the launches whose key matches: the mean error, in parts.
sub error_of {
    my ($pattern) = @_;
    my @errors = map { abs log $modelled{$_} / $issued{$_} } grep { /$pattern/ } sort keys %issued;
    return sum(@errors) / @errors;
}
my %bounds = ('' => 0.12, '^none,' => 0.07, '^counted,break' => 0.08, '^counted,else' => 0.15, '^while,(else|break)' => 0.08,
              'store,' => 0.18, 'if,' => 0.19);
cmp_ok(error_of($_), '<', $bounds{$_}, ($_ || 'all') . ': as many instructions as the GPU issues, nearly') for sort keys %bounds;

# A side that no lane takes: issued all the same where nvcc predicates it.
my $costs = sub { my ($of, $key) = @_; $of->{"$key,all"} - $of->{"$key,none"} };
for my $of (['the GPU', \%issued], ['the model', \%modelled]) {
    my ($name, $count) = @$of;
    cmp_ok($costs->($count, 'none,if,8'), '<', 1, "$name: no branch around 8 instructions");
    cmp_ok($costs->($count, 'none,if,10'), '>', 8, "$name: one around 10");
    cmp_ok($costs->($count, 'while,if,10'), '>', 8 * 14, "$name: in a loop that is not unrolled, too");
    my $unrolled = $costs->($count, 'counted,if,20') / 16;
    ok($unrolled > 3 && $unrolled < 8, "$name: one of four around 20, in a loop that is unrolled") or diag($unrolled);
    cmp_ok($costs->($count, 'counted,if,22'), '>', 20 * 14, "$name: four of four around 22");
}
# Both sides of a branch, where a part of the lanes takes each.
my $both = sub { my ($of, $key) = @_; $of->{"$key,some"} - $of->{"$key,all"} };
for my $of (['the GPU', \%issued], ['the model', \%modelled]) {
    my ($name, $count) = @$of;
    cmp_ok($both->($count, 'none,else,8'), '<', 2, "$name: both sides of 8 are issued in any case");
    cmp_ok($both->($count, 'none,else,22'), '>', 20, "$name: of 22 only where lanes take them");
}

done_testing;
