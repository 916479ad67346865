# The launches that the grader draws are such as CUDA allows and the steps' own programs make: tests/launches/drawn.c
# draws those of many seeds, without a kernel.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

my $scratch = scratch();
my ($mains) = read_file('course/build.mk') =~ /^COURSE_MAINS := (.*)/m;
my ($judges) = read_file('course/build.mk') =~ /^JUDGES := (.*)/m;
$mains =~ s/\$\(JUDGES\)/$judges/;
my %is_main = map { ("course/$_.c" => 1) } split ' ', $mains;
my @parts = grep { !$is_main{$_} } glob('course/*.c'), glob('course/shapes/*.c');
my ($status, $out, $err) = run("cc -std=gnu11 -O1 -Wall -Wextra -DGRADED_FLAGS='\"\"' -iquote course"
    . " -o $scratch/drawn tests/launches/drawn.c @parts tools/csv.c -lm");
is("$status$out$err", 0, 'compiled');

my $seeds = $ENV{ALL} ? 1000 : 60;
($status, $out, $err) = run("$scratch/drawn $seeds");
is("$status$err", 0, "drawn with $seeds seeds");
my ($launches) = $out =~ s/^(\d+) launches\n\z//m ? $1 : 0;
cmp_ok($launches, '>', 10000 * $seeds, 'very many launches');
is($out, '', 'and each of them is legal');
done_testing();
