package Run;
# Running programs and looking at what they print.
use strict;
use warnings;
use Exporter 'import';
use File::Temp qw(tempdir);
use IO::Handle;
use POSIX ();

our @EXPORT = qw(run run_timed run_many read_file jobs scratch FOUND);

# What a program ends with in which the simulator has found an error.
use constant FOUND => 86;

# What programs print is looked at in English, whatever language the user has.
$ENV{LANGUAGE} = 'en';

sub read_file {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return <$file> // '';
}

# A folder of this test's own, gone when it ends.
my $scratch;
sub scratch { return $scratch //= tempdir('labtest_XXXXXX', TMPDIR => 1, CLEANUP => 1) }

# Processes at a time. CUDA's driver starts one after the other: more than four do not help.
sub jobs {
    chomp(my $count = `nproc 2>/dev/null` || 2);
    my $most = ($ENV{BACKEND} // '') eq 'gpu' ? 4 : 16;
    return $count < $most ? $count : $most;
}

# The shell that runs the commands, in a process group of its own, with a pipe each way: commands in, statuses out. It
# stays, as a copy of this process and a start of a shell for each command take longer than most commands. Another is
# started where the environment, the folder or the process is another one.
my %shell;

sub end_shell {
    close $shell{commands};
    kill 'TERM', $shell{child};    # a copy of this process may have the pipe, too
    close $shell{statuses};
    waitpid $shell{child}, 0;
    %shell = ();
    return $?;
}

END {
    local $?;
    end_shell() if %shell && $shell{process} == $$;    # waited for, so that prove knows of its time
}

sub start_shell {
    my ($state) = @_;
    if (%shell) {
        return if $shell{state} eq $state;
        $shell{process} == $$ ? end_shell() : (%shell = ());
    }
    pipe my $reads, my $commands or die "pipe: $!";
    pipe my $statuses, my $writes or die "pipe: $!";
    my $child = fork // die "fork: $!";
    if (!$child) {
        POSIX::setpgid(0, 0);
        POSIX::dup2(fileno $reads, 0) // POSIX::_exit(126);
        POSIX::dup2(fileno $writes, 1) // POSIX::_exit(126);
        exec 'sh' or POSIX::_exit(127);
    }
    $commands->autoflush(1);
    %shell = (state => $state, process => $$, child => $child, commands => $commands, statuses => $statuses);
}

# Runs a shell command; returns its exit status, what it printed, and its errors. A command
# that takes over $limit seconds (default 120) is ended, with its shell; its status is then 124.
sub run {
    my ($command, $limit) = @_;
    $limit //= 120;
    my $base = scratch() . "/run$$";
    start_shell(join "\0", $$, POSIX::getcwd(), umask, map { "$_=" . ($ENV{$_} // q()) } sort keys %ENV);
    my $is_late = 0;
    local $SIG{ALRM} = sub {
        kill $is_late++ ? 'KILL' : 'TERM', -$shell{child};
        alarm 2;
    };
    alarm $limit;
    # in braces: what the shell says of a program that a signal has ended is among its errors
    print {$shell{commands}} "{ (\n$command\n); run_status=\$?; } </dev/null >'$base.out' 2>'$base.err'; echo \$run_status\n";
    my ($status, $read) = ('');
    do {
        $read = sysread $shell{statuses}, $status, 64, length $status;
    } until $status =~ /\n/ || (defined $read ? !$read : !$!{EINTR});
    alarm 0;
    if ($status !~ /\n/) {    # the shell has ended, too
        my $ended = end_shell();
        $status = $ended & 127 ? 128 + ($ended & 127) : $ended >> 8;
    }
    my @result = ($is_late ? 124 : $status + 0, read_file("$base.out"), read_file("$base.err"));
    unlink "$base.out", "$base.err";
    return @result;
}

# Runs a shell command; returns the seconds that it took of the processors, as user and in the system, and what run() does.
# Where nobody knows them, as it was ended, they count as all that it could have.
sub run_timed {
    my ($command, $limit) = @_;
    my $times = scratch() . "/times$$";
    unlink $times;    # of the command before
    my @result = run("(\n$command\n); run_status=\$?; times >'$times'; exit \$run_status", $limit);
    my @seconds = map { 60 * $_->[0] + $_->[1] } map { [/([\d.]+)m([\d.]+)s/] } split ' ', (split /\n/, read_file($times))[1] // '';
    @seconds = ($limit // 120, 0) if @seconds != 2;
    return (@seconds, @result);
}

# Runs many commands, a few at a time; returns a list of [command, status, output, errors] in
# the order of the commands. Each worker takes the next one from a pipe of their numbers.
sub run_many {
    my @commands = @_;
    my $base = scratch() . "/many$$";
    pipe my $turns, my $giving or die "pipe: $!";
    my @children;
    for my $worker (1 .. jobs()) {
        my $child = fork // die "fork: $!";
        if ($child) {
            push @children, $child;
            next;
        }
        close $giving;
        $ENV{SIM_THREADS} //= 2;    # not one for each processor: the others are busy
        while (sysread $turns, my $turn, 4) {
            my $i = unpack 'L', $turn;
            my ($status, $out, $err) = run($commands[$i], 900); # they share the processors, and some poll at a cuda::barrier
            for ([status => $status], [out => $out], [err => $err]) {
                open my $file, '>', "$base.$i.$_->[0]" or POSIX::_exit(1);
                print $file $_->[1];
            }
        }
        end_shell() if %shell && $shell{process} == $$;
        POSIX::_exit(0);
    }
    close $turns;
    syswrite $giving, pack 'L', $_ for 0 .. $#commands;
    close $giving;
    waitpid $_, 0 for @children;
    return map { [$commands[$_], read_file("$base.$_.status"), read_file("$base.$_.out"),
                  read_file("$base.$_.err")] } 0 .. $#commands;
}

1;
