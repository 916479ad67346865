# What requests cost, and the lines that the clock traces of them, by whole stretches of lanes: what counting their
# bytes and words says.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $library = 'build/libruntime.a'; # it has names that programs do not see
system("make -s simulator $library") == 0
    or die "the simulator does not build\n";
sub build {
    my ($name) = @_;
    my $program = scratch() . "/$name";
    my (undef, $built) = run("\${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -fno-pie -no-pie -pthread"
        . " -Iinclude -Iruntime tests/requests/$name.c"
        . ' -Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free'
        . " -Wl,--whole-archive $library -Wl,--no-whole-archive -lm -o $program 2>&1");
    is($built, '', "$name.c compiles");
    return $program;
}

my $requests = 10000;
my ($status, $out, $errors) = run(build('costs') . " $requests");
is("$status$errors", 0, "$requests random requests cost what their bytes and words do") or diag($out);
my ($one, $several, $many) = $out =~ /^(\d+) of one stretch, (\d+) of several, (\d+) of too many, 0 wrong$/m;
cmp_ok($_ // 0, '>', $requests / 10, 'of each kind there are some') for $one, $several, $many;

($status, $out, $errors) = run(build('lines') . " $requests");
is("$status$errors", 0, "of $requests random requests the clock has the lines that their bytes say") or diag($out);
cmp_ok($out =~ /^(\d+) in stretches, 0 wrong$/m ? $1 : 0, '>', $requests / 2, 'most of them are in stretches');

done_testing;
