# Functions that only the host calls go without the hooks of counted code; all others keep them.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
plan skip_all => 'its assembly is not read on this machine' if `uname -m` !~ /^x86_64/;
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $scratch = scratch();
my @compilers = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++);

open my $file, '>', "$scratch/sides.cu" or die "$!\n";
print $file <<'END';
#include <atomic>
#include <vector>
static std::atomic<int> turns{0};
namespace inner { static __noinline__ void of_a_namespace(int *a, int n) { for (int i = 0; i < n; i++) a[i] += i; } }
template <class T> void of_a_template(T *a, int n) { for (int i = 0; i < n; i++) a[i] += a[n - i]; }
__host__ int qualified(const int *a) { turns++; return a[0] + a[turns]; }
void of_vectors(std::vector<int> &a) { for (size_t i = 0; i < a.size(); i++) a[i]++; }
__host__ __device__ int of_both(const int *a) { return a[1]; }
__device__ __noinline__ int of_device(const int *a) { return a[2]; }
constexpr int of_constants(const int *a) { return a[3]; }
/* nvcc would refuse this call; while it is not refused here, it is counted. */
static int of_host(const int *a) { return a[4]; }
__global__ void kernel(int *a) { a[5] = of_both(a) + of_device(a) + of_constants(a) + of_host(a); }
int main()
{
    std::vector<int> numbers(9);
    inner::of_a_namespace(numbers.data(), 9);
    of_a_template(numbers.data(), 8);
    of_vectors(numbers);
    int *a;
    cudaMalloc(&a, 9 * sizeof *a);
    cudaMemcpy(a, numbers.data(), 9 * sizeof *a, cudaMemcpyHostToDevice);
    kernel<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    return qualified(numbers.data()) + of_host(numbers.data());
}
END
close $file;

# The functions of a program with calls of hooks in them; those of others are the host's.
sub functions {
    my ($program) = @_;
    my (%hooks, $name);
    for (split /\n/, (run("objdump -d --no-show-raw-insn -C $program"))[1]) {
        if (/^[0-9a-f]+ <(?:void |int )?([\w:]+).*>:$/) {
            $name = $1;
            $hooks{$name} //= 0;
        }
        $hooks{$name}++ if /\bcall.*<(?:__tsan_(?!atomic|mem)|__sanitizer_cov|sim_batch_hook)/;
    }
    return \%hooks;
}

for my $compiler (@compilers) {
    my ($status, $out, $err) = run("CXX=$compiler build/simcc $scratch/sides.cu -o $scratch/sides");
    is($status, 0, "$compiler: compiles") or diag($err);
    my $hooks = functions("$scratch/sides");
    for my $name (qw(main qualified of_vectors inner::of_a_namespace of_a_template)) {
        next unless exists $hooks->{$name};    # or it was inlined
        is($hooks->{$name}, 0, "$compiler: $name is without hooks");
    }
    cmp_ok($hooks->{$_}, '>', 0, "$compiler: $_ has hooks") for qw(kernel of_device);
    ($status, $out, $err) = run("SIM_LINES_CSV=$scratch/lines.csv $scratch/sides");
    is($err, '', "$compiler: runs");
    my $lines = read_file("$scratch/lines.csv");
    like($lines, qr/sides\.cu"?,$_,/, "$compiler: what the kernel does on line $_ is counted") for 8, 9, 10, 12;
}

# What the host's functions call: members, templates, the C++ library.
open $file, '>', "$scratch/callees.h" or die "$!\n";
print $file <<'END';
struct pair { int a, b; };
struct numbers {
    int *of;
    __noinline__ int of_members(int i) const { return of[i]; }
    __host__ __device__ __noinline__ int of_both(int i) const { return of[i] + 1; }
};
__host__ __device__ __noinline__ inline int in_two_files(const int *a) { return a[0] + 7; }
template <class T> __noinline__ T instantiated(const T *a) { return a[0] + a[1]; }
int in_one(const int *a);
END
close $file;
open $file, '>', "$scratch/callees.cu" or die "$!\n";
print $file <<'END';
#include "callees.h"
#include <algorithm>
#include <random>
static __noinline__ int of_structures(pair p, const int *a) { return a[p.a] + a[p.b]; }
static __noinline__ int called(const int *a) { return a[1]; }
static __noinline__ __host__ __device__ int passed(const int *a) { return a[2]; }
__global__ void kernel(numbers n, int (*function)(const int *))
{
    n.of[9] = n.of_both(0) + function(n.of);
}
int main()
{
    std::mt19937 random(1);
    int a[99], *d;
    for (int &number : a)
        number = random() % 100;
    std::sort(a, a + 99);
    cudaMalloc(&d, sizeof a);
    cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice);
    numbers n = {a};
    kernel<<<1, 1>>>(numbers{d}, passed);
    cudaDeviceSynchronize();
    printf("%d\n", !std::is_sorted(a, a + 99) + n.of_members(0) - a[0] + n.of_both(1) - a[1] - 1 +
                       of_structures({1, 2}, a) - a[1] - a[2] + called(a) - a[1] +
                       instantiated(a) - a[0] - a[1] + in_two_files(a) - in_one(a));
}
END
close $file;
open $file, '>', "$scratch/other.cu" or die "$!\n";
print $file <<'END';
#include "callees.h"
template int instantiated<int>(const int *);
static __global__ void kernel(int *a) { a[1] = in_two_files(a); }
int in_one(const int *a)
{
    int *d, result;
    cudaMalloc(&d, 2 * sizeof *d);
    cudaMemcpy(d, a, sizeof *d, cudaMemcpyHostToDevice);
    kernel<<<1, 1>>>(d);
    cudaMemcpy(&result, &d[1], sizeof result, cudaMemcpyDeviceToHost);
    return result + 0 * instantiated(a);
}
END
close $file;

