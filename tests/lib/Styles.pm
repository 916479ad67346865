# Solutions rewritten in other styles, by rules: each does what the solution does, and must keep all points. A rule
# finds no place in some steps; then it makes nothing of them.
package Styles;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(styles restyled);

# The part that is graded: [before, part, behind].
sub parts_of {
    my ($source) = @_;
    $source =~ m{\A(.*?^#include "../common/lab.h"\n)(.*?)(^int main\(.*)\z}ms or die "no kernel part\n";
    return ($1, $2, $3);
}

# The first kernel: what is above it, its template's head, its bounds, name, parameters and body, and what is below.
sub kernel_in {
    my ($part) = @_;
    $part =~ m{\A(.*?)^((?:template <[^\n]*>\n)?)__global__ void ((?:__launch_bounds__\([^\n]*\)\s*)?)(\w+)\(([^)]*)\)\n\{\n(.*?)^\}\n(.*)\z}ms
        or return;
    return ($1, $2, $3, $4, $5, $6, $7);
}

sub names_of {
    my ($parameters) = @_;
    return join ', ', map { /(\w+)\s*\z/ ? $1 : () } split /,/, $parameters;
}

# The kernel's body goes to a function of its own, which `call` calls and `function` declares.
sub moved {
    my ($part, $head, $call) = @_;
    my ($above, $template, $bounds, $name, $parameters, $body, $below) = kernel_in($part) or return $part;
    my $arguments = $template =~ /<unsigned int (\w+)>/ ? "<$1>" : '';
    my $names = names_of($parameters);
    return $above . $head->($template, $parameters, $body) . "\n${template}__global__ void $bounds$name($parameters)\n{\n"
         . $call->($arguments, $names) . "}\n$below";
}

my %rules = (
    helper => sub {
        return moved($_[0], sub { "$_[0]static __device__ void work($_[1])\n{\n$_[2]}\n" }, sub { "    work$_[0]($_[1]);\n" });
    },
    member => sub {
        return moved($_[0], sub { "$_[0]struct worker {\n    static __device__ __forceinline__ void work($_[1])\n    {\n$_[2]    }\n};\n" },
                     sub { "    worker$_[0]::work($_[1]);\n" });
    },
    template => sub {
        my ($part) = @_;
        return $part if $part =~ /^template/m;
        return moved($part, sub { "template <typename number> static __device__ void work($_[1])\n{\n$_[2]}\n" }, sub { "    work<int>($_[1]);\n" });
    },
    lambda => sub {
        my ($above, $template, $bounds, $name, $parameters, $body, $below) = kernel_in($_[0]) or return $_[0];
        return "$above${template}__global__ void $bounds$name($parameters)\n{\n    auto work = [&]() {\n$body    };\n    work();\n}\n$below";
    },
    groups => sub {
        my ($part) = @_;
        $part =~ s/__syncthreads\(\);/cooperative_groups::sync(cooperative_groups::this_thread_block());/g;
        return $part eq $_[0] ? $part : "\n#include <cooperative_groups.h>\n$part";
    },
    while => sub {
        my ($part) = @_;
        # loops of one statement
        $part =~ s!^( *)for \(([^;\n]*); ([^;\n]*); ([^\n]*)\)\n(\1    [^\n]*;\n)!
                   "$1\{\n$1    $2;\n$1    while ($3) {\n    $5$1        $4;\n$1    }\n$1}\n"!mge;
        return $part;
    },
    shifts => sub {
        my ($part) = @_;
        $part =~ s{/= 2\b}{>>= 1}g;
        $part =~ s{\btid % 32\b}{(tid & 31)}g;
        $part =~ s{\btid / 32\b}{(tid >> 5)}g;
        $part =~ s{blockDim\.x / 32}{(blockDim.x >> 5)}g;
        return $part;
    },
    sums_in_full => sub { (my $part = $_[0]) =~ s{^( *)(\w+(?:\[\w+\])?) \+= ([^\n;]*);}{$1$2 = $2 + ($3);}mg; return $part },
    short_types => sub { (my $part = $_[0]) =~ s{\bunsigned int (?=\w+ =)}{unsigned }g; return $part },
    automatic => sub { (my $part = $_[0]) =~ s{\b(?:unsigned int|size_t) (?=tid = )}{const auto }g; return $part },
    macros => sub {
        my ($part) = @_;
        $part =~ s{\bthreadIdx\.x\b}{THREAD}g;
        $part =~ s{\bblockIdx\.x\b}{BLOCK}g;
        $part =~ s{__syncthreads\(\)}{MEET()}g;
        return "\n#define THREAD (threadIdx.x)\n#define BLOCK (blockIdx.x)\n#define MEET() __syncthreads()\n$part";
    },
    dimensions => sub {
        my ($above, $template, $bounds, $name, $parameters, $body, $below) = kernel_in($_[0]) or return $_[0];
        $body =~ s{\bblockDim\.x\b}{block.x}g;
        return "$above${template}__global__ void $bounds$name($parameters)\n{\n    const dim3 block = blockDim;\n$body}\n$below";
    },
    turned => sub { (my $part = $_[0]) =~ s{\bif \((\w+) < (\w+)\)$}{if ($2 > $1)}mg; return $part },
    restricted => sub {
        (my $part = $_[0]) =~ s{\bint \*(?=g_idata\b)}{int *__restrict__ }g;
        return $part =~ /g_idata\[idx\] \+=|g_idata\[idx\] = / ? $_[0] : $part;
    },
);

sub styles { return sort keys %rules }

# A source in another style; the same if the rule finds no place in it.
sub restyled {
    my ($source, $style) = @_;
    my ($before, $part, $behind) = parts_of($source);
    return $before . $rules{$style}->($part) . $behind;
}

1;
