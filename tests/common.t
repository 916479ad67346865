# Builds and runs the C tests of common/; what they print is this test's TAP.
use strict;
use warnings;

mkdir 'build';
mkdir 'build/tests';
my $cc = $ENV{CC} || 'cc';
my @sources = ('tests/common/common_test.c', map { "common/$_.c" }
    qw(cpu_sum input memory number random seconds statistics));
system("$cc -std=gnu11 -O2 -Wall -Wextra -Werror -o build/tests/common_test @sources -lm") == 0
    or die "the tests of common/ do not compile\n";
exec 'build/tests/common_test' or die "exec: $!\n";
