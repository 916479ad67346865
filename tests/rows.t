# Step 17: rows of a matrix and rows of unequal lengths, of plain and extreme numbers; what it prints
# and refuses. And that its verdicts can fail.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use Test::More;

my $backend = backend();
my $program = program('step17_rows');
$ENV{SIM_CLOCK} = $ENV{SIM_COUNTERS} = 0;    # no times are looked at
mkdir 'build/tests';

# ---- the verdicts, by themselves ------------------------------------------------------
{
    my $cc = $ENV{CC} || 'cc';
    my @sources = ('tests/rows/row_check_test.c', map { "common/$_.c" } qw(rows/row_check rows/rows types/exact_sum memory random));
    my ($status, $out, $err) = run("$cc -std=gnu11 -O2 -Wall -Wextra -Werror -o build/tests/row_check_test @sources -lm");
    is("$status$err", '0', 'the tests of the verdicts compile');
    ($status, $out) = run('build/tests/row_check_test');
    my @tests = $out =~ /^((?:not )?ok) \d+ - (.*)$/mg;
    cmp_ok(scalar @tests, '>=', 30, 'and run');
    while (my ($verdict, $name) = splice @tests, 0, 2) {
        is($verdict, 'ok', $name);
    }
    like($out, qr/^1\.\.\d+\n\z/m, 'to their end');
}

# ---- right rows ------------------------------------------------------------------------
# rows and columns: lengths around those at which another kernel is chosen, and odd ones
my @shapes = ([5, 0], [1, 1], [5000, 1], [4097, 2], [1000, 3], [777, 7], [130, 15], [131, 16], [99, 17], [99, 31],
              [70, 32], [70, 33], [65, 63], [65, 64], [41, 67], [41, 96], [41, 97], [40, 128], [40, 129], [33, 256],
              [33, 257], [17, 512], [17, 513], [9, 1000], [9, 1023], [9, 1024], [9, 1025], [5, 2048], [5, 2049],
              [3, 4096], [3, 4097], [140, 4097], [2, 10007], [133, 16385], [1, 100003], [3, 100003], [1, '2^20']);
my @commands;
for (@shapes) {
    my ($rows, $columns) = @$_;
    push @commands, map { "$program --rows $rows --columns $columns $_" }
        ($columns eq '0' || $columns eq '2^20' ? ('--op sum', '--op softmax')
         : ('--op sum', '--op softmax --values extreme'));
    push @commands, "$program --rows $rows --columns $columns --op sum --values extreme" if $rows * 1 < 100;
}
push @commands, map { "$program --segments $_" }
    '1 -n 2^18 --columns 64', '2 -n 2^18 --columns 3 --op softmax', '3 --rows 20000 --columns 0',
    '3 --rows 1 --columns 30000 --op softmax', '4 --rows 40 --columns 2000 --values extreme',
    '5 -n 2^17 --columns 5 --values extreme --op softmax', '6 --rows 3 --columns 100003', '7 --rows 7936 --columns 1',
    '8 --rows 1 --columns 1', '9 --rows 1 --columns 0', '10 --rows 7935 --columns 2', '11 --rows 3967 --columns 1';
for (run_many(drawn(@commands))) {
    my ($command, $status, $out, $err) = @$_;
    my ($rows) = $out =~ /^(?:\d+ floats in )?(\d+) rows/m;
    is($status, 0, $command) or diag($out, $err);
    like($out, qr/^GPU: right rows $rows, .*: right$/m, 'all rows are right');
}

my ($status, $out, $err) = run("$program --rows 100 --columns 1000 -r 3");
is($status, 0, 'three more runs give the bits of the first') or diag($out, $err);
($status, $out) = run("$program --rows 4 --columns 2^18 --op softmax -r 0");
like($out, qr/^the largest error is 0\.\d\d of what rounding can do$/m, 'a long row says how far rounding took it');

# ---- each kernel at each length --------------------------------------------------------------
my $compile = $backend eq 'gpu'
    ? 'nvcc -std=c++17 -arch=native -O3' : 'build/simcc/simcc';
