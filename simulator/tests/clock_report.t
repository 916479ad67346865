# The reports of the simulator's clock: what it prints of a kernel, what stands in the csv files and beside the lines.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Csv;
use Examples;
use Run;
use List::Util qw(max sum);
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# ---- The report -----------------------------------------------------------------------------------
my @causes = causes();
for my $name (qw(two_loads eight_loads last_block)) {
    my $program = example($name);
    ($status, $out, $errors) = run("SIM_REPORT=clock SIM_CHECKS=0 $program -n 1048576 -b 512");
    is("$status$errors", '0', "$name, with a report");
    my ($report) = $out =~ /\n\n(.*)\z/s ? $1 : '';
    like($report, qr/^sum\w+ <<<grid \d+ block 512>>>: modelled time of one launch\non NVIDIA H100 80GB HBM3 \(simulated\)$/m,
         'its kernel and the device');
    my ($kernel, $launch, $both) =
        $report =~ /^  modelled: kernel ([\d.]+) us and launch ([\d.]+) us, together ([\d.]+) us$/m;
    near($kernel + $launch, $both, 0.01, 'times');
    my (%share, %part);
    while ($report =~ /^  (\S.{20}) (#* *) +([\d.]+) % +([\d.]+) us$/mg) {
        my ($cause, $bar, $percent, $time) = ($1, $2, $3, $4);
        $cause =~ s/ +$//;
        ($share{$cause}, $part{$cause}) = ($percent, $time);
        ok(abs($bar =~ tr/#// - 0.4 * $percent) <= 0.51, "the bar of $cause is as long as its share");
    }
    is_deeply([sort keys %share], [sort @causes], 'the causes');
    near(sum(values %share), 100, 0.01, 'together are 100 %');
    near(sum(values %part), $kernel, 0.04, 'and the kernel\'s time');
    like($report, qr/^  resident blocks   [1-4] on a multiprocessor, limited by (?:its 2048 threads|the grid \(4 would fit\))$/m,
         'the resident blocks and what limits them');
    like($report, qr/^  occupancy         \d+ of 64 warps, \d+ %/m, 'the occupancy');
    like($report, qr/^  waves of blocks   \d+\.\d\d: the device has room for 528 at a time; the last wave is \d+ % full$/m,
         'waves');
    like($report, qr/^  bytes under way   [\d.]+ KB .*\n  Little's law      [\d.]+ KB .* GB\/s x \d+ ns$/m,
         'bytes under way, and how many there should be');
    my %bound = $report =~ /^    (\S.*?) +([\d.]+) us +\d+ %(?:  nearest)?$/mg;
    is_deeply([sort keys %bound], ['L2 bandwidth', 'block starts', 'instruction issue', 'memory bandwidth'], 'the bounds');
    my ($nearest) = $report =~ /^    (\S.*?) +[\d.]+ us +\d+ %  nearest$/m;
    cmp_ok($bound{$nearest // ''} // 0, '==', max(values %bound), 'the longest is the nearest, or one of them');
    ok((!grep { $_ > $kernel } values %bound), 'none is longer than the kernel');
    my ($main) = $report =~ /^  most of it is (.+); what would have to change:\n    \w.+$/m;
    cmp_ok($share{$main // ''} // 0, '==', max(values %share), 'the advice fits the largest share, one of them if they look alike');
    is(join("\n", grep { length > 100 } split /\n/, $report), '', 'no line is over 100 columns wide');
}

# ---- The csv files and the listing -----------------------------------------------------------------
my $program = example('two_loads') . ' -n 65536';
my ($row) = modelled($program);
near(sum(map { $row->{$_} } grep { /^modelled_share_/ } keys %$row), 100, 0.01, 'shares in the csv file');
is(scalar(grep { /^modelled_share_/ } keys %$row), scalar @causes, 'one for each cause');
is(scalar(grep { !defined $row->{$_} || $row->{$_} !~ /^\d+(?:\.\d+)?$/ } grep { /^modelled_/ } keys %$row), 0, 'all are numbers');
($status, $out) = run("SIM_REPORT=lines SIM_LINES_CSV=$folder/lines.csv $program");
my %listed = map { $_->{line} => $_->{modelled_time_share} } rows("$folder/lines.csv");
near(sum(values %listed), 100, 0.01, 'the lines\' shares are 100 % together');
like($out, qr/ barriers modelled\n/, 'the listing has the column');
my %shown = map { /^.{64} +([\d.]+)% +(\d+)  / ? ($2, $1) : () } split /\n/, $out;
is_deeply([sort keys %shown], [sort grep { $listed{$_} > 0 } keys %listed], 'for the same lines');
is(scalar(grep { abs($shown{$_} - $listed{$_}) > 0.051 } keys %shown), 0, 'with the same values');

# ---- Without a table of operations -----------------------------------------------------------------
# As on machines whose assembly simcc does not read. One line says so, not more.
my $lacks = 'simulator: modelled times lack the operations between accesses: this program has no table of them (docs/clock.md)';
($status, undef, $errors) = run("build/simcc -c -o $folder/without.o examples/two_loads.cu && "
    . "objcopy -R sim_operations -R .rela.sim_operations $folder/without.o && build/simcc -o $folder/without $folder/without.o");
is("$status$errors", '0', 'a program without it');
for my $settings ('SIM_REPORT=clock', 'SIM_REPORT=lines') {
    (undef, undef, $errors) = run("$settings $folder/without -n 65536");
    is(scalar(grep { $_ eq $lacks } split /\n/, $errors), 1, "$settings says that times lack operations");
    (undef, undef, $errors) = run("$settings $program");
    unlike($errors, qr/lack/, 'a program with operations does not');
}
(undef, undef, $errors) = run("SIM_CLOCK=0 SIM_REPORT=lines $folder/without -n 65536");
unlike($errors, qr/lack/, 'nor one without times');

# ---- Without the clock --------------------------------------------------------------------------
my @without = (['SIM_CLOCK=0', $program], ['SIM_COUNTERS=0', $program]);
($status, undef, $errors) = run("build/simcc --plain -o $folder/plain examples/two_loads.cu");
is($status, 0, 'a --plain build');
push @without, ['', "$folder/plain -n 65536"];
for (@without) {
    my ($setting, $command) = @$_;
    ($status, $out, $errors) = run("$setting SIM_REPORT=clock SIM_CSV=$folder/a.csv SIM_LINES_CSV=$folder/b.csv $command");
    is("$status$errors", '0', "$setting " . ($command =~ /plain/ ? '--plain' : ''));
    like($out, $setting ? qr/^No modelled times: the clock is off \(SIM_CLOCK=0 or SIM_COUNTERS=0\)\.$/m
                        : qr/^No modelled times: no kernel was compiled with hooks \(simcc --plain\)\.$/m, 'says why');
    unlike(read_file("$folder/a.csv") . read_file("$folder/b.csv"), qr/modelled/, 'and the files have no such columns');
    ($status, $out) = run("$setting SIM_REPORT=lines $command");
    unlike($out, qr/modelled$/m, 'nor has the listing');
}

done_testing();
