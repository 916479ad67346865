# Copies of structures: how many accesses of a GPU each is, beside nvcc's verdicts (tests/copies/nvcc13.csv).
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $folder = scratch();
my @columns = qw(global_load_requests global_store_requests shared_load_requests shared_store_requests);

# Rows of a table of counters by kernel; values may be in quotes, with commas in them.
sub rows
{
    my ($path) = @_;
    my ($names, @lines) = split /\n/, read_file($path);
    my %rows;
    for (@lines) {
        my @values = map { s/^"|"$//gr } /("[^"]*"|[^,]*)(?:,|$)/g;
        my %row;
        @row{split /,/, $names} = @values;
        my ($kernel) = $row{kernel} =~ /^(\w+)/;
        $rows{$kernel} = join ' ', @row{@columns};
    }
    return %rows;
}

my %nvcc = rows('tests/copies/nvcc13.csv');
cmp_ok(scalar(keys %nvcc), '>', 150, 'kernels that nvcc compiled');
# Mistakes in copies of pieces; and one that is none: a structure 8 bytes behind a multiple of 16.
open my $file, '>', "$folder/mistakes.cu" or die "$!\n";
print $file <<'CUDA';
#include <stdlib.h>
struct pair { double x, y; };
struct three { double x, y, z; };
struct shorts { short a, b; };
template <class T> __global__ void fill(T *to) { to[threadIdx.x] = T{1, 2}; }
template <class T> __global__ void race(T *to, const T *from) { __shared__ T s[64]; s[threadIdx.x] = from[threadIdx.x]; to[threadIdx.x] = s[threadIdx.x ^ 32]; }
template <class T> __global__ void copy(T *to, const T *from) { to[threadIdx.x] = from[threadIdx.x]; }
template <class T> static void try_type(int mistake)
{
    T *to, *from;
    cudaMalloc(&to, 65 * sizeof *to);
    cudaMalloc(&from, 65 * sizeof *from);
    fill<<<1, mistake == 2 ? 63 : 64>>>(from);
    if (mistake == 0)
        copy<<<1, 64>>>(to, from);
    if (mistake == 1)
        race<<<1, 64>>>(to, from);
    if (mistake == 2)
        copy<<<1, 64>>>(to, from);
    if (mistake == 3)
        copy<<<1, 32>>>(to, (const T *)((const char *)from + alignof(T) / 2));
    if (mistake == 4)
        copy<<<1, 32>>>(to, (const T *)((const char *)from + alignof(T)));
}
int main(int, char **words)
{
    int mistake = atoi(words[2]);
    if (*words[1] == 'p')
        try_type<pair>(mistake);
    if (*words[1] == 't')
        try_type<three>(mistake);
    if (*words[1] == 's')
        try_type<shorts>(mistake);
    return cudaDeviceSynchronize() != cudaSuccess;
}
CUDA
close $file;

for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    for my $flags ('', '-g') {
        my ($status, $out, $errors) = run("build/simcc $flags -std=c++17 -ccbin $compiler tests/copies/structures.cu -o $folder/structures", 120);
        is("$status$errors", '0', "$compiler $flags: compiles");
        ($status, $out, $errors) = run("SIM_CSV=$folder/counters.csv $folder/structures");
        is("$status $out$errors", "0 no error\n", "$compiler $flags: runs, and nothing is misaligned");
        my %simulator = rows("$folder/counters.csv");
        my ($sim, $gpu) = ('', '');
        for my $kernel (sort keys %nvcc) {
            $sim .= "$kernel $simulator{$kernel}\n";
            $gpu .= "$kernel $nvcc{$kernel}\n";
        }
        is($sim, $gpu, "$compiler $flags: as many accesses as nvcc has");
    }
    is((run("build/simcc -ccbin $compiler $folder/mistakes.cu -o $folder/mistakes", 60))[0], 0, "$compiler: mistakes compile");
    for my $type (qw(pair three shorts)) {
        my @found = map { (run("$folder/mistakes $type $_"))[2] =~ /^simulator: ([\w ]+): /m ? $1 : 'nothing' } 0 .. 4;
        is(join(', ', @found), 'nothing, race, uninitialised read, misaligned access, nothing', "$compiler: $type: what is found");
    }
}
done_testing();
