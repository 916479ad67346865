package Examples;
# The programs that tests run because they are programs: those of examples/; and the guests, which are built
# elsewhere and handed to the tests in the environment:
#   GUESTS          a folder of programs for the simulator that take -n
#   GUEST_SOURCES   the folder in which they were compiled: their sources are named from there
#   GUEST_TIMES     a folder with DEVICE/grid.csv: the times that GPUs took for guests
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use Run;

our @EXPORT = qw(examples example guests guest no_guests_reason);

# All that print the right sum: race.cu is there for its findings.
sub examples { return grep { $_ ne 'race' } map { m{(\w+)\.cu$} } sort glob 'examples/*.cu' }

# The executable of an example, compiled where that was not done yet.
sub example {
    my ($name) = @_;
    my ($source, $program) = ("examples/$name.cu", "build/tests/examples/$name");
    my ($newest) = sort { $b <=> $a } map { (stat)[9] // 0 } $source, 'build/simcc', 'build/libsimulator.a';
    if (((stat $program)[9] // 0) <= $newest) {
        make_path('build/tests/examples');
        # another test may want it now: it is there at once, or not at all
        my ($status, undef, $errors) = run("build/simcc $source -o $program.$$ && mv $program.$$ $program");
        die "$source does not compile: $errors" if "$status$errors" ne '0';
    }
    return $program;
}

# Names of the guests.
sub guests {
    my $folder = $ENV{GUESTS} or return;
    return map { m{([^/]+)$} } grep { -f && -x } sort glob "$folder/*";
}

# The command that runs a guest.
sub guest {
    my ($name) = @_;
    return 'env -C ' . ($ENV{GUEST_SOURCES} || '.') . " $ENV{GUESTS}/$name";
}

sub no_guests_reason { return guests() ? '' : 'no programs but the examples (GUESTS=FOLDER)' }

1;
