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

done_testing();
