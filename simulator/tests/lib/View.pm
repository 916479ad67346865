package View;
# What a view's data (docs/view_format.md) must hold true whatever the program: what its parts
# say of each other, and what can be worked out again from the addresses and values in it.
use strict;
use warnings;
use Exporter 'import';
use lib 'tests/lib';
use Json 'json_decode';
use Run;

our @EXPORT = qw(view_of view_problems sums_of_steps);

# The data of a page or a file of data; nothing if it is not as the format says.
sub view_of {
    my ($file) = @_;
    my $text = read_file($file);
    if ($text =~ /^<!DOCTYPE html>/) {
        my @data = $text =~ m{<script type="application/json" id="data">(.*?)</script>}gs;
        return if @data != 1;
        $text = $data[0];
    }
    return if $text !~ /\A\{"version":1,"runs":\[\n.*\n\]\}\n\z/s || $text =~ /</;
    return eval { json_decode($text) };
}

sub lanes_of { my ($mask) = @_; return grep { $mask >> $_ & 1 } 0 .. 31 }

# The lanes' addresses in their space.
sub addresses {
    my ($launch, $requests, $i, @lanes) = @_;
    my $start = $launch->{arrays}[$requests->{array}[$i]]{start} + $requests->{at}[$i];
    my $by = $requests->{by}[$i];
    return map { $start + $_ } @$by if ref $by;
    return map { $start + $by * ($_ - $lanes[0]) } @lanes;
}

# As the hardware counts: sectors of 32 bytes that are touched.
sub sectors {
    my ($size, @addresses) = @_;
    my %touched;
    for my $address (@addresses) {
        $touched{$_} = 1 for int($address / 32) .. int(($address + $size - 1) / 32);
    }
    return scalar keys %touched;
}

