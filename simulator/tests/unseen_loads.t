# Structures that a function takes by value, straight from memory: g++ has no hook for such a load. Of kernels that are
# judged (simcc --device-only) each is seen, since the function becomes a part of its caller, or it is refused.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
plan skip_all => 'needs g++' if system('command -v g++ >/dev/null 2>&1') != 0;
my $folder = scratch();
my $functions = <<'END';
struct alignas(16) Pack { int v[4]; };
struct Quad { int a, b, c, d; };
struct All { int numbers[64]; };
__device__ int total(Pack p) { int s = 0; for (int x : p.v) s += x; return s; }
template <class T> __device__ int all_of(T all) { int s = 0; for (int i = 0; i < 64; i++) s += all.numbers[i]; return s; }
__device__ Quad operator+(Quad a, Quad b) { return {a.a + b.a, a.b + b.b, a.c + b.c, a.d + b.d}; }
__device__ __noinline__ int apart(Quad q) { return q.a + q.b + q.c + q.d; }
END
# Whether a kernel with this body compiles, and what is said.
sub compiled {
    my ($body) = @_;
    open my $file, '>', "$folder/kernel.cu" or die "$!\n";
    print $file "#include <assert.h>\n$functions\n__global__ void kernel(int *out, const int *p, int n)\n{\n    int i = threadIdx.x;\n    $body\n}\n";
    close $file;
    my ($status, $out, $errors) = run("build/simcc -ccbin g++ --device-only -c $folder/kernel.cu -o $folder/kernel.o");
    return ($status, $errors);
}
for my $body ('out[i] = total(((const Pack *)p)[i]);', 'if (i == 0) *out = all_of(*(const All *)p);',
              '__shared__ Quad q[32]; out[i] = (q[i] + q[(i + 1) % 32]).a;', # these become a part of the kernel
              'Quad q = ((const Quad *)p)[i]; out[i] = apart(q);',
              'assert(n > 0 && i >= 0); out[i] = p[i];') { # and these load nothing by value
    my ($status, $errors) = compiled($body);
    is("$status$errors", '0', "compiles: $body");
    my (undef, $calls) = run("objdump -dr --disassemble=_Z6kernelPiPKii $folder/kernel.o | grep -cE '_Z(5total4Pack|6all_ofI3All|pl4Quad)'");
    is($calls, "0\n", 'and calls no function that takes what is in memory by value');
}
for my $body ('out[i] = apart(((const Quad *)p)[i]);', '__shared__ Quad q; out[i] = apart(q);') {
    my ($status, $errors) = compiled($body);
    isnt($status, 0, "refused: $body");
    like($errors, qr/^\S+kernel\.cu: error: in kernel a structure that a function takes by value comes straight from memory/, 'with the reason');
}

# Of kernels that are named, only what they reach is judged: not the host's functions, not another kernel.
open my $file, '>', "$folder/named.cu" or die "$!\n";
print $file "$functions\n", <<'END';
__global__ void simple(int *out) { out[0] = 1; }
template <int k> __global__ void through(Quad *q, int *out) { out[0] = apart(q[k]); }
Quad *host;
int on_host(int i) { return apart(host[i]); }
static int before_main = on_host(3);
auto *instance = &through<2>;
END
close $file;
my ($status, undef, $errors) = run("build/simcc -ccbin g++ --device-only=simple -c $folder/named.cu -o $folder/named.o");
is("$status$errors", '0', 'a kernel that reaches no such load compiles');
($status, undef, $errors) = run("build/simcc -ccbin g++ --device-only=instance -c $folder/named.cu -o $folder/named.o");
like($errors, qr/error: in through\S* a structure that a function takes by value/, 'one that does is refused');

done_testing();
