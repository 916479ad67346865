# The device that is simulated: what it says of itself, how it is chosen and changed, what it
# refuses, and how many blocks fit on it.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $library = 'build/libruntime.a';       # it has names that programs do not see
system("make -s simulator $library") == 0
    or die "the simulator does not build\n";
my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};

my ($status, $out, $errors) =
    run("build/simcc -o $folder/properties tests/devices/properties.cu");
is("$status$errors", '0', 'properties.cu compiles');
for my $name ('occupancy', 'tables') {
    ($status, undef, $errors) = run("cc -no-pie -Iinclude -Iruntime " .
        "-o $folder/$name tests/devices/$name.c -Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free " .
        "-Wl,--whole-archive $library -Wl,--no-whole-archive -lpthread -lm");
    is("$status$errors", '0', "$name.c compiles");
}

# ---- What each says of itself ---------------------------------------------------------------
my %documented = (
    h100 => {name => 'NVIDIA H100 80GB HBM3 (simulated)', capability => '9.0', multiprocessors => 132,
             memory => 81559, l2 => 52428800, bus => 5120, threads => 2048, blocks => 32,
             shared => '49152 232448 233472 1024', registers => '65536 65536', l1 => 1, block => 1024,
             clock => 1980000, 'memory clock' => 2619000},
    h200 => {name => 'NVIDIA H200 (simulated)', capability => '9.0', multiprocessors => 132,
             memory => 143771, l2 => 62914560, bus => 6016, threads => 2048, blocks => 32,
             shared => '49152 232448 233472 1024', registers => '65536 65536', l1 => 1, block => 1024,
             clock => 1980000, 'memory clock' => 3201000},
    k20m => {name => 'Tesla K20m (simulated)', capability => '3.5', multiprocessors => 13,
             memory => 4800, l2 => 1310720, bus => 320, threads => 2048, blocks => 16,
             shared => '49152 49152 49152 0', registers => '65536 65536', l1 => 0, block => 1024,
             clock => 706000, 'memory clock' => 2600000},
    rtx2070s => {name => 'NVIDIA GeForce RTX 2070 SUPER (simulated)', capability => '7.5',
             multiprocessors => 40, memory => 7982, l2 => 4194304, bus => 256, threads => 1024,
             blocks => 16, shared => '49152 65536 65536 0', registers => '65536 65536', l1 => 1,
             block => 1024, clock => 1770000, 'memory clock' => 7001000},
);
# Blocks of 32, 192 and 1024 threads, and of 64 threads with 10 KiB each; bytes for each of 7.
my %fit = (h100 => [32, 10, 2, 20, 32256], h200 => [32, 10, 2, 20, 32256],
           k20m => [16, 10, 2, 4, 6912], rtx2070s => [16, 5, 1, 6, 9216]);
my %said;
for my $device (sort keys %documented) {
    ($status, $out, $errors) = run("SIM_DEVICE=$device $folder/properties");
    is("$status$errors", '0', "$device: runs");
    $said{$device} = $out;
    my %d = %{$documented{$device}};
    is(($out =~ /^\Q$_\E (.*)$/m)[0], $d{$_}, "$device: $_") for sort keys %d;
    my (undef, $opt_in, $shared, $reserved) = split ' ', $d{shared};
    is(($out =~ /^attributes (.*)$/m)[0],
       "$d{capability} $d{multiprocessors} $d{l2} $d{bus} $d{threads} $d{blocks} $opt_in $shared " .
       "$reserved $d{registers} $d{l1}", "$device: the attributes say the same");
    is(join(' ', $out =~ /^(?:fit|shared for) .*: (\d+)$/mg), "@{$fit{$device}}", "$device: blocks that fit");
    like($out, qr/^cooperative, 0 more: cudaSuccess\ncooperative, 1 more: cudaErrorCooperativeLaunchTooLarge$/m,
         "$device: a cooperative launch is as large as fits");
    my $wanted = $opt_in >= 65 * 1024 ? 'cudaSuccess, launch cudaSuccess'
                                      : 'cudaErrorInvalidValue, launch cudaErrorInvalidValue';
    is(($out =~ /^65 KiB: (.*)$/m)[0], $wanted, "$device: 65 KiB of shared memory for a block");
}
for my $default ('', 'SIM_DEVICE= ') {
    ($status, $out) = run("$default$folder/properties");
    is($out, $said{h100}, "the default is an H100 ($default)");
}
($status, $out) = run("SIM_DEVICE=k20m SIM_MEMORY=64M $folder/properties");
is($out, $said{k20m}, 'SIM_MEMORY makes no other device of it');

