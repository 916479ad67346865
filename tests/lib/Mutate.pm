# Small changes of a solution, by the kind of mistake that they are: bounds, strides, types, indices, operators,
# barriers, conditions on block and grid, early exits, numbers in place of template parameters. Each change is made at
# each place where it can be made, one at a time.
package Mutate;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(mutants_of);

# [kind, what to find, what to put there]. A replacement is made once for each place that is found. (?<!...) and
# (?!...) keep parts of other operators from being found.
my @changes = (
    ['bound', qr/(?<![<>\-])<(?![<=])/, '<='], ['bound', qr/(?<![<>\-=])>(?![>=])/, '>='],
    ['bound', qr/<=/, '<'], ['bound', qr/>=/, '>'], ['bound', qr/==/, '!='],
    ['bound', qr/(?<![<>\-])<(?![<=])(?= *n\b)/, '< 1 +'], ['bound', qr/(?<![<>\-])<(?![<=])(?= *count\b)/, '< 1 +'],
    ['operator', qr/\+=/, '='], ['operator', qr/\+=/, '-='], ['operator', qr/(?<=[\w\)\]] )\+(?= [\w\(])/, '-'],
    ['operator', qr/(?<=[\w\)] )\*(?= [\w\(])/, '+'], ['operator', qr/(?<=[\w\)] )\/(?= [\w\(])/, '*'],
    ['operator', qr/(?<=[\w\)] )%(?= [\w\(])/, '/'], ['operator', qr/&&/, '||'], ['operator', qr/\|\|/, '&&'],
    ['stride', qr/\*= 2/, '*= 4'], ['stride', qr/\/= 2/, '/= 4'], ['stride', qr/>>= 1/, '>>= 2'],
    ['stride', qr/\bstride\b/, '(stride + 1)'], ['stride', qr/\bstride\b/, '(unsigned short)stride'],
    ['stride', qr/\bstride\b/, '(stride % 500000)'], ['stride', qr/(?<=\+= )blockDim\.x/, '(blockDim.x + 1)'],
    ['number', qr/(?<![\w.])(\d+)(?![\w.])/, sub { $_[0] + 1 }],
    ['number', qr/(?<![\w.])([1-9]\d*)(?![\w.])/, sub { $_[0] - 1 }],
    ['number', qr/(?<![\w.])([1-9]\d*)(?![\w.])/, sub { 2 * $_[0] }],
    ['number', qr/0xFFFFFFFF/, '0xFFFF'], ['number', qr/0xFFFFFFFF/, '0x7FFFFFFF'],
    ['index', qr/\btid\b/, '(tid + 1)'], ['index', qr/\btid\b/, '(tid % 256)'], ['index', qr/\bidx\b/, '(idx + 1)'],
    ['index', qr/\btid\b/, 'idx'], ['index', qr/\bidx\b/, 'tid'], ['index', qr/\blane\b/, '(lane % 16)'],
    ['index', qr/\bblockIdx\.x\b/, '(gridDim.x - 1 - blockIdx.x)'], ['index', qr/\bblockIdx\.x\b/, '(blockIdx.x & 65535)'],
    ['index', qr/\bblockIdx\.x\b/, '(blockIdx.x % 4096)'], ['index', qr/\bfirst\b/, '(first + 1)'],
    ['launch', qr/\bblockDim\.x\b/, '512'], ['launch', qr/\bblockDim\.x\b/, 'min(blockDim.x, 512)'],
    ['launch', qr/\bblockDim\.x\b/, 'max(blockDim.x, 128)'], ['launch', qr/\bgridDim\.x\b/, 'min(gridDim.x, 1000)'],
    ['launch', qr/\bgridDim\.x\b/, '(unsigned char)gridDim.x'], ['launch', qr/\bblockDim\.x\b/, 'gridDim.x'],
    ['parameter', qr/\biBlockSize\b/, '512'], ['parameter', qr/\biBlockSize\b/, 'blockDim.x'],
    ['parameter', qr/\biWarps\b/, '4'], ['parameter', qr/\biLoads\b/, '2'], ['parameter', qr/\biRows\b/, '2'],
    ['parameter', qr/\brounds\b/, '2'], ['parameter', qr/\bpack\b/, '4'], ['parameter', qr/\bOperator::is_commutative\b/, 'true'],
    ['type', qr/\bsize_t\b/, 'unsigned int'], ['type', qr/\bsize_t\b/, 'int'], ['type', qr/\bsize_t\b/, 'unsigned short'],
    ['type', qr/\bunsigned int\b/, 'unsigned short'], ['type', qr/\bunsigned int\b/, 'unsigned char'],
    ['type', qr/\bunsigned int\b/, 'int'], ['type', qr/(?<!unsigned )(?<!long )\bint (?=\w+ =)/, 'short '],
    ['type', qr/(?<!unsigned )\bint (?=\w+ =)/, 'float '], ['type', qr/\blong long (?=\w+ =)/, 'int '],
    ['type', qr/\blong long (?=\w+ =)/, 'double '], ['type', qr/\(long long\)/, ''], ['type', qr/\bint (?=sum\b)/, 'float '],
    ['barrier', qr/__syncthreads\(\);/, ';'], ['barrier', qr/__syncthreads\(\);/, '__syncwarp();'],
    ['barrier', qr/__syncwarp\(\);/, ';'], ['barrier', qr/__threadfence\(\);/, ';'],
    ['barrier', qr/__syncthreads\(\);/, 'if (blockIdx.x != 3) __syncthreads();'],
    (map { ['condition', qr/\bif \((?=.*\)$)/m, "if ($_ && "] }
         'blockDim.x != 1024', 'gridDim.x < 50', 'blockIdx.x != 7', 'threadIdx.x != 33', 'gridDim.x != 2', 'gridDim.x < 70000'),
    ['condition', qr/\bif \((?=.*\)$)/m, 'if (true || '], ['condition', qr/\bif \((?=.*\)$)/m, 'if (false && '],
    (map { ['exit', qr/^    (?=\w[\w ]*(?:\[.*\])? [+]?= )/m, "    if ($_)\n        return OF_FUNCTION;\n    "] }
         'blockDim.x == 64 && blockIdx.x == 5', 'gridDim.x > 200 && blockIdx.x == 150', 'threadIdx.x >= 1000',
         'gridDim.x > 66000 && blockIdx.x == 0', 'blockIdx.x > 0 && threadIdx.x == blockDim.x - 1'),
    ['statement', qr/^ +(?!return|if|for|else|__|unsigned|size_t|const|struct)[a-z]\w*[^\n;{}]*;$/m, '    ;'],
);

