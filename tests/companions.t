# The companions: every kernel of the other texts, at every n and block size of the list,
# against truths of this file's own; what they print and refuse; and the exhibits.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use Numbers;
use POSIX ();
use Test::More;

my %kernels = (
    book_integer => [qw(reduceNeighbored reduceNeighboredLess reduceInterleaved reduceUnrolling2
        reduceUnrolling4 reduceUnrolling8 reduceUnrollWarps reduceUnrollWarps8
        reduceCompleteUnrollWarps8 reduceCompleteUnroll)],
    article_double => [qw(reduceAtomic reduceWarp reduceShfl reduceCG reduceParallelism)],
    intro_template => [qw(reduce_kernel_1<int> reduce_kernel_1<float> reduce_kernel_1<double>)],
    notes_volatile => [qw(reduction_1 reduction_2 reduction_3)],
);
my @companions = sort keys %kernels;

# The sums of the first numbers, 8 bytes each. Another process adds them up: one that remembers
# many numbers takes long to start a program, and here are many to start.
my $most = 2**(backend() eq 'gpu' ? 20 : 18) + 1;
my $child = open(my $pipe, '-|') // die "fork: $!\n";
if (!$child) {
    my $sum = 0;
    binmode STDOUT;
    print pack 'q', $sum;
    print pack 'q', $sum += $_ for lecture_numbers($most);
    POSIX::_exit(close STDOUT ? 0 : 1);
}
binmode $pipe;
my $sums = do { local $/; <$pipe> };
close $pipe or die "the sums are not known\n";
sub sum_of { return unpack 'q', substr $sums, 8 * $_[0], 8 }

# ---- exact sums, bounds and the comparison, by themselves ---------------------------
{
    mkdir 'build/tests';
    my $cc = $ENV{CC} || 'cc';
    my @sources = ('tests/companions/companions_test.c',
                   map { "common/$_.c" } qw(result types/exact_sum statistics memory));
    my ($status, $out, $err) = run("$cc -std=gnu11 -O2 -Wall -Wextra -Werror "
                                   . "-o build/tests/companions_test @sources -lm");
    is("$status$err", '0', 'the tests of sums and bounds compile');
    ($status, $out) = run('build/tests/companions_test');
    my @tests = $out =~ /^((?:not )?ok) \d+ - (.*)$/mg;
    cmp_ok(scalar @tests, '>=', 20, 'and run');
    while (my ($verdict, $name) = splice @tests, 0, 2) {
        is($verdict, 'ok', $name);
    }
    like($out, qr/^1\.\.\d+\n\z/m, 'to their end');
}

# ---- what is right --------------------------------------------------------------------

# Whether a floating-point sum of n numbers is within `roundings` half units of the truth.
sub near {
    my ($sum, $truth, $roundings, $unit) = @_;
    return abs($sum - $truth) <= $roundings * $unit * $truth;    # false for a NaN
}

# Roundings that a number meets on its way through the stages of a tree, and in the end two
# more: when it was divided by 255, and when it was printed.
sub tree_roundings {
    my ($n, $block) = @_;
    my $count = 2 + log($block) / log(2);
    while ($n > $block) {
        $n = int(($n + $block - 1) / $block);
        $count += log($block) / log(2);
    }
    return 1.01 * $count;
}

# The article's bound: the block's tree and an atomic per block; a walk has fewer. Two more for
# 1.23, which is no double, and this file's own product.
sub article_roundings {
    my ($n, $block) = @_;
    return 1.01 * ($n / $block + 3 + 2 * log($block) / log(2));
}

# Is this what the kernel (the row of csv) should say of n numbers in blocks of that size?
sub is_true {
    my ($kernel, $sum, $n, $block) = @_;
    return 0 if $sum !~ /^-?[\d.]+(?:e[-+]\d+)?$/;
    return near($sum, sum_of($n) / 255, tree_roundings($n, $block), 2**-24) if $kernel =~ /float/;
    return near($sum, sum_of($n) / 255, tree_roundings($n, $block), 2**-53) if $kernel =~ /double/;
    return near($sum, 1.23 * $n, article_roundings($n, $block) + 1e-9 * 2**53 / $n, 2**-53)
        if $sum =~ /\./;    # nine decimals are printed
    return $sum == sum_of($n);
}

