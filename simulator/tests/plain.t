# simcc --plain: threads of a warp that run as a loop do what they do one by one, with -g, and what they do counted;
# also where some of them wait, leave, spin, launch, or fail. Kernels whose barriers all threads reach in the same way run
# phase by phase: in the same order, and those alone.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my $source = 'tests/plain/loops.cu';
my %flags = (loop => '--plain', one => '--plain -g', counted => '');
for (sort keys %flags) {
    is(join('', run("build/simcc $flags{$_} -o $folder/$_ $source")), '0', "$_: compiles");
}
like((run("nm $folder/loop"))[1], qr/4loopEPv$/m, 'with --plain there is a loop');
unlike((run("nm $folder/one"))[1], qr/4loopEPv$/m, 'for a debugger there is none');

my ($status, $expected, $errors) = run("$folder/counted");
is("$status$errors" =~ s/^simulator: times are modelled.*\n//mr, '0', 'counted: no findings');
is(scalar(() = $expected =~ /no error/g), 12, 'all kernels run');
for my $threads (1, 2, 5) {
    for my $program ('loop', 'one') {
        my ($status, $out, $errors) = run("SIM_THREADS=$threads $folder/$program");
        is("$status$out$errors", "0$expected", "$program, $threads host threads: the same results");
    }
}
is((run("SIM_ORDER=adversarial $folder/loop"))[1], $expected, 'in the hostile order, too');

for my $program ('loop', 'one') {
    my ($status, undef, $errors) = run("$folder/$program wild");
    is($status, FOUND, "$program: a wild store ends the program");
    like($errors, qr/^simulator: thread 37 of block [01] of wild, /m, 'and is that thread\'s');
    ($status, undef, $errors) = run("$folder/$program trap");
    is($status, FOUND, "$program: a trap");
    like($errors, qr/^  thread 37 of block 0 has called __trap\(\)$/m, 'is that thread\'s');
}

# ---- From barrier to barrier -----------------------------------------------------------------
my %phases = map { $_ => 1 } qw(tree counted_down some_return tiles branches own_parameter jammed jammed_later not_jammed stored_before racing members wild endless);
my $here = `pwd` =~ s/\n//r;
for (run_many("cd $folder && $here/build/simcc --plain --keep -o phases $here/tests/plain/phases.cu",
              "build/simcc --plain -g -o $folder/fibres tests/plain/phases.cu", "build/simcc -o $folder/checked tests/plain/phases.cu")) {
    is("$_->[1]$_->[2]$_->[3]", '0', 'phases.cu compiles');
}
my $translated = read_file("$folder/phases.simcc.ii");
my %found;
$found{$1} = $2 eq "\n" while $translated =~ /void (\w+)\([^)]*\)\s*\{ if \(__builtin_expect\(!::sim_loop.*?sim_parameters\(\) \{ return "[^"]*"; \} (.)/gs;
is(join(' ', sort grep { $found{$_} } keys %found), join(' ', sort keys %phases), 'these kernels have loops');
is(join(' ', sort grep { !$found{$_} } keys %found), 'calls lasting_array lasting_reference leaves_loop thread_loop two_of_a_name', 'and these have not');
my @jammed = map { /sim_phases.*sim_one_/ ? 1 : () } split /^# \d+ "[^"]*" 3\n/m, $translated;
is(scalar @jammed, 2, 'two of them run four threads at once');
for my $threads (1, 3) {
    my ($status, $expected, $errors) = run("SIM_THREADS=$threads $folder/fibres");
    is("$status$errors", '0', 'each thread on a stack of its own');
    is(join('', run("SIM_THREADS=$threads $folder/phases")), "0$expected", "as loops, $threads host threads: the same, also where threads race");
}
is((run("SIM_ORDER=adversarial $folder/phases"))[1], (run("SIM_ORDER=adversarial $folder/fibres"))[1], 'in the hostile order, too');
is(join('', run("NO_RACES=1 $folder/checked")) =~ s/^simulator: times are modelled.*\n//mr, join('', run("NO_RACES=1 $folder/phases")), 'and as counted');
for my $program ('phases', 'fibres') {
    my ($status, undef, $errors) = run("$folder/$program wild");
    is($status, FOUND, "$program: a wild store ends the program");
    like($errors, qr/^simulator: thread 37 of block [01] of wild, /m, 'and is that thread\'s');
}
(undef, undef, $errors) = run("SIM_THREADS=1 SIM_WATCHDOG=1 $folder/phases endless 2>$folder/said & while ! grep -q 'It goes on' $folder/said; do sleep 0.2; done; kill \$!; wait \$!", 60);
$errors = read_file("$folder/said");
like($errors, qr/^  thread 5 of block \d is here/m, 'the watchdog says where a loop is');
like($errors, qr/^simulator: interrupted: \S*phases\.cu:\d+ in endless$/m, 'and it can be ended');

# ---- Kernels without a loop: their blocks cannot wait for each other, and no copy of memory is made ----
is((run("build/simcc --plain -o $folder/short tests/plain/short.cu"))[2], '', 'short.cu compiles');
my %most;
for my $kernel ('straight', 'looped') {
    my %sums;
    for my $threads (1, 2) {
        my ($sum, $most) = split /\n/, (run("SIM_THREADS=$threads $folder/short $kernel"))[1];
        $sums{$sum} = 1;
        $most{$kernel}{$threads} = $most;
    }
    is(join(' ', keys %sums), '229159.0', "$kernel: the sum");
}
cmp_ok($most{straight}{2}, '<', $most{straight}{1} + 24, 'without a loop, two host threads need no more memory than one')
    or diag(explain(\%most));
cmp_ok($most{looped}{2}, '>', $most{looped}{1} + 40, 'with one there is a copy of the 64 MiB') or diag(explain(\%most));
my ($failed, undef, $said) = run("SIM_THREADS=1 $folder/short nowhere");
is($failed, FOUND, 'a store that goes nowhere is found');
like($said, qr/^simulator: thread 169 of block 3 of nowhere, /m, 'with the first thread that makes one');
for my $threads (2, 5) {
    is((run("SIM_THREADS=$threads $folder/short nowhere"))[2], $said, "$threads host threads: the same");
    like((run("SIM_THREADS=$threads $folder/short late"))[2], qr/^simulator: thread 169 of block 3 of late, /m,
        'though a later block is there first');
}

# ---- Functions that shuffle, for all lanes of a warp at once ------------------------------------
for (run_many("cd $folder && $here/build/simcc --plain --keep -o lanes $here/tests/plain/lanes.cu",
              "build/simcc --plain -g -o $folder/lanes_of_fibres tests/plain/lanes.cu")) {
    is("$_->[1]$_->[2]$_->[3]", '0', 'lanes.cu compiles');
}
my %in_lanes = map { $_ => 1 } read_file("$folder/lanes.simcc.ii") =~ /static void sim_lanes_(\w+)/g;
is(join(' ', sort keys %in_lanes), 'mixed sum_all sum_down', 'functions that do no more than shuffle run so');
my %phased = map { $_ => 1 } (run("nm -C $folder/lanes"))[1] =~ /(\w+)\([^)]*\)::sim_site::sim_phases/g;
is(join(' ', sort keys %phased), 'kinds ordered sums', 'in kernels that reach them with all threads');
for my $threads (1, 3) {
    my ($status, $expected, $errors) = run("SIM_THREADS=$threads $folder/lanes_of_fibres");
    is("$status$errors", '0', 'each thread on a stack of its own');
    is(join('', run("SIM_THREADS=$threads $folder/lanes")), "0$expected", "in lanes, $threads host threads: the same, sums of floats, too");
}
for (run_many("build/simcc --plain -o $folder/refused tests/plain/lanes_refused.cu",
              "build/simcc --plain -g -o $folder/refused_of_fibres tests/plain/lanes_refused.cu")) {
    is("$_->[1]$_->[2]$_->[3]", '0', 'lanes_refused.cu compiles');
}
unlike((run("nm $folder/refused"))[1], qr/sim_lanes|sim_phases/, 'where a value is no lane\'s, or of another type, nothing runs so');
is((run("$folder/refused"))[1], (run("$folder/refused_of_fibres"))[1], 'and all is as ever');

# ---- Blocks that wait for each other, on host threads that take them without a lock --------------
for (run_many("build/simcc --plain -o $folder/waits tests/plain/waits.cu", "build/simcc -o $folder/waits_counted tests/plain/waits.cu")) {
    is("$_->[1]$_->[2]$_->[3]", '0', 'waits.cu compiles');
}
for ('waits', 'waits_counted 1500') {
    ($status, $expected, $errors) = run("SIM_THREADS=1 $folder/$_");
    is($status . ($errors =~ s/^simulator: times are modelled.*\n//mr), '0', "$_: ends");
    like($expected, qr/, 0 not in the order of blocks/, 'atomics are in the order of blocks');
    for my $threads (drawn(2, 7, 16)) {
        is((run("SIM_THREADS=$threads $folder/$_"))[1], $expected, "$threads host threads: the same");
    }
    is((run("SIM_THREADS=7 SIM_ORDER=adversarial $folder/$_"))[1], $expected, 'in the hostile order, too');
    is((run("SIM_THREADS=7 SIM_CHECKS=0 $folder/$_"))[1], $expected, 'and without checks');
}

done_testing;
