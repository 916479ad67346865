#!/usr/bin/perl
# Counts the instructions of a thread in each kernel of a file of nvcc's code for a GPU (sm_70 or later).
# usage: calibrate/sass.pl [PREFIX] <FILE.cubin
# Writes NAME,INSTRUCTIONS,SPECIAL,DOUBLES for each kernel whose name begins with the prefix, without it. Of the
# ways through a kernel the longest counts which takes no way back, and calls subroutines and loads no more often than
# the others do: subroutines and tables are for arguments that are very large or very small, and so is all that a
# branch around loads skips. SPECIAL are those of the unit for special functions and conversions, DOUBLES those in
# double precision.
use strict;
use warnings;

# An instruction is 16 bytes: its lowest 9 bits are the operation, bits 12 to 15 the predicate and whether it is negated.
use constant {SIZE => 16, AVOIDED => 10_000};
use constant {EXIT => 0x14d, BRANCH => 0x147, CALL => 0x144, RETURN => 0x150, NOTHING => 0x118};
my %is_special = map { $_ => 1 } 0x100, 0x104 .. 0x109, 0x110 .. 0x112;
my %is_double = map { $_ => 1 } 0x28 .. 0x2b;
my %is_load = map { $_ => 1 } 0x181, 0x183, 0x187;    # loads from global, from and to local memory
my %is_avoided = (%is_load, CALL, 1);

# The contents of an ELF file's sections, by name.
sub read_sections {
    my ($file) = @_;
    my ($table) = unpack 'x40 Q<', $file;
    my ($count, $of_names) = unpack 'x60 S< S<', $file;
    my @header = map { [unpack 'L< L< Q< Q< Q< Q<', substr $file, $table + 64 * $_, 64] } 0 .. $count - 1;
    my $names = $header[$of_names][4];
    return map { (unpack('Z*', substr $file, $names + $_->[0], 4096) => substr $file, $_->[4], $_->[5]) }
        grep { $_->[1] == 1 } @header;    # those that stand in the file
}

# The byte that a branch or call goes to: a signed distance of 56 bits in words of 4 bytes, in three pieces.
sub target_of {
    my ($at, $low, $high) = @_;
    my $distance = ($low >> 34 | ($high & 0x3ffff) << 30) << 8 | ($low >> 16 & 0xff);
    $distance -= 1 << 56 if $distance >> 55 & 1;
    return $at + SIZE + 4 * $distance;
}

sub read_code {
    my ($text) = @_;
    my @code;
    for (my $at = 0; $at + SIZE <= length $text; $at += SIZE) {
        my ($low, $high) = unpack 'Q< Q<', substr $text, $at, SIZE;
        my $operation = $low & 0x1ff;
        my $is_always = ($low >> 12 & 15) == 7;
        $is_always &&= ($high >> 23 & 7) == 7 if $operation == BRANCH;    # it has a second one
        push @code, {operation => $operation, always => $is_always, at => $at,
                     to => $operation == BRANCH || $operation == CALL ? target_of($at, $low, $high) : 0};
    }
    return @code;
}

sub sum {
    my ($one, $other) = @_;
    return [map { $one->[$_] + $other->[$_] } 0 .. 3];
}

# (instructions, special ones, doubles) of the longest way from the first instruction; none if there is no way.
sub count {
    my @code = @_;
    my @way;    # from each instruction to the end: [what is to be largest, instructions, special, doubles]
    for my $i (reverse 0 .. $#code) {
        my ($operation, $is_always, $at, $to) = @{$code[$i]}{qw(operation always at to)};
        my @next = ([0, 0, 0, 0]);
        if (!$is_always || $operation != EXIT && $operation != RETURN) {
            my $goes_on = $to > $at ? $way[$to / SIZE] : undef;
            my $skips = $operation == BRANCH && $goes_on
                && grep { $is_load{$_->{operation}} } @code[$i + 1 .. $to / SIZE - 1];
            @next = $operation == BRANCH && ($is_always || $skips) ? () : ($way[$i + 1]);
            push @next, $goes_on if $operation == BRANCH;
            @next = $goes_on && $way[$i + 1] ? sum($goes_on, $way[$i + 1]) : () if $operation == CALL;
        }
        my ($best) = sort { $b->[0] <=> $a->[0] } grep { $_ } @next;
        next unless $best;
        my $one = $operation != NOTHING;
        my @own = ($one - ($is_avoided{$operation} ? AVOIDED : 0), $one, $is_special{$operation} ? 1 : 0,
                   $is_double{$operation} ? 1 : 0);
        $way[$i] = sum(\@own, $best);
    }
    return $way[0] ? @{$way[0]}[1 .. 3] : ();
}

my $prefix = shift // '';
my %section = read_sections(do { local $/; binmode STDIN; <STDIN> });
for (sort keys %section) {
    next unless /^\.text\.\Q$prefix\E(\w+)$/;
    my @counted = count(read_code($section{$_}));
    print join(',', $1, @counted), "\n" if @counted;
}
