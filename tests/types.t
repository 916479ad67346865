# Step 16: every type with every operator, at odd sizes, of ordinary and of extreme values; the same
# bits for every shape of launch; what it refuses.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use List::Util qw(min max sum);
use Math::BigInt;
use Numbers;
use Test::More;

my $step = program('step16_any_type');
$ENV{SIM_CLOCK} = $ENV{SIM_COUNTERS} = 0;    # no times are looked at
my @types = qw(int unsigned int64 float double half bfloat16);
my @operators = qw(sum min max product argmin moments and affine);
my %of_maps = map { $_ => 1 } qw(unsigned float double);
my @integers = qw(int unsigned int64);
my @values = qw(plain signed largest denormal infinite nan);
my @sizes = (1, 2, 3, 7, 31, 33, 255, 513, 1023, 4095, 4097, 8191, 16385, 65537, 131073, 300007);

# The value that a run ended with, or what was wrong with it.
sub value_of {
    my ($status, $out, $err) = @_;
    my ($header, $row) = split /\n/, $out;
    my %value;
    @value{split /,/, $header // ''} = split /,(?=(?:[^"]*"[^"]*")*[^"]*$)/, $row // '';
    return "status $status, $out$err" if $status ne '0' || $err ne '' || $value{status} ne 'right';
    return $value{sum};
}

# ---- every pair -------------------------------------------------------------------------------------
# Each pair takes other sizes and seeds; the program holds every result against the exact one, and
# against its own order on the host, bit by bit. On a GPU one size each: programs start there one after the other.
my ($turn, @commands) = (0);
for my $type (@types) {
    for my $operator (@operators) {
        next if $operator eq 'affine' && !$of_maps{$type};
        for my $values (@values) {
            next if $values =~ /denormal|infinite|nan/ && grep { $_ eq $type } @integers;
            for (1 .. (backend() eq 'gpu' ? 1 : $values eq 'plain' ? 4 : 2)) {
                my $n = $sizes[$turn * 5 % @sizes];
                push @commands, "$step --type $type --op $operator --values $values -n $n --seed "
                              . (1 + $turn++ % 7) . ' -r 0 --csv -';
            }
        }
    }
}
@commands = drawn(@commands);
my @failures = map { "$_->[0]: $_->[1]" } grep { $_->[1] =~ /^status/ }
    map { [$_->[0], value_of(@$_[1 .. 3])] } run_many(@commands);
is(scalar @failures, 0, @commands . ' runs of all types, operators and kinds of values are right')
    or diag(join "\n", @failures[0 .. min($#failures, 4)]);

# Several rounds in tiles that meet: from 2^26 bytes on.
like(value_of(run("$step --type double --op affine -n 4194309 -b 128 --grid 9 -r 0 --csv -")), qr/^-1 x \+ -388\.2276/,
     'tiles of several rounds, in order');

# ---- results that are known from elsewhere ------------------------------------------------------------
my $n = 1000;
my @numbers = lecture_numbers($n);
my $smallest = min(@numbers);
my ($place) = grep { $numbers[$_] == $smallest } 0 .. $#numbers;
my $product = Math::BigInt->new(1);
$product->bmul(2 * $_ + 1)->bmod(Math::BigInt->new(2)->bpow(64)) for @numbers;
my %known = ('unsigned sum' => sum(@numbers), 'int64 sum' => sum(@numbers), 'int min' => $smallest,
             'int max' => max(@numbers), 'unsigned argmin' => "$smallest at $place",
             'unsigned product' => "$product", 'int and' => 'true');
for my $pair (sort keys %known) {
    my ($type, $operator) = split ' ', $pair;
    is(value_of(run("$step --type $type --op $operator -n $n -r 0 --csv -")), $known{$pair},
       "$pair of the lecture's first $n numbers");
}
is(value_of(run("$step -n 2^20 -r 0 --csv -")), 133784454, 'and the sum of 2^20, which step 14 gives');
is(value_of(run("$step --op and --seed 2 -n $n -r 0 --csv -")), 'false', 'one zero among them is enough');
{
    my $mean = sum(@numbers) / $n;
    my $variance = sum(map { ($_ - $mean) ** 2 } @numbers) / $n;
    my ($first, $second) = value_of(run("$step --op moments -n $n -r 0 --csv -")) =~ /^(\S+) and (\S+)$/;
    cmp_ok(abs($first - $mean), '<', 1e-9 * $mean, 'their mean');
    cmp_ok(abs($second - $variance), '<', 1e-9 * $variance, 'and their variance');
}
for (['float', 3.40282347e38, '3.40282347e+38'], ['half', 65504, '65504'], ['bfloat16', 3.38953139e38, '3.38953139e+38']) {
    my ($type, undef, $text) = @$_;
    is(value_of(run("$step --type $type --values largest --op max -n 1000 -r 0 --csv -")), $text, "the largest $type");
}
is(value_of(run("$step --type half --values largest --op min -n 1000 -r 0 --csv -")), '-65504', 'and the least half');
like(value_of(run("$step --type double --op argmin --values nan -n 1000 -r 0 --csv -")), qr/^nan at \d+$/, 'a NaN is the minimum');
like(value_of(run("$step --type float --op sum --values infinite --seed 2 -n 1000 -r 0 --csv -")), qr/^nan$/,
     'infinities of both signs add up to a NaN');
is(value_of(run("$step --type float --op sum --values infinite --seed 1 -n 1000 -r 0 --csv -")), 'inf', 'those of one sign to one');

# ---- the same bits for every shape of launch ----------------------------------------------------------
# A hundred shapes, and on a GPU forty: five block sizes, and grids. The figure is that of an H100 and an H200, too.
for (['float', 'sum', 'signed'], ['double', 'moments', 'signed'], ['half', 'sum', 'plain']) {
    my ($type, $operator, $values) = @$_;
    my $command = "$step --type $type --op $operator --values $values -n 100003 -r 0 --csv -";
    my @grids = $operator eq 'sum' && $type eq 'float' ? (1 .. 12, 13, 14, 25, 49, 50, 77, 100, 1000) : (1, 3, 12, 200);
    @grids = (1, 2, 7, 13, 25, 50, 77, 1000) if backend() eq 'gpu' && @grids > 8;
    my %seen;
    my @shapes = map { my $block = $_; map { "$command -b $block --grid $_" } @grids } 64, 128, 256, 512, 1024;
    @shapes = drawn(@shapes);
    $seen{value_of(@$_[1 .. 3])}++ for run_many(@shapes);
    is(scalar keys %seen, 1, "$operator of $type: the same in " . @shapes . ' shapes of launch')
        or diag(join "\n", map { "$seen{$_} times: $_" } sort keys %seen);
    is((keys %seen)[0], value_of(run($command)), 'and in the one that is chosen');
}

# ---- what is refused ------------------------------------------------------------------------------------
for (['--op affine --type half', '--op affine does not take --type half, but unsigned float double'],
     ['--op affine', '--op affine does not take --type int, but unsigned float double'],
     ['--type complex', '--type complex: not one of int unsigned int64 float double half bfloat16'],
     ['--op xor', '--op xor: not one of sum min max product argmin moments and affine'],
     ['--values odd', '--values odd: not one of plain signed largest denormal infinite nan'],
     ['--type int --values nan', '--values nan: --type int has none'],
     ['--type int64 --values denormal', '--values denormal: --type int64 has none'],
     ['--grid -1', '--grid -1: not a whole number from 0 to 2147483647'],
     ['-n 2^33', '-n 2^33: not a whole number from 1 to 4294967295']) {
    my ($arguments, $line) = @$_;
    is_deeply([run("$step $arguments")], [2, '', "step16_any_type: $line\n"], "'$arguments' is refused");
}

# ---- mistakes are seen ------------------------------------------------------------------------------------
# Each of these changes makes a copy of the step wrong: a run of that operator must say so.
my @runs = ('--op sum --type float --values signed -n 40001', '--op sum --type float --values signed -n 300007 -b 128 --grid 3',
            '--op argmin --type float -n 20011 --values largest', '--op argmin --type float -n 3000', '--op moments --type double -n 33333',
            '--op affine --type unsigned -n 70001', '--op affine --type unsigned -n 999', '--op min --type half --values nan -n 5000',
            '--op product --type int -n 12345', '--op argmin --type float --values nan -n 70001');
my %mistakes = (
    'neighbours last' => [affine => 'lanes.h', 's/distance = 1; distance < iCount; distance \*= 2/distance = 16; distance > 0; distance \/= 2/'],
    'a lane goes on to its next row before the next lane' => [affine => 'reduce.cu', 's/if \(Operator::is_commutative\) \{/if (true) {/'],
    'rows the wrong way round' => [affine => 'order.h', 's/Operator::combine\(values\[i\], values\[i \+ distance\]\)/Operator::combine(values[i + distance], values[i])/'],
    'one element too few' => [product => 'reduce.cu', 's/idx < n \?/idx + 1 < n ?/'],
    'whole rows at the end' => [min => 'reduce.cu', 's/start \+ next \* \(iLoads - 1\) \+ row <= n/start < n/'],
    'places that do not count the rows' => [argmin => 'reduce.cu', 's/Operator::lift\(a\[k\].elements\[i\], next \* k \+ i\)/Operator::lift(a[k].elements[i], i)/'],
    'warps that read the same rows' => [product => 'order.h', 's/is_commutative \? warps : 1/is_commutative ? 1 : warps/'],
    'of equal ones the last' => [argmin => 'operators.h', 's/b\.index < a\.index/b.index > a.index/'],
    'a NaN is largest' => [min => 'numbers.h', 's/return x != x \? of_nan : bits \^ \(bits >> 31/return bits ^ (bits >> 31/'],
    'a product that begins with 0' => [product => 'operators.h', 's/(struct Product.*?accumulator identity\(\)\s*\{\s*return )1/${1}0/s'],
    'parts of any size count the same' => [moments => 'operators.h', 's/if \(a\.count != b\.count\)/if (false)/'],
    'a group too small' => [sum => 'meeting.h', 's/\(unsigned int\)\(count - first\)/(unsigned int)(count - first - 1)/'],
    'nobody is the last of a group' => [moments => 'reduce.cu', 's/is_last = ticket == members - 1/is_last = ticket == members/'],
    'mail for the wrong tile' => [affine => 'reduce.cu', 's/\(group \* GROUP \+ member\)/(group * GROUP + (member ^ 1))/'],
    'nobody waits for the warps' => [sum => 'reduce.cu', 's/__syncthreads\(\); \/\/ every warp has left its value//'],
);
SKIP: {
    skip 'compiles for the simulator', scalar keys %mistakes if backend() ne 'sim';
    # of the same name each time: then what is compiled is kept from one run to the next (SIMCC_CACHE)
    my $copy = 'build/tests/broken_types';
    run("mkdir -p $copy && ln -sfn \$PWD/common $copy/common");
    my $tries = sub {    # what an operator's runs, or all, say of the copy after a change of one of its files
        my ($operator, $file, $change) = @_;
        run("rm -rf $copy/step16_any_type && cp -R step16_any_type $copy");
        my $text = read_file("$copy/step16_any_type/$file");
        my $changed = $text;
        eval "\$changed =~ $change; 1" or die "$change: $@";
        return 'nothing was changed' if defined $file && $file ne 'setting.h' && $changed eq $text;
        open my $out, '>', "$copy/step16_any_type/$file" or die "$copy: $!\n";
        print $out $changed;
        close $out;
        my ($status, $out_text, $err) = run('build/simcc/simcc ' . ($operator && "-DONLY_$operator") . " -I$copy -o $copy/pairs tests/types/pairs.cu build/sim/common.a");
        return "does not compile: $err" if $status;
        my @wrong = grep { $_->[1] ne '0' } run_many(map { "timeout 60 $copy/pairs $_ -r 0" } grep { /--op $operator/ } @runs);
        return scalar(@wrong) . ' wrong';
    };
    is($tries->('', 'setting.h', 's/^//'), '0 wrong', 'a copy without a mistake is right');
    for my $mistake (drawn(sort keys %mistakes)) {
        like($tries->(@{$mistakes{$mistake}}), qr/^[1-9]\d* wrong$/, "seen: $mistake");
    }
}

done_testing();
