# The list of findings: errors and notes, what is printed of them and what the program's
# status is. tests/findings/levels.c makes them up: each argument is a launch.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $library = 'build/libruntime.a';       # it has names that programs do not see
system("make -s simulator $library") == 0
    or die "the simulator does not build\n";
# Builds a program of C files and objects with all of the library's names; returns its path.
sub build {
    my ($name, @parts) = @_;
    my $made = scratch() . "/$name";
    my (undef, $said) = run("\${CC:-cc} -std=gnu11 -g -Wall -Wextra -fno-pie -no-pie -pthread"
        . " -Iinclude -Iruntime " . join(' ', @parts)
        . ' -Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free'
        . " -Wl,--whole-archive $library -Wl,--no-whole-archive -lm -o $made 2>&1");
    is($said, '', "@parts: a program");
    return $made;
}
my $program = build('levels', 'tests/findings/levels.c');

# What the launches of the arguments say: status, first lines and their texts, last line.
sub said {
    my ($status, undef, $errors) = run("$program $_[0]");
    my @lines = map { s/\S+levels\.c/levels.c/gr }
                $errors =~ /^(simulator: .*? in kernel|  letter .*|simulator: \d.*)$/mg;
    return [$status, map { s/^simulator: //r =~ s/^  //r =~ s/:\d+ and .*//r } @lines];
}

is_deeply(said('nn'), [0, 'note: race: levels.c', 'letter n (2 such pairs in this launch, this is the first)',
                       '1 note in 1 kernel launch'], 'a note: status 0');
is_deeply(said('eN'), [FOUND, 'race: levels.c', 'letter e', 'note: race: levels.c', 'letter N',
                       '1 error and 1 note in 1 kernel launch'], 'errors and notes are counted apart');
is_deeply(said('nen'), [FOUND, 'race: levels.c', 'letter e', '1 error in 1 kernel launch'],
          'lines found at both levels are an error');
is_deeply(said('e n'), [FOUND, 'race: levels.c', 'letter e', '1 error in 1 kernel launch'],
          'an error is not said again as a note');
is_deeply(said('n e n'), [FOUND, 'note: race: levels.c', 'letter n', 'race: levels.c', 'letter e',
                          '1 error and 1 note in 2 kernel launches'],
          'a later launch turns a note into an error');
is_deeply(said('wwe'), [FOUND, 'race: levels.c', 'letter e', '1 error in 1 kernel launch'],
          'a race between warps is no race for a warp barrier');
is_deeply(said('wnw'), [FOUND, 'race: levels.c', 'letter w (2 such pairs in this launch, this is the first)',
                        '1 error in 1 kernel launch'], 'one between the lanes of a warp is');
is_deeply(said('""'), [0], 'nothing found, nothing said');

# ---- code of which no line is known -----------------------------------------------------------------
# A line is searched for around it, at once: with a helper, too, addr2line starts a few times, not once for each place.
my ($tool) = (run('command -v addr2line'))[1] =~ /(\S+)/;
my $counting = scratch() . '/counting';
mkdir $counting;
open my $script, '>', "$counting/addr2line" or die "$counting: $!\n";
print $script "#!/bin/sh\necho >>$counting/runs\nexec $tool \"\$@\"\n";
close $script;
chmod 0755, "$counting/addr2line";
my $object = scratch() . '/lineless.o';
is((run("\${CC:-cc} -c -o $object tests/findings/lineless.s"))[0], 0, 'code without lines');
my $lines = build('lines', 'tests/findings/lines.c', $object);
for my $asked ('', ' helper') {
    unlink "$counting/runs";
    is((run("PATH=$counting:\$PATH $lines$asked"))[1], "lineless.c:0\n", "no line is found$asked");
    my $runs = read_file("$counting/runs") =~ tr/\n//;
    cmp_ok($runs, '>=', 2, "addr2line runs$asked");
    cmp_ok($runs, '<=', 4, "few times$asked") or diag("$runs times");
}

# ---- which kind, which array --------------------------------------------------------------
my $places = scratch() . '/places';
is(join('', (run("build/simcc tests/findings/places.cu -o $places"))[0, 2]), '0',
   'places.cu compiles');
my ($first, $second) = map { "of the 512 bytes from places.cu:$_ (cudaMalloc)" } map {
    my $line = (split /cudaMalloc\(&first/, read_file('tests/findings/places.cu'))[0] =~ tr/\n//;
    $line + $_;
} 1, 1;
my $below = ': an unsigned index below 0, which wraps around';
my $variable = '(a variable of 512 bytes)';
my @mistakes = (
    ['left of the first', 'out of bounds', "reads 4 bytes at byte -4 $first"],
    ['left of the second', 'out of bounds', "reads 4 bytes at byte -4 $second"],
    ['past the first', 'out of bounds', "reads 4 bytes at byte 512 $first"],
    ['far past', 'out of bounds', "reads 4 bytes at address ADDRESS, where no array is"],
    ['unsigned', 'out of bounds', "reads 4 bytes at byte -8 $first$below"],
    ['unsigned chars', 'out of bounds', "reads 1 byte at byte -2 $second$below"],
    ['unsigned triples', 'out of bounds', "reads 4 bytes at byte -20 $first$below"],
    ['past a variable', 'out of bounds', "reads 4 bytes at table + 512 bytes $variable"],
    ['left of a variable', 'out of bounds', "reads 4 bytes at table - 4 bytes $variable"],
    ['past a shared array', 'out of bounds', 'writes 4 bytes at array + 128 bytes (a shared array of 128 bytes)'],
    ['left of a shared array', 'out of bounds', 'writes 4 bytes at array - 4 bytes (a shared array of 128 bytes)'],
    ['a host variable', 'host pointer', "reads 4 bytes of the host's memory"],
    ['another host variable', 'host pointer', "reads 4 bytes of the host's memory"],
    ["the host's stack", 'host pointer', "reads 4 bytes of the host's memory"],
    ["the host's heap", 'host pointer', "reads 4 bytes of the host's memory"],
    ['null', 'null pointer', 'reads 4 bytes at address 0'],
    ['left of null', 'null pointer', 'reads 4 bytes at address 0xfffffffffffffffc'],
);
my @misaligned = (
    ['misaligned constant', 'reads 4 bytes at constants + 2 bytes (a variable of 512 bytes); the address is 2 more than a multiple of 4'],
    ['misaligned variable', 'reads 4 bytes at a variable of its own; the address is 3 more than a multiple of 4'],
);
sub place {
    my ($mistake, $threads) = @_;
    my ($status, undef, $errors) = run(qq{$places "$mistake" $threads});
    my ($kind) = $errors =~ /^simulator: (.*?): /;
    my ($what) = $errors =~ /^  thread \S+ of block 0 (.*?)(?: \(\d+ times.*)?$/m;
    return [$status, $kind, ($what // $errors) =~ s{\S*/places}{places}r =~ s/address \K0x\w+(?=, where)/ADDRESS/r];
}
for (@mistakes) {
    my ($mistake, $kind, $what) = @$_;
    is_deeply(place($mistake, $_), [FOUND, $kind, $what], "$mistake, threads: $_") for 1, 32;
}
for (@misaligned) {
    my ($mistake, $what) = @$_;
    is_deeply(place($mistake, $_), [FOUND, 'misaligned access', $what], "$mistake, threads: $_") for 1, 32;
}
is_deeply(place('aligned', 32), [0, undef, ''], 'aligned accesses to both are silent');
is_deeply(place('up to the second', 32), [FOUND, 'out of bounds', "reads 4 bytes at byte 800 $first"],
          'a line that accessed one array before means that one');
is_deeply(place('no dynamic shared memory', 32),
          [FOUND, 'out of bounds', 'writes 4 bytes at dynamic shared memory + 0 bytes (of 0)'],
          'dynamic shared memory that the launch did not ask for');

# ---- arrays of which a part is unwritten -----------------------------------------------------
my $unwritten = scratch() . '/unwritten';
is(join('', (run("build/simcc tests/findings/unwritten.cu -o $unwritten"))[0, 2]), '0',
   'unwritten.cu compiles');
my $tail = 'Give each element a thread';
my $gaps = 'Let the kernel store every element that is copied';
# The copy of which part is said to be what, by which launch, with which advice.
my %copied = (
    'down' => ['1001 elements of 4 bytes, 233', 'element 768, byte 3072', 'fill had 768 threads: 3 blocks of 256', $tail],
    'again' => ['1001 elements of 4 bytes, 233', 'element 768, byte 3072', 'fill had 768 threads: 3 blocks of 256', $tail],
    'half copied' => ['4004 bytes, 2004', 'byte 2000', '', $tail],
    'chars' => ['1001 bytes, 2', 'byte 999', 'fill_chars had 1024 threads: 4 blocks of 256', $tail],
    'stride' => ['1001 elements of 8 bytes, 500', 'element 1, byte 8', 'fill_doubles had 1024 threads: 4 blocks of 256', $gaps],
    'rest' => ['1001 elements of 4 bytes, 1', 'element 1000, byte 4000', 'fill_fours had 256 threads: 1 block of 256', $tail],
    'rest of two' => ['1001 elements of 4 bytes, 1', 'element 1000, byte 4000', 'fill_fours had 256 threads: 1 block of 256', $tail],
    'tagged down' => ['4004 elements of 4 bytes, 932', 'element 3072, byte 12288', 'fill_tagged had 768 threads: 3 blocks of 256', $tail],
    map { $_ => [] } 'part', 'set', 'tagged', 'one tagged', 'narrow', 'pitch',
);
for my $what (sort keys %copied) {
    for my $setting ('SIM_THREADS=1', 'SIM_THREADS=2 SIM_REPEAT=1', 'SIM_THREADS=7') {
        my ($status, undef, $errors) = run(qq{$setting $unwritten "$what"});
        my ($how_many, $first, $by) = $errors =~
            /^  cudaMemcpy reads (.*?) of which nobody has written: first (.*?) of the \d+ bytes from \S+ \(cudaMalloc\)(?:; the last launch that wrote new bytes there, (.*))?$/m;
        my ($advice) = $errors =~ /^  ($tail|$gaps)/m;
        my @said = map { s/ at \S+unwritten\.cu:\d+,//r } grep { defined } $how_many, $first, $by // ($first && ''), $advice;
        is_deeply([$status, @said], [0, @{$copied{$what}}], "$what ($setting)") or diag($errors);
    }
}

# ---- arrays to which the host has copied as many bytes as they have elements -----------------
my $bytes = scratch() . '/bytes';
is(join('', (run("build/simcc tests/findings/bytes.cu -o $bytes"))[0, 2]), '0', 'bytes.cu compiles');
my $too_little = 'Give that call its size in bytes';
my $new = 'Write the memory before reading it';
my %host_wrote = (
    'copied' => ['cudaMemcpy at bytes.cu wrote 1001 bytes, as many as there are elements', $too_little],
    'set' => ['cudaMemset at bytes.cu wrote 1001 bytes, as many as there are elements', $too_little],
    'half' => ['', $new],
    'in parts' => ['', $new],
    'a launch after it' => ['the last launch that wrote new bytes there, fill at bytes.cu, had 512 threads: 2 blocks of 256',
                            'Let the launch before write every element that this one reads'],
);
for my $what (sort keys %host_wrote) {
    for my $setting ('SIM_THREADS=1', 'SIM_THREADS=7') {
        my ($status, undef, $errors) = run(qq{$setting $bytes "$what"});
        my ($words, $advice) = $errors =~ /reads 4 bytes that nobody has written: (.*)\n  (.*?)[:.]/;
        my ($by) = $words =~ /\(cudaMalloc\); (.*?)(?: \(\d+ times.*)?$/;
        my $said = ($by // '') =~ s/\S*(bytes\.cu):\d+/$1/r;
        is_deeply([$status, $said, $advice], [FOUND, @{$host_wrote{$what}}], "$what ($setting)") or diag($errors);
    }
}

# ---- padding ------------------------------------------------------------------------------
my @types = qw(tagged narrow counted late three large wide);
for my $compiler (grep { `command -v $_ 2>/dev/null` } 'g++', 'clang++') {
    my $padding = scratch() . "/padding-$compiler";
    is(join('', (run("CXX=$compiler build/simcc tests/findings/padding.cu -o $padding"))[0, 2]),
       '0', "padding.cu compiles ($compiler)");
    is(join(' ', run("$padding all")), "0 7\n ", "padding is not accused ($compiler)");
    # clang copies parts of structures: a small one between written ones is not seen.
    for my $type (grep { $_ ne 'three' || $compiler eq 'g++' } @types) {
        my ($status, undef, $errors) = run("$padding $type");
        is($status, FOUND, "an unwritten structure is found: $type ($compiler)");
        like($errors, qr/\Asimulator: uninitialised read: \S*padding\.cu:\d+ in copy.*\n.*\n  thread 31 /,
             'and which it is');
    }
}

# ---- bit-fields: the bits beside one that is stored are loaded, and used by nobody ---------------
my %bits_are_used = (construct => 0, set => 0, increase => 1, read => 1, by_hand => 1);
for my $compiler (grep { `command -v $_ 2>/dev/null` } 'g++', 'clang++') {
    my $fields = scratch() . "/bit_fields-$compiler";
    is(join('', (run("CXX=$compiler build/simcc tests/findings/bit_fields.cu -o $fields"))[0, 2]), '0', "bit_fields.cu compiles ($compiler)");
    for my $case (sort keys %bits_are_used) {
        my ($status, undef, $errors) = run("$fields $case");
        is($status, $bits_are_used{$case} ? FOUND : 0, "bit-fields, $case ($compiler)") or diag($errors);
    }
}

# ---- code that a compiler has moved: the nearest line with code before it ---------------------
for my $compiler (grep { `command -v $_ 2>/dev/null` } 'g++', 'clang++') {
    my $moved = scratch() . "/moved-$compiler";
    is(join('', (run("CXX=$compiler build/simcc tests/findings/moved.cu -o $moved"))[0, 2]), '0', "moved.cu compiles ($compiler)");
    my ($status, undef, $errors) = run($moved);
    is($status, FOUND, "a race of a load that was moved is found ($compiler)");
    my @lines = $errors =~ /\Asimulator: race: \S*moved\.cu:(\d+) and \S*moved\.cu:(\d+) in kernel$/m;
    my @source = ('', split /\n/, read_file('tests/findings/moved.cu'));
    is(join(' ', map { $source[$_] =~ m{/\* (\w+) \*/$} ? $1 : "nothing at line $_" } @lines), 'read written', 'at its lines, or beside them')
        or diag($errors);
}

# ---- Many pairs at one word ---------------------------------------------------------------------------
# 100 threads of each of two blocks; where they store numbers, those who store the same do not count.
my $pairs = scratch() . '/pairs';
my ($built_pairs, undef, $why) = run("build/simcc -g tests/findings/pairs.cu -o $pairs");
is("$built_pairs$why", 0, 'pairs.cu compiles');
my $same = 12 * 8 ** 2 + 4 ** 2;    # eight threads and eight store one number, in the end four and four
for my $threads (1, 2, 7) {
    my ($status, undef, $errors) = run("SIM_THREADS=$threads $pairs 2 100");
    is_deeply([$status, $errors =~ /\((\d+) such pairs in this launch/g],
              [FOUND, 2 * 100 ** 2, 100 ** 2, 100 ** 2, 100 ** 2 - 100, 100 ** 2 - $same],
              "$threads host threads: all pairs are counted");
}
my ($status, undef, $errors) = run("ulimit -t 5; $pairs 60 1000");
is($status, FOUND, 'a billion pairs end within five seconds of a processor') or diag($errors);

# ---- One barrier for races within a warp and between warps ---------------------------------------------
my $one_barrier = scratch() . '/one_barrier';
is(join('', (run("build/simcc -g tests/findings/one_barrier.cu -o $one_barrier"))[0, 2]), '0', 'one_barrier.cu compiles');
my @advices = (
    [0, 'syncthreads syncthreads', 'one barrier behind a store cures all'],
    [1, 'syncthreads syncthreads', 'one in front of it likewise'],
    [2, 'syncthreads syncwarp', 'where one warp alone comes to the store it has a barrier of its own'],
    [3, 'syncthreads syncwarp', 'and so where one is missing on each side'],
);
for (@advices) {
    my ($kernel, $advices, $name) = @$_;
    my ($status, undef, $errors) = run("$one_barrier $kernel");
    is_deeply([$status, join ' ', sort $errors =~ /^  Put __(\w+)\(\)/mg], [FOUND, $advices], $name) or diag($errors);
}

# ---- Many threads that poll one word ------------------------------------------------------------------
my $polled = scratch() . '/polled';
($built_pairs, undef, $why) = run("build/simcc -g tests/findings/polled.cu -o $polled");
is("$built_pairs$why", 0, 'polled.cu compiles');
unlink "$counting/runs";
($status, undef, $errors) = run("ulimit -t 25; PATH=$counting:\$PATH SIM_ORDER=adversarial SIM_COUNTERS=0 $polled");
is($status, FOUND, 'threads that poll at a barrier are looked at exactly, within the time') or diag($errors);
is_deeply([$errors =~ /\((\d+) such pairs in this launch/g], [3 * 2, 3], 'the races beside it are found, and none at the barrier')
    or diag($errors);
is(read_file("$counting/runs") =~ tr/\n//, 2, 'addr2line is asked once in each look at a launch, for all lines of its findings');

done_testing();
