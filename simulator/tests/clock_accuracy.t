# How near the clock's times are to those that were measured: some rows of calibrate/recordings/, run again, and of the guests' times (GUEST_TIMES).
# A change of the model, or of a constant, that makes it worse fails here.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Drawn;
use Examples;
use Run;
use List::Util qw(sum);
use Test::More;
use Text::ParseWords qw(quotewords);

# Bounds of |log(modelled / measured)|, a little above what the model reaches: 0.1 is about 10 % off.
my %bounds = (
    h100  => {mean => 0.04, worst => 0.14},
    h200  => {mean => 0.06, worst => 0.20},
    cases => {mean => 0.09, worst => 0.45},
    empty => {mean => 0.47, worst => 0.47}, # in blocks of 1024, with nothing to do: block_start stands for first loads, too
);
my @sizes = map { 2 ** $_ } 14, 18, 22, 24, 26;
# Of the other kernels some small ones that take little of the simulator's time, on the first device.
my %cases = (arithmetic => [qw(float integer)], blocks => [qw(empty barriers)],
             reductions => [qw(atomic_per_warp maximum)], scans => [qw(shared)]);

my $compiler = $ENV{CXX} // 'g++';
skip_without_operations();
plan skip_all => "the model's constants are fitted to what g++ 12 compiles"
    if `$compiler --version` !~ /g\+\+.* 12\.\d/;
delete @ENV{grep { /^SIM_/ } keys %ENV};
my @programs = map { "build/calibrate/$_" } sort keys %cases;
system("make -s -j2 simulator @programs") == 0 or die "the programs do not build\n";
my %is_guest = map { $_ => 1 } guests();

# The rows of comma-separated values, each by the names of its columns.
sub rows {
    my ($heading, @lines) = split /\n/, $_[0];
    my @names = split /,/, $heading // '';
    return map { my %row; @row{@names} = quotewords(',', 0, $_); \%row } @lines;
}

# Times of the guests that can be compared: others are of a cache that was not cold.
sub cold_rows {
    my ($device) = @_;
    my $folder = $ENV{GUEST_TIMES} // return;
    return grep { ($_->{cache} // '') eq 'cold' && $is_guest{$_->{program}} } rows(read_file("$folder/$device/grid.csv"));
}

# Of each guest one row, with another n and another block for each; or of the next n that was measured.
sub choose {
    my ($device, $turn) = @_;
    my (@chosen, %of_step);
    push @{$of_step{$_->{program}}}, $_ for cold_rows($device);
    for my $program (sort keys %of_step) {
        my @possible;
        for (1 .. @sizes) {
            my $size = $sizes[$turn++ % @sizes];
            @possible = grep { $_->{n} == $size } @{$of_step{$program}};
            last if @possible;
        }
        push @chosen, $possible[$turn % @possible] if @possible;
    }
    return @chosen;
}

# The last block of the steps 13 and 14 finishes the sum, so that all must run; of the largest n that would
# take too long. Step 14 chooses its block itself.
sub command {
    my ($device, $row) = @_;
    my $clock = $row->{program} =~ /^step1[34]/ && $row->{n} <= 2 ** 24 ? 1 : 'only';
    my $block = $row->{program} =~ /^step14/ ? '' : "-b $row->{block}";
    return "SIM_DEVICE=$device SIM_CLOCK=$clock SIM_CHECKS=0 SIM_THREADS=1 SIM_MEMORY=4G " .
           guest($row->{program}) . " -n $row->{n} $block -r 1 --csv -";
}

# What is wrong with errors, {name => error, ...}; nothing if they are within the bounds.
sub complaints {
    my ($bounds, $errors) = @_;
    my $mean = sum(values %$errors) / keys %$errors;
    my ($worst) = sort { $errors->{$b} <=> $errors->{$a} } keys %$errors;
    my @complaints;
    push @complaints, sprintf 'the mean error is %.3f', $mean if $mean > $bounds->{mean} && share() == 1; # a few have another mean
    push @complaints, sprintf '%s: %.3f', $worst, $errors->{$worst} if $errors->{$worst} > $bounds->{worst};
    note sprintf '%d times, mean error %.3f, worst %.3f: %s', scalar keys %$errors, $mean,
        $errors->{$worst}, $worst;
    return @complaints;
}

# The errors of rows of guests, on a device as SIM_DEVICE names it.
sub errors_of {
    my ($device, @rows) = @_;
    my %errors;
    my @results = run_many(map { command($device, $_) } @rows);
    for my $i (0 .. $#rows) {
        my ($row, $name) = ($rows[$i], "$rows[$i]{program}, n = $rows[$i]{n}, blocks of $rows[$i]{block}");
        my ($modelled) = rows($results[$i][2]);
        if (!$modelled || !($modelled->{median_ms} > 0)) {
            fail("$name: has a time");
            diag($results[$i][3]);
            next;
        }
        $errors{$name} = abs log $modelled->{median_ms} / $row->{median_ms};
    }
    return %errors;
}

# ---- the guests ------------------------------------------------------------------------------
my ($largest) = grep { $_->{n} == 2 ** 28 && $_->{program} =~ /^step12/ } cold_rows('h100'); # others take ten times as long
my %chosen = (h100 => [drawn(choose('h100', 0), choose('h100', 2), $largest // ())], h200 => [drawn(choose('h200', 1))]);
for my $device (sort keys %chosen) {
    SKIP: {
        skip "$device: no times of guests on a cold cache (GUESTS=FOLDER, GUEST_TIMES=FOLDER)", 2 if !@{$chosen{$device}};
        my %errors = errors_of($device, @{$chosen{$device}});
        cmp_ok(scalar keys %errors, '>=', 14 / share(), "$device: a time of each guest");
        is(join("\n", complaints($bounds{$device}, \%errors)), '',
           "$device: the guests' times are near those measured");
    }
}

# ---- other kernels ----------------------------------------------------------------------------
my $key = sub { join '/', map { $_[0]{$_} } qw(family case n block grid) };
my %measured = map { $key->($_) => $_ } rows(read_file('calibrate/recordings/h100/cases.csv'));
my %errors;
for my $result (run_many(map { "SIM_CLOCK=only SIM_CHECKS=0 " . "build/calibrate/$_ @{$cases{$_}}" }
                         sort keys %cases)) {
    for my $row (rows($result->[2])) {
        my $measured = $measured{$key->($row)} or next;
        $errors{$key->($row)} = abs log $row->{milliseconds} / $measured->{milliseconds};
    }
}
cmp_ok(scalar keys %errors, '>=', 12, 'a dozen of other kernels');
my %empty = map { $_ => delete $errors{$_} } 'blocks/empty/8388608/1024/8192';
is(join("\n", complaints($bounds{cases}, \%errors), complaints($bounds{empty}, \%empty)), '', 'their times are near those measured');

# ---- a worse model is found out -------------------------------------------------------------------
my @of_memory = grep { $_->{n} == 2 ** 24 && $_->{block} == 512 && $_->{program} =~ /^step(09|1[0-2])/ }
                cold_rows('h100');
SKIP: {
    skip 'no times of guests', 1 if !@of_memory;
    %errors = errors_of('h100,memory_share=0.46', @of_memory);
    isnt(join("\n", complaints($bounds{h100}, \%errors)), '', 'with half of the memory bandwidth they are not');
}

done_testing();
