# simcc --device-only=NAME: of a .cu file nothing is left but what its kernels need.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
plan skip_all => 'its assembly is not read on this machine' if `uname -m` !~ /^x86_64/;
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $scratch = scratch();
my @compilers = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++);

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!\n";
    print $file $text;
    close $file or die "$path: $!\n";
}

my $source = <<'END';
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
static std::vector<int> sizes = {64, 128, 256};
int sumOnHost(const int *numbers, int n) { return numbers[n - 1]; }
struct entry { const char *name; int (*run)(const int *, int); };
entry table[] = {{"host", sumOnHost}};
static std::map<std::string, int (*)(const int *, int)> all = {{"host", sumOnHost}};
struct base { virtual ~base() { puts("end"); } virtual int go() { return rand(); } };
static base object;
__constant__ int shifts[2] = {1, 2};
__device__ int counter = 3;
static const int powers[] = {1, 2, 4};
__device__ __noinline__ int helped(int a) { return a + powers[a & 1]; }
__device__ __noinline__ int unused(int a) { return printf("%d", a); }
template <int k> __global__ void kernel(int *a, unsigned n)
{
    a[0] = helped(k) + shifts[n & 1] + counter;
}
auto *instance = &kernel<64>;
__global__ void other(int *a) { a[0] = unused(3); }
END
write_file("$scratch/all.cu", $source);
for my $compiler (drawn(@compilers)) {
    my $simcc = "build/simcc -ccbin $compiler -c -o $scratch/all.o $scratch/all.cu";
    my ($status, $out, $err) = run("$simcc --device-only=instance");
    is("$status$err", '0', "$compiler: a variable that holds an instance of a template");
    my $symbols = (run("nm $scratch/all.o"))[1];
    is(join(' ', grep { !/^(?:__tsan_|__sanitizer_cov_|sim_|_GLOBAL_OFFSET_TABLE_)/ }
            $symbols =~ /^ +[Uwv] (\S+)$/mg), '', 'nothing of the host is asked for');
    unlike($symbols, qr/ U sim_printf$/m, 'nor what another kernel asks for');
    like($symbols, qr/ U sim_batch_hook$/m, 'what the kernel does is seen');
    unlike((run("objdump -h $scratch/all.o"))[1], qr/\.init_array\S* +0*[1-9a-f]/, 'nothing runs before main');
    unlike((run("objdump -r -j .data -j .data.rel.ro $scratch/all.o"))[1], qr/sumOnHost/, 'a table is empty');
    my $code = (run("objdump -d $scratch/all.o"))[1];
    my %code = map { my ($name, @lines) = split /\n/; ($name =~ /<(.+)>:/ ? $1 : '') => scalar grep { !/nop/ } @lines }
        split /\n\n/, $code; # how many instructions each function has, without those that fill up
    my ($kernel) = grep { /^_Z6kernel/ } keys %code;
    my ($helped) = grep { /^_Z6helped/ } keys %code;
    cmp_ok($code{$kernel}, '>', 10, 'the kernel has its code');
    cmp_ok($code{$helped}, '>', 5, 'and its helper, which it calls');
    cmp_ok($code{$_}, '<=', 2, "$_ has none")
        for grep { /^_Z(?:5other|6unused)|_GLOBAL__sub_I/ } sort keys %code;
    like((run("addr2line -e $scratch/all.o -j .text 0"))[1], qr/:\d+/, 'lines are known') if $compiler eq 'g++';

    ($status, $out, $err) = run("$simcc --device-only=other");
    is("$status$err", '0', 'a kernel by its name');
    like((run("nm $scratch/all.o"))[1], qr/ U sim_printf$/m, 'asks for what it needs');

    # the compiler may take the half of a wide constant for a narrow one, by another name
    write_file("$scratch/constants.cu", <<'END');
__global__ void both(float *a, double *b)
{
    a[threadIdx.x] = a[threadIdx.x] == 0 ? -0.0f : 1;
    b[threadIdx.x] = b[threadIdx.x] == 0 ? -0.0 : 2;
}
END
    ($status, $out, $err) = run("build/simcc -ccbin $compiler -c -o $scratch/constants.o $scratch/constants.cu --device-only=both");
    is("$status$err", '0', 'constants of two sizes');
    unlike((run("nm $scratch/constants.o"))[1], qr/ U \.L/, 'are all there');

    write_file("$scratch/value.cu", <<'END');
#include <cstdlib>
static int drawn() { return rand(); }
static const int wanted = drawn(), ignored = drawn();
__global__ void kernel(int *a) { a[0] = wanted; }
__global__ void other(int *a) { a[0] = 1; }
END
    my $value = "build/simcc -ccbin $compiler -c -w -o $scratch/value.o $scratch/value.cu";
    ($status, $out, $err) = run("$value --device-only=kernel");
    is($status, 1, 'a value that the host computes before main');
    like($err, qr/value\.cu:3: error: wanted has a value that the host computes.*\n\z/, 'is refused with its line')
        if $compiler eq 'g++';
    unlike($err, qr/ignored/, 'and no other');
    is((run("$value --device-only=other"))[0], 0, 'and does no harm to a kernel that does not read it');
}

done_testing;
