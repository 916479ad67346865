package Lab;
# What the tests share: running programs and looking at what they print.
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use POSIX ();

our @EXPORT = qw(run run_many steps ladder step_before backend program read_file no_gpu_reason jobs scratch broken_programs compile_with_runtime);

# The backend that the tests run on: make test sets it.
sub backend { return $ENV{BACKEND} || 'sim' }

# Processes at a time. CUDA's driver starts one after the other: more than four do not help.
sub jobs {
    chomp(my $count = `nproc 2>/dev/null` || 2);
    my $most = backend() eq 'gpu' ? 4 : 16;
    return $count < $most ? $count : $most;
}

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

# Why a test that needs a GPU is skipped, or nothing if it can run.
sub no_gpu_reason { return backend() eq 'gpu' ? '' : 'needs a GPU (make test BACKEND=gpu)' }

sub read_file {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return <$file> // '';
}

# A folder of this test's own, gone when it ends.
my $scratch;
sub scratch { return $scratch //= tempdir('labtest_XXXXXX', TMPDIR => 1, CLEANUP => 1) }

# Runs a shell command; returns its exit status, what it printed, and its errors. A command
# that takes over $limit seconds (default 120) is ended; its status is then 124.
sub run {
    my ($command, $limit) = @_;
    $limit //= 120;
    my $base = scratch() . "/run$$";
    my $child = fork // die "fork: $!";
    if (!$child) {
        POSIX::setpgid(0, 0);
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', "$base.out" or POSIX::_exit(126);
        open STDERR, '>', "$base.err" or POSIX::_exit(126);
        exec 'sh', '-c', $command or POSIX::_exit(127);
    }
    my $is_late = 0;
    local $SIG{ALRM} = sub {
        kill $is_late++ ? 'KILL' : 'TERM', -$child;
        alarm 2;
    };
    alarm $limit;
    waitpid $child, 0;
    my $status = $?;
    alarm 0;
    my @result = ($is_late ? 124 : $status & 127 ? 128 + ($status & 127) : $status >> 8,
                  read_file("$base.out"), read_file("$base.err"));
    unlink "$base.out", "$base.err";
    return @result;
}

# Runs many commands, a few at a time; returns a list of [command, status, output, errors] in
# the order of the commands.
sub run_many {
    my @commands = @_;
    my $workers = jobs();
    my $base = scratch() . "/many$$";
    my @children;
    for my $worker (0 .. $workers - 1) {
        my $child = fork // die "fork: $!";
        if ($child) {
            push @children, $child;
            next;
        }
        for (my $i = $worker; $i < @commands; $i += $workers) {
            my ($status, $out, $err) = run($commands[$i]);
            for ([status => $status], [out => $out], [err => $err]) {
                open my $file, '>', "$base.$i.$_->[0]" or POSIX::_exit(1);
                print $file $_->[1];
            }
        }
        POSIX::_exit(0);
    }
    waitpid $_, 0 for @children;
    return map { [$commands[$_], read_file("$base.$_.status"), read_file("$base.$_.out"),
                  read_file("$base.$_.err")] } 0 .. $#commands;
}

# Compiles kernels of simulator/tests/broken: a name, or NAME.sound for the sound twin. Several tests want them:
# what is there and newer than all that it is made of is not compiled again. Returns
# {name => [program, what the compiler said, with its exit status in front]}.
sub broken_programs {
    my @names = @_;
    my $built = 'build/tests/broken';
    make_path($built);
    my @parts = ('build/simcc/simcc', 'build/simcc/libsimulator.a', glob('simulator/tests/broken/*.h'),
                 glob('simulator/include/* simulator/include/*/*'));
    my ($newest) = sort { $b <=> $a } map { (stat)[9] } @parts;
    my (%made, @commands, %name_of);
    for my $name (@names) {
        my ($kernel, $sound) = $name =~ /^(\w+)(\.sound)?$/;
        my ($source, $program) = ("simulator/tests/broken/$kernel.cu", "$built/$name");
        my $age = (stat $program)[9] // 0;
        $made{$name} = [$program, '0'];
        next if $age > $newest && $age > (stat $source)[9];
        # another test may want it now: it is there at once, or not at all
        push @commands, 'build/simcc/simcc ' . ($sound ? '-DSOUND ' : '') .
                        "$source -o $program.$$ && mv $program.$$ $program";
        $name_of{$commands[-1]} = $name;
    }
    for (run_many(@commands)) {
        my ($command, $status, $out, $errors) = @$_;
        $made{$name_of{$command}}[1] = "$status$out$errors";
    }
    return \%made;
}


# Compiles a program that uses names of the runtime which programs do not see: status and messages.
sub compile_with_runtime {
    my ($source, $program) = @_;
    my $library = 'build/simcc/libruntime.a';
    system("make -s -f simulator/Makefile simulator $library") == 0
        or die "the simulator does not build\n";
    my ($status, undef, $messages) =
        run("build/simcc/simcc -c -o $program.o $source && g++ -no-pie -o $program $program.o " .
            "-Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free " .
            "-Wl,--whole-archive $library -Wl,--no-whole-archive -lpthread");
    return "$status$messages";
}

1;
