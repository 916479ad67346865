# The host's clocks, which go on with the modelled time: clocks of the C library and of C++, copies, what is not done yet.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Run;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# ---- The host's clocks ------------------------------------------------------------------------
for my $name (qw(host_clock own_clock)) {
    ($status, undef, $errors) = run("build/simcc -o $folder/$name tests/clock/$name.cu -lpthread");
    is("$status$errors", '0', "$name.cu compiles");
}
my $told = qr/\Asimulator: times are modelled: .*\n\z/;
# A machine that is busy keeps the program from its work at times: the shortest of some runs counts, and of more where it is very busy.
for my $clock (qw(gettimeofday monotonic realtime steady system high_resolution processor)) {
    my @runs;
    for (1 .. 60) {
        push @runs, [run("$folder/host_clock $clock")];
        last if @runs >= 2 && grep { my (undef, $done, $by_events) = split ' ', $_->[1]; $done < $by_events + 3 } @runs;
    }
    like($_->[2], $told, "$clock: the times are marked as modelled") for $runs[0];
    my ($best) = sort { $a->[1] <=> $b->[1] } map { [split ' ', $_->[1]] } @runs;
    my ($launched, $done, $by_events) = @$best;
    # three calls of host_call, then the kernel
    cmp_ok($launched, '>', 0.0033, "$clock: a launch takes a call's time");
    cmp_ok($done, '>', $launched + 0.5 * $by_events, "$clock: and the kernel takes its time");
    cmp_ok($done, '<', $by_events + 3, "$clock: which is not the simulator's");
}
my ($by_program, $by_machine);
($status, $out, $errors) = run("$folder/host_clock work");
($by_program, $by_machine) = split ' ', $out;
ok($by_machine > 20 && abs($by_program / $by_machine - 1) < 0.05, "the host's own work takes its time")
    or diag($out);
is($errors, '', 'which is not modelled');
is((run("$folder/host_clock none"))[2], '', 'nor is what lies between two launches');
is((run("$folder/host_clock never"))[2], '', 'nobody has asked');
is((run("$folder/host_clock order"))[1], "0\n", 'no clock goes back');
is((run("$folder/host_clock threads"))[1], "0\n", 'nor while another thread launches');
(undef, $out, $errors) = run("$folder/host_clock thread");
($by_program, $by_machine) = split ' ', $out;
cmp_ok($by_program, '<', 0.5 * $by_machine, 'a thread has its own clock');
like($errors, $told, 'and is told so');
is((run("$folder/host_clock nothing"))[1], "-1 1 2\n", 'a clock that there is not');
(undef, $out, $errors) = run("SIM_CLOCK=0 $folder/host_clock steady");
cmp_ok((split ' ', $out)[0], '>', 5, 'without the model it is the time that the simulator takes');
is($errors, '', 'which is real');
is(join('', run("$folder/own_clock")), "042\n", "a program's own function stays its own");

# ---- Copies between host and device ---------------------------------------------------------
# 2^24 bytes behind bus_latency: 50 GB/s page-locked, 9 to the device and 14.5 to the host pageable
is(join('', (run("build/simcc -o $folder/pageable tests/clock/pageable.cu"))[0, 2]), '0', 'pageable.cu compiles');
my @copies = split ' ', (run("$folder/pageable"))[1];
near($copies[0], 8 + 2**24 / 50e3, 0.05, 'to the device, page-locked');
near($copies[1], 8 + 2**24 / 50e3, 0.05, 'to the host, page-locked');
near($copies[2], 8 + 2**24 / 9e3, 0.05, 'to the device, pageable');
near($copies[3], 8 + 2**24 / 14.5e3, 0.05, 'to the host, pageable');
is("@copies[4, 5]", '0 1', 'the host waits for pageable memory alone');

# ---- What is not done yet ---------------------------------------------------------------------
# What an H100 answers; cudaErrorNotReady is not remembered there.
($status, undef, $errors) = run("build/simcc -o $folder/not_done tests/clock/not_done.cu -lpthread");
is("$status$errors", '0', 'not_done.cu compiles');
my $unasked = qr/^simulator: times are modelled.*\n/m;
for (['event', "1, cudaSuccess, cudaSuccess\n"], ['stream', "1, cudaSuccess, cudaSuccess\n"],
     ['elapsed', "cudaErrorNotReady, 0, cudaSuccess\ncudaSuccess, 1\n"],
     ['worked', "cudaSuccess, 1, cudaSuccess\ncudaSuccess, 1\n"],
     ['once', "cudaSuccess, cudaSuccess, cudaSuccess\n"], ['thread', "cudaSuccess\n"]) {
    my ($case, $expected) = @$_;
    for (1 .. 5) {    # a host that is interrupted for longer than the kernel takes finds it done
        ($status, $out, $errors) = run("$folder/not_done $case");
        last if "$status$out" eq "0$expected";
    }
    is("$status$out", "0$expected", "not done yet: $case");
    $errors =~ s/$unasked//;
    # who has not waited is told so, also where the work happens to be over
    like($errors, $case =~ /elapsed|worked/ ? qr/\Asimulator: note: not done yet: tests\/clock\/not_done\.cu:\d+\n.*\n.*\n  Let the host wait.*\nsimulator: 1 note\n\z/
                                            : qr/\A\z/, 'and what is said of it');
    is((run("SIM_CLOCK=0 $folder/not_done $case"))[0], 0, 'without the model all is done at once');
}

done_testing();
