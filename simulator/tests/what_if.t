# What if: the clock's times of kernels with a cost taken away, beside its times of kernels that do not have it; the
# part of the report that says so, and its csv file.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Csv;
use Examples;
use Run;
use Test::More;

skip_without_operations();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors) = run("build/simcc -o $folder/what_if tests/clock/what_if.cu");
is("$status$errors", '0', 'what_if.cu compiles');

# The rows of the csv file of a command, by what is left out: "KERNEL COST", "KERNEL COST COST", "KERNEL line NUMBER".
sub experiments {
    my ($command) = @_;
    unlink "$folder/a.csv";
    ($status, $out, $errors) = run("SIM_WHAT_IF_CSV=$folder/a.csv $command");
    is("$status$errors", '0', $command =~ s{.*/}{}r);
    my @rows = rows("$folder/a.csv");
    return (map { join(' ', @{$_}{qw(kernel without)}, grep { $_ ne '' } @{$_}{qw(and line)}) => $_ } @rows);
}
my %without = experiments("SIM_CSV=$folder/times.csv $folder/what_if");
my %time = map { $_->{kernel} => $_->{modelled_us} } rows("$folder/times.csv");
my @costs = qw(divergence bank_conflicts uncoalesced barriers load_latency bandwidth atomics block_starts);

