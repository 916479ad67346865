# Where the race detector's numbers for blocks run out, in a launch or at a grid barrier, it
# still finds the same: see runtime/launch/units.h.
use strict;
use warnings;
use lib 'tests/lib';
use Built;
use Drawn;
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};

is(compile_with_runtime('tests/units/units.cu', "$folder/units"), '0', 'units.cu compiles');

# A launch of 8 blocks takes 8 units, and 8 more at its grid barrier; there are three, and
# the last 8 units stay free. Where there is a race, each launch runs a
# second time, to look exactly; race_within's first one once more, as it also reads what nobody has written.
my %finding = (
    sound       => '',
    race_before => 'race between blocks',
    race_after  => 'race between blocks',
    race_within => 'race',
);
my %units = (sound => 48, race_before => 72, race_after => 96, race_within => 112);
for my $kernel (sort keys %finding) {
    # those at the limit, and some of the others
    for my $left (drawn(1000, 1 .. 32, 40, 47, 48), $units{$kernel}, $units{$kernel} + 1) {
        my ($status, $out, $errors) = run("SIM_REPEAT=1 $folder/units $kernel $left");
        my ($kind) = $errors =~ /^simulator: (.*?): \S*units\.cu:\d+/m;
        my $where = $left <= $units{$kernel} ? 'first' : 'last';
        my $wanted = ($finding{$kernel} ? FOUND . ' ' : '0 ') . $finding{$kernel};
        is("$status " . ($kind // '') . " $out", "$wanted cudaSuccess, then at the $where units\n",
           "$kernel with $left units left");
    }
}

done_testing;