# The rows of csv in what a program prints, as hashes.
sub rows {
    my ($header, @rows) = split /\n/, $_[0];
    my @names = split /,/, $header // '';
    return map { my %row; @row{@names} = map { s/^"|"$//gr } /("[^"]*"|[^,]*)(?:,|$)/g; \%row } @rows;
}

# Runs the commands and returns what is wrong with them: not exit status 0, not silent, not the
# program's kernels in their order, or a sum that is_right (given row, n, block) denies.
sub complaints {
    my ($is_right, @commands) = @_;
    my @wrong;
    for my $result (run_many(@commands)) {
        my ($command, $status, $out, $err) = @$result;
        my ($name, $n, $block) = $command =~ m{/(\w+) -n (\d+) -b (\d+)};
        my @rows = rows($out);
        my @seen = map { $_->{kernel} =~ s/, \d+//r =~ s/long long/int/r } @rows;
        my @bad = grep { $_->{status} ne 'right' || $_->{n} != $n || $_->{block} != $block
                             || !$is_right->($_, $n, $block) } @rows;
        push @wrong, "$command: status $status, @seen, wrong: "
            . join(', ', map { "$_->{kernel} $_->{sum}" } @bad) . "\n$out$err"
            if $status ne '0' || $err ne '' || @bad || "@seen" ne "@{$kernels{$name}}";
    }
    return @wrong;
}

# One test: no complaints about the commands; the first three are shown.
sub all_right {
    my ($name, $is_right, @all) = @_;
    my @commands = drawn(@all);
    my @wrong = complaints($is_right, @commands);
    is(scalar @wrong, 0, "$name (" . @commands . ' runs)')
        or diag(join "\n", @wrong[0 .. ($#wrong < 2 ? $#wrong : 2)]);
}

# ---- every kernel, n x block size -------------------------------------------------------
my @blocks = (64, 128, 256, 512, 1024);
my @sizes = (1, 2, 31, 32, 33, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097);
# On the simulator, one block size is enough for those that take it a second or more.
my @large = backend() eq 'gpu'
    ? map { my $n = $_; map { [$n, $_] } @blocks } 100003, $most - 2, $most - 1, $most
    : ([100003, 64], [100003, 256], [100003, 1024],
       [$most - 2, 512], [$most - 1, 1024], [$most, 128]);
for my $name (@companions) {
    # of the notes, blocks down to two threads
    my @small = $name ne 'notes_volatile' ? ()
        : pairs([1, 2, 3, 31, 33, 256, 1000, 4097], [2, 4, 8, 16, 32]);
    all_right("$name: every kernel is right at every n x block size",
              sub { is_true($_[0]{kernel}, $_[0]{sum}, $_[1], $_[2]) },
              map { program($name) . " -n $_->[0] -b $_->[1] -r 0 --csv -" } pairs(\@sizes, \@blocks), @large, @small);
}

# ---- other operators ----------------------------------------------------------------------
{
    my %truth;
    my ($least, $greatest, $product) = (256, -1, 1);
    my @numbers = lecture_numbers(20011);
    for my $n (1 .. 20011) {
        my $x = $numbers[$n - 1];
        $least = $x if $x < $least;
        $greatest = $x if $x > $greatest;
        $product = $product * (2 * $x + 1) % 2**32;
        $truth{$n} = {min => $least, max => $greatest, product => $product, mean => sum_of($n)};
    }
    my $program = program('book_integer');
    for my $operator (qw(min max product mean)) {
        all_right("book_integer --operator $operator",
                  sub { $_[0]{sum} eq $truth{$_[1]}{$operator} },
                  map { "$program -n $_->[0] -b $_->[1] -r 0 --operator $operator --csv -" }
                      pairs([1, 2, 33, 1000, 4097, 20011], [64, 256, 1024]));
    }
    my $mean = sprintf '%.6f', sum_of(1000) / 1000;
    my (undef, $out) = run("$program -n 1000 --operator mean -r 0");
    is(scalar(() = $out =~ /gpu_mean: \Q$mean\E </g), 10, 'the mean is divided by n, ten times');
}

# Sums that do not fit an int, on a GPU: the simulator would take minutes.
SKIP: {
    skip no_gpu_reason(), 1 if no_gpu_reason();
    my ($status, $out) = run(program('intro_template') . ' -n 2^26 -r 0');
    ok($status == 0 && $out =~ /does not fit an int.*reduce_kernel_1<long long, 512>.*: right\n/s,
       'intro_template adds up 2^26 ints as long long');
}

# ---- what is printed -----------------------------------------------------------------------
{
    my ($status, $out) = run(program('book_integer') . ' 256 -n 5000 -r 2');
    my $sum = sum_of(5000);
    like($out, qr/^reduceUnrolling4 .*gpu_sum: $sum <<<grid 5 block 256>>>$/m, "the book's line");
    is(scalar(() = $out =~ /: right$/mg), 10, 'and a verdict on each kernel');
    like($out, qr/cpu_sum: $sum$/m, "the CPU's sum");

    ($status, $out) = run(program('article_double') . ' -n 5000 -r 2');
    is(scalar(() = $out =~ /^    sum = 6150\.000000, error \S+$/mg), 7,
       "the article's line, for two sums on the CPU and five on the GPU");
    like($out, qr/^CPU, a running sum:\n.*\n    Time = \d\S* \+- \S+ ms, median \d\S* ms$/m,
         'mean, deviation and median of the times');
    my $mark = backend() eq 'gpu' ? '' : 'modelled ';
    is(scalar(() = $out =~ /^reduce\w+:\n.*\n    Time = $mark\d\S* \+- \S+ ms, median $mark\d\S* ms$/mg), 5,
       'and of those of the kernels, marked where they are modelled');
    my ($running) = $out =~ /running sum:\n.*error (\S+)/;
    my ($kahan) = $out =~ /Kahan.*\n.*error (\S+)/;
    cmp_ok(abs $running, '>', 10 * abs $kahan, 'a running sum drifts, Kahan\'s does not');
    ($status, $out) = run(program('article_double') . ' -n 5000 -r 0');
    unlike($out =~ s/^    Time = modelled .*//mgr, qr/Time =/, 'no measured times where nothing was timed');

    SKIP: {
        skip 'a GPU\'s times are measured, and it takes the texts\' own n', 12 if backend() eq 'gpu';
        for my $name (@companions) {
            ($status, $out) = run(program($name) . ' -n 5000');
            my @times = $out =~ /^((?:GPU|reduce).*) ms/mg;
            my @unmarked = grep { !/modelled \S+$/ } @times;
            is("@unmarked", '', "$name: every time of a kernel is marked");
            cmp_ok(scalar(grep { /^GPU: .*modelled \d/ } @times), '>=', @{$kernels{$name}},
                   "$name: and every kernel has one");
        }
        ($status, $out) = run('SIM_CLOCK=0 ' . program('article_double') . ' -n 5000');
        unlike($out, qr{GB/s\b.*right|modelled|Time =}, 'no times and rates without the clock');
        for my $name (drawn(grep { $_ ne 'notes_volatile' } @companions)) {
            ($status, $out) = run(program($name) . ' -r 0');
            like($out, qr/^\(The text's n is \d+\. That takes long on the simulator/m,
                 "$name says that its n is smaller there");
        }
    }
    SKIP: {
        skip no_gpu_reason(), 1 if no_gpu_reason();
        ($status, $out) = run(program('book_integer'));
        is(scalar(() = $out =~ /gpu_sum: 2139353471 .*\n.* ms .*GB\/s = .* of peak: right$/mg), 10,
           'on a GPU, times and rates, and the figure on the slide');
    }
}

# ---- bad command lines ------------------------------------------------------------------------
my @bad = ('-n 0', '-n 12abc', '-n 2147483648', '-n', '-b 0', '-b 96', '-b 2048', '-b 1', '-b -64',
           '96', 'abc', '-r -1', '-d x', '--seed 4294967296', '--what', '--csv', '--operator');
for my $name (@companions) {
    my @more = $name eq 'book_integer' ? ('--operator plus', "--operator ''", '-b 32')
             : $name eq 'notes_volatile' ? ('--operator sum', '-b 3')
             : ('--operator sum', '-b 32');
    my @failures;
    for my $result (run_many(map { program($name) . " $_" } @bad, @more)) {
        my ($command, $status, $out, $err) = @$result;
        push @failures, "$command: status $status, $out$err"
            unless $status eq '2' && $out eq '' && $err =~ /\A$name: [^\n]+\n\z/;
    }
    is(scalar @failures, 0, "$name refuses " . (@bad + @more) . ' bad command lines')
        or diag(@failures);
}
like((run(program('book_integer') . ' --operator plus'))[2],
     qr/not one of sum min max product mean/, 'the operators are listed');
like((run(program('book_integer') . ' -h'))[1], qr/--operator OPERATOR\n.*: sum min max product mean\n/,
     '-h lists them, too');

# ---- wrong kernels are called wrong ---------------------------------------------------------------
# Each of these changes breaks a kernel in a copy of the folder: exit status 1, WRONG, no rate.
my @broken = (
    [book_integer => 'book_kernels.h', qr/next < n; next/, 'next + blockDim.x < n; next',
     'a dropped tail'],
    [book_integer => 'book_operators.h', qr/return a \+ b;/, 'return a | b;', 'another operator'],
    [article_double => 'article_kernels.h', qr/: 0\.0;/, ': 0.0 / (idx - idx);', 'a NaN'],
    [article_double => 'article_kernels.h', qr/i = \(size_t\)blockIdx/, 'i = 1 + (size_t)blockIdx',
     'a lost number'],
    [intro_template => 'intro_template.cu', qr/: T\(0\)/, ': T(1)', 'padding that is not 0'],
    [notes_volatile => 'notes_volatile.cu', qr/sum \+= sdata\[lane \+ 2\];/, '', 'a lost round'],
);
{
    my $folder = scratch();
    my ($backend, $here) = (backend(), $ENV{PWD});
    my $compiler = $backend eq 'gpu' ? 'nvcc' : "$here/build/simcc/simcc";
    my @commands;
    @broken = drawn(@broken);
    for my $i (0 .. $#broken) {
        my ($name, $file, $from, $to, $what) = @{$broken[$i]};
        mkdir "$folder/$i";
        system("cp -r companions common $folder/$i/") == 0 or die "cp: $!\n";
        my $text = read_file("companions/$file");
        ok(($text =~ s/$from/$to/), "$name: $what can be made");
        open my $copy, '>', "$folder/$i/companions/$file" or die "$file: $!\n";
        print $copy $text;
        close $copy;
        push @commands, "$compiler -o $folder/$i/$name $folder/$i/companions/$name.cu "
            . "$here/build/$backend/common.a && $folder/$i/$name -n 1001 -b 64 -r 2";
    }
    my @results = run_many(@commands);
    for my $i (0 .. $#broken) {
        my ($name, undef, undef, undef, $what) = @{$broken[$i]};
        my (undef, $status, $out, $err) = @{$results[$i]};
        ok($status eq '1' && $out =~ /: WRONG in 3 of 3 runs, expected/
               && $out !~ m{GB/s.*WRONG}, "$name: $what makes the result wrong")
            or diag("status $status\n$out$err");
    }
}

# ---- the exhibits, which are meant to be wrong -----------------------------------------------------
SKIP: {
    skip 'compute-sanitizer looks at them on a GPU (make notes_lockstep check)', 11
        if backend() eq 'gpu';
    my $line = 0;
    my %rounds;    # the lines of the rounds without a barrier, in order, and of each kernel's first
    for (split /\n/, read_file('companions/notes_lockstep.cu')) {
        $line++;
        $rounds{$line} = 1 if /^ +if \(blockSize >= \d+\) +sdata\[tid\] = /;
    }
    is(scalar keys %rounds, 12, 'two kernels with six bare rounds each');

    for my $exhibit ('notes_lockstep', 'notes_lockstep_no_volatile') {
        my ($status, $out, $err) = run(program($exhibit));
        is($status, 1, "$exhibit: exit status 1");
        my %raced;
        for ($err =~ /^simulator: race: (.*)$/mg) {
            $raced{$_} = 1 for /notes_lockstep\.cu:(\d+)/g;
        }
        my @missed = grep { !$raced{$_} } sort { $a <=> $b } keys %rounds;
        is("@missed", '', "$exhibit: a race is reported at every round") or diag($err);
        my @others = grep { !$rounds{$_} } sort { $a <=> $b } keys %raced;
        is("@others", '', "$exhibit: and nowhere else") or diag($err);
        my @right = $out =~ /: right$/mg;
        my @wrong = $out =~ /: WRONG in 1 of 1 runs/g;
        is(@right . ' ' . @wrong, $exhibit =~ /no_volatile/ ? '0 2' : '2 0',
           "$exhibit: with volatile the sums come out right, without they do not");
    }
    my ($status, $out) = run('SIM_ORDER=adversarial ' . program('notes_lockstep'));
    is(scalar(() = $out =~ /: WRONG/g), 2, 'notes_lockstep: wrong where lanes do not march in step');

    my @disturbed;
    for my $result (run_many(map { 'SIM_ORDER=adversarial ' . program($_) . ' -n 10007 -r 0' }
                             @companions)) {
        my ($command, $status, $out, $err) = @$result;
        push @disturbed, "$command: status $status\n$out$err" if $status ne '0' || $err ne '';
    }
    is(scalar @disturbed, 0, 'the sound kernels are right and silent in a hostile order, too')
        or diag(@disturbed);
}

# ---- by make --------------------------------------------------------------------------------------
{
    my $make = 'make -s BACKEND=' . backend();
    my ($status, $out, $err) = run("$make book_integer notes_volatile run N=1000 BLOCK=128 REPEAT=0");
    is($status, 0, 'make book_integer notes_volatile run');
    like($out, qr/reduceCompleteUnroll .*<<<grid 1 block 128>>>.*reduction_3<<<8, 128>>>/s,
         'runs both, with N and BLOCK');
    ($status, $out) = run("$make -n run");
    my ($programs) = $out =~ /progression\.sh (.*)/;
    unlike($programs, qr/book|article|intro|notes|lockstep/, 'make run runs the steps alone');
    ($status, $out) = run("$make intro_template counters N=4096");
    my %types = map { $_ => 1 } $out =~ /^(?:void )?reduce_kernel_1<(\w+)/mg;
    is(join(" ", sort keys %types), "double float int",
       "make intro_template counters has rows for each type") or diag($out);
}

done_testing();
