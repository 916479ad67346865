# The launches that the grader draws are such as CUDA allows and the steps' own programs make: tests/launches/drawn.c
# draws those of many seeds, without a kernel. And the grader's units, which it is linked with.
use strict;
use warnings;
use lib 'tests/lib';
use Course;
use Lab;
use Test::More;

build_grader();
my $scratch = scratch();
# Of two variables that have no first value, and one name, in two files of a unit, the compiler makes one.
my (@units, @shared);
for my $unit (split ' ', (run('find build/course/units -name "*.c"'))[1]) {
    my @sources = read_file($unit) =~ /^#include "(.*)"$/mg;
    my %owner;
    for my $source (@sources) {
        for (read_file($source) =~ /^static (?:[\w ]+\W+)?(\w+)(?:\[.*\])?;/mg) {
            push @shared, "$source and $owner{$_}: $_" if $owner{$_};
            $owner{$_} = $source;
        }
    }
    my $own = $scratch . '/' . @units . '.c';
    write_file($own, join '', map { "#include \"$_\"\n" } grep { $_ ne 'course/grade.c' } @sources); # which has a main() of its own
    push @units, $own;
}
cmp_ok(scalar @units, '>', 5, 'files are compiled together');
is(join("\n", @shared), '', 'no two files of a unit have variables of one name for themselves');

my ($status, $out, $err) = run("cc -std=gnu11 -O1 -D_FORTIFY_SOURCE=2 -Wall -Wextra -DGRADED_FLAGS='\"\"' -iquote . -iquote course"
    . " -o $scratch/drawn tests/launches/drawn.c @units -lm");
is("$status$out$err", 0, 'compiled');

my $seeds = $ENV{ALL} ? 1000 : 60;
($status, $out, $err) = run("$scratch/drawn $seeds");
is("$status$err", 0, "drawn with $seeds seeds");
my ($launches) = $out =~ s/^(\d+) launches\n\z//m ? $1 : 0;
cmp_ok($launches, '>', 10000 * $seeds, 'very many launches');
is($out, '', 'and each of them is legal');
done_testing();
