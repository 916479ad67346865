# Should a graded kernel ever come to the system's calls, it finds none there: the grader's program
# gives them up before the first kernel runs (course/confined.c). tests/confined/kernel.c is linked
# in the place of a kernel and tries them; each of its cases names what it does.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use POSIX qw(SIGSYS);
use Test::More;

my @parts = map { "build/sim/course/$_.o" } qw(judge judging numbers draw confined);
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
    my ($status) = run("cd $scratch && echo 7 0 | SIM_THREADS=1 SIM_MEMORY=128M " . ($settings // '')
                       . " ./program kernel 1:4:0 $number:64:64:0:0:0:1:0:1 3>verdict");
    my (undef, undef, undef, $sum) = split ' ', read_file("$scratch/verdict");
    return ($status, $sum);
}

# A kernel may be set up to take no 32-bit code's calls: who makes one is ended. It is asked for a process's number.
open my $source, '>', "$scratch/old_call.c" or die "old_call.c: $!\n";
print $source 'int main(void) { long id; __asm__ volatile("int $0x80" : "=a"(id) : "0"(20L) : "memory"); return id <= 0; }';
close $source;
is((run("cc -o $scratch/old_call $scratch/old_call.c"))[0], 0, 'old_call.c compiles');
my $takes_32_bit_calls = (run("$scratch/old_call"))[0] == 0;

my %errors = (EACCES => POSIX::EACCES, ENOSYS => POSIX::ENOSYS);
my @calls = read_file('tests/confined/kernel.c') =~ m{^    case (\d+):.*/\* (.+) \*/$}mg;
cmp_ok(@calls / 2, '>=', 30, 'there are calls to try');
while (my ($number, $what) = splice @calls, 0, 2) {
    my ($error) = $what =~ /^(E\w+): /;
    my ($status, $sum) = try_call($number);
    if ($what =~ /32-bit/ && !$takes_32_bit_calls) {
        isnt($status, 0, "it $what, which this machine's kernel takes from nobody");
        next;
    }
    is($status, $error ? 0 : 128 + SIGSYS, "it $what") or diag("sum ", $sum // 'none');
    is($sum, $errors{$error}, 'and fails') if $error;
}
is(join(' ', try_call(1000)), '0 0', 'what makes no call is well');
ok(!-e "$scratch/forged", 'nothing was made');

# What the runtime itself asks for: reports, and lines of findings. It is confined all the same.
my $reports = "SIM_CSV=$scratch/counters.csv SIM_PHASES_CSV=$scratch/phases.csv";
is(join(' ', try_call(1000, $reports)), '0 0', 'reports are no call');
like(read_file("$scratch/counters.csv"), qr/^kernel,.*\n"kernel",/, 'and are written');
is(join(' ', try_call(1000, "SIM_VIEW=$scratch/view.json SIM_TRACE=$scratch/trace.json")), '0 0', 'nor is a view');
like(read_file("$scratch/view.json"), qr/\A\{"version":1,.*\]\}\n\z/s, 'which is written whole');
like(read_file("$scratch/trace.json"), qr/\]\}?\n\z/, 'and so is a trace');
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

# ---- the filter on either machine ---------------------------------------------------------------
# aarch64 has numbers of its own for the calls, those of asm-generic. So the filter is built with them,
# too, and run as the kernel would: a call by the same name has the same fate.
sub numbers_of {
    my ($header, @flags) = @_;
    my ($status, $out) = run("echo '#include <$header>' | cc @flags -E -dM -");
    my %value = $out =~ /^#define (__NR\w+) (\S+)$/mg;
    my %number = map { /^__NR_(\w+)$/ ? ($1 => $value{$value{$_}} // $value{$_}) : () } keys %value;
    return map { ($_ => $number{$_}) } grep { $number{$_} =~ /^\d+$/ } keys %number;
}
my %here = numbers_of('asm/unistd.h');
my %there = numbers_of('asm-generic/unistd.h', '-D__BITS_PER_LONG=64', map { "-D__ARCH_WANT_$_" }
                       qw(RENAMEAT NEW_STAT SET_GET_RLIMIT TIME32_SYSCALLS SYS_CLONE3 MEMFD_SECRET));
SKIP: {
    skip 'the system lacks the generic numbers', 1 if keys %there < 250;
    open my $header, '>', "$scratch/numbers.h" or die "numbers.h: $!\n";
    print $header map { "#undef SYS_$_\n" } sort keys %{{%here, %there}};
    print $header map { "#define SYS_$_ $there{$_}\n" } sort keys %there;
    close $header;
    my %decisions;
    for (['here', \%here, ''], ['there', \%there, "-DNUMBERS='\"$scratch/numbers.h\"'"]) {
        my ($place, $numbers, $flags) = @$_;
        my ($status, $out, $err) = run("cc -std=gnu11 -Wall -Wextra -Werror $flags -o $scratch/$place tests/confined/decisions.c");
        is("$status$err", '0', "the filter as it is $place");
        open my $list, '>', "$scratch/$place.txt" or die "$place.txt: $!\n";
        print $list map { "$_ $numbers->{$_}\n" } sort keys %$numbers;
        close $list;
        $decisions{$place} = {map { /^(\w+) (.*)$/ } split /\n/, (run("$scratch/$place <$scratch/$place.txt"))[1]};
    }
    my @both = grep { exists $here{$_} } sort keys %there;
    cmp_ok(scalar @both, '>=', 250, 'calls that either machine has');
    is(join("\n", map { "$_ $decisions{there}{$_}" } @both), join("\n", map { "$_ $decisions{here}{$_}" } @both),
       'have the same fate on aarch64 and here');
    my @others = grep { !exists $here{$_} && $decisions{there}{$_} =~ /allowed/ } sort keys %there;
    is("@others", '', 'and no other is allowed there');
    for (['read', qr/^(allowed ){8}allowed ended$/], ['execve', qr/^(ended ?){10}$/], ['socket', qr/^(ended ?){10}$/],
         ['kill', qr/^(ended ?){10}$/], ['ptrace', qr/^(ended ?){10}$/], ['process_vm_writev', qr/^(ended ?){10}$/],
         ['clone3', qr/^(error38 ){9}ended$/], ['openat', qr/^error13 ended error13 error13 ended ended error13 ended ended ended$/],
         ['mprotect', qr/^allowed allowed ended allowed allowed allowed allowed ended ended ended$/],
         ['mmap', qr/^ended ended ended allowed ended ended ended ended ended ended$/],
         ['clone', qr/^(ended ){6}allowed allowed \w+ ended$/], ['tgkill', qr/^(ended ){8}allowed ended$/]) {
        my ($name, $fate) = @$_;
        like($decisions{there}{$name}, $fate, "$name: allowed or not, by its arguments");
    }
}

done_testing;
