# The arithmetic of the runtime: half and bfloat16 against an oracle, and integer instructions
# against loops over bits.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

plan skip_all => 'the oracle needs numbers of 128 bits' unless (run('uname -m'))[1] =~ /x86_64/;
my $folder = scratch();
my $flags = '-std=gnu11 -O2 -Wall -Wextra -Iinclude -Ilibraries/curand -Iruntime';
for my $oracle ('narrow_oracle', 'integer_oracle') {
    my ($status, undef, $messages) =
        run("cc $flags -o $folder/$oracle tests/arithmetic/$oracle.c " .
            "runtime/arithmetic/*.c -lpthread -lm");
    is("$status$messages", '0', "$oracle.c compiles");
    ($status, my $out, my $errors) = run("$folder/$oracle");
    is("$status$errors", '0', "$oracle: runs");
    for (split /\n/, $out) {
        ok($1 eq '', $2) if /^(not |)ok \d+ - (.*)/;
    }
}

done_testing;
