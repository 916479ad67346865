# The clock's memory: what L2 has when a kernel begins, and what that costs.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Run;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors) = run("build/simcc -o $folder/l2_contents tests/clock/l2_contents.cu");
is("$status$errors", '0', 'l2_contents.cu compiles');

# ---- memory that a kernel does not touch -----------------------------------------------------------
# It lies in L2, written, and may have to leave for others: never for a kernel that finds all in L2.
for my $size (900, 960, 1000, 1060, 1100, 4096) {
    my %row = map { $_->{kernel} => $_ } modelled("SIM_DEVICE=h100,l2_size=$size $folder/l2_contents");
    is($row{read_beside_set}{modelled_us}, $row{read_copied}{modelled_us}, "L2 of $size KiB: another buffer that was set changes nothing");
    is($row{read_beside_set}{modelled_memory_bytes}, 0, 'and nothing goes over the bus');
}

# ---- over L2's size ----------------------------------------------------------------------------------
my @sizes = map { 50 * $_ } 2 .. 30;
($status, $out) = run('SIM_DEVICE=h100,l2_size=1024,launch=0.001,multiprocessors=8,memory_clock=500,block_start=10 '
    . "$folder/l2_contents @sizes");
my %time = $out =~ /^(\d+) ([\d.]+)$/mg;
is(scalar keys %time, scalar @sizes, 'a time for each size');
my @within = grep { $_ <= 900 } @sizes;
my @steps = map { [$within[$_], $time{$within[$_ + 1]} - $time{$within[$_]}] } 0 .. $#within - 1;
is(join(' ', map { $_->[0] } grep { $_->[1] < 0 || $_->[1] > 0.05 * $time{$within[0]} } @steps), '',
   'as long as all fits into L2, no 50 KiB more take much longer');
cmp_ok($time{1200}, '>', 1.5 * $time{900}, 'what does not fit comes from memory');
my @beyond = grep { $_ >= 1100 } @sizes;
is(join(' ', grep { $time{$beyond[$_ + 1]} < $time{$beyond[$_]} } 0 .. $#beyond - 1), '', 'and the more the longer');

done_testing();
