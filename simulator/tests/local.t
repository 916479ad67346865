# Arrays of a thread in local memory: which ones, and their counters.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $scratch = scratch();

open my $file, '>', "$scratch/arrays.cu" or die "$!\n";
print $file <<'CUDA';
#include <stdio.h>
enum { N = 8, LARGE = 128 };
template <int M> __device__ int oddOnes(const int *x)
{
    int a[M], sum = 0;
    for (int k = 0; k < M; k++)
        a[k] = x[k];
    for (int k = 1; k < M; k += 2)
        sum += a[k];
    return sum;
}
__global__ void known(int *to, const int *x, int n)
{
    int a[N], b[2][4] = {{0}}, twice[N];
    const int half = N / 2;
    for (int k = 0; k < N; k++) {
        int j = N - 1 - k;
        a[j] = x[threadIdx.x + k];
        twice[k] = 2 * a[j];
    }
    for (int k = 0; k < half; ++k)
        b[k % 2][k] += a[2 * k + 1] + twice[k];
    to[threadIdx.x] = a[0] + b[1][3] + oddOnes<5>(x) + n;
}
__global__ void lost(int *to, const int *x, int n)
{
    int a[N];
    for (int k = 0; k < N; k++)
        a[k] = x[threadIdx.x + k];
    for (int k = 1; k < N; k++) {
        int place = k, own = a[k];
        while (place > 0 && a[place - 1] > own) {
            a[place] = a[place - 1];
            place--;
        }
        a[place] = own;
    }
    to[threadIdx.x] = a[0] + n;
}
__global__ void byParameter(int *to, const int *x, int n)
{
    int a[LARGE] = {0};
    a[n] = x[threadIdx.x];
    to[threadIdx.x] = a[n] + a[n + 1];
}
__global__ void byThread(int *to, const int *x, int n)
{
    int own = x[n], a[LARGE];
    for (int k = 0; k < LARGE; k++)
        a[k] = own;
    to[threadIdx.x] = a[threadIdx.x % N];
}
__global__ void few(int *to, const int *x, int n)
{
    int a[N];
    for (int k = 0; k < N; k++)
        a[k] = x[k];
    to[threadIdx.x] = a[threadIdx.x % N];
}
__global__ void counting(int *to, const int *x, int n)
{
    int waiting[N], sum = 0;
    for (int k = 0; k < n; k++)
        waiting[k] = x[k];
    for (int k = 0; k < n; k++)
        sum += waiting[n - 1 - k];
    to[threadIdx.x] = sum;
}
__global__ void behindBarrier(int *to, const int *x, int n)
{
    int waiting[N], sum = 0;
    __syncthreads();
    for (int k = 0; k < n; k++)
        waiting[k] = x[k];
    __syncthreads();
    for (int k = 0; k < n; k++)
        sum += waiting[n - 1 - k];
    to[threadIdx.x] = sum;
}
__global__ void eights(double *to, const int *x, int n)
{
    double sums[2];
    for (int round = 0; round < 2; round++) {
        switch (n) {
        case 7: sums[round] = x[round];
        }
        sums[x[round] & 1] = n;
    }
    to[threadIdx.x] = sums[0];
}
int main()
{
    int *to, *x;
    cudaMalloc(&to, 4096);
    cudaMalloc(&x, 4096);
    cudaMemset(x, 0, 4096);
    known<<<1, 32>>>(to, x, 5);
    lost<<<1, 32>>>(to, x, 5);
    byParameter<<<1, 40>>>(to, x, 5);
    byThread<<<1, 32>>>(to, x, 5);
    few<<<1, 32>>>(to, x, 5);
    counting<<<1, 32>>>(to, x, 5);
    behindBarrier<<<1, 64>>>(to, x, 5);
    eights<<<1, 32>>>((double *)to, x, 7);
    known<<<1, 32>>>(to, x, 5);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
CUDA
close $file;
my ($status, $out, $errors) = run("build/simcc -o $scratch/arrays $scratch/arrays.cu");
is($status, 0, 'arrays of all kinds compile') or diag $errors;
($status, $out, $errors) = run("SIM_CSV=$scratch/counters $scratch/arrays");
is("$status $out", "0 no error\n", 'and run');
is($errors, '', 'without a finding');

my ($first, @lines) = split /\n/, read_file("$scratch/counters") =~ s/"[^"]*"//gr;
my (@names, %counts) = split /,/, $first;
for (split /\n/, read_file("$scratch/counters")) {
    my ($kernel) = /^"?(known|lost|byParameter|byThread|few|counting|behindBarrier|eights)\b/ or next;
    my %row;
    @row{reverse @names} = reverse split /,/;
    $counts{$kernel} = join ' ', map { $row{$_} } qw(local_load_requests local_load_sectors local_store_requests local_store_sectors);
}
is($counts{known}, '0 0 0 0', 'known indices: registers');
is($counts{lost}, '15 60 15 60', 'a place behind a loop of which nobody knows how often it ran: of equal numbers none moves');
# 40 threads: a warp and a quarter of one
is($counts{byParameter}, '2 5 66 645', 'by a parameter: 32 stores of four words for the zeros, and one of a word');
is($counts{byThread}, '1 32 128 512', 'by threadIdx: eight lanes of a sector at eight places take eight sectors');
is($counts{few}, '0 0 0 0', 'few words: choices among registers');
is($counts{counting}, '5 20 5 20', 'a loop that is not unrolled');
is($counts{behindBarrier}, '10 40 10 40', 'where each thread has a stack of its own, lanes share sectors, too');
is($counts{eights}, '1 8 4 32', 'doubles take two words');
unlike(join(' ', (run("SIM_CLOCK=0 SIM_COUNTERS=0 $scratch/arrays"))), qr/simulator:/, 'also where nobody asks');

like(join(' ', (run("SIM_REPORT=clock $scratch/arrays"))), qr/^byThread .*modelled time/m, 'and with the clock');

# ---- Beside nvcc: which kernels have a stack frame (nvcc 13, -O3 -arch=sm_90 -Xptxas -v) ------
# What simcc leaves in registers though nvcc does not: docs/simulator.md, Local memory.
my %missed = map { $_ => 1 } qw(inDeviceFunction mergeTwo pointerEnd recursion);
run("build/simcc -c -o $scratch/verdicts.o tests/local/verdicts.cu");
my ($kernel, %is_local) = '';
for ((run("objdump -dr --no-show-raw-insn $scratch/verdicts.o | c++filt"))[1] =~ /[^\n]+/g) {
    $kernel = $1 if /^[0-9a-f]+ <(?:void )?(\w+).*>:$/;
    $is_local{$kernel} = 1 if /sim_local_array_begins/;
}
my @rows = map { [split /,/] } split /\n/, read_file('tests/local/nvcc13.csv') =~ s/^kernel.*\n//r;
my ($sim, $nvcc) = ('', '');
for (@rows) {
    my ($name, $bytes) = @$_;
    $sim .= "$name " . ($is_local{$name} ? 'local' : 'registers') . "\n";
    $nvcc .= "$name " . ($bytes && !$missed{$name} ? 'local' : 'registers') . "\n";
}
cmp_ok(scalar @rows, '>', 120, 'kernels that nvcc compiled');
is($sim, $nvcc, 'simcc says of each what nvcc says, but for some that it leaves in registers');
done_testing();
