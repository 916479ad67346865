# Several devices on the simulator, and NCCL among them: what belongs to a device, what orders
# their work, calls that all ranks make, and each mistake with its sentence.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $folder = scratch();
my $source = 'tests/several_devices';

my %program;
for my $name (qw(devices errors order no_order nccl_right nccl_wrong processes)) {
    $program{$name} = "$folder/$name";
    my ($status, undef, $errors) =
        run("build/simcc -o $program{$name} $source/$name.cu -lnccl -lpthread");
    is("$status$errors", '0', "$name.cu compiles");
}

# What is said of a mistake: its kind and its sentence, without the numbers of lines.
sub said {
    my ($errors) = @_;
    my ($kind) = $errors =~ /^simulator: (.*?): \Q$source\E/m;
    my @lines = grep { /^  \S/ && !/^  \Q$source\E/ } split /\n/, $errors;
    return (defined $kind ? "$kind: " : '') . ($lines[0] // '') =~ s/^  //r =~ s/\Q$source\/\E//gr =~ s/(\.(?:cu|h)):\d+/$1/gr;
}

# ---- SIM_DEVICES ----------------------------------------------------------------------------
for my $value (qw(0 17 -1 2x x 1.5 99999999999999999999)) {
    my ($status, $out, $errors) = run("SIM_DEVICES=$value $program{nccl_right}");
    is("$status $errors$out", "2 simulator: SIM_DEVICES=$value: must be a whole number from 1 to 16\n",
       "SIM_DEVICES=$value is refused");
}
like((run("SIM_DEVICES= $program{nccl_wrong} too_many"))[2], qr/there is 1 \(SIM_DEVICES\)/,
     'one device by default');

# ---- What belongs to a device -----------------------------------------------------------------
my ($status, $out, $errors) = run("SIM_DEVICES=3 SIM_MEMORY=64M $program{devices}");
is("$status\n$out", <<'END', 'devices have their own memory, variables, streams, pools');
0
devices 3, current 0
a new thread: 0
this one: 2
device 3: cudaErrorInvalidDevice
device -1: cudaErrorInvalidDevice
still 2
properties of device 3: cudaErrorInvalidDevice
variable on device 0: 15
variable on device 1: 25
variable on device 2: 35
managed: 60
kernel on device 0: 8 15
kernel on device 1: 80 25
kernel on device 2: 8 35
by its address: 35
device 0: 23 of 64 MiB left, pointer of device 0
device 1: 23 of 64 MiB left, pointer of device 1
device 2: 23 of 64 MiB left, pointer of device 2
too much: cudaErrorMemoryAllocation
through three devices: 03030303
peer of device 3: cudaErrorInvalidDevice
freed: 63 MiB
device 0 may ask for device 1: 1
device 1 may ask for device 1: 0
enabled: cudaSuccess
again: cudaErrorPeerAccessAlreadyEnabled
itself: cudaErrorInvalidDevice
nobody: cudaErrorInvalidDevice
flags: cudaErrorInvalidValue
device 0 has written 1
disabled: cudaSuccess
twice: cudaErrorPeerAccessNotEnabled
times of one device: cudaSuccess
times of two: cudaErrorInvalidResourceHandle
wait for the other's event: cudaSuccess
synchronise the other's: cudaSuccess
copy in the other's stream: cudaSuccess
heap of device 0: 8388608 bytes, 1000 fit: 1
heap of device 1: 999 bytes, 1000 fit: 0
pools differ: 1
memory of a stream of device 1: device 1
pool of another device: cudaErrorInvalidValue
END
is($errors =~ s/^  .*\n//mgr, "simulator: note: out of memory: tests/several_devices/devices.cu:111\n"
   . "simulator: times are modelled: NVIDIA H100 80GB HBM3 (simulated) (docs/clock.md)\nsimulator: 1 note\n",
   'and nothing is found but what is too much');

my $elsewhere = 'memory of another device: thread 0 of block 0 of a kernel on device 0';
my $there = '4 bytes of device 1: byte 0 of the 400 bytes from errors.cu (cudaMalloc)';
my %errors = (
    reads => ["cudaErrorIllegalAddress cudaSuccess\n", "$elsewhere reads $there"],
    writes => ["cudaErrorIllegalAddress cudaSuccess\n", "$elsewhere writes $there"],
    other_direction => ["cudaErrorIllegalAddress cudaSuccess\n", "$elsewhere writes $there"],
    launch => ["cudaErrorInvalidResourceHandle\n", 'invalid argument: a launch: the stream is '
               . "device 1's, but the current device is 0: invalid resource handle"],
    record => ["cudaErrorInvalidResourceHandle\n", 'invalid argument: cudaEventRecord: the event was '
               . "created for device 0, the stream is device 1's: invalid resource handle"],
    peer_named_wrong => ["cudaErrorInvalidValue\n", 'invalid argument: cudaMemcpyPeer: the target is '
               . 'memory of device 0, the call names device 1: invalid argument'],
);
for (run_many(map { "SIM_DEVICES=2 $program{errors} $_" } sort keys %errors)) {
    my ($command, $status, $out, $errors) = @$_;
    my ($case) = $command =~ /(\w+)$/;
    is("$status $out", FOUND . " $errors{$case}[0]", "$case: CUDA's error");
    is(said($errors), $errors{$case}[1], "$case: is said");
}

# ---- What orders work ---------------------------------------------------------------------------
my @in_order = qw(by_event by_two_events by_stream by_device by_event_on_host by_threads
                  default_streams blocking readers parts bytes columns system_atomics freed children pageable
                  collective_orders streams_of_a_group one_after_the_other);
for (run_many(map { "SIM_DEVICES=2 $program{order} $_" } @in_order)) {
    my ($command, $status, $out, $errors) = @$_;
    is("$status $out$errors", "0 done\n", $command =~ s/.* //r . ' is in order');
}
my ($fill, $add) = map { qr/kernel $_/ } 'fill', 'add';
my $array = qr/: 4000 bytes from byte 0 of the 4000 bytes from order\.h \(cudaMalloc\)/;
my %race = (
    two_streams => qr/$add on device 0 writes what $fill on device 0 wrote$array/,
    copy_too_early => qr/cudaMemcpyPeerAsync on device 1 reads what $fill on device 0 wrote$array/,
    kernel_too_early => qr/$add on device 1 reads what $fill on device 0 wrote$array/,
    overwritten => qr/$fill on device 0 writes what cudaMemcpyPeerAsync on device 1 read$array/,
    both_write => qr/$fill on device 1 writes what $fill on device 0 wrote$array/,
    recorded_too_early => qr/$add on device 1 reads what $fill on device 0 wrote$array/,
    other_stream_waits => qr/$add on device 1 reads what $fill on device 0 wrote$array/,
    never_recorded => qr/$add on device 1 reads what $fill on device 0 wrote$array/,
    other_device_waits => qr/$add on device 1 reads what $fill on device 0 wrote$array/,
    not_blocking => qr/cudaMemcpy on device 0 reads what $fill on device 0 wrote$array/,
    device_atomics => qr/kernel count on device 1 updates with atomics what kernel count on /
                      . qr/device 0 updated with atomics: 4 bytes/,
    one_way => qr/$fill on device 0 writes what $add on device 1 read$array/,
    sends_too_early => qr/ncclAllReduce of rank 0 on device 0 writes what $fill on device 0 wrote$array/,
    received_too_early =>
        qr/cudaMemcpyAsync on device 0 reads what ncclBroadcast of rank 0 on device 0 wrote$array/,
    one_byte => qr/kernel read_bytes on device 1 reads what kernel write_bytes on device 0 wrote: /
                . qr/1 byte from byte 16 of the 4000 bytes from order\.h \(cudaMalloc\)/,
    second_half => qr/kernel read_bytes on device 1 reads what kernel add_halves on device 0 /
                   . qr/updated with atomics: 1 byte from byte 2 of the 4000 bytes/,
    beside_a_write => qr/kernel write_bytes on device 1 writes what kernel note_some on device 0 /
                      . qr/read: 4 bytes from byte 80 of the 4000 bytes/,
    reduce_orders_one_way => qr/$add on device 1 reads what $fill on device 0 wrote$array/,
);
for (run_many(map { "SIM_DEVICES=2 $program{no_order} $_" } sort keys %race)) {
    my ($command, $status, $out, $errors) = @$_;
    my ($case) = $command =~ /(\w+)$/;
    is("$status $out", FOUND . " done\n", "$case is an error");
    like(said($errors), qr/\Arace between streams: $race{$case}/, "$case: who races with whom");
    like($errors, qr/^simulator: race between streams: \Q$source\E\/(?:no_order\.cu|order\.h):\d+ and \Q$source\E\/(?:no_order\.cu|order\.h):\d+$/m,
         "$case: where");
}
is_deeply([sort @in_order, keys %race],
          [sort grep { $_ ne 'name' } map { read_file("$source/$_.cu") =~ /CASE\((\w+)\)/g } 'order', 'no_order'],
          'each case was tried');
($status, $out, $errors) = run("SIM_DEVICES=2 SIM_CHECKS=0 $program{nccl_wrong} counts");
is("$status $errors$out", FOUND . " simulator: NCCL: rank 1 calls ncclAllReduce with 99 elements, rank 0 with "
   . "100\ninvalid usage\n", 'SIM_CHECKS=0 does not hang either');
($status, $out, $errors) = run("SIM_DEVICES=2 SIM_CHECKS=0 $program{no_order} copy_too_early");
is("$status $out$errors", "0 done\n", 'SIM_CHECKS=0 looks for no races');

# ---- NCCL ---------------------------------------------------------------------------------------
for (run_many(map { "SIM_DEVICES=$_ $program{nccl_right}" } 1, 2, 3, 7)) {
    my ($command, $status, $out, $errors) = @$_;
    like("$status $out$errors", qr/\A0 \d{5} looked at, 0 wrong\n\z/,
         $command =~ s/ .*//r . ': all calls, types and operators');
}

my $differ = 'ranks differ: rank 1 calls';
my $wrong = 'invalid NCCL call: ncclAllReduce:';
my $missing = 'rank missing: rank 0 calls';
my %mistakes = (
    counts => "$differ ncclAllReduce with 99 elements, rank 0 with 100",
    types => "$differ ncclAllReduce with ncclFloat32, rank 0 with ncclInt32",
    operators => "$differ ncclAllReduce with ncclMax, rank 0 with ncclSum",
    roots => "$differ ncclBroadcast with root 1, rank 0 with root 0",
    calls => "$differ ncclBroadcast where rank 0 calls ncclAllReduce",
    order => "$differ ncclBroadcast where rank 0 calls ncclAllReduce",
    missing => 'rank missing: rank 1 calls ncclAllReduce, but rank 0 of 2 does not',
    no_group => "$missing ncclAllReduce, but rank 1 of 2 does not",
    once_too_often => 'rank missing: rank 1 calls ncclAllReduce, but rank 0 of 2 does not',
    in_one_group => 'race within a group: rank 0 calls ncclReduce and ncclBroadcast in one group, and they '
                    . 'share a buffer that one of them writes',
    exchange => 'race within a group: rank 0 calls ncclSend and ncclRecv in one group, and they share a '
                . 'buffer that one of them writes',
    send_only => "$missing ncclSend for rank 1, which does not call ncclRecv for it",
    send_counts => "$differ ncclRecv with 99 elements, rank 0 ncclSend with 100",
    nobody => 'invalid NCCL call: ncclSend: rank 2; there are ranks 0 to 1',
    other_device => "$wrong the send buffer of rank 1 is memory of device 0, but the rank's device is 1",
    other_stream => "$wrong the stream is device 0's, but rank 1 is device 1's",
    on_host => "$wrong the receive buffer of rank 1 is a pointer to the host's memory, where the "
               . "device's must be",
    too_small => "$wrong the send buffer of rank 0 is too small: 404 bytes at offset 0 of an "
                 . 'allocation of 400 bytes',
    gather_too_small => 'invalid NCCL call: ncclAllGather: the receive buffer of rank 0 is too small: '
                        . '800 bytes at offset 0 of an allocation of 400 bytes',
    overlap => "$wrong the buffers of rank 0 overlap, and not in the way in which it works in place",
    gather_overlap => 'invalid NCCL call: ncclAllGather: the buffers of rank 1 overlap, and not in the '
                      . 'way in which it works in place',
    freed => "$wrong the send buffer of rank 1 is memory that was freed",
    null => "$wrong the receive buffer of rank 1 is a null pointer",
    unwritten => 'uninitialised read: ncclAllReduce: element 7 of what rank 1 sends was written by nobody',
    destroyed => "$wrong the communicator was destroyed",
    one_destroyed => "$missing ncclAllReduce, but rank 1 of 2 has destroyed its communicator",
    never_made => "$wrong the communicator was never made",
    end_without_start => 'invalid NCCL call: ncclGroupEnd without ncclGroupStart',
    never_ended => 'invalid NCCL call: ncclGroupStart without ncclGroupEnd: the calls in the group, 2, '
                   . 'never begin',
    too_many => 'invalid NCCL call: ncclCommInitAll: device 2; there are 2 (SIM_DEVICES)',
    twice => 'invalid NCCL call: ncclCommInitAll: device 1 is in the list twice',
    init_without_group => 'rank missing: ncclCommInitRank: rank 1 of 2 did not come',
    same_rank => 'ranks differ: ncclCommInitRank: rank 0 of 2 comes twice',
    same_device => 'ranks differ: ncclCommInitRank: ranks 0 and 1 are both on device 1, each needs one '
                   . 'of its own (cudaSetDevice)',
    bad_rank => 'invalid NCCL call: ncclCommInitRank: rank 2 of 2 ranks',
    thread_missing => "$missing ncclAllReduce, but rank 1 of 2 does not",
    bad_type => "$wrong no such data type here",
    bad_operator => "$wrong no such operator",
);
for (run_many(map { "SIM_WAIT=1 SIM_DEVICES=2 $program{nccl_wrong} $_" } sort keys %mistakes)) {
    my ($command, $status, $out, $errors) = @$_;
    my ($case) = $command =~ /(\w+)$/;
    is($status, FOUND, "$case is an error");
    is(said($errors), $mistakes{$case}, "$case: what is wrong");
}
is_deeply([sort keys %mistakes],
          [sort grep { $_ ne 'name' } read_file("$source/nccl_wrong.cu") =~ /CASE\((\w+)\)/g],
          'each mistake was made');

# ---- Ranks in other processes -----------------------------------------------------------------------
sub ranks {
    my ($ranks, $count, $mistake) = @_;
    # where the first process ends at once, the others still have something to say
    my $wait = $mistake ? 4 : 30; # seconds; a busy machine takes a while to start them all
    return run("SIM_WAIT=$wait SIM_DEVICES=$ranks $program{processes} $ranks $count " . ($mistake // '') .
               '; status=$?; sleep ' . (($mistake // '') eq 'first_ends' ? 1 : 0) . '; exit $status', 60);
}
for ([1, 10], [2, 1000], [5, 999], [3, 300000]) {
    my ($ranks, $count) = @$_;
    ($status, $out, $errors) = ranks($ranks, $count);
    is(join("\n", $status, (sort split /\n/, $out), $errors),
       join("\n", 0, (map { "rank $_: 0 wrong" } 0 .. $ranks - 1), ''), "$ranks processes, $count numbers");
}
my $ended = 'the process that called ncclGetUniqueId has ended, or does not answer';
my %failures = (
    never_comes => [3, qr/^simulator: NCCL: ncclCommInitRank: rank 2 of 3 did not come within 4 s$/m],
    aborts => [3, qr/^simulator: NCCL: rank [01] calls ncclAllReduce, but rank 2 of 3 has ended$/m],
    ends => [3, qr/^simulator: NCCL: rank [01] calls ncclAllReduce, but rank 2 of 3 has ended$/m],
    first_ends => [9, qr/^simulator: NCCL: $ended$/m],
    sleeps => [FOUND, qr/^  rank [01] calls ncclAllReduce, but rank 2 of 3 does not$/m],
    destroys => [FOUND, qr/^  rank [01] calls ncclAllGather, but rank 2 of 3 has destroyed its communicator$/m],
    count => [FOUND, qr/^  rank 2 calls ncclAllReduce with 99 elements, rank 0 with 100$/m],
    device => [FOUND, qr/^  ncclCommInitRank: ranks \d and \d are both on device 0, each needs one/m],
    number => [FOUND, qr/^  ncclCommInitRank: rank \d says that there are \d ranks, another rank \d$/m],
    twice => [FOUND, qr/^  ncclCommInitRank: rank 0 of 3 comes twice$/m],
);
for my $mistake (sort keys %failures) {
    ($status, $out, $errors) = ranks(3, 100, $mistake);
    my ($wanted, $sentence) = @{$failures{$mistake}};
    is($status, $wanted, "$mistake: the status");
    like($errors, $sentence, "$mistake: what is said");
}
is(join(' ', glob '/dev/shm/*nccl*'), '', 'nothing stays behind');

# ---- Under MPI ----------------------------------------------------------------------------------------
# What Open MPI wants before it runs as root, and more processes than there are processors.
$ENV{$_} = 1 for qw(OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
                    OMPI_MCA_rmaps_base_oversubscribe);
SKIP: {
    skip 'needs MPI: mpicc and mpirun', 3
        if grep { system("command -v $_ >/dev/null 2>&1") } qw(mpicc mpirun);
    my $flags = join ' ', grep { /^-[ILl]/ } split ' ', `mpicc -show`;
    ($status, undef, $errors) =
        run("build/simcc -o $folder/mpi $source/mpi.cu $flags -lnccl");
    is("$status$errors", '0', 'mpi.cu compiles');
    ($status, $out, $errors) = run("SIM_DEVICES=3 mpirun -np 3 $folder/mpi", 60);
    is(join("\n", $status, sort split /\n/, $out),
       join("\n", 0, map { "rank $_: 0 wrong" } 0 .. 2), 'three processes under MPI');
    ($status, $out, $errors) = run("SIM_DEVICES=3 mpirun -np 3 $folder/mpi wrong", 60);
    ok($status && $status != 124, 'one of them ends, and so do the others') or diag($status);
}

done_testing;