# The kernel part of a source: where it begins and ends.
sub kernel_part {
    my ($source) = @_;
    $source =~ m{^#include "../common/lab.h"\n(?:#include [^\n]*\n)*}mg or die "no kernel part\n";
    my $begin = pos $source;
    $source =~ m{^(?:int main\(|#include "shapes.h")}mg or die "no main\n";
    return ($begin, $-[0]);
}

# Whether a place is in a comment or a string, or in a line for the preprocessor.
sub is_no_code {
    my ($source, $place) = @_;
    my $begin = rindex($source, "\n", $place - 1) + 1;
    my $before = substr($source, $begin, $place - $begin);
    return 1 if $before =~ m{//|^\s*\*|^\s*/\*|^#|"};
    return rindex($source, '/*', $place) > rindex($source, '*/', $place);
}

# What no exercise launches: the kernels of step 17 beside that for rows by warps.
my $not_launched = qr{^/\*\n \* Short rows:.*?^\}$|^/\*\n \* Long rows:.*\z|^/\* Combines the accumulators.*?^\}$}ms;

# All mutants of a source: [kind, line, what was there, what is there now, the source].
sub mutants_of {
    my ($source) = @_;
    my ($begin, $end) = kernel_part($source);
    my (@mutants, %seen, @left_out);
    push @left_out, [$-[0], $+[0]] while $source =~ /$not_launched/g;
    for my $change (@changes) {
        my ($kind, $pattern, $with) = @$change;
        pos($source) = $begin;
        while ($source =~ /$pattern/g) {
            my ($from, $to, $group) = ($-[0], $+[0], $1);
            last if $from >= $end;
            pos($source) = $to > $from ? $to : $from + 1;
            next if is_no_code($source, $from) || grep { $from >= $_->[0] && $from < $_->[1] } @left_out;
            my $there = substr($source, $from, $to - $from);
            my $now = ref $with ? $with->($group) : $with;
            # a function's end, whatever it returns
            $now =~ s/ OF_FUNCTION// if $now =~ /OF_FUNCTION/;
            my $changed = $source;
            substr($changed, $from, $to - $from) = $now;
            my $line = 1 + (substr($source, 0, $from) =~ tr/\n//);
            push @mutants, [$kind, $line, $there, $now, $changed] if !$seen{$changed}++;
        }
    }
    return @mutants;
}

1;
