# Copies of structures that are aligned to 16 bytes: each is one load of 16 bytes, as nvcc makes it, by g++ and by
# clang, which takes copies apart or calls memcpy.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $folder = scratch();
open my $file, '>', "$folder/copies.cu" or die "$!\n";
print $file <<'END';
#include <stdio.h>
struct alignas(16) Four { int x[4]; };
struct __align__(16) Quad { int a, b, c, d; };
struct __align__(16) Mixed { int a, b; long long c; };
struct __align__(16) Eight { int x[8]; };
struct Plain { int a, b, c, d; };
#define PLACE unsigned i = threadIdx.x
__global__ void chosen(int *out, const Four *p, unsigned n) { PLACE; Four none = {{0, 0, 0, 0}}; Four a = i < n ? p[i] : none; int s = 0; for (int k = 0; k < 4; k++) s += a.x[k]; out[i] = s; }
__global__ void member(int *out, const Quad *p, unsigned n) { PLACE; if (i < n) { Quad q = p[i]; out[i] = q.a + q.b + q.c + q.d; } }
__global__ void assigned(int *out, const Quad *p, unsigned n) { PLACE; Quad a = {0, 0, 0, 0}; if (i < n) a = p[i]; out[i] = a.a + a.b + a.c + a.d; }
__global__ void mixed(int *out, const Mixed *p, unsigned n) { PLACE; if (i < n) { Mixed m = p[i]; out[i] = m.a + m.b + (int)m.c + (int)(m.c >> 32); } }
__global__ void plain(int *out, const Plain *p, unsigned n) { PLACE; if (i < n) { Plain q = p[i]; out[i] = q.a + q.b + q.c + q.d; } }
__global__ void off(int *out, const Quad *p, unsigned n) { PLACE; if (i < n) { Quad q = *(const Quad *)((const int *)p + 4 * i + 1); out[i] = q.a + q.b + q.c + q.d; } }

int main(int argc, char **)
{
    int host[132], out[32], *p, *o;
    for (int i = 0; i < 132; i++)
        host[i] = i * i;
    cudaMalloc(&p, sizeof host);
    cudaMalloc(&o, sizeof out);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(o, 0, sizeof out);
#define TRY(kernel, type)                                                        \
    kernel<<<1, 32>>>(o, (const type *)p, 30);                                   \
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);                      \
    printf("%s %d %d\n", #kernel, out[3], out[29]);
    TRY(chosen, Four) TRY(member, Quad) TRY(assigned, Quad) TRY(mixed, Mixed) TRY(plain, Plain)
    if (argc > 1)
        off<<<1, 32>>>(o, (const Quad *)p, 30);
    return cudaDeviceSynchronize();
}
END
close $file;
for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    is(join('', run("build/simcc -ccbin $compiler $folder/copies.cu -o $folder/copies", 60)), '0', "$compiler: compiles");
    my ($status, $out, $errors) = run("SIM_CSV=$folder/copies.csv $folder/copies");
    is("$status$errors", '0', "$compiler: runs");
    my ($third, $last) = map { my $first = 4 * $_; my $sum = 0; $sum += $_ * $_ for $first .. $first + 3; $sum } 3, 29;
    my %requests = read_file("$folder/copies.csv") =~ /^"(\w+)[^"]*","1","32",1,(\d+),/mg;
    for my $kernel (qw(chosen member assigned mixed plain)) {
        like($out, qr/^$kernel $third $last$/m, "$compiler: $kernel: its values");
        next if $kernel eq 'plain';
        is($requests{$kernel}, 1, "$compiler: $kernel: one load of 16 bytes");
    }
    cmp_ok($requests{plain}, '>', 1, "$compiler: of a structure that is aligned to 4 bytes there are more") if $compiler eq 'clang++';
    ($status, $out, $errors) = run("$folder/copies off");
    is($status, FOUND, "$compiler: an address that is none of 16 bytes is found");
    like($errors, qr/misaligned/, "$compiler: as misaligned");
}

done_testing();
