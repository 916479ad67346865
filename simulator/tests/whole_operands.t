# Loads that nvcc makes whole, though the source names the members of a vector: one request of 16 bytes for each.
# Where something may be stored in between they stay apart, and the values are those of the source.
use strict;
use warnings;
use lib 'tests/lib';
use File::Temp qw(tempdir);
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
my $folder = tempdir(CLEANUP => 1);
open my $file, '>', "$folder/whole.cu" or die;
print $file <<'END';
#include <cuda_runtime.h>
#include <stdio.h>

struct row { int x, y, z, w; }; // aligned to 4 bytes: nobody loads it whole
__device__ int4 &operator+=(int4 &a, const int4 &b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; return a; }
__device__ int operator%(const int4 &a, int4 const &b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__global__ void by_operator(int *out, const int4 *p) { int4 s = make_int4(0, 0, 0, 0); s += p[threadIdx.x]; out[threadIdx.x] = s.x + s.y + s.z + s.w; }
__global__ void by_product(int *out, const int4 *p) { out[threadIdx.x] = p[threadIdx.x] % p[threadIdx.x + 32]; }
__global__ void by_members(int *out, const int4 *p) { int s = 0; s += p[threadIdx.x].x + p[threadIdx.x].y + p[threadIdx.x].z + p[threadIdx.x].w; out[threadIdx.x] = s; }
__global__ void by_reference(int *out, const int4 *p) { const int4 &a = p[threadIdx.x]; int s = a.x + a.y; s += a.z + a.w; out[threadIdx.x] = s; }
__device__ constexpr int sum_of(const int4 &v) { return v.x + v.y + v.z + v.w; }
__device__ int stores(const int4 &v, int4 *p) { int s = v.x + v.y; p[threadIdx.x].z = 5; return s + v.z + v.w; }
__device__ const int4 &larger(const int4 &a, const int4 &b) { return a.x > b.x ? a : b; }
__device__ int passed_on(const int4 &v) { return v.x + v.y + v.z + v.w; }
__global__ void by_argument(int *out, const int4 *p) { int s = 0; for (const int4 *q = p + threadIdx.x; q < p + 32; q += 32) s += sum_of(*q); out[threadIdx.x] = s; }
__global__ void by_pointer(int *out, const int4 *p) { const int4 &a = *(p + threadIdx.x); int s = a.x + a.y; s += a.z + a.w; out[threadIdx.x] = s; }
__global__ void stored_in_call(int *out, int4 *p) { out[threadIdx.x] = stores(p[threadIdx.x], p); }
__global__ void of_larger(int *out, const int4 *p) { const int4 &a = larger(p[threadIdx.x], p[threadIdx.x + 32]); int s = a.x; out[threadIdx.x] = s; }
__global__ void by_function(int *out, const int4 *p) { int (*function)(const int4 &) = passed_on; out[threadIdx.x] = function(p[threadIdx.x]); }
__global__ void by_auto(int *out, const int4 *p) { int s; { const auto &a = p[threadIdx.x]; s = a.x + a.y + a.z + a.w; } out[threadIdx.x] = s; }
__global__ void of_rows(int *out, const row *p) { out[threadIdx.x] = p[threadIdx.x].x + p[threadIdx.x].y + p[threadIdx.x].z + p[threadIdx.x].w; }
__global__ void of_ints(int *out, const int *p) { int i = 4 * threadIdx.x; out[threadIdx.x] = p[i] + p[i + 1] + p[i + 2] + p[i + 3]; }
__global__ void stored_between(int *out, int4 *p) { const int4 &a = p[threadIdx.x]; int s = a.x + a.y; p[threadIdx.x].z = 5; s += a.z + a.w; out[threadIdx.x] = s; }
__global__ void waited_between(int *out, const int4 *p)
{
    __shared__ int4 smem[32];
    smem[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    const int4 &a = smem[31 - threadIdx.x];
    int s = a.x;
    __syncthreads();
    smem[threadIdx.x].x = 7;
    __syncthreads();
    out[threadIdx.x] = s + a.x;
}

int main(void)
{
    int4 host[64], *p;
    int out[32], *o;
    for (int i = 0; i < 64; i++)
        host[i] = make_int4(i, 2 * i + 1, 3 * i + 2, 5 * i + 3);
    cudaMalloc((void **)&p, sizeof host);
    cudaMalloc((void **)&o, sizeof out);
#define TRY(kernel, type)                                                        \
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);                    \
    kernel<<<1, 32>>>(o, (type *)p);                                             \
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);                      \
    printf("%s %d %d\n", #kernel, out[3], out[17]);
    TRY(by_operator, int4) TRY(by_product, int4) TRY(by_members, int4) TRY(by_reference, int4) TRY(by_auto, int4)
    TRY(of_rows, row) TRY(of_ints, int) TRY(stored_between, int4) TRY(by_argument, int4) TRY(by_pointer, int4)
    TRY(stored_in_call, int4) TRY(of_larger, int4) TRY(by_function, int4) TRY(waited_between, int4)
    return 0;
}
END
close $file;
my ($status, $out, $errors) = run("build/simcc $folder/whole.cu -o $folder/whole", 60);
is("$status$errors", '0', 'compiles');
($status, $out, $errors) = run("SIM_CSV=$folder/whole.csv $folder/whole");
is("$status$errors", '0', 'runs');
my $sum = sub { 11 * $_[0] + 6 };
my $product = sub { my $j = $_[0] + 32; my $i = $_[0]; $i * $j + (2 * $i + 1) * (2 * $j + 1) + (3 * $i + 2) * (3 * $j + 2) + (5 * $i + 3) * (5 * $j + 3) };
my %value = (by_product => $product, stored_between => sub { 8 * $_[0] + 9 }, stored_in_call => sub { 8 * $_[0] + 9 },
             of_larger => sub { $_[0] + 32 }, waited_between => sub { 31 - $_[0] + 7 });
my %requests = (by_product => 2, of_rows => 4, of_ints => 4, stored_between => 3,
                stored_in_call => undef, of_larger => undef, by_function => undef); # the compiler knows what was stored
my ($heads, @rows) = map { [split /,/, s/"([^"(]*)[^"]*"/$1/gr] } grep { !/^#/ } do { open my $csv, '<', "$folder/whole.csv" or die; map { chomp; $_ } <$csv> };
my ($at) = grep { $heads->[$_] eq 'global_load_requests' } 0 .. $#$heads;
my ($named) = grep { $heads->[$_] eq 'kernel' } 0 .. $#$heads;
my %counted = map { $_->[$named] =~ s/\(.*//r => $_->[$at] } @rows;
for my $kernel (qw(by_operator by_product by_members by_reference by_auto of_rows of_ints stored_between by_argument by_pointer
                   stored_in_call of_larger by_function waited_between)) {
    my $expected = $value{$kernel} // $sum;
    like($out, qr/^$kernel @{[$expected->(3)]} @{[$expected->(17)]}$/m, "$kernel: its values");
    is($counted{$kernel}, $requests{$kernel} // 1, "$kernel: its loads") if !exists $requests{$kernel} || defined $requests{$kernel};
}

done_testing();
