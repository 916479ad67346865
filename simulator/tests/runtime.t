# The simulator's runtime: counters of kernels whose counts are known, the same results
# whatever the number of host threads, launch errors, memory.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

-x 'build/simcc' or system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};

# Compiles tests/runtime/NAME.cu with a compiler; returns the executable's path.
sub compiled {
    my ($name, $compiler, $options) = @_;
    my $program = "$folder/$name-$compiler" . ($options ? '-plain' : '');
    my ($status, $out, $errors) =
        run("CXX=$compiler build/simcc " . ($options // '') . " tests/runtime/$name.cu -o $program");
    is("$status$errors", 0, "$name.cu compiles with $compiler" . ($options ? " $options" : ''));
    return $program;
}

# A CSV file of counters as {kernel => {column => value}}.
sub counters {
    my ($path) = @_;
    my ($header, @lines) = split /\n/, read_file($path);
    my @columns = split /,/, $header;
    my %kernels;
    for (@lines) {
        my @values = map { s/^"|"$//gr } split /,/, $_, -1;
        my %row;
        @row{@columns} = @values;
        $kernels{$row{kernel}} = \%row;
    }
    return \%kernels;
}

my @compilers = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++);
ok(scalar @compilers, 'there is a compiler');

# ---- The self-test: what each kernel of counts.cu must count -------------------------
# The counters of global memory and shared memory were compared with ncu's on an H100.
my %expected = (
    coalesced    => {global_load_requests => 1, global_load_sectors => 4, global_load_efficiency => '100.00',
                     global_store_sectors => 4, divergent_branches => 0},
    strided      => {global_load_sectors => 32, global_load_efficiency => '12.50', global_load_lanes => '32.00'},
    shifted      => {global_load_sectors => 5, global_load_efficiency => '80.00'},
    broadcast    => {global_load_sectors => 1, global_load_efficiency => '12.50', global_load_bytes => 4},
    vectors      => {global_load_requests => 1, global_load_sectors => 16, global_store_sectors => 16},
    conflicts    => {shared_store_requests => 1, shared_store_wavefronts => 32, shared_load_wavefronts => 32,
                     shared_load_conflicts => '32.00', block_barriers => 1},
    same_word    => {shared_load_requests => 1, shared_load_wavefronts => 1},
    doubles      => {shared_load_requests => 1, shared_load_wavefronts => 2, global_store_sectors => 8},
    quads        => {shared_load_requests => 1, shared_load_wavefronts => 4},
    'one_for_all<float>'  => {shared_load_wavefronts => 1},
    'one_for_all<float2>' => {shared_load_wavefronts => 1},
    'one_for_all<float4>' => {shared_load_wavefronts => 2, shared_store_wavefronts => 4},
    one_for_two  => {shared_load_wavefronts => 2},
    every_second => {shared_load_wavefronts => 2},
    across_halves => {shared_load_wavefronts => 8},
    pair_to_floats => {global_load_requests => 1, global_load_sectors => 4, global_store_sectors => 8},
    bfloat_pair_to_floats => {global_load_requests => 1, global_load_sectors => 4},
    floats_to_pair => {global_load_requests => 1, global_load_sectors => 8, global_store_requests => 1},
    divergent    => {global_store_requests => 2, divergent_branches => 1, global_store_lanes => '16.00'},
    nested       => {global_store_requests => 3, divergent_branches => 2},
    nested_and_after => {global_store_requests => 3, divergent_branches => 2},
    chain        => {global_store_requests => 4, divergent_branches => 3},
    both         => {global_store_requests => 2, divergent_branches => 2},
    either       => {global_store_requests => 2, divergent_branches => 1},
    reconverging => {global_store_requests => 12, global_store_sectors => 36, divergent_branches => 4},
    after_meeting => {global_store_requests => 4, divergent_branches => 3, warp_barriers => 4},
    uneven       => {global_store_requests => 32, global_store_sectors => 528, divergent_branches => 31},
    kept         => {global_store_requests => 2, divergent_branches => 1},
    asked_twice  => {global_store_requests => 2, divergent_branches => 1},
    asked_of_fewer   => {global_store_requests => 2, divergent_branches => 2},
    asked_again      => {global_store_requests => 3, divergent_branches => 2},
    asked_each_round => {global_store_requests => 10, divergent_branches => 10},
    calls        => {global_store_requests => 4, global_store_sectors => 16, divergent_branches => 1},
    atomics      => {global_atomic_requests => 4, global_atomic_sectors => 12, global_load_requests => 0},
    barriers     => {block_barriers => 2, warp_barriers => 2, warp_exchanges => 2},
    constant_data => {global_load_requests => 0, global_store_requests => 1, shared_load_requests => 0},
    returned     => {shared_store_requests => 1, shared_store_wavefronts => 4, shared_load_requests => 1,
                     global_store_requests => 2, global_store_sectors => 20, global_load_requests => 1,
                     global_load_sectors => 16},
    long_loop    => {global_load_requests => 10000, global_load_sectors => 25000, divergent_branches => 5000},
);
my %reports; # without the clock, whose model looks at the instructions that the compiler chose
for my $compiler (@compilers) {
    my $program = compiled('counts', $compiler);
    my ($status, $out, $errors) =
        run("SIM_CLOCK=0 SIM_CSV=$folder/counts.csv SIM_LINES_CSV=$folder/lines.csv $program");
    is("$status$out$errors", 0, "counts.cu runs without findings ($compiler)");
    my $counted = counters("$folder/counts.csv");
    for my $kernel (sort keys %expected) {
        my %shown = map { $_ => $counted->{$kernel}{$_} // 'none' } keys %{$expected{$kernel}};
        is_deeply(\%shown, $expected{$kernel}, "counters of $kernel ($compiler)");
    }
    $reports{$compiler} = read_file("$folder/counts.csv") . read_file("$folder/lines.csv");
}
SKIP: {
    skip 'only one compiler here', 1 if @compilers < 2;
    # but for local memory, the last four columns, which clang++ does not announce
    s/(?:,[^,\n]*){4}$//mg, s/^.*",\d+(?:,0?)+\n//mg for values %reports;
    is($reports{'clang++'}, $reports{'g++'}, 'g++ and clang++ agree on every counter of every line');
}

# ---- The same, whatever the number of host threads ------------------------------------
my $order = compiled('order', $compilers[0]);
for my $argument ('', 'racy') {
    my @runs;
    for my $threads (1, 2, 4) {
        my ($status, $out, $errors) =
            run("SIM_THREADS=$threads SIM_CSV=$folder/o.csv SIM_LINES_CSV=$folder/ol.csv $order $argument");
        push @runs, join "\n", $status, $out, $errors, read_file("$folder/o.csv"),
            read_file("$folder/ol.csv");
    }
    is($runs[1], $runs[0], "two host threads give what one gives $argument");
    is($runs[2], $runs[0], "so do four $argument");
    like($runs[0], qr/^2000 tickets in order$/m, 'tickets are drawn in block order');
    like($runs[0], qr/^block 1950 of 2000 has ticket 1950$/m, 'printf in kernels');
    like($runs[0], qr/^waiting: cudaSuccess, 49$/m, 'blocks may wait for later blocks');
    like($runs[0], qr/^grid barrier: cudaSuccess, 66 65$/m, 'the grid barrier');
    like($runs[0], qr/^last block: cudaSuccess, 28800$/m, 'fence and ticket order the last block');
    if ($argument) {
        like($runs[0], qr/^86\n/, 'races make it fail');
        like($runs[0], qr/^simulator: race between blocks: \S*order\.cu:\d+ and \S*order\.cu:\d+ in racy$/m,
            'a race between blocks');
    } else {
        like($runs[0], qr/^0\n/, 'nothing is found where nothing is wrong');
        unlike($runs[0], qr/^simulator:/m, 'and nothing is said');
    }
}

# ---- A word that two blocks have read before one of them writes it ----------------------
for my $options ('', '-DSOUND') {
    my $read_by_both = compiled('read_by_both', $compilers[0], $options);
    for my $threads (1, 2) {
        my ($status, $out, $errors) = run("SIM_THREADS=$threads $read_by_both");
        my @races = $errors =~ /^simulator: (race between blocks): \S*:21 and \S*:25 in read_by_both$/mg;
        is("$status $out@races", $options ? "0 7 0 0\n" : FOUND . " 7 0 0\nrace between blocks",
           "both have read it, one writes it $options, $threads host threads") or diag($errors);
        like($errors, qr/^  Put __threadfence\(\) between the read and the atomic that tells /m,
             'what is missing') if !$options;
    }
}

# ---- Launches that are run again --------------------------------------------------------
{
    my $again = compiled('again', $compilers[0]);
    for my $threads (1, 2) {
        my ($status, $out, $errors) = run("SIM_THREADS=$threads $again");
        is($out, join('', map { "$_: 0 wrong\n" } 'zeros', 'same', 'one other', 'other end', 'different')
                 . "junk: as it was\n", "memory is what it was, $threads host threads");
        is($status, FOUND, 'and what is wrong');
        like($errors, qr/^simulator: race between blocks: .* in add<\S*0>$/m, 'is found in the second run');
        like($errors, qr/^simulator: uninitialised read: .* in read_unwritten$/m, 'whatever the first has written');
    }
}

# ---- Memory that others had before ----------------------------------------------------------
{
    my $reused = compiled('reused_chunk', $compilers[0]);
    for my $threads (drawn(1, 2)) {
        my (undef, $out) = run("SIM_THREADS=$threads SIM_MEMORY=1M $reused");
        is($out, "0 are wrong, the large array lay there\n", "a launch is run again with its own, $threads host threads");
    }
    is((run('SIM_MEMORY=1M ' . compiled('given_again', $compilers[0])))[1], "0 wrong, 0 failed, cudaSuccess\n", 'no two have one byte');
}

# ---- Loops that allocate and free -------------------------------------------------------------
{
    my $loop = compiled('freed_in_loop', $compilers[0]);
    my $rounds = sub { my ($addresses, $count) = @_; return join ' ', map { $_ % $addresses } 0 .. $count - 1 };
    for (['addresses', $rounds->(5, 24)], ['several', $rounds->(7, 72)], ['other', $rounds->(10, 48)]) {
        my (undef, $out, $errors) = run("$loop $_->[0]");
        is("$out$errors", "$_->[1] \nno error\n", "$_->[0]: after five rounds a call gets what it had");
    }
    like((run("$loop unwritten"))[2], qr/\Asimulator: uninitialised read: .*\n.*\n  thread 0 of block 0 reads 4 bytes /,
         'it is unwritten then');
    like((run("$loop stale $_"))[2], qr/\Asimulator: use after free: /, "what was freed is not to be read, $_ rounds later")
        for 1 .. 4;
    like((run("$loop twice"))[2], qr/the pointer was freed already/, 'nor to be freed');
}

# ---- printf ---------------------------------------------------------------------------------
{
    my $print_count = compiled('print_count', $compilers[0]);
    my ($status, $out, $errors) = run("$print_count right");
    is("$status $out", "0 0%n\n", 'a percent sign before an n');
    ($status, $out, $errors) = run($print_count);
    is($status, FOUND, 'kernels have no %n');
    like($errors, qr/^simulator: printf in a kernel has no %n: "%d%ln$/m, 'and are told');
}

# ---- Fresh shared memory ----------------------------------------------------------------
for my $options ('', '--plain') {
    my $junk = compiled('junk', $compilers[0], $options);
    for my $checks ($options ? 1 : (0, 1)) {
        my ($status, $out, $errors) = run("SIM_CHECKS=$checks $junk");
        like($out, qr/^-?[1-9]\d*, 0 differ$/, "each block finds the same junk, checks $checks $options");
        is($status, $checks && !$options ? FOUND : 0, 'and the checks find that it is read');
    }
    # Whether a run is stopped in the middle of a block, to be started again, is a matter of luck.
    my %seen;
    $seen{(run("SIM_THREADS=" . (2 + $_ % 7) . " $junk"))[1]}++ for $options ? () : drawn(1 .. 40);
    cmp_ok(scalar(keys %seen), '<=', 1, 'and does so every time') or diag(explain(\%seen));
}

# ---- What racy launches cost -------------------------------------------------------------
my $crowd = compiled('crowd', $compilers[0]);
for (['swaps', 3, 0, 1], ['words', 50, 1, 0]) {
    my ($what, $few, $errors_expected, $notes_expected) = @$_;
    my @seconds;
    for my $blocks ($few, $few, 4 * $few) {
        my ($user, undef, $status, undef, $errors) = run_timed("SIM_THREADS=1 $crowd $what $blocks");
        push @seconds, $user;
        is($status, $errors_expected ? FOUND : 0, "$what by $blocks blocks: status");
        like($errors, $notes_expected ? qr/^simulator: 1 note in/m : qr/^simulator: 1 error in/m, 'and what is found');
    }
    cmp_ok($seconds[2], '<', 10 * $seconds[1] + 0.5, "$what: four times the blocks cost four times as much, not sixteen")
      or diag("@seconds");
}

# ---- Launch errors ---------------------------------------------------------------------
my $launch_errors = compiled('launch_errors', $compilers[0]);
my ($status, $out) = run("SIM_CHECKS=0 $launch_errors");
is($status, 0, 'launch errors are no findings');
my %error = map { /^(.*?): (\w+)/ ? ($1 => $2) : () } split /\n/, $out;
my %refused = (
    '1024 threads' => 'cudaSuccess', '1025 threads' => 'cudaErrorInvalidConfiguration',
    '32 x 32 x 2 threads' => 'cudaErrorInvalidConfiguration',
    '65 threads in z' => 'cudaErrorInvalidConfiguration',
    'no threads' => 'cudaErrorInvalidConfiguration', 'no blocks' => 'cudaErrorInvalidConfiguration',
    '65536 blocks in y' => 'cudaErrorInvalidConfiguration', '65535 blocks in y' => 'cudaSuccess',
    'more threads than __launch_bounds__' => 'cudaErrorInvalidValue',
    '48 KiB of dynamic shared memory' => 'cudaSuccess', 'more than 48 KiB' => 'cudaErrorInvalidValue',
    '64 KiB after opting in' => 'cudaSuccess', 'opting in to 228 KiB' => 'cudaErrorInvalidValue',
    'cudaMalloc of more than there is' => 'cudaErrorMemoryAllocation',
    'the same' => 'cudaErrorMemoryAllocation', 'cudaFree(NULL)' => 'cudaSuccess',
    'device 1000' => 'cudaErrorInvalidDevice', 'freeing twice' => 'cudaErrorInvalidValue',
    'events that were not recorded' => 'cudaErrorInvalidResourceHandle',
    'a cooperative launch that is too large' => 'cudaErrorCooperativeLaunchTooLarge',
    'at last' => 'cudaSuccess',
);
is($error{$_}, $refused{$_}, $_) for sort keys %refused;
like((run($launch_errors))[2], qr/^simulator: note: the launch of bounded at \S*launch_errors\.cu:52 was refused: it has blocks of 256 threads, and .*__launch_bounds__ allows 128$/m, 'why');

# ---- Memory ------------------------------------------------------------------------------
my $memory = compiled('memory', $compilers[0]);
my $errors;
($status, $out, $errors) = run("SIM_MEMORY=2G $memory");
is("$status$errors", 0, 'right calls give no findings');
is($out, <<'END', 'copies in all directions, variables, kinds of memory');
there and back: 1 2 3 4
two set: 16843009 16843009 3 4
variables: 6 7 9 11
from a symbol: 101 102 9 11
managed variable: 6
by its address: 101 102 103 104
managed: 2 3 4 5
pinned: 2 3 4 4
registered: 2 3 3 4
two columns: 3 4 7 8
all free again: yes, 2048 MiB
END
($status, $out) = run("SIM_MEMORY=64M $memory limit");
is("$status\n$out", "0\n40 of 64 MiB: cudaSuccess\nanother 40: cudaErrorMemoryAllocation\n"
    . "failures in 20 rounds: 0\n", 'the limit of memory');

# Without SIM_MEMORY it follows this machine's, and is no more than the device's.
my ($pages) = (run('getconf _PHYS_PAGES'))[1] =~ /(\d+)/;
my ($page) = (run('getconf PAGESIZE'))[1] =~ /(\d+)/;
sub follows {
    my ($own, $devices) = @_;
    my $steps = int($pages * $page / 7.5 / $devices / (256 << 20));
    return (sort { $a <=> $b } $own, 65536, $steps < 8 ? 2048 : $steps * 256)[0];
}
my $without_limit = 'ulimit -v unlimited 2> /dev/null;';
for (['', 81559, 1], ['SIM_DEVICES=2', 81559, 2], ['SIM_DEVICE=k20m', 4800, 1], ['SIM_DEVICE=h100,memory=1000', 1000, 1]) {
    my ($setting, $own, $devices) = @$_;
    like((run("$without_limit $setting $memory"))[1], qr/^all free again: yes, @{[follows($own, $devices)]} MiB$/m,
         "the default of SIM_MEMORY $setting");
}
($status, $out, $errors) = run("$memory wrong");
is($status, FOUND, 'wrong arguments make it fail');
my @refused = $out =~ /: cudaErrorInvalidValue$/mg;
is(scalar @refused, 10, 'each wrong call is refused');
my @found = $errors =~ m{^simulator: invalid argument: tests/runtime/memory\.cu:(\d+)$}mg;
is(scalar @found, 10, 'each is a finding with its line');
my @source = split /\n/, read_file('tests/runtime/memory.cu');
is(scalar(grep { $source[$_ - 1] =~ /show\(/ } @found), 10, 'at the right line');
($status, $out, $errors) = run("SIM_CHECKS=0 $memory wrong");
is("$status$errors", 0, 'no findings with SIM_CHECKS=0');

# ---- What the host does wrong ----------------------------------------------------------------
for my $compiler (drawn(@compilers)) {
    my $host_faults = compiled('host_faults', $compiler);
    my @lines = split /\n/, read_file('tests/runtime/host_faults.cu');
    ($status, $out, $errors) = run("$host_faults destroyed");
    is($status, FOUND, "destroyed streams and events that are used make it fail ($compiler)");
    is($out, "before: cudaSuccess\n"
        . join('', map { "$_: cudaErrorInvalidResourceHandle\n" }
            'stream', 'copy', 'event', 'destroyed again', 'launch'), 'with the error of each call');
    my @at = $errors =~ /^simulator: invalid argument: \S*host_faults\.cu:(\d+)$/mg;
    my ($first) = grep { $lines[$_] =~ /show\("stream"/ } 0 .. $#lines;
    is("@at", join(' ', map { $first + $_ } 1 .. 5), 'each at its line');
    ($status, $out, $errors) = run("$host_faults freed");
    is($status, FOUND, 'free of memory that is not the C library\'s makes it fail');
    like($errors, qr/^simulator: device pointer on the host: \S*host_faults\.cu:(\d+)$(?s:.*)free of memory from cudaMalloc:/m,
        'free of device memory');
    like($errors, qr/^simulator: invalid argument: \S*host_faults\.cu:(\d+)$(?s:.*)from cudaMallocHost/m,
        'free of pinned memory');
    ($status, $out, $errors) = run("SIM_MEMORY=64M $host_faults exhausted");
    like($errors, qr/an allocation of 1099511627776 bytes at \S*host_faults\.cu:\d+ failed, SIM_MEMORY allows 67108864$/m,
        'a null pointer names the allocation that failed and its limit');
    ($status, $out, $errors) = run("$host_faults refused");
    is($status, 0, 'a refused launch is an error that the program may ignore');
    like($errors, qr/\Asimulator: note: the launch at \S*host_faults\.cu:\d+ was refused \(invalid configuration argument\), and nobody asked: .*\n\z/,
        'but is told of');
    ($status, $out, $errors) = run("$host_faults print");
    is("$status$errors" . length $out, '01501', 'printf of any length');
}

# ---- Stores outside of shared arrays: found at any offset, and without harm to the runtime -------
my @bounded = drawn(@compilers);
for my $compiler (@bounded) {
    my $bounds = compiled('shared_bounds', $compiler);
    my @wrong;
    for my $kind ('fixed', 'dynamic', 'both') {
        for my $threads (1, 2) {
            my ($status, $out, $errors) = run("SIM_THREADS=$threads $bounds $kind 1024 1024");
            is("$status$out", FOUND . "1024\n", "$kind, $compiler: 1024 words past the end change nothing else");
            like($errors, qr/\Asimulator:\ out\ of\ bounds:\ \S*shared_bounds\.cu:12\ in\ $kind\n.*\n
                             .*\ \+\ 1024\ bytes\ .*\(1024\ times\ in\ this\ launch.*\n.*\n
                             simulator:\ 1\ error\ in\ 1\ kernel\ launch\n\z/x, 'and each is found');
        }
        # some just before the array, far before it, and behind it
        for my $offset (drawn(map { 4 * $_ } -16 .. -1), drawn(map { -1 << $_ } 14, 20, 28, 34), drawn(map { 1024 + $_ } 4096, 16384, 227 * 1024),
            drawn(map { 1024 + $_ } 240000, 250000, 280000, 1 << 20, 1 << 28, 1 << 34)) {
            my ($status, $out, $errors) = run("$bounds $kind $offset 1");
            push @wrong, "$kind $offset: $errors" if $status != FOUND
                || $errors !~ /\Asimulator: out of bounds: \S*shared_bounds\.cu:12 in $kind\n.*\n.* writes 4 bytes at /;
        }
    }
    is("@wrong", '', "with $compiler, so are single ones near and far");
}

# What follows a program's arrays is dynamic shared memory; the runtime's own variables come behind.
{
    my ($status, $names) = run("nm -n $folder/shared_bounds-$bounded[0]");
    my @order = grep { /^(sim_dynamic_shared|sim_recorder|this_worker|sim_block_index)$/ } $names =~ / [bB] (\S+)$/mg;
    is(join(' ', @order), 'sim_dynamic_shared this_worker sim_recorder sim_block_index',
        'the order of thread-local storage');
}

# ---- Races in words that are touched together, or in parts ----------------------------------
my %races = (stripes => sub { $_[0] =~ /^case (\d) (\d) (\d)/ && $3 != 2 && "$1$2" =~ /[134]/ },
    stripe_parts => sub { $_[0] =~ /^case 1:/ });
my %turns = (stripes => [(0 .. 143) x 2], stripe_parts => [1 .. 12 * 12 * 4 * 2 * 3]);
for my $program (sort keys %races) {
    my $share = $program eq 'stripes' ? share() : 4 * share(); # of all cases, this part:
    my ($first, $part) = (drawn(0 .. $share - 1)) x 2;
    ($status, $out, $errors) = run("CXX=$compilers[0] build/simcc -std=c++17 -DSHARE=$share -DPART=$part tests/runtime/$program.cu -o $folder/$program");
    is("$status$errors", 0, "$program.cu compiles");
    for my $threads (drawn(1, 3)) {
        ($status, $out, $errors) = run("SIM_THREADS=$threads $folder/$program", 900); # a process for each case
        my @cases = grep { /^case / } split /^(?=case )/m, $errors;
        my @wrong = map { /^case (.*)/ } grep { /^simulator: race/m xor $races{$program}->($_) } @cases;
        my @due = grep { ($_ + int($_ / $share)) % $share == $part } @{$turns{$program}};
        is("$status " . @cases . " @wrong", '0 ' . @due . ' ', "$program: accesses race as expected, $threads host threads");
    }
}
($status, $out, $errors) = run("GLIBC_TUNABLES= SIM_THREADS=1 $folder/stripes memory"); # without large pages (tools/test.sh)
cmp_ok($out, '<', 1.5, 'whole stripes take little memory');

# ---- Stacks ---------------------------------------------------------------------------------
my $stacks = compiled('stacks', $compilers[0]);
($status, $out, $errors) = run($stacks);
cmp_ok($out, '<', 600, '1024 threads that wait for nobody need few stacks');

# ---- Settings ------------------------------------------------------------------------------
my $counts = "$folder/counts-$compilers[0]";
for my $setting ('SIM_THREADS=0', 'SIM_THREADS=two', 'SIM_MEMORY=1', 'SIM_LIMIT=-1', 'SIM_COUNTERS=yes',
    'SIM_ORDER=random', 'SIM_REPORT=all') {
    ($status, $out, $errors) = run("$setting $counts");
    is($status, 2, "$setting is refused");
    like($errors, qr/\Asimulator: \Q$setting\E: must be .+\n\z/, 'in one line');
}
($status, $out, $errors) = run("SIM_REPORT=counters $counts");
like($out, qr/^strided <<<grid 1 block 32>>>: counters of one launch$/m, 'the table of counters');
like($out, qr/^  global load sectors \(32 bytes\) +32 +l1tex__t_sectors_pipe_lsu_mem_global_op_ld\.sum$/m,
    'with the names of ncu');
($status, $out, $errors) = run("SIM_REPORT=lines $counts");
like($out, qr/^ +64 +12\.5% .* data\[threadIdx\.x \* 8\] \+= 1;$/m, 'counters beside the source');
my $plain = compiled('counts', $compilers[0], '--plain');
($status, $out, $errors) = run("SIM_REPORT=counters $plain");
is("$status$errors", 0, 'a --plain build runs');

done_testing();
