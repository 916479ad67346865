# A launch that repeats another is not run (runtime/launch/repeat.h), and nobody can tell:
# results, counters, modelled times and findings are those of a program all of whose launches are run.
use strict;
use warnings;
use lib 'tests/lib';
use Built;
use Drawn;
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};

is(compile_with_runtime('tests/repeat/repeat.cu', "$folder/repeat"), '0', 'repeat.cu compiles');

# Ten launches of 4 blocks each: how many of the launches are run. One like that before it is not, if memory
# is as before that one, which has changed little: so the second of a loop is, and changes nothing.
# Else the first of a shape is not kept; the others are known when they were, but where they change much,
# when they were met twice.
my %run_of = (
    same           => 2,
    other_stack    => 2,        # what lies between the parameters varies
    alternating    => 4,        # of 20: the second round writes what the first has written
    parameter      => 10,
    input          => 10,
    output_set     => 10,
    every_other    => 3,        # the first is not kept, its like is then
    host_writes    => 10,
    in_place       => 10,
    in_place_reset => 1,
    large_out      => 2,
    bytes_out      => 2,
    bytes_in_place => 10,
    fixed_point    => 2,
    neighbours     => 0,
    hand_over      => 0,
    pairs          => 10,       # each changes what it reads, though some compilers hide the loads
    pairs_made     => 1,
    last_block     => 2 * 10,   # each is looked at in another order of blocks, too
    junk_back      => 4,
    less_shared    => 0,        # of one block
    large_out_read    => 2,     # in other states of L2, too
    reset_and_traffic => 1,
    other_allocation  => 2,
    streams_later     => 3,     # from then on it matters what they touch
    freed             => 2 + 2, # the one that misses its array is run twice; then all are refused
    large_reset    => 3,
    total          => 10,
    total_reset    => 1,
    variable       => 10,
    constant       => 10,
    fresh          => 9,        # at one of five addresses
    fresh_often    => 9,        # of 40
    grid           => 0,        # the number of blocks varies: below
    clock          => 10,
    print          => 10,
    allocate       => 20,       # each is started again, to allocate in order
    # What is found in a launch is found in those that repeat it; where a race is, each is run twice.
    race           => 2 * 2,
    race_and_note  => 2 * 2 * 2,
    race_then_none => 2 * 2 + 2,
    unwritten      => 2 + 1,    # it is accused once, in a second run: then it counts as written
    race_on        => 10 * 2,
    race_on_reset  => 2 * 2,
);
my %status_of = map { $_ => FOUND } qw(race race_and_note race_then_none unwritten race_on race_on_reset streams_later freed);
for my $case (sort keys %run_of) {
    my %seen;
    for my $repeat (0, 1) {
        my ($status, $out, $errors) =
            run("SIM_REPEAT=$repeat SIM_CSV=$folder/csv SIM_LINES_CSV=$folder/lines $folder/repeat $case");
        my ($blocks) = $errors =~ s/^(\d+) blocks were run\n//m ? $1 : -1;
        $seen{$repeat} = join "\n", $status, $out, $errors, read_file("$folder/csv"), read_file("$folder/lines");
        is($blocks, $run_of{$case} * 4, "$case: launches that are run") if !$repeat && $run_of{$case};
        is($status, $status_of{$case} // 0, "$case: status") or diag($errors);
    }
    is($seen{0}, $seen{1}, "$case: as if all were run");
}

# Random programs, by both compilers where there are two: as if all launches were run.
for my $compiler (drawn(grep { (run("command -v $_"))[0] == 0 } 'g++', 'clang++')) {
    my ($compiled, undef, $messages) = run("CXX=$compiler build/simcc -o $folder/random tests/repeat/random.cu");
    is("$compiled$messages", '0', "random.cu compiles with $compiler");
    for my $seed (drawn(1 .. 40)) {
        my @runs = map {
            my ($status, $out, $errors) = run("SIM_REPEAT=$_ SIM_CSV=$folder/csv SIM_LINES_CSV=$folder/lines $folder/random $seed");
            join "\n", $status, $out, $errors, read_file("$folder/csv"), read_file("$folder/lines");
        } 0, 1;
        is($runs[0], $runs[1], "$compiler, seed $seed: as if all were run");
        like($runs[0], qr/^0\n.*: no error\n/, "$compiler, seed $seed: no error");
    }
}

# Ways to store a structure, of which compilers hide some: as if all launches were run. Clang's are all seen.
for my $compiler (grep { (run("command -v $_"))[0] == 0 } 'g++', 'clang++') {
    for my $type (drawn(qw(colour seven vector five))) {
        my ($compiled, undef, $messages) =
            run("CXX=$compiler build/simcc -std=c++20 -DTYPE=$type -o $folder/idioms tests/repeat/idioms.cu");
        is("$compiled$messages", '0', "idioms.cu compiles with $compiler for $type");
        my @runs = map { [run("SIM_REPEAT=$_ $folder/idioms")] } 0, 1;
        is_deeply($runs[0], $runs[1], "$compiler, $type: as if all were run");
        like($runs[0][1], qr/\bno error\n$/, "$compiler, $type: no error");
        next if $compiler eq 'g++';
        my ($status, undef, $errors) = run("$folder/idioms read");
        is($status, 0, "$compiler, $type: all that is stored counts as written") or diag($errors);
    }
}

# What such a store has written is there when a later launch has been run again.
for my $compiler (grep { (run("command -v $_"))[0] == 0 } 'g++', 'clang++') {
    my ($compiled, undef, $messages) = run("CXX=$compiler build/simcc -o $folder/run_again tests/repeat/run_again.cu");
    is("$compiled$messages", '0', "run_again.cu compiles with $compiler");
    my ($status, $out) = run("$folder/run_again");
    is("$status $out", FOUND . " 31 2 3\n", "$compiler: a launch that is run again begins with all that was stored");
}

# The same of plain stores: at both ends of a warp's words, and by a thread alone.
{
    my ($compiled, undef, $messages) = run("build/simcc -o $folder/run_again_words tests/repeat/run_again_words.cu");
    is("$compiled$messages", '0', 'run_again_words.cu compiles');
    my ($status, $out) = run("$folder/run_again_words");
    is("$status $out", FOUND . " 33\n", 'a launch that is run again begins with what warps and threads alone have stored');
}

# Kernels that launch others are run, though not those that they launch.
for my $case (['parent', 0, 10 + 2 / 4]) {
    my ($name, $expected, $launches) = @$case;
    my @runs = map { [run("SIM_REPEAT=$_ $folder/repeat $name")] } 0, 1;
    my @blocks = map { $_->[2] =~ s/^(\d+) blocks were run\n//m ? $1 : -1 } @runs;
    is_deeply($runs[0], $runs[1], "$name: as if all were run");
    is($runs[0][0], $expected, "$name: status");
    cmp_ok($blocks[0], '>=', 4 * $launches, "$name: launches that are run");
}

# Without the clock, and without checks (then nobody knows what a launch has changed).
for my $setting ('SIM_CLOCK=0', 'SIM_CHECKS=0', 'SIM_COUNTERS=0', 'SIM_THREADS=1', 'SIM_ORDER=adversarial') {
    my @sums = map { (run("$setting SIM_REPEAT=$_ $folder/repeat in_place_reset"))[1] } 0, 1;
    is($sums[0], $sums[1], "$setting: the same");
}

# Those of the user's own wish.
my ($refused, undef, $line) = run("SIM_REPEAT=2 $folder/repeat same");
is("$refused $line", "2 simulator: SIM_REPEAT=2: must be 0 or 1\n", 'SIM_REPEAT is 0 or 1');

done_testing;
