package ViewRuns;
# Runs made up by chance, in the format of docs/view_format.md, and what a reader must make of
# them: a truth of the tests' own for the page's modules.
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(random_run);

my $row = 128;    # bytes of all banks

sub pick { return $_[int rand @_] }

# The steps of one warp in one part between barriers: lists of [what, lanes, size, accesses,
# values]; accesses are bytes from the array's start.
sub random_steps {
    my ($sizes) = @_;
    my @steps;
    for (1 .. int rand 6) {
        my $what = pick(qw(b d l s s s));
        my @lanes = grep { rand() < .6 } 0 .. 31;
        @lanes = (0 .. 31) if rand() < .4 || !@lanes;
        my $size = pick(@$sizes);
        my $offset = int rand 8;
        my @at = map { $size * ($offset + (rand() < .1 ? int rand 40 : $_)) } @lanes;
        push @steps, {what => $what, lanes => \@lanes, size => $what =~ /[ls]/ ? $size : 0, at => \@at,
                      values => [map { int(rand 200) - 100 } @lanes]};
    }
    return @steps;
}

sub mask_of {
    my $mask = 0;
    $mask |= 1 << $_ for @{$_[0]};
    return $mask;
}

# As the format writes a request's addresses: a distance between lanes if there is one.
sub by_of {
    my ($lanes, $at) = @_;
    my @from = map { $_ - $at->[0] } @$at;
    return 0 if @$at == 1;
    my $step = $from[1] / ($lanes->[1] - $lanes->[0]);
    my $even = $step == int $step
        && !grep { $from[$_] != $step * ($lanes->[$_] - $lanes->[0]) } 0 .. $#from;
    return $even ? $step : \@from;
}

# One value if all lanes have the same, else a list; 16 bytes are four equal numbers.
sub values_of {
    my ($size, @values) = @_;
    @values = map { $size == 16 ? [($_) x 4] : $_ } @values;
    my %different = map { (ref $_ ? "@$_" : $_) => 1 } @values;
    return keys %different == 1 ? $values[0] : \@values;
}

# {run => the run, memory => for each part of its block, {byte => [size, value]} as stores in the
# order of the turns leave it, columns => how many each part must have,
# barriers => how many it passes}. A last part without a step is none.
sub random_run {
    my ($seed, @sizes) = @_;
    srand $seed;
    my ($warps, $parts) = (1 + int rand 4, 1 + int rand 4);
    my (@kinds, %kind_of, @masks, %mask_of, %memory, @turns, @memories, @columns);
    my @warps = map { {steps => [], requests => {array => [], at => [], by => [], cost => [], values => []},
                       exchanges => [], barriers => []} } 1 .. $warps;
    my $kind = sub {
        my ($what, $lanes, $size) = @_;
        my $mask = mask_of($lanes);
        $mask_of{$mask} //= push(@masks, $mask) - 1;
        my @kind = ($what, 1 + index('bdlsB', $what) % 3, $mask_of{$mask}, $size, $size ? 's' : '');
        $kind_of{"@kind"} //= push(@kinds, \@kind) - 1;
        return $kind_of{"@kind"};
    };
    for my $part (0 .. $parts - 1) {
        my $widest = 0;
        for my $warp (sort { rand() <=> .5 } 0 .. $warps - 1) {
            my @steps = random_steps(\@sizes);
            push @steps, {what => 'B', lanes => [0 .. 31], size => 0} if $part < $parts - 1;
            push @turns, $warp, scalar @steps;
            $widest = @steps if @steps > $widest;
            for my $step (@steps) {
                push @{$warps[$warp]{steps}}, $kind->(@{$step}{qw(what lanes size)});
                push @{$warps[$warp]{barriers}}, $part if $step->{what} eq 'B';
                next unless $step->{size};
                my ($at, $values, $size) = @{$step}{qw(at values size)};
                push @{$warps[$warp]{requests}{array}}, 0;
                push @{$warps[$warp]{requests}{at}}, $at->[0];
                push @{$warps[$warp]{requests}{by}}, by_of($step->{lanes}, $at);
                push @{$warps[$warp]{requests}{cost}}, 1;
                push @{$warps[$warp]{requests}{values}},
                    $step->{what} eq 'l' ? undef : values_of($size, @$values);
                next if $step->{what} eq 'l';
                for my $i (0 .. $#$at) {
                    my $start = $row + $at->[$i];    # where the array begins
                    delete $memory{$_} for grep { $_ < $start + $size && $_ + $memory{$_}[0] > $start } keys %memory;
                    $memory{$start} = [$size, $values->[$i]];
                }
            }
        }
        push @columns, $widest;
        push @memories, {map { $_ => [@{$memory{$_}}] } keys %memory};
    }
    pop @columns, pop @memories while @columns > 1 && !$columns[-1];
    my $column = sub { my ($i) = @_; [map { $_->[$i] } @kinds] };
    my %lines = map { $_ => [0, 0, 0] } qw(time global_requests global_lanes global_sectors global_bytes
        shared_requests shared_lanes wavefronts diverged block_barriers warp_barriers exchanges);
    my $launch = {kernel => 'random', grid => [1, 1, 1], block => [32 * $warps, 1, 1], dynamic_shared => 0,
        number => 1, error => undef, threads => 32 * $warps, warps => $warps, block_count => 1,
        totals => {}, lines => {position => [1, 2, 3], %lines},
        arrays => [{space => 'shared', name => 'values', made => 0, kind => 'shared', bytes => 4096,
                    start => $row, address => undef, element => 'integer'}],
        kinds => {what => $column->(0), position => $column->(1), mask => $column->(2),
                  size => $column->(3), space => $column->(4)},
        masks => \@masks, findings => [], time => undef,
        blocks => [{index => 0, coordinates => [0, 0, 0], why => ['first'], turns => \@turns,
                    warps => \@warps, steps_left_out => 0}],
        left_out => {blocks => 0, steps => 0, values => 0, cycles => undef}};
    my $run = {program => 'random', arguments => [], clock => undef,
        device => {key => 'h100', name => 'H100', peak_bandwidth => 1, constants => {}, units => {}},
        files => [{name => 'random.cu', first => 1, lines => ['one', 'two', 'three']}],
        positions => [[-1, 0], [0, 1], [0, 2], [0, 3]], launches => [], launches_total => 1,
        shown => [$launch], host_findings => [], left_out => {launches => 0, lines => 0}};
    return {run => $run, memory => \@memories, columns => \@columns, barriers => $parts - 1};
}

1;
