# Programs see nothing of the simulator but its interface: whatever else a program calls its
# own, the simulator has no word in it.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
my @compilers = grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++);

# The global names that the files define.
sub defined_in {
    my ($files) = @_;
    return sort map { (split)[0] } grep { !/^\S+:$/ && !/ [Uwa-z]\b/ && /\S/ }
        split /\n/, (run("nm -P -g --defined-only $files"))[1];
}

# ---- What the library shows -----------------------------------------------------------
my @shown = defined_in('build/libsimulator.a');
my $headers = join '', map { read_file($_) } glob 'include/*.h include/*/*.h libraries/*/*.h libraries/*/*/*.h';
my $hook = qr/^__(?:tsan_\w+|sanitizer_cov_trace_pc|ubsan_handle_out_of_bounds|wrap_(?:memcpy|memmove|memset|free))$/;
my $clock = qr/^(?:clock_gettime|gettimeofday|clock)$/; # the C library's (clock/host_clock.c)
# cuBLAS has other names for its own
my %declared = map { $_ => 1 } $headers =~ /(\w+)\s*[(;\[]/g, $headers =~ /^#define \w+\s+(\w+)$/mg;
my @undeclared = grep { !/$hook/ && !/$clock/ && !$declared{$_} } @shown;
cmp_ok(scalar @shown, '>', 200, 'the library has the CUDA API, the sim_ functions and the hooks');
is("@undeclared", '', 'each name that it shows is a hook, a clock of the host or declared in include');

# ---- Programs that use the names of the runtime's own ------------------------------------
my %is_shown = map { $_ => 1 } @shown;
my %seen;
my @own = grep { !$is_shown{$_} && !$seen{$_}++ } defined_in('build/objects/runtime/*/*.o build/objects/devices/*.o');
cmp_ok(scalar @own, '>', 100, 'the runtime has names of its own');

# A program whose definitions have all these names; it prints the sum of what they give.
sub program_with {
    my ($definition, $use) = @_;
    my $number = 0;
    my $definitions = join '', map { sprintf "$definition\n", $_, ++$number } @own;
    my $sum = join " +\n        ", map { sprintf $use, $_ } @own;
    return <<"END";
#include <cstdio>
$definitions
__global__ void twice(int *data)
{
    data[threadIdx.x] *= 2;
}
int main()
{
    int host[32] = {21}, *data;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\\n", host[0], $sum);
    return 0;
}
END
}

sub compile_and_run {
    my ($compiler, $source, $what, $expected) = @_;
    my ($status, undef, $messages) =
        run("CXX=$compiler build/simcc -o $folder/program $source");
    is("$status$messages", '0', "$what: $compiler compiles it");
    ($status, my $out, my $errors) = run("$folder/program");
    is("$status $out$errors", "0 $expected\n", "$what: it does what it says");
}

my $sum = @own * (@own + 1) / 2;
for ([variables => 'int %s[4] = {0, %d};', '%s[1]'],
     [functions => 'extern "C" int %s() { return %d; }', '%s()']) {
    my ($what, $definition, $use) = @$_;
    open my $file, '>', "$folder/$what.cu" or die;
    print $file program_with($definition, $use);
    close $file;
    compile_and_run($_, "$folder/$what.cu", "$what with the runtime's names", "42 $sum")
        for drawn(@compilers);
}
compile_and_run($_, 'tests/walls/types.cu', 'types and headers with the names of the runtime',
                '94.5 0 2 3 w') for drawn(@compilers);

done_testing;
