# Runs two programs of the grader, a kernel's and the solution's, at the same launches, and compares what they hand
# back: course/judging.h. The launches are far more than a grading has.
package Brute;
use strict;
use warnings;
use Exporter 'import';
use Run;
our @EXPORT = qw(first_difference);

# Of course/numbers.h.
my %kind = (LEVEL => 0, PEAK => 1, PEAKS => 2, ANY => 3, EXTREME => 4, SMALL => 5);

sub case_of {
    my (%it) = (block => 64, choice => 1, offset => 0, kind => 'LEVEL', chosen => 0, from_last => 0, launches => 1,
                instance => 0, @_);
    return join ':', @it{qw(n block choice offset)}, $kind{$it{kind}}, @it{qw(chosen grid from_last launches instance)};
}

# Numbers around multiples of a unit.
sub around { my ($unit, @times) = @_; return map { my $at = $unit * $_; ($at - 1, $at, $at + 1) } @times }

# Sums of blocks: all small n, and n around the borders of data blocks, of blocks, and of 16 bits of blocks.
sub cases_of_blocks {
    my ($share) = @_;
    my @cases;
    for my $block (64, 128, 256, 512, 1024) {
        my $chunk = $block * $share;
        my %n = map { $_ => 1 } 1 .. 70, around($block, 1 .. 2 * $share + 1), around($chunk, 3, 7, 17, 40), around(32, 3 .. 9);
        my $turn = 0;
        for my $n (sort { $a <=> $b } grep { $_ > 0 } keys %n) {
            push @cases, case_of(n => $n, block => $block, choice => $block, offset => $turn % 4,
                                 kind => (qw(LEVEL PEAK PEAKS))[$turn % 3], grid => int(($n - 1) / $chunk) + 1,
                                 from_last => $turn % 2);
            $turn++;
        }
        push @cases, map { case_of(n => $_ * $chunk - 3, block => $block, choice => $block, grid => $_, kind => 'PEAKS') }
            51, 257, $block == 64 ? (1100, 4100) : ();
    }
    return \@cases;
}

# One total: any grid, with many sums for each thread in the end.
sub cases_of_total {
    my @cases;
    for my $block (64, 128, 256, 512, 1024) {
        for my $grid (1, 2, 3, 5, 17, $block <= 128 ? (65, 150, 300) : ()) {
            my $turn = 0;
            for my $n (1, 2, 3, 5, 33, around($block, 1), around(4 * $block * $grid, 1), around(16 * $block * $grid, 1, 2)) {
                next if $n > 100000;
                push @cases, case_of(n => $n, block => $block, grid => $grid, offset => $turn++ % 4,
                                     kind => $turn % 3 ? 'ANY' : 'EXTREME', launches => 1, from_last => $turn % 2);
            }
        }
    }
    return \@cases;
}

# Step 16: each reduction, n around tiles of all sizes that may be drawn, any grid and block.
sub cases_of_any_type {
    my @cases;
    for my $reduction (1 .. 8) {
        my $turn = 0;
        for my $n (1 .. 9, 31 .. 34, map { around($_, 1, 2, 3) } 64, 128, 256, 512, 1024, 2048, 4096, 8192) {
            for my $block ($turn++ % 2 ? (64, 512) : (128, 256, 1024)) {
                push @cases, case_of(n => $n, block => $block, choice => $reduction, kind => $turn % 3 ? 'ANY' : 'EXTREME',
                                     grid => 1 + ($turn * 7) % 11, launches => 2, from_last => $turn % 2)
                    if $reduction != 8; # a tile alone has one shape of launch: course/reductions.h
            }
        }
    }
    return \@cases;
}

