package Csv;
# The csv files that the simulator writes.
use strict;
use warnings;
use Exporter 'import';
use Run;

our @EXPORT = qw(rows);

# The lines of a csv file, each as {column => value}.
sub rows {
    my ($path) = @_;
    my ($header, @lines) = split /\n/, read_file($path);
    return if !defined $header;
    my @names = split /,/, $header;
    my @rows;
    for (@lines) {
        my @values = map { s/^"|"$//gr } /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;
        push @rows, {map { $names[$_] => $values[$_] } 0 .. $#names};
    }
    return @rows;
}

1;