# For each part of a warp that is served at once, the most different words in one bank. Stores of 8 bytes go by halves, of
# 16 by quarters; loads by halves, or all at once where neighbours, or each second lanes, have the same address.
sub wavefronts {
    my ($size, $is_load, $lanes, @addresses) = @_;
    my $words = $size < 4 ? 1 : $size / 4;
    my (%address, %part);
    @address{@$lanes} = @addresses;
    my $pairs = grep { my $bit = $_; !grep { $address{$_} != ($address{$_ ^ $bit} // $address{$_}) } @$lanes } 1, 2;
    my $together = $words == 1 || $is_load && $pairs ? 32 : $is_load ? 16 : 32 / $words;
    push @{$part{int($_ / $together)}}, int($address{$_} / 4) for @$lanes;
    my $wavefronts = 0;
    for my $asked (values %part) {
        my %bank;
        for my $word (@$asked) {
            $bank{($word + $_) % 32}{$word + $_} = 1 for 0 .. $words - 1;
        }
        my $most = 0;
        for (values %bank) {
            $most = keys %$_ if keys %$_ > $most;
        }
        $wavefronts += $most;
    }
    return $wavefronts;
}

# All values of the lanes, one for each.
sub values_of {
    my ($values, $size, $count) = @_;
    my $one = $size == 16 ? !ref $values->[0] : !ref $values;
    return $one ? ($values) x $count : @$values;
}

# Problems of one request; adds it to the sums of its position, and replays shared memory.
sub request_problems {
    my ($launch, $step, $requests, $i, $sums, $shared) = @_;
    my @problems;
    my @lanes = lanes_of($step->{mask});
    my @addresses = addresses($launch, $requests, $i, @lanes);
    my $cost = $step->{space} eq 'g' ? sectors($step->{size}, @addresses)
                                     : wavefronts($step->{size}, $step->{what} eq 'l', \@lanes, @addresses);
    push @problems, "a request costs $cost, not $requests->{cost}[$i]" if $cost != $requests->{cost}[$i];
    push @problems, 'as many places as lanes' if @addresses != @lanes;
    my $kind = $step->{space} eq 'g' ? 'global' : 'shared';
    $sums->{"${kind}_requests"}++;
    $sums->{"${kind}_lanes"} += @lanes;
    $sums->{$kind eq 'global' ? 'global_sectors' : 'wavefronts'} += $cost;
    my $values = $requests->{values}[$i];
    if (!defined $values) { # what was stored is not known
        delete @$shared{@addresses} if $kind eq 'shared' && $step->{what} ne 'l';
        return @problems;
    }
    my ($before, $after) = $step->{what} eq 'a' ? @$values : ($values, $values);
    my @before = values_of($before, $step->{size}, scalar @lanes);
    my @after = values_of($after, $step->{size}, scalar @lanes);
    push @problems, 'as many values as lanes' if @before != @lanes || @after != @lanes;
    for my $k ($kind eq 'shared' ? 0 .. $#lanes : ()) {
        my $known = $shared->{"$addresses[$k],$step->{size}"};
        my $read = ref $before[$k] ? "@{$before[$k]}" : $before[$k];
        push @{$shared->{differs}}, "$addresses[$k] has $known, $read was read"
            if $step->{what} ne 's' && defined $known && $known ne $read;
        $shared->{"$addresses[$k],$step->{size}"} = ref $after[$k] ? "@{$after[$k]}" : $after[$k]
            if $step->{what} ne 'l';
    }
    return @problems;
}

# Problems of a recorded block; adds to the sums by position.
sub block_problems {
    my ($launch, $block, $sums, $race_free) = @_;
    my (@problems, @next, %shared, %barriers, %at_barrier);
    my @warps = @{$block->{warps}};
    push @problems, 'all warps are there' if @warps != $launch->{warps};
    my @turns = @{$block->{turns}};
    while (my ($number, $count) = splice @turns, 0, 2) {
        my $warp = $warps[$number];
        for (1 .. $count) {
            my $index = $warp->{steps}[$next[$number]{step}++];
            return (@problems, 'a turn has steps that are not there') if !defined $index;
            my %step = map { $_ => $launch->{kinds}{$_}[$index] } keys %{$launch->{kinds}};
            return (@problems, "no kind $index") if !defined $step{what};
            $step{mask} = $launch->{masks}[$step{mask}] or return (@problems, 'an empty mask');
            my $sum = $sums->{$step{position}} //= {};
            if ($step{what} =~ /[lsa]/) {
                push @problems, request_problems($launch, \%step, $warp->{requests},
                                                 $next[$number]{request}++, $sum, \%shared);
            } elsif ($step{what} eq 'x') {
                push @problems, 'an exchange has four parts'
                    if @{$warp->{exchanges}[$next[$number]{exchange}++] // []} != 4;
                $sum->{exchanges}++;
            } elsif ($step{what} =~ /[BG]/) {
                my $barrier = $warp->{barriers}[$next[$number]{barrier}++] // -1;
                push @problems, 'barriers come in order' if $barrier < ($next[$number]{last} // 0);
                $next[$number]{last} = $barrier;
                $sum->{block_barriers}++ if $step{what} eq 'B' && !$barriers{$barrier}++;
            } elsif ($step{what} eq 'w') {
                $sum->{warp_barriers}++;
            } elsif ($step{what} eq 'd') {
                $sum->{diverged}++;
            } elsif ($step{what} !~ /[bf]/) {
                push @problems, "no step is a $step{what}";
            }
        }
    }
    for my $number (0 .. $#warps) {
        my ($warp, $next) = ($warps[$number], $next[$number] // {});
        my %count = (step => scalar @{$warp->{steps}}, exchange => scalar @{$warp->{exchanges}},
                     barrier => scalar @{$warp->{barriers}},
                     request => scalar @{$warp->{requests}{array}});
        for (sort keys %count) {
            push @problems, "all ${_}s of a warp belong to its steps" if $count{$_} != ($next->{$_} // 0);
        }
    }
    push @problems, @{$shared{differs}} if $race_free && $shared{differs};
    return @problems;
}

# Adds up the steps of all blocks: {position => {counter => sum}}.
sub sums_of_steps {
    my ($launch) = @_;
    my %sums;
    block_problems($launch, $_, \%sums, 0) for @{$launch->{blocks}};
    return \%sums;
}

sub columns_problems {
    my ($columns, $name) = @_;
    my %lengths = map { scalar @$_ => 1 } values %$columns;
    return keys %lengths > 1 ? "the columns of $name have one length" : ();
}

# An access of a finding is the step that it says.
sub finding_problems {
    my ($launch, $finding) = @_;
    my @problems;
    for my $access (@{$finding->{accesses}}) {
        push @problems, 'an access has an array' if !$launch->{arrays}[$access->{array}];
        my $place = $access->{step} or next;
        my ($block, $warp, $step) = @$place;
        my $steps = $launch->{blocks}[$block]{warps}[$warp]{steps};
        my $kind = $steps->[$step] // return 'an access has a step that is there';
        push @problems, 'it is of the block' if $launch->{blocks}[$block]{index} != $access->{block};
        push @problems, 'it is of the warp' if int($access->{thread} / 32) != $warp;
        push @problems, "$finding->{text}: it is at the position"
            if $launch->{kinds}{position}[$kind] != $access->{position};
        my $mask = $launch->{masks}[$launch->{kinds}{mask}[$kind]];
        my @lanes = lanes_of($mask);
        my $requests = grep { $launch->{kinds}{what}[$_] =~ /[lsa]/ } @$steps[0 .. $step - 1];
        my @addresses = addresses($launch, $launch->{blocks}[$block]{warps}[$warp]{requests},
                                  $requests, @lanes);
        my ($number) = grep { $lanes[$_] == $access->{thread} % 32 } 0 .. $#lanes;
        return (@problems, 'its lane takes part') if !defined $number;
        my $own = $launch->{arrays}[$access->{array}]{start} + $access->{offset};
        # where memory reaches that far, an index below 0 is that of an element so many times 2^32 behind
        $own += 2 ** 32 while $finding->{text} =~ /wraps around/ && $own + 2 ** 31 < $addresses[$number];
        push @problems, "$finding->{text}: it is at the address"
            if $own >= $addresses[$number] + $launch->{kinds}{size}[$kind] ||
               $own + $access->{size} <= $addresses[$number];
    }
    return @problems;
}

sub time_problems {
    my ($launch, $time) = @_;
    my @problems = (columns_problems($time->{blocks}, 'blocks in time'),
                    columns_problems($time->{span_kinds}, 'kinds of spans'));
    my $sum = 0;
    $sum += $_ for @{$time->{shares}};
    push @problems, "the shares are $sum together" if abs($sum - 1) > 1e-6;
    push @problems, 'as many shares as causes' if @{$time->{shares}} != @{$time->{causes}};
    my @bins = @{$time->{bins}{causes}};
    my $slots = $time->{resident} * $launch->{warps};
    for my $i (0 .. $#{$bins[0]}) {
        my $warps = 0;
        $warps += $_->[$i] for @bins;
        push @problems, "bin $i has $warps warps, not $slots" if abs($warps - $slots) > 0.1;
    }
    my $all = $slots * $time->{cycles};
    for my $cause (0 .. $#bins) {
        my ($sum, $left) = (0, $time->{cycles});
        for my $warps (@{$bins[$cause]}) {
            my $width = $left < $time->{bins}{width} ? $left : $time->{bins}{width};
            $sum += $warps * $width;
            $left -= $width;
        }
        my $share = $sum / $all;
        push @problems, "the bins have $share of $time->{causes}[$cause], not $time->{shares}[$cause]"
            if abs($share - $time->{shares}[$cause]) > 0.01;
    }
    my $blocks = $time->{blocks};
    my %seen;
    for my $span (@{$time->{spans}}) {
        my $block = $span->{block};
        push @problems, 'a span has a block' if !defined $blocks->{slot}[$block];
        push @problems, 'its columns' if @{$span->{kinds}} != @{$span->{lengths}} ||
                                         @{$span->{kinds}} != @{$span->{steps}};
        my $end = $span->{from};
        $end += $_ for @{$span->{lengths}};
        push @problems, "spans from $span->{from} to $end are within their block"
            if $span->{from} < $blocks->{start}[$block] || $end > $blocks->{end}[$block] + 1;
        push @problems, 'the spans of a warp follow each other without a gap'
            if $seen{"$block $span->{warp}"}++;
        my $recorded = $blocks->{recorded}[$block];
        for my $step ($recorded < 0 ? () : grep { $_ >= 0 } @{$span->{steps}}) {
            push @problems, 'a span has a step that is there'
                if !defined $launch->{blocks}[$recorded]{warps}[$span->{warp}]{steps}[$step];
        }
        push @problems, 'lengths are positive' if grep { $_ <= 0 } @{$span->{lengths}};
        push @problems, 'kinds are there'
            if grep { !defined $time->{span_kinds}{cause}[$_] } @{$span->{kinds}};
    }
    return @problems;
}

sub launch_problems {
    my ($launch, $positions, $race_free) = @_;
    my @problems = (columns_problems($launch->{kinds}, 'kinds'),
                    columns_problems($launch->{lines}, 'lines'));
    my %sums;
    push @problems, block_problems($launch, $_, \%sums, $race_free) for @{$launch->{blocks}};
    push @problems, finding_problems($launch, $_) for @{$launch->{findings}};
    push @problems, time_problems($launch, $launch->{time}) if $launch->{time};
    push @problems, 'positions are there'
        if grep { $_ >= $positions } @{$launch->{kinds}{position}}, @{$launch->{lines}{position}},
                                     map { $_->{made} } @{$launch->{arrays}};
    for my $counter (keys %{$launch->{totals}}) {
        my $sum = 0;
        $sum += $_ for @{$launch->{lines}{$counter} // []};
        push @problems, "the lines' $counter are $sum, not $launch->{totals}{$counter}"
            if $sum != $launch->{totals}{$counter};
    }
    my $left_out = $launch->{left_out};
    return @problems
        if $left_out->{blocks} || $left_out->{steps} || defined $launch->{error};
    # all is there: it must be what was counted
    my $at = $launch->{lines}{position};
    for my $counter (grep { $_ ne 'global_bytes' } keys %{$launch->{totals}}) {
        for my $i (0 .. $#$at) {
            my ($steps, $counted) = ($sums{$at->[$i]}{$counter} // 0, $launch->{lines}{$counter}[$i]);
            push @problems, "steps at position $at->[$i] have $steps $counter, counted are $counted"
                if $steps != $counted;
        }
    }
    return @problems;
}

# What is wrong with the data; an empty list if nothing is. race_free: what is read from shared
# memory must be what was written there last.
sub view_problems {
    my ($view, $race_free) = @_;
    return 'it is no data of a view' if !$view || $view->{version} != 1;
    my @problems;
    for my $run (@{$view->{runs}}) {
        my $positions = @{$run->{positions}};
        for (@{$run->{positions}}) {
            my ($file, $line) = @$_;
            my $there = $file < 0 ? undef : $run->{files}[$file];
            push @problems, "the file of line $line is there" if $file >= 0 && !$there;
        }
        push @problems, launch_problems($_, $positions, $race_free) for @{$run->{shown}};
        push @problems, 'shown launches are in the list'
            if join(' ', sort { $a <=> $b } grep { defined } map { $_->{shown} } @{$run->{launches}})
               ne join(' ', 0 .. $#{$run->{shown}});
    }
    my %seen;
    return grep { !$seen{$_}++ } @problems;
}

1;