# Rows: as many and as long as fit each instance, which the seed draws.
sub cases_of_rows {
    my ($instances) = @_;
    my @cases;
    for my $i (0 .. $#$instances) {
        my ($block, $loads, $rows_of_warp) = @{$instances->[$i]};
        my ($of_block, $most, $turn) = ($block / 32 * $rows_of_warp, 128 * $loads, 0);
        for my $columns (1 .. 9, 31 .. 33, 63, 65, 127 .. 129, grep { $_ <= $most } 255 .. 257, 511, 512, $most - 1, $most) {
            next if $columns > $most;
            for my $rows (1, 2, 3, 7, around($of_block, 1, 2)) {
                push @cases, case_of(n => $rows * $columns, block => $block, choice => $columns, offset => $turn++ % 4,
                                     kind => 'SMALL', grid => int(($rows - 1) / $of_block) + 1, instance => $i);
            }
        }
    }
    return \@cases;
}

# What a program hands back for cases, and whether it ended well.
sub handed_back {
    my ($folder, $kernel, $asked, $seed, @cases) = @_;
    my $settings = 'SIM_THREADS=1 SIM_PROGRESS=0 SIM_LIMIT=200000 SIM_GUARD=1 SIM_MEMORY=160M SIM_COUNTERS=0 SIM_REPEAT=1';
    my ($status) = run("echo $seed 0 | $settings timeout 60 $folder/program $kernel $asked @cases 3>$folder/brute >/dev/null 2>&1");
    return "$status\n" . read_file("$folder/brute");
}

# The instances of exercise 17 that a build has: [block, loads, rows].
sub instances_of {
    my ($folder) = @_;
    return [map { [$_->[1], $_->[2], $_->[3]] } sort { $a->[0] <=> $b->[0] }
            map { /course_instance_(\d+) = .*<\w+, (\d+), (\d+), (\d+)>/ ? [$1, $2, $3, $4] : () }
            split /\n/, read_file("$folder/kernel.cu")];
}

my %share = (map({ $_ => 1 } qw(02 03 04)), '05' => 2, map { $_ => 8 } qw(06 07 08 09 10 11));

# Whether two lines for the same launch say the same. A kernel may share out the numbers among its blocks in another
# way: its blocks' sums are others then. But the same sums in other places are wrong.
sub is_same {
    my ($here, $there) = @_;
    return 1 if $here eq $there;
    my (@here, @there);
    @here = split ' ', $here;
    @there = split ' ', $there;
    return @here == 10 && @there == 10 && "@here[0 .. 6]" eq "@there[0 .. 6]" && $here[8] ne $there[8];
}

sub are_same {
    my ($here, $there) = map { [split /\n/] } @_;
    return @$here == @$there && !grep { !is_same($here->[$_], $there->[$_]) } 0 .. $#$here;
}

# The first of the cases at which two programs differ, found by halves: each case of its own would start two programs.
sub first_of {
    my ($hand_back, @cases) = @_;
    my ($here, $there) = $hand_back->(@cases);
    return '' if are_same($here, $there);
    return $cases[0] if @cases == 1;
    my $half = int(@cases / 2);
    return first_of($hand_back, @cases[0 .. $half - 1]) || first_of($hand_back, @cases[$half .. $#cases]);
}

# The first launch at which two programs differ, as a case of course/judging.h; '' if there is none.
sub first_difference {
    my ($number, $folder, $solution, $seed) = @_;
    my $share = $share{$number} // 0;
    my $asked = "$share:" . ($number < 10 ? 4 : 0) . ':0'; # bytes of dynamic shared memory for each thread; no paths
    my $cases = $share           ? cases_of_blocks($share)
              : $number <= 13    ? cases_of_total()
              : $number eq '16'  ? cases_of_any_type()
              :                    cases_of_rows(instances_of($solution));
    my $hand_back = sub {
        my @some = @_;
        return map { handed_back($_, 'kernel', $asked, $seed, @some) } $folder, $solution;
    };
    for (my $first = 0; $first < @$cases; $first += 100) {
        my $case = first_of($hand_back, grep { defined } @$cases[$first .. $first + 99]);
        return $case if $case;
    }
    return '';
}

1;
