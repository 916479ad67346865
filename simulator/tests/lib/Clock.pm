package Clock;
# What the tests of the clock share: modelled times of a command, numbers that are near each other.
use strict;
use warnings;
use Csv;
use Exporter 'import';
use Run;
use Test::More;

our @EXPORT = qw(modelled near causes skip_without_operations);

# simcc reads the operations of a kernel in the assembly of x86-64: on arm64 in that of a compile for x86-64, where there is a
# compiler for it. Elsewhere times lack them: a test of times is skipped.
sub skip_without_operations {
    my $machine = (run('uname -m'))[1];
    my $has_model = $machine =~ /^aarch64/ && !(run('command -v x86_64-linux-gnu-g++'))[0];
    plan skip_all => 'modelled times lack operations on this machine: no compiler for x86-64 is there (g++-x86-64-linux-gnu)'
        if $machine !~ /^x86_64/ && !$has_model;
}

# What a kernel's time goes to, as the reports call it.
sub causes {
    return ('instruction issue', 'waiting for results', 'shared memory', 'L1', 'L2', 'memory bandwidth',
            'waiting for loads', 'atomics', 'barriers and fences', 'block starts and tail');
}

# What SIM_CSV has of a command's kernels.
sub modelled {
    my ($command) = @_;
    my $folder = scratch();
    unlink "$folder/modelled.csv";
    my ($status, $out, $errors) = run("export SIM_CSV=$folder/modelled.csv; $command");
    is("$status$errors", '0', $command =~ s/\Q$folder\E\///r);
    return rows("$folder/modelled.csv");
}

sub near {
    my ($got, $expected, $tolerance, $name) = @_;
    ok(abs($got - $expected) <= $tolerance * abs($expected), $name)
        or diag("got $got, not $expected +- " . 100 * $tolerance . ' %');
}

1;
