# Launches that never end are ended: by the limit of steps, by the watchdog, or because all
# threads wait for each other, or for the host.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

-x 'build/simcc' or system('make -s') == 0
    or die "the simulator does not build\n";
my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $source = 'tests/runtime/endless.cu';
my ($endless, $endless_plain) = ("$folder/endless", "$folder/endless_plain");
my ($status, $out, $errors);
for (run_many("build/simcc $source -o $endless", "build/simcc --plain $source -o $endless_plain")) {
    is("$_->[1]$_->[2]$_->[3]", '0', 'endless.cu compiles');
}

for my $kind ('loop', 'spin') {
    ($status, $out, $errors) = run("SIM_LIMIT=1M $endless $kind");
    is("$status\n$out", FOUND . "\ncudaErrorLaunchTimeout\n", "an endless $kind is ended");
    like($errors, qr/^simulator: endless launch: \S*endless\.cu:(\d+) in $kind$/m, 'and found');
}

# ---- The watchdog ----------------------------------------------------------------------------
($status, $out, $errors) = run("SIM_THREADS=2 SIM_WATCHDOG=1 $endless bare");
is("$status\n$out", FOUND . "\ncudaErrorLaunchTimeout\n", 'a loop without hooks is ended by the watchdog');
like($errors, qr/^simulator: endless launch: \S*endless\.cu:(\d+) in bare\n.*\n  thread 5 of block 0 has run for 1 s without a step /m,
     'and found, with its thread');
my ($line) = $errors =~ /endless\.cu:(\d+) in bare/;
like((split /\n/, read_file($source))[($line // 1) - 1], qr/while \(x != end\)|bare/, 'at its line');
($status, $out, $errors) = run("SIM_LIMIT=100G SIM_WATCHDOG=1 $endless slow 450000000");
is("$status\n$out", "0\ncudaSuccess\n", 'one that only takes long ends by itself');
like($errors, qr/\Asimulator: slow has run for 1 s without the end of a block: \S*endless\.cu:\d+\n.* (?:for|x =) .*\n  thread 0 of block 0 is here; 0 of 1 blocks have ended\. .*\n\z/,
     'a line says where it is, once');
($status, $out, $errors) = run("SIM_THREADS=2 SIM_WATCHDOG=1 $endless_plain bare 2>$folder/said & while ! grep -q 'It goes on' $folder/said; do sleep 0.2; done; "
                               . 'kill $!; wait $!', 60);
$errors = read_file("$folder/said");
like($errors, qr/\Asimulator: bare has run for 1 s without the end of a block: \S*endless\.cu:\d+\n.*bare<<<3, 64>>>.*\n  thread 5 of block 0 is here/,
     'without any hooks, too, with the line of the launch');
is($status, 128 + 15, 'kill ends it');
like($errors, qr/^simulator: interrupted: \S*endless\.cu:\d+ in bare$/m, 'and it says where');

# ---- A cuda::barrier that never opens --------------------------------------------------------
# It is found as soon as all wait there: without that, a thousand threads would poll it for minutes.
(undef, $out, $errors) = run("build/simcc tests/runtime/never_opens.cu -o $folder/never_opens");
is($out . $errors, '', 'never_opens.cu compiles');
for my $threads (1, 7) {
    ($status, $out, $errors) = run("ulimit -t 15; SIM_THREADS=$threads $folder/never_opens 1001");
    is("$status\n$out", FOUND . "\ncudaErrorLaunchTimeout\n", "where 1000 of 1001 threads have arrived, on $threads host threads");
    like($errors, qr/waits at a barrier where 1000 of 1001 have arrived, /, 'it says so');
}
($status, $out, $errors) = run("$folder/never_opens 1000");
is("$status\n$out$errors", "0\ncudaSuccess\n", 'one that opens late, across blocks, is sound');

# ---- Waiting for the host ----------------------------------------------------------------------
for my $kind ('host', 'variable') {
    ($status, $out, $errors) = run("SIM_LIMIT=1M $endless $kind");
    is("$status\n$out", FOUND . "\n", "waiting for the host's $kind ends the program");
    like($errors, qr/^simulator: the program ends here: its host may wait for that kernel$/m, 'which says so');
    like($errors, qr/^simulator: endless launch: \S*endless\.cu:\d+ in wait_for_host$/m, 'and found');
    like($errors, qr/a kernel that waits for the host cannot work here/, 'with the reason');
}
($status, $out, $errors) = run("SIM_LIMIT=1M $endless spin");
unlike($errors, qr/the host/, 'which is not said of a device variable');
($status, $out, $errors) = run("SIM_LIMIT=1M $endless late");
is($out, "cudaSuccess\n", 'waiting for a while is no endless launch');

done_testing();
