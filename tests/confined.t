# Should a graded kernel ever come to the system's calls, it finds none there: the grader's program
# gives them up before the first kernel runs (course/confined.c). tests/confined/kernel.c is linked
# in the place of a kernel and tries them; each of its cases names what it does.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use POSIX qw(SIGSYS);
use Test::More;

my @parts = map { "build/sim/course/$_.o" } qw(judge judging numbers confined);
system('make -s BACKEND=sim grader') == 0 or die "the grader does not build\n";
plan skip_all => 'this system has no filter for calls' if (run('build/course/grade --steps 04 builds'))[1]
    =~ /has no filter for calls/;

my $scratch = scratch();
my $hole = "$scratch/hole.o";
is((run("cc -std=gnu11 -Wall -Wextra -Werror -O1 -c -o $hole tests/confined/kernel.c"))[0], 0,
   'a kernel with a hole');
is((run("build/simcc/simcc -o $scratch/program $hole @parts build/sim/common.a"))[0], 0, 'is linked');

# Runs the case of that number; returns the exit status as the shell has it, and the verdict's sum.
sub try_call {
    my ($number, $settings) = @_;
    my ($status) = run("cd $scratch && echo 7 | SIM_THREADS=1 SIM_MEMORY=128M " . ($settings // '')
                       . " ./program kernel 1 $number:64:64:0:0:0:1:0 3>verdict");
    my (undef, undef, undef, $sum) = split ' ', read_file("$scratch/verdict");
    return ($status, $sum);
}

my %errors = (EACCES => POSIX::EACCES, ENOSYS => POSIX::ENOSYS);
my @calls = read_file('tests/confined/kernel.c') =~ m{^    case (\d+):.*/\* (.+) \*/$}mg;
cmp_ok(@calls / 2, '>=', 30, 'there are calls to try');
while (my ($number, $what) = splice @calls, 0, 2) {
    my ($error) = $what =~ /^(E\w+): /;
    my ($status, $sum) = try_call($number);
    is($status, $error ? 0 : 128 + SIGSYS, "it $what") or diag("sum ", $sum // 'none');
    is($sum, $errors{$error}, 'and fails') if $error;
}
is(join(' ', try_call(1000)), '0 0', 'what makes no call is well');
ok(!-e "$scratch/forged", 'nothing was made');

# What the runtime itself asks for: reports, and lines of findings. It is confined all the same.
my $reports = "SIM_CSV=$scratch/counters.csv SIM_PHASES_CSV=$scratch/phases.csv";
is(join(' ', try_call(1000, $reports)), '0 0', 'reports are no call');
like(read_file("$scratch/counters.csv"), qr/^kernel,.*\n"kernel",/, 'and are written');
isnt((try_call(1000, "SIM_CSV=$scratch/no/folder.csv"))[0], 0, 'one that cannot be written is said so first');
is((try_call(2, $reports))[0], 128 + SIGSYS, 'and no other file is');

# The same through the grader: an objcopy that slips the hole into what is linked.
my ($folder) = glob 'step04_*';
mkdir "$scratch/bin";
chomp(my $objcopy = (run('command -v objcopy'))[1]);
open my $file, '>', "$scratch/bin/objcopy" or die "objcopy: $!\n";
print $file "#!/bin/sh\n$objcopy \"\$@\" || exit 1\nfor last; do :; done\nexec cp $hole \"\$last\"\n";
close $file;
chmod 0755, "$scratch/bin/objcopy";
my ($status, $out, $err) = run("PATH=$scratch/bin:\$PATH build/course/grade --out $scratch/graded --steps 04");
is("$status$err", '1', 'the grader is well');
like($out, qr{^builds .*OK   10/10$}m, 'a submission that has such a kernel');
like($out, qr{^    MISSING n = 3, .*: no sum; the run was ended: it asked the system for what no kernel may have$}m,
     'is told what it did');
like($out, qr{^Score: [123]?\d/100$}m, 'and has no points for it');

done_testing;