# ---- a cost that is taken away, and kernels that never had it -------------------------------------------
SKIP: {
    my $compiler = $ENV{CXX} // 'g++';
    skip 'the loops are those that gcc leaves', 5 if `$compiler --version` !~ /Free Software Foundation/;
    # Both sides of `diverges` are one loop in the host's code, so that twin is further off.
    for (['diverges', 'divergence', 'parts_by_warps', 0.1], ['sum_shared<8>', 'bank_conflicts', 'sum_shared<1>', 0.1],
         ['load_rows', 'uncoalesced', 'load_columns', 0.05]) {
        my ($kernel, $cost, $other, $tolerance) = @$_;
        cmp_ok($time{$kernel}, '>', 1.3 * $time{$other}, "$kernel is slower than $other");
        near($without{"$kernel $cost"}{modelled_without_us}, $time{$other}, $tolerance, "without $cost it is not");
    }
    my ($line) = sort { $without{"remainders line $a"}{modelled_without_us} <=> $without{"remainders line $b"}{modelled_without_us} }
                 map { /^remainders line (\d+)$/ ? $1 : () } keys %without;
    cmp_ok($time{remainders}, '>', 4 * $time{no_remainders}, 'remainders take long');
    near($without{'remainders line ' . ($line // '?')}{modelled_without_us}, $time{no_remainders}, 0.1,
         'without the line that begins their basic block they do not');
}
SKIP: {
    my $compiler = $ENV{CXX} // 'g++';
    skip 'the sides are those that gcc leaves', 3 if `$compiler --version` !~ /Free Software Foundation/;
    # where issuing is all that takes time, as the warps that pass a side by do not wait for its loads
    my %issuing = experiments("SIM_DEVICE=h100,issue_width=0.25 $folder/what_if");
    my ($short, $long) = ($issuing{'sides<1> divergence'}, $without{'sides<8> divergence'});
    cmp_ok($short->{modelled_without_us}, '>', 0.97 * $short->{modelled_us}, 'a side that nvcc predicates is issued by all warps in any case');
    cmp_ok($long->{modelled_without_us}, '<', 0.5 * $time{'sides<8>'}, 'a longer one is not');
}
my $waits = $without{'rounds<1> barriers'}{modelled_without_us};
cmp_ok($waits, '<', 0.8 * $time{'rounds<1>'}, 'barriers that nobody waits at cost less');
cmp_ok($waits, '>', 0.9 * $time{'rounds<0>'}, 'but not less than none');
($status, undef, $errors) = run("build/simcc -o $folder/atomics tests/clock/atomics.cu");
is("$status$errors", '0', 'atomics.cu compiles');
my $adds = {experiments("$folder/atomics")}->{'add_in_l2 atomics'};
cmp_ok($adds->{modelled_without_us}, '<', 0.8 * $adds->{modelled_us}, 'a kernel that waits for one atomic does not without atomics');
for my $kernel ('parts_by_warps', 'sum_shared<1>', 'load_columns', 'no_remainders') {
    my @none = ('divergence', 'bank_conflicts', 'uncoalesced', 'atomics');
    is_deeply([map { $without{"$kernel $_"}{modelled_change_percent} } @none], [('0.00') x @none],
              "$kernel: what it does not have gains nothing");
}

# ---- constants of the device ------------------------------------------------------------------------------
($status, undef, $errors) = run("build/simcc -o $folder/latency tests/clock/latency.cu");
my $device = 'SIM_DEVICE=h100,clock=1000,block_start=100,first_start=0.001,l2_size=1024,memory_latency'; # L2 is too small to keep its data
{
    my %short = experiments("$device=700 $folder/latency");
    my %long = experiments("$device=7000 $folder/latency");
    near($_->{'from_memory load_latency'}{modelled_without_us}, $short{'from_memory load_latency'}{modelled_without_us}, 0.01,
         'loads that answer at once do so whatever the latency') for \%long;
    near($long{'from_memory load_latency'}{modelled_us} - $short{'from_memory load_latency'}{modelled_us}, 6.3, 0.01,
         'which the time without an experiment has');
    # a load's own latency is longer or shorter by next to nothing here
    my $none = {experiments("$device=1,l2_latency=1,block_start=1000,first_start=500 $folder/latency")}->{'from_memory block_starts'};
    near($none->{modelled_us} - $none->{modelled_without_us}, 1.5, 0.01, 'a block that starts at once saves its start, and what the first ones have more');
    my ($without, $with) = @{$long{'from_memory block_starts'}}{qw(modelled_without_us modelled_us)};
    cmp_ok(abs($without - $with + 0.1), '>', 0.001, 'a load has a latency of its own in each run: beside it the start is another part of the time');
    cmp_ok(abs($without - $with + 0.1), '<', 0.03, 'of nearly the same mean');
}

# ---- two at a time, all of them ---------------------------------------------------------------------------
for my $kernel (sort keys %time) {
    my @counts = grep { $without{"$kernel $_"}{modelled_change_percent} != 0 } @costs;
    is(join(' ', grep { !$without{"$kernel $_"} } @costs), '', "$kernel: each cost is tried");
    my @missing;
    for my $i (0 .. $#counts) {
        push @missing, grep { !$without{"$kernel $_"} } map { "$counts[$i] $_" } @counts[$i + 1 .. $#counts];
    }
    is("@missing", '', "$kernel: and each pair that counts");
    is((grep { $without{$_}{modelled_us} != $time{$kernel} } grep { /^\Q$kernel\E / } keys %without), 0, 'beside its time');
}

# ---- the report ----------------------------------------------------------------------------------------------
my $unlike = 0;
for my $name (qw(neighbored two_loads last_block)) {
    my $program = example($name) . ' -n 262144';
    my %of = experiments($program);
    ($status, $out) = run("SIM_REPORT=clock $program");
    my ($kernel) = $out =~ /^  modelled: kernel ([\d.]+) us/m;
    my ($part) = $out =~ /^  what if, modelled: .*\n((?: {4}.*\n|  two .*\n)+)\n  where warps spend the time, modelled/m;
    ok($part, "$name: what if comes before the shares");
    my (@changes, %printed);
    while (($part // '') =~ /^    (\S.*?) +([\d.]+) us +([-+]?[\d.]+) %(?:   \S.*)?$/mg) {
        my ($what, $time, $change) = ($1, $2, $3);
        $printed{$what} = $time;
        push @changes, $change if $what !~ /^without line/;
        cmp_ok(abs($time / $kernel - 1 - $change / 100), '<', 0.006, "$name, $what: time and change");
    }
    is_deeply(\@changes, [sort { $a <=> $b } @changes], 'the largest gain first');
    is(scalar @changes, scalar @costs, 'each cost has a line');
    # a line's share says little of its gain: all lines are tried
    my %share = map { $_->{line} => $_->{modelled_time_share} } do { run("SIM_LINES_CSV=$folder/lines.csv $program"); rows("$folder/lines.csv") };
    $unlike += grep { /^\S+ line (\d+)$/ && $share{$1} < 1 && $of{$_}{modelled_change_percent} < -5 } keys %of;
    my %number = map { /^\S+ line (\d+)$/ ? ($1, $of{$_}) : () } keys %of;
    my @lines = map { /^without line (\d+)$/ ? $1 : () } keys %printed;
    is(scalar @lines, 3, 'three lines of the source');
    is(scalar(grep { !$number{$_} || abs($number{$_}{modelled_without_us} - $printed{"without line $_"}) > 0.0051 } @lines), 0,
       'with the values of the csv file');
}

cmp_ok($unlike, '>', 0, 'a line with less than a hundredth of the time, worth more than a twentieth of it, is found');

# ---- the same whenever it runs; not where nobody asks -------------------------------------------------------------
{
    my $program = example('two_loads') . ' -n 100001';
    my %seen;
    for my $threads (1, 3, 2) {
        my %of = experiments("SIM_THREADS=$threads $program");
        $seen{join ' ', map { "$_ $of{$_}{modelled_without_us}" } sort keys %of}++;
    }
    is(scalar(keys %seen), 1, 'the same with 1, 2 and 3 host threads');
    unlink "$folder/a.csv";
    ($status, $out) = run("SIM_CLOCK=0 SIM_WHAT_IF_CSV=$folder/a.csv $program");
    ok(!-e "$folder/a.csv", 'no file without the clock');
    ($status, undef, $errors) = run("SIM_WHAT_IF_CSV=$folder/no/such.csv $program");
    like($errors, qr{^simulator: cannot write $folder/no/such\.csv$}m, 'a file that cannot be written is said so');
}

done_testing();