# ---- Single constants overridden ----------------------------------------------------------
($status, $out, $errors) =
    run("SIM_DEVICE=h100,multiprocessors=1,blocks=5,memory_clock=2619.5,memory_latency=3e2 $folder/properties");
is("$status$errors", '0', 'overridden constants');
like($out, qr/^name NVIDIA H100 80GB HBM3 \(simulated, multiprocessors=1,blocks=5,memory_clock=2619\.5,memory_latency=3e2\)$/m,
     'the name tells of them');
like($out, qr/^multiprocessors 1$/m, 'a whole number');
like($out, qr/^memory clock 2619500$/m, 'a fraction');
like($out, qr/^fit 32 threads 0 KiB: 5$/m, 'occupancy follows');
like($out, qr/^cooperative, 0 more: cudaSuccess\ncooperative, 1 more: cudaErrorCooperativeLaunchTooLarge$/m,
     'cooperative launches follow');
like($out, qr/^capability 9\.0$(?s:.*)^l2 52428800$/m, 'all else stays');
my $many = join ',', ('memory_latency=300') x 20;
($status, $out) = run("SIM_DEVICE=k20m,$many $folder/properties");
like($out, qr/^name Tesla K20m \(simulated, with many other constants\)$/m, 'a name that would not fit');

# Every constant of every table is one that SIM_DEVICE takes.
my (undef, $tables) = run("$folder/tables");
my ($names) = read_file('runtime/base/device.h') =~ /#define DEVICE_CONSTANTS\(X\)(.*?)\nstruct/s;
my $constants = () = $names =~ /^    X\(/mg;
cmp_ok($constants, '>', 60, 'there are constants');
is(($tables =~ /^(\d+) constants$/m)[0], 4 * $constants, 'each device has them all');
my @refused;
for my $device (sort keys %documented) {
    my @values = $tables =~ /^$device,(\S+)$/mg;
    ($status, undef, $errors) = run('SIM_DEVICE=' . join(',', $device, @values) . " $folder/properties");
    push @refused, $errors unless $status eq '0';
    is(scalar @values, $constants, "$device: all its constants were tried");
}
is("@refused", '', 'and may be given as they are');
is(join(' ', $tables =~ /^(\w+ peak \S+)$/mg),
   'h100 peak 3352.3 h200 peak 4814.3 k20m peak 208.0 rtx2070s peak 448.1', 'peak bandwidths');

# ---- What makes no sense --------------------------------------------------------------------
my $form = 'must be h100, h200, k20m or rtx2070s, and constants after it, as in h100,memory_latency=300';
my %bad = (
    'h300' => $form, 'H100' => $form, 'h10' => $form, ',clock=1' => $form, 'memory_latency=300' => $form,
    'h100,' => $form, 'h100,clock' => $form, 'h100,clock=1,' => $form, 'h100 ' => $form, 'h100,=3' => $form,
    'h100,memory_latenzy=3' => 'there is no constant memory_latenzy, the nearest is memory_latency; docs/clock_model.md lists them',
    (map { ("h100,clock=$_" => 'clock must be a number above 0 and at most 1000000, in MHz') }
        '0', '-1', '', 'inf', 'nan', '0x10', '1 ', '1000001', '1e999', '12a', '--1'),
    'k20m,issue_width=0' => 'issue_width must be a number above 0 and at most 1000000',
    (map { ("h100,multiprocessors=$_" => 'multiprocessors must be a whole number from 1 to 1024') }
        '0', '1.5', '1025', '-3'),
    (map { ("h200,blocks=$_" => 'blocks must be a whole number from 1 to 64') } '0', '65'),
    (map { ("h100,unrolled=$_" => 'unrolled must be a whole number from 1 to 1024') } '0.5', '1025'),
    'h100,atomic_unit_bytes=0.5' => 'atomic_unit_bytes must be a multiple of 32 from 32 to 1048576',
    'h100,schedulers=33' => 'schedulers must be a whole number from 1 to 32',
    (map { ("h100,threads=$_" => 'threads must be a multiple of 32 from 1024 to 2048') } '992', '1040', '2080'),
    'k20m,global_in_l1=2' => 'global_in_l1 must be a whole number from 0 to 1',
    'h100,shared_opt_in=228' => 'shared_opt_in must be a whole number from 48 to 227',
    'k20m,shared_reserved=1' => 'shared_opt_in and shared_reserved together must fit in shared_size',
    'h100,l1_size=227' => 'shared_size must not be more than l1_size',
);
for my $value (sort keys %bad) {
    ($status, $out, $errors) = run("SIM_DEVICE=\"$value\" $folder/properties");
    is("$status$out", '2', "SIM_DEVICE=$value is refused");
    like($errors, qr/\Asimulator: SIM_DEVICE=\Q$value\E: \Q$bad{$value}\E\n\z/, 'in one line that says what is allowed');
}

# ---- Occupancy, worked out by hand --------------------------------------------------------
# Device, threads, bytes of shared memory, registers of a thread; blocks and what limits them.
for (# 2048 threads, 32 blocks, 228 KiB less 1 KiB for each block, in units of 128 bytes
     ['h100', 1, 0, 0, 32, 'blocks'], ['h100', 64, 0, 0, 32, 'threads'], ['h100', 65, 0, 0, 21, 'threads'],
     ['h100', 1024, 0, 0, 2, 'threads'], ['h100', 128, 16384, 0, 13, 'shared memory'],
     ['h100', 128, 232448, 0, 1, 'shared memory'], ['h100', 128, 232449, 0, 0, 'shared memory'],
     ['h100', 32, 6272, 0, 32, 'blocks'],                    # 228 KiB / 7296 bytes = 32
     ['h100', 32, 6273, 0, 31, 'shared memory'],             # 228 KiB / 7424 bytes
     # 16384 registers for each of four schedulers; a warp's are a multiple of 256
     ['h100', 256, 0, 32, 8, 'threads'],                     # 16 warps for a scheduler, 64 in all
     ['h100', 256, 0, 33, 6, 'registers'],                   # 1280 for a warp: 12, 48
     ['h100', 256, 0, 255, 1, 'registers'],                  # 8192: 2, 8
     ['h100', 1024, 0, 64, 1, 'registers'], ['h100', 1024, 0, 65, 0, 'registers'],
     ['h100', 96, 0, 168, 4, 'registers'],                   # 5376: 3, 12; 65536 / 5376 would be 12 too
     ['h100', 32, 0, 200, 8, 'registers'],                   # 6400: 2, 8, though 65536 / 6400 = 10
     ['h200', 256, 0, 33, 6, 'registers'],
     # 2048 threads, 16 blocks, 48 KiB, in units of 256 bytes
     ['k20m', 32, 0, 0, 16, 'blocks'], ['k20m', 128, 0, 0, 16, 'threads'], ['k20m', 512, 0, 0, 4, 'threads'],
     ['k20m', 64, 3072, 0, 16, 'blocks'], ['k20m', 64, 3073, 0, 14, 'shared memory'], # 3328 bytes
     ['k20m', 64, 49152, 0, 1, 'shared memory'], ['k20m', 64, 49153, 0, 0, 'shared memory'],
     ['k20m', 512, 0, 37, 3, 'registers'],                   # 1280: 12, 48
     # 1024 threads, 16 blocks, 64 KiB, in units of 256 bytes
     ['rtx2070s', 32, 0, 0, 16, 'blocks'], ['rtx2070s', 192, 0, 0, 5, 'threads'],
     ['rtx2070s', 1024, 0, 64, 1, 'threads'], ['rtx2070s', 128, 8193, 0, 7, 'shared memory'], # 8448 bytes
     ['rtx2070s', 256, 0, 128, 2, 'registers']) {
    my ($device, $threads, $shared, $registers, $blocks, $limit) = @$_;
    ($status, $out) = run("$folder/occupancy $device $threads $shared $registers");
    is("$status $out", "0 $blocks $limit\n", "$device: $threads threads, $shared bytes, $registers registers");
}

done_testing();