($status, $out, $err) = run("$compile -o build/tests/row_kernels tests/rows/kernels.cu build/$backend/common.a", 300);
is($status, 0, 'the test of the kernels compiles') or diag($err);
# Of their cases, too, some are drawn.
my ($part) = drawn(0 .. share() - 1);
sub in_many_cases {
    my ($out, @least) = @_;
    my @cases = $out =~ /\A(?:.*\n)*?sum: (\d+) cases, 0 wrong\nsoftmax: (\d+) cases, 0 wrong$/;
    is(scalar(grep { ($cases[$_] // 0) >= $least[$_] / share() } 0, 1), 2, 'in many cases') or diag($out);
}
($status, $out, $err) = run("build/tests/row_kernels @{[share()]} $part", 300);
is($status, 0, 'each kernel is right at each length, from each address') or diag($out, $err);
in_many_cases($out, 100, 1000);

($status, $out, $err) = run("$compile -o build/tests/row_segments tests/rows/segments.cu build/$backend/common.a", 300);
is($status, 0, 'the test of rows of unequal lengths compiles') or diag($err);
($status, $out, $err) = run("build/tests/row_segments @{[share()]} $part", 300);
is($status, 0, 'they are right wherever they end, in shares of all sizes, from each address') or diag($out, $err);
in_many_cases($out, 100, 200);

# ---- what it says, and what it refuses -----------------------------------------------------------
($status, $out) = run("$program --rows 3 --columns 4 --csv -");
like($out, qr/^step17_rows,"?a thread for a row, reduceRowsByLanes_17"?,.*,3,3,right,/m, 'csv: rows that are right, and rows');
($status, $out) = run("$program -n 1000 --columns 10");
like($out, qr/^100 rows of 10 floats: sum$/m, 'without --rows as many as -n has room for');
for (['-n 1', '1 rows of 1 '], ['-n 100', '1 rows of 100 '], ['-n 1000', '3 rows of 256 '], ['-n 1000 --rows 7', '7 rows of 142 '],
     ['-n 77 --rows 7 --columns 11', '7 rows of 11 '], ['--rows 3', '3 rows of 5592405 ']) {
    ($status, $out) = run("$program $_->[0]");
    like($out, qr/^\Q$_->[1]\Efloats: sum\n(?:blocks on .*\n)?GPU: right rows/m, "$_->[0]: $_->[1]");
}
for (['--op median', qr/--op median: .* sum softmax$/], ['--values odd', qr/--values odd: .* plain extreme$/],
     ['--rows x', qr/--rows x: not a whole number/], ['--columns -1', qr/--columns -1: not a whole number/],
     ['--rows 0', qr/--rows 0: not a whole number from 1/],
     ['--rows 2^40 --columns 2^40', qr/: 1099511627776 rows of 1099511627776 numbers cannot be made of .* over 2\^60$/],
     ['--columns 0', qr/: 0 rows of 0 numbers cannot be made of/], ['-n 10 --columns 11', qr/: 0 rows of 11 numbers cannot/],
     ['-n 10 --rows 11', qr/: 11 rows of 0 numbers cannot/], ['-n 100 --rows 10 --columns 11', qr/: 10 rows of 11 numbers cannot be made of -n 100/],
     ['--segments', qr/--segments needs a value/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("$program $arguments");
    is($status, 2, "$arguments is refused");
    like($err, $message, 'by one line that says what is allowed');
    is(scalar(() = $err =~ /\n/g), 1, 'and no more');
}

# ---- the recordings: at least as fast as the better of CUB and PyTorch, from one row to 2^26 --------
for my $recording (glob 'docs/results/*/rows.csv') {
    my ($header, @lines) = grep { !/^#/ } split /\n/, read_file($recording);
    my (%step, %others);
    for (@lines) {
        my %value;
        @value{split /,/, $header} = split /,/;
        my $shape = "$value{rows} x $value{columns}";
        if ($value{who} eq 'step17') { $step{$shape} = $value{median_ms} }
        else { push @{$others{$shape}}, $value{median_ms} }
    }
    my @shapes = map { 2 ** $_ . ' x ' . 2 ** (26 - $_) } 0 .. 26;
    is(scalar(grep { $step{$_} && @{$others{$_} // []} == 3 } @shapes), 27, "$recording: all shapes, and three beside step 17");
    is(join('; ', grep { my $shape = $_; grep { $_ < $step{$shape} } @{$others{$shape} // []} } @shapes), '',
       "$recording: nobody is faster at any shape");
}

# ---- and of rows of unequal lengths: at least as fast as CUB ------------------------------------------------
for my $recording (glob 'docs/results/*/segments.csv') {
    my ($header, @lines) = grep { !/^#/ } split /\n/, read_file($recording);
    my %time;
    for (@lines) {
        my %value;
        @value{split /,/, $header} = split /,/;
        $time{"$value{lengths}, $value{op}"}{$value{who}} = $value{median_ms} if $value{numbers} == 2 ** 26;
    }
    cmp_ok(scalar(grep { $time{$_}{step17} && $time{$_}{cub} } keys %time), '>=', 14, "$recording: all lengths, and CUB");
    is(join('; ', grep { $time{$_}{cub} < $time{$_}{step17} } sort keys %time), '',
       "$recording: CUB is nowhere faster");
}

# ---- mistakes are seen ------------------------------------------------------------------------------
SKIP: {
    skip 'the mistakes are built for the simulator', 1 if $backend eq 'gpu';
    # of the same name each time: then what is compiled is kept from one run to the next (SIMCC_CACHE)
    my $folder = 'build/tests/broken_rows/step17_rows';
    run("mkdir -p $folder && ln -sfn \$PWD/common $folder/../common");
    # what goes wrong, in which file, for which rows, and on which device: a small one has larger shares
    my @mistakes = (
        ['the last numbers of a row are dropped', 'reduce.cu', 's/return odd < run.n/return odd < run.head/', '--rows 9 --columns 1001'],
        ['padding counts', 'operators.h', 's/return -INFINITY;/return 0.0f;/', '--rows 9 --columns 1000 --op softmax'],
        ['the last row of a tile is left out', 'reduce.cu', 's/if (row < rows && tid % lanes == 0)/if (row + 1 < rows \\&\\& tid % lanes == 0)/', '--rows 100 --columns 9'],
        ['a part is left out', 'reduce.cu', 's/i = tid; i < sharing.parts/i = tid + 1; i < sharing.parts/', '--rows 2 --columns 100003'],
        ['no fence', 'reduce.cu', '/__threadfence/d', '--rows 2 --columns 100003'],
        ['the ticket goes on', 'reduce.cu', 's/atomicInc(&meeting.g_tickets\[row\], sharing.parts - 1)/atomicAdd(\\&meeting.g_tickets[row], 1)/', '--rows 2 --columns 100003 -r 2'],
        ['a NaN is passed over', 'operators.h', 's/if (isnan(a.sum))/if (false)/', '--rows 100 --columns 9 --op softmax --values extreme'],
        ['infinities are subtracted', 'operators.h', 's/x == maximum ? 0.0f : x - maximum/x - maximum/', '--rows 100 --columns 9 --op softmax --values extreme'],
        ['a part that others share is taken for the whole', 'segments.h', 's/s_rows\[lane\] == s_rows\[0\] && s_cut\[0\].is_there/false/', '--segments 3 -n 2^16'],
        ['no fence between segments', 'segments.h', '/__threadfence/d', '--segments 3 -n 2^16'],
        ['no barrier between the warps', 'segments.h', '/every warp has left its parts/d', '--segments 3 -n 2^14'],
        ['a tile is taken before it is free', 'segments.h', '/the tile.s room is free/d', '--segments 3 -n 2^14'],
        ['the tickets of segments go on', 'segments.h', 's/atomicInc(&meeting.g_tickets\[cut.first\], cut.others)/atomicAdd(\\&meeting.g_tickets[cut.first], 1)/', '--segments 3 -n 2^16 -r 2'],
        ['what is known comes before all have their numbers', 'tile.h', '/so the results can take their room/d', '--segments 3 -n 2^14'],
        ['empty rows are passed over', 'tile.h', '/if (begin == end)/,+1d', '--segments 3 -n 2^14 --columns 4'],
        ['a row of several lanes loses its beginning', 'tile.h', 's/begin < last_lane \* LANE_NUMBERS ?/false ?/', '--segments 3 -n 2^14 --columns 40'],
        ['a row that ends with its tile goes on', 'tile.h', 's/ && !is_done//', '--segments 3 -n 2^19 --columns 3', 'k20m'],
    );
    for (drawn(@mistakes)) {
        my ($what, $file, $change, $arguments, $device) = @$_;
        local $ENV{SIM_DEVICE} = $device // 'h100';
        run("rm -f $folder/*; cp step17_rows/*.cu step17_rows/*.h $folder; sed -i '" . ($change =~ s/'/'\\''/gr) . "' $folder/$file");
        my ($same) = run("cmp -s step17_rows/$file $folder/$file");
        is($same, 1, "$what: a change");
        my $operator = $arguments =~ /softmax/ ? 'Softmax' : 'RowSum';    # the other's kernels are not compiled
        run("sed -i 's/operation == 0 ? .*;/reduce_rows<$operator>(\\&task);/' $folder/reduce.cu");
        # nor are those of rows of one length, where segments are asked for
        run("sed -i 's/: choose_shape<op>(.*);/: segments_shape<op>(rows, n, task->device);/' $folder/reduce.cu") if $arguments =~ /--segments/;
        ($status, $out, $err) = run("build/simcc/simcc -o $folder/broken $folder/reduce.cu build/sim/common.a");
        is($status, 0, 'that compiles') or diag($err);
        ($status, $out, $err) = run("$folder/broken $arguments");
        is($status, 1, 'and that is seen') or diag($out, $err);
    }
}

done_testing();
