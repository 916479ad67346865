package Numbers;
# The lecture's numbers, for tests that want a truth of their own: glibc's rand() once more.
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(lecture_numbers);

# The first $count numbers of rand() & 0xFF after srand(1).
sub lecture_numbers {
    my ($count) = @_;
    my @word = (1);
    push @word, 16807 * $word[-1] % 2147483647 while @word < 31;
    push @word, $word[@word - 31] while @word < 34;
    push @word, ($word[-3] + $word[-31]) & 0xFFFFFFFF while @word < 344 + $count;
    return map { $word[$_] >> 1 & 0xFF } 344 .. 343 + $count;
}

1;
