# The clock: how many instructions it takes kernels for, beside those that nvcc makes of them
# (tests/clock/instructions.csv, counted by calibrate/functions.sh).
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Csv;
use Run;
use Test::More;

skip_without_operations();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my %counted = map { /^(\w+),(\d+),/ ? ("of_$1" => $2) : () } split /\n/, read_file('tests/clock/instructions.csv');
is(scalar keys %counted, 11, 'nvcc\'s instructions are recorded');

for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    my $out_of_line = "'-DOUT_OF_LINE=__attribute__((noinline))'";
    my ($status, undef, $errors) =
        run("CXX=$compiler build/simcc $out_of_line -o $folder/instructions tests/clock/instructions.cu");
    is("$status$errors", '0', "instructions.cu, $compiler: compiles");
    my %modelled = map { $_->{kernel} => $_->{modelled_instructions} } modelled("SIM_DEVICE=h100 $folder/instructions");
    near($modelled{"of_$_"}, $counted{"of_$_"}, 0.3, "$_, $compiler: as many instructions as nvcc makes")
        for qw(doubles fast power beyond_c);
    near($modelled{of_maxima}, $counted{of_maxima}, 0.1, "maxima of 64 bits, $compiler: four instructions for each");
    near($modelled{of_shared}, $counted{of_shared}, 0.2, "shared, $compiler: where its memory begins is computed");
    near($modelled{of_one_lane}, $counted{of_one_lane}, 0.2, "one_lane, $compiler: it adds for all, and finds out what");
    near($modelled{of_calls}, $counted{of_calls}, 0.45, "calls, $compiler: arguments are not known ahead");
    near($modelled{"of_$_"}, $counted{"of_$_"}, 0.25, "$_, $compiler: integers of 64 bits stand in two registers")
        for qw(products sums pairs);

    # nvcc's code has 29, 87 and 79 instructions for the first three, with the subroutine for more than 32 bits,
    # and 5 more for the last one than for the one before.
    ($status, undef, $errors) = run("CXX=$compiler build/simcc -o $folder/quotients tests/clock/quotients.cu");
    is("$status$errors", '0', "quotients.cu, $compiler: compiles");
    my %of = map { $_->{kernel} => $_->{modelled_instructions} } modelled("SIM_DEVICE=h100 $folder/quotients");
    near($of{of_32}, 29, 0.25, "a quotient of 32 bits, $compiler");
    near($of{of_signs} - $of{of_32}, 6, 0.25, "signs, $compiler: six more");
    near($of{of_64} - $of{of_32}, 87 - 29, 0.25, "one of 64 bits, $compiler: a subroutine more");
    near($of{of_square} - $of{of_32}, 79 - 29, 0.25, "the square of 32 bits has 64, $compiler");
    cmp_ok($of{of_wide_indices}, '>', $of{of_indices} + 1, "an index of 64 bits is computed in halves, $compiler");
    cmp_ok($of{of_wide_indices}, '<', $of{of_indices} + 6, "but not its address, $compiler");
    next if $compiler ne 'g++'; # clang makes other products of these loops
    near($of{of_products_and_sums}, $of{of_products}, 0.1, 'a product of 64 bits takes an addend');
    cmp_ok($of{of_products}, '>', 64 * 4, 'and has four instructions');
}

# Every function that has a cost has it from there; also those of the headers that stand for CUDA's.
my @rows = grep { /^\w+,\d+,\d+,\d+$/ } split /\n/, read_file('simcc/functions.csv');
my @names = map { (split /,/)[0] } @rows;
cmp_ok(scalar @names, '>', 90, 'functions have costs');
is("@names", join(' ', sort @names), 'sorted by name');
my %of_headers = map { $_ => 1 } map { read_file($_) =~ /\b(sim_(?:fast|special)_\w+)\(/g } glob 'include/*.h include/*/*.h';
my %stands_for = read_file('simcc/function_costs.c') =~ /\{"(\w+)", "(\w+)"\}/g;
cmp_ok(scalar keys %of_headers, '>', 10, 'the headers call functions of the runtime');
is(join(' ', grep { !$stands_for{$_} } sort keys %of_headers), '', 'which all stand for one of CUDA');
my %is_named = map { $_ => 1 } @names;
is(join(' ', grep { !$is_named{$_} } sort values %stands_for), '', 'that has a cost');

# Names that only begin like theirs.
my ($status, undef, $errors) = run("build/simcc -o $folder/named tests/clock/named_alike.cu && $folder/named");
is("$status$errors", '0', "a program's own functions may be named like the runtime's");

done_testing;
