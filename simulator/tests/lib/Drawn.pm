package Drawn;
# `make test` tries one of every few cases that are alike, others after each commit; `make test ALL=1` tries all, and
# so does a test file that is run by itself.
use strict;
use warnings;
use Digest::MD5 qw(md5);
use Exporter 'import';

our @EXPORT = qw(drawn share);

# One case of how many is tried.
sub share { return $ENV{TEST_SHARE} || 1 }

# Those of a list that are tried now, in the list's order: one of TEST_SHARE, rounded up. TEST_DRAW draws them, any
# text, and with the same text they are the same.
sub drawn {
    my @all = @_;
    my $few = int((@all + share() - 1) / share());
    my (undef, $file, $line) = caller;
    my %ticket = map { $_ => md5(join ' ', $ENV{TEST_DRAW} // '', $file, $line, $_) } 0 .. $#all;
    my @first = (sort { $ticket{$a} cmp $ticket{$b} } keys %ticket)[0 .. $few - 1];
    return @all[sort { $a <=> $b } @first];
}

1;
