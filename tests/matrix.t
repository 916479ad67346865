# Every step, and the exhibit whose sum must be right, at every n and block size of the list, against
# the CPU's sum. On a GPU all pairs of those that are large, on the simulator of those that are small.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use Numbers;
use POSIX ();
use Test::More;

my @blocks = (64, 128, 256, 512, 1024);
my @sizes = (1, 2, 31, 32, 33, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 100003,
             2**20 - 1, 2**20, 2**20 + 1, 2**24);

# The truth is the tests' own, and for 2^24 the figure on the slide. Another process works it out: one
# that remembers a million numbers takes long to start a program, and here are many to start.
my %sum_of = (2**24 => 2139353471);
my $child = open(my $sums, '-|') // die "fork: $!\n";
if (!$child) {
    my %wanted = map { $_ => 1 } grep { $_ < 2**24 } @sizes;
    my ($n, $sum) = (0, 0);
    for (lecture_numbers(2**20 + 1)) {
        $n++;
        $sum += $_;
        print "$n $sum\n" if $wanted{$n};
    }
    POSIX::_exit(close STDOUT ? 0 : 1);
}
%sum_of = (%sum_of, map { split } <$sums>);
close $sums or die "the sums are not known\n";

for my $step (ladder(), 'block_atomics') {
    if ((run(program($step) . ' -n 1'))[0] == 77) {
        SKIP: { skip((run(program($step) . ' -n 1'))[2] =~ s/\n//r, 1) }
        next;
    }
    # The simulator takes half a second for 2^20, and seconds for 2^24: one block size is enough there,
    # and none where a page's command has the sum of 2^24 worked out (make step05 clock).
    my @large = backend() eq 'gpu' ? map { my $n = $_; map { [$n, $_] } @blocks } grep { $_ >= 2**20 - 1 } @sizes
        : map { [$_, $_ == 2**24 ? 512 : $blocks[$_ % @blocks]] }
          grep { $_ >= 2**20 - 1 && ($_ < 2**24 || read_file("$step/README.md") !~ /^\$ make step\d\d clock /m) } @sizes;
    my @commands = map { program($step) . " -n $_->[0] -b $_->[1] -r 0 --csv -" }
        drawn(pairs([grep { $_ < 2**20 - 1 } @sizes], \@blocks)), drawn(@large);
    my @failures;
    for my $result (run_many(@commands)) {
        my ($command, $status, $out, $err) = @$result;
        my ($n) = $command =~ /-n (\d+)/;
        my ($header, $row) = split /\n/, $out;
        my %value;
        @value{split /,/, $header // ''} = split /,(?=(?:[^"]*"[^"]*")*[^"]*$)/, $row // '';
        my $sum = $value{sum} // 'none';
        push @failures, "$command: status $status, sum $sum, not $sum_of{$n}\n$out$err"
            if $status ne '0' || $sum ne $sum_of{$n} || $value{status} ne 'right' || $err ne '';
    }
    is(scalar @failures, 0, "$step is right in " . @commands . ' runs (n x block size)')
        or diag(join "\n", @failures[0 .. ($#failures < 4 ? $#failures : 4)]);
}

SKIP: {
    skip no_gpu_reason(), 1 if no_gpu_reason();
    my @wrong = grep { $_->[1] ne '0' }
        run_many(map { program($_) . ' -n 16777217 -r 100 --seed 7' } ladder());
    is(scalar @wrong, 0, 'a hundred launches in a row give the same right sum')
        or diag(map { "@$_\n" } @wrong);
}

done_testing();
