package Lab;
# What the tests share: running programs and looking at what they print.
use strict;
use warnings;
use Exporter 'import';
use Cwd;
use List::Util qw(shuffle);
use Run;

our @EXPORT = (@Run::EXPORT, qw(steps ladder step_before backend program pairs no_gpu_reason enter_twin take_clocks));

# The backend that the tests run on: make test sets it.
sub backend { return $ENV{BACKEND} || 'sim' }

sub steps { return sort map { s{/reduce\.cu$}{}r } glob 'step[0-9][0-9]_*/reduce.cu' }

# The steps that are compared with each other; those behind it each ask another question.
sub ladder { return grep { /^step(\d\d)/ && $1 <= 15 } steps() }

# The step whose difference from this one is its lesson, or nothing: as in tools/run/diff.sh.
sub step_before {
    my ($step) = @_;
    my $on_ladder = grep { $_ eq $step } ladder();
    return (grep { $on_ladder ? $_ lt $step : !/^step15/ } ladder())[-1];
}

# The executable of a step or an exhibit.
sub program { return 'build/' . backend() . "/$_[0]" }

# Numbers of elements and block sizes, as [n, block]: all pairs, on the simulator. On a GPU, whose driver starts
# one program after the other, each n has one of the block sizes and each block size its turn: by a seed, which
# is told, and which SEED sets.
my $seed;
sub pairs {
    my ($sizes, $blocks) = @_;
    return map { my $n = $_; map { [$n, $_] } @$blocks } @$sizes if backend() eq 'sim';
    if (!defined $seed) {
        srand($seed = $ENV{SEED} // time);
        print "# n and block sizes are paired by SEED=$seed\n";
    }
    my @drawn = shuffle(@$sizes);
    my @turns = shuffle(@$blocks);
    return map { [$drawn[$_], $turns[$_ % @turns]] } 0 .. $#drawn;
}

my $left;    # where the lab is, while a test is in a copy of it
END { chdir $left if defined $left }    # a folder that somebody is in does not go

# Goes to a copy of the lab, with its programs, for a test that has make build or run what others run meanwhile.
# The simulator there is a link to the one here. Returns the folder where the lab is.
sub enter_twin {
    my ($lab, $twin, $built) = (getcwd(), scratch() . '/twin', 'build/' . backend());
    # what runs leave in the folders beside the programs is not needed, and may be gone at any moment
    my ($status, $out, $err) = run("mkdir -p $twin/$built && ln -s $lab/simulator $twin && "
                                   . "cp -pR Makefile README.md common compare companions course docs playground step* tools $twin && "
                                   . "cp -pRP build/simcc build/tools $twin/build && cp -pR $built/common $twin/$built && "
                                   . "find $built -maxdepth 1 -type f -exec cp -p {} $twin/$built \\;");
    die "no copy of the lab: $err\n" if $status ne '0' || !chdir $twin;
    return $left = $lab;
}

# What make stepNN clock has left in the lab, which the same programs print in its copy: they need not run for it again.
# An entry is whole if what it is of (tools/run/clock.sh writes that last, and removes it first) stays the same meanwhile.
sub take_clocks {
    my ($lab) = @_;
    my ($there, $here) = map { "$_/build/sim/clock" } $lab, '.';
    run("mkdir -p $here");
    for my $of (glob "$there/*.of") {
        my ($program) = $of =~ m{([^/]+)\.of$};
        my %was = map { $_ => read_file("$there/$program.$_") } qw(of txt csv);
        next if grep({ $was{$_} eq '' } keys %was) || read_file($of) ne $was{of};
        for my $kind (qw(txt csv of)) {
            open my $file, '>', "$here/$program.$kind" or die "$here: $!\n";
            print $file $was{$kind};
            close $file or die "$here: $!\n";
        }
    }
}

# Why a test that needs a GPU is skipped, or nothing if it can run.
sub no_gpu_reason { return backend() eq 'gpu' ? '' : 'needs a GPU (make test BACKEND=gpu)' }

1;