for my $compiler (@compilers) {
    for my $files ('callees.cu other.cu', 'other.cu callees.cu') {
        my $paths = join ' ', map {"$scratch/$_"} split / /, $files;
        my ($status, $out, $err) = run("CXX=$compiler build/simcc $paths -o $scratch/callees");
        is($status, 0, "$compiler: $files: compiles") or diag($err);
        ($status, $out, $err) = run("SIM_LINES_CSV=$scratch/lines.csv $scratch/callees");
        is("$out$err", "0\n", "$compiler: $files: computes what it should");
        my $lines = read_file("$scratch/lines.csv");
        like($lines, qr/callees\.h"?,$_,/, "$compiler: $files: line $_ of callees.h is counted") for 5, 7;
        like($lines, qr/callees\.cu"?,6,/, "$compiler: $files: a function that is passed is counted");
        my $hooks = functions("$scratch/callees");
        for my $name (qw(of_structures called numbers::of_members)) {
            ok(exists $hooks->{$name}, "$compiler: $name is a function of its own");
            is($hooks->{$name}, 0, "$compiler: $files: $name is without hooks");
        }
        is_deeply([grep { /^std::(?:__|sort|mersenne)/ && $hooks->{$_} } sort keys %$hooks], [],
            "$compiler: $files: the C++ library is without hooks");
    }
}

# What OpenMP runs on several threads of the host is a function of its own, whose address it is given.
open $file, '>', "$scratch/openmp.cu" or die "$!\n";
print $file <<'END';
/* Where main has it inline, one of the two is left, and nobody mentions the other. */
template <class T> void of_a_template(const T *in, T *out, int n, int forwards)
{
    if (forwards) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            out[i] = in[i];
    } else {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            out[i] = in[n - 1 - i];
    }
}
__host__ __device__ inline void of_both(int *a, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] += 3;
}
__global__ void kernel(int *a) { a[0] += 1; of_both(a, 1); }
int main()
{
    int in[64] = {5}, out[64], *a;
    of_a_template(in, out, 64, 0);
    cudaMalloc(&a, sizeof in);
    cudaMemcpy(a, &out[63], sizeof *a, cudaMemcpyHostToDevice);
    kernel<<<1, 1>>>(a);
    cudaMemcpy(out, a, sizeof *a, cudaMemcpyDeviceToHost);
    return out[0] != 9;
}
END
close $file;
for my $compiler (@compilers) {
  SKIP: {
        my ($status, $out, $err) = run("CXX=$compiler build/simcc -Xcompiler -fopenmp $scratch/openmp.cu -o $scratch/openmp");
        skip "$compiler has no OpenMP", 3 if $status && $err =~ /omp/;
        is($status, 0, "$compiler: a program with OpenMP compiles") or diag($err);
        is((run("$scratch/openmp"))[0], 0, "$compiler: and runs");
        # clang numbers them, and the last is that of both sides; g++ names them by their function.
        my %hooks;
        my $name = '';
        for (split /\n/, (run("objdump -d --no-show-raw-insn -C $scratch/openmp"))[1]) {
            $name = $1 if /^[0-9a-f]+ <(.*)>:$/;
            $hooks{$name} += /\bcall.*<(?:__tsan_|__sanitizer_cov|sim_batch_hook)/ if $name =~ /_omp_fn|omp_outlined/;
        }
        is(scalar(grep { $_ } values %hooks), 1, "$compiler: of what OpenMP runs, that of both sides alone has hooks")
            or diag(explain(\%hooks));
    }
}

done_testing();
