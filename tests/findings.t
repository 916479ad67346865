# The list of findings: errors and notes, what is printed of them and what the program's
# status is. tests/findings/levels.c makes them up: each argument is a launch.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

-x 'build/simcc/simcc' or system('make -s -f simulator/build.mk') == 0
    or die "the simulator does not build\n";
my $program = scratch() . '/levels';
my (undef, $built) = run("\${CC:-cc} -std=gnu11 -g -Wall -Wextra -fno-pie -no-pie -pthread"
    . ' -Isimulator/include -Isimulator/runtime tests/findings/levels.c'
    . " build/simcc/libsimulator.a -lm -o $program 2>&1");
is($built, '', 'levels.c compiles');

# What the launches of the arguments say: status, first lines and their texts, last line.
sub said {
    my ($status, undef, $errors) = run("$program $_[0]");
    my @lines = map { s/\S+levels\.c/levels.c/gr }
                $errors =~ /^(simulator: .*? in kernel|  letter .*|simulator: \d.*)$/mg;
    return [$status, map { s/^simulator: //r =~ s/^  //r =~ s/:\d+ and .*//r } @lines];
}

is_deeply(said('nn'), [0, 'note: race: levels.c', 'letter n (2 times in this launch, this is the first)',
                       '1 note in 1 kernel launch'], 'a note: status 0');
is_deeply(said('eN'), [1, 'race: levels.c', 'letter e', 'note: race: levels.c', 'letter N',
                       '1 error and 1 note in 1 kernel launch'], 'errors and notes are counted apart');
is_deeply(said('nen'), [1, 'race: levels.c', 'letter e', '1 error in 1 kernel launch'],
          'lines found at both levels are an error');
is_deeply(said('e n'), [1, 'race: levels.c', 'letter e', '1 error in 1 kernel launch'],
          'an error is not said again as a note');
is_deeply(said('n e n'), [1, 'note: race: levels.c', 'letter n', 'race: levels.c', 'letter e',
                          '1 error and 1 note in 2 kernel launches'],
          'a later launch turns a note into an error');
is_deeply(said('wwe'), [1, 'race: levels.c', 'letter e', '1 error in 1 kernel launch'],
          'a race between warps is no race for a warp barrier');
is_deeply(said('wnw'), [1, 'race: levels.c', 'letter w (2 times in this launch, this is the first)',
                        '1 error in 1 kernel launch'], 'one between the lanes of a warp is');
is_deeply(said('""'), [0], 'nothing found, nothing said');

done_testing();
