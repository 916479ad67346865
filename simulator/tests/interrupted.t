# Ctrl-C, and kill, while a kernel runs: the program says where it is, writes the reports and ends by the signal.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

-x 'build/simcc' or system('make -s') == 0
    or die "the simulator does not build\n";
my $source = 'tests/runtime/interrupted.cu';
my $program = scratch() . '/interrupted';
is(join('', (run("build/simcc $source -o $program"))[0, 2]), '0', 'interrupted.cu compiles');

# The lines of the source that are marked with the word.
sub lines_of {
    my ($word) = @_;
    my $line = 0;
    return { map { $line++; m{/\* \Q$word\E \*/} ? ($line => 1) : () } split /\n/, read_file($source) };
}

# Runs it, sends the signal a second after it was ready; its signal or status, output and errors.
sub interrupted {
    my ($what, $signal, %setting) = @_;
    my $base = scratch() . '/said';
    my $child = fork // die "fork: $!";
    if (!$child) {
        @ENV{keys %setting} = values %setting;
        $SIG{INT} = $SIG{TERM} = 'DEFAULT'; # who runs the tests in the background may have Ctrl-C ignored
        open STDOUT, '>', "$base.out" or POSIX::_exit(126);
        open STDERR, '>', "$base.err" or POSIX::_exit(126);
        exec $program, $what or POSIX::_exit(127);
    }
    for (1 .. 300) {
        last if read_file("$base.err") =~ /ready/;
        select undef, undef, undef, 0.1;
    }
    sleep 1;
    kill $signal, $child;
    local $SIG{ALRM} = sub { kill 'KILL', $child };
    alarm 60;
    waitpid $child, 0;
    my $status = $?;
    alarm 0;
    return ($status & 127 ? 'signal ' . ($status & 127) : $status >> 8, read_file("$base.out"), read_file("$base.err"));
}

for my $what ('accesses', 'bare', 'poll') {
    my ($ended, $out, $errors) = interrupted($what, 'INT', SIM_REPORT => 'counters');
    is($ended, 'signal 2', "$what: ends by the signal");
    my ($line, $blocks) = $errors =~
        m{^simulator: interrupted: \S*interrupted\.cu:(\d+) in $what\n  .*\n  thread \d+ of block \d was here; 0 of (\d) blocks had ended$}m;
    ok($line && lines_of($what)->{$line}, "$what: at its line") or diag($errors);
    like($out, qr/^quick .*: counters of one launch\n  global store requests +2 /m, "$what: what was counted before");
    like($out, qr/^$what <<<.*: counters of a launch that was interrupted$/m, "$what: and so far");
}
my ($ended, $out, $errors) = interrupted('accesses', 'TERM', SIM_REPORT => 'clock', SIM_THREADS => 1);
is($ended, 'signal 15', 'kill does the same');
like($out, qr/^quick .*modelled time/m, 'modelled times so far');
unlike($out, qr/^accesses|nan/m, 'none of a launch that was not over');
($ended, $out, $errors) = interrupted('host', 'INT');
is("$ended $out$errors", "signal 2 ready\n", 'no kernel runs: nothing is said');
($ended, $out, $errors) = interrupted('own', 'INT');
is("$ended $out$errors", "2 caught\nready\n", 'a program that catches the signal itself');

done_testing();
