# Steps 11 to 14 beyond what their programs give them: starts off the 16-byte boundary, every
# kind of int, launches in a row on the same storage, and on a GPU 2^31 and 2^32 numbers.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

my $on_gpu = backend() eq 'gpu';
chomp(my $arch = $on_gpu ? `tools/machine/device_arch.sh nvcc` : '');
my $compiler = !$on_gpu ? 'build/simcc/simcc' : 'nvcc -O3' . ($arch ? " -arch=$arch" : '');

my %program = map { $_ => scratch() . "/sums$_" } 11 .. 14;
my @compiled = run_many(map { "$compiler -DSTEP=$_ -o $program{$_} tests/beyond/sums.cu build/" .
                              backend() . '/common.a' } sort keys %program);
for (@compiled) {
    my ($command, $status, undef, $err) = @$_;
    is($status, 0, 'compiles: ' . $command =~ s/.*-D(\S+).*/$1/r) or diag($err);
}

# Each runs to its end, finds no wrong sum, and the simulator nothing to say.
sub all_right {
    my ($name, @commands) = @_;
    for (run_many(@commands)) {
        my ($command, $status, $out, $err) = @$_;
        my $step = $command =~ s/.*sums(\d+) .*/$1/r;
        ok($status == 0 && $out =~ /\A\d+ sums, 0 wrong\n\z/ && $err eq '', "step $step: $name")
            or diag("$command: status $status\n$out$err");
    }
}

all_right('any start, any numbers', map { "$program{$_} odd" } reverse 11 .. 14);
my $count = $on_gpu ? 1000 : 20;
all_right("$count launches in a row", map { "$program{$_} launches $count" } 12 .. 14);

SKIP: {
    skip no_gpu_reason(), 6 if no_gpu_reason();
    all_right("n = $_->[0]", "$program{$_->[1]} large $_->[0]")
        for map { my $n = $_; map { [$n, $_] } 12 .. 14 } '2^31', '2^32';
}

done_testing();
