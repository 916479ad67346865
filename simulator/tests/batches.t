# Hooks stand in batches, and nobody can tell: values, counters, modelled times, steps and findings are those of the
# same program that calls each hook. With -g, for a debugger, it does.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
my %settings = (
    'g++' => ['SIM_REPORT=clock', 'SIM_REPORT=lines SIM_ORDER=adversarial', "SIM_VIEW=$folder/view.json", 'SIM_CHECKS=0 SIM_THREADS=1',
              'SIM_GUARD=1'],
    'clang++' => ['SIM_CLOCK=0', 'SIM_CLOCK=0 SIM_ORDER=adversarial'], # its lines are others with -g
);
my @kernels = read_file('tests/batches/batches.cu') =~ /^__global__ void (\w+)/mg;
cmp_ok(scalar @kernels, '>', 12, 'there are kernels');
my %flags = (batches => '', calls => '-g');
mkdir "$folder/$_" for keys %flags;

# What a run prints and writes, without the program's name and the places of its own variables.
sub seen {
    my ($program, $kernel, $settings) = @_;
    my @files = map { "$folder/$_" } qw(csv lines phases view.json);
    unlink @files;
    my ($status, $out, $errors) = run("SIM_CSV=$files[0] SIM_LINES_CSV=$files[1] SIM_PHASES_CSV=$files[2]"
        . " $settings $program $kernel 7");
    my $seen = join "\n", $status, $out, $errors, map { -e $_ ? read_file($_) : '' } @files;
    $seen =~ s!$folder/\w+/!!g;
    $seen =~ s!"(?:start|address)":"?[0-9a-fx]+"?!!g;
    return $seen;
}

# More accesses in a basic block than have code of their own; a table of operations has places for many.
open(my $long, '>', "$folder/long.cu") or die;
print $long "__global__ void sum(int *a)\n{\n    int i = threadIdx.x, s = 0;\n"
    . join('', map { "    s += a[i + $_ * 37] * $_;\n" } 1 .. 1000)
    . "    a[i] = s;\n}\nint main()\n{\n    int *a;\n    cudaMalloc(&a, 1 << 20);\n    cudaMemset(a, 0, 1 << 20);\n"
    . "    sum<<<1, 32>>>(a);\n    return cudaDeviceSynchronize();\n}\n";
close $long;

for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    for my $way (sort keys %flags) {
        my ($status, $out, $errors) = run("build/simcc -ccbin $compiler -Xcompiler -fno-omit-frame-pointer $flags{$way} tests/batches/batches.cu"
            . " -o $folder/$way/program");
        is("$status$out$errors", 0, "$compiler: compiled with $way");
    }
    for my $object ('-c', '-Xcompiler -fPIC -c', '-g -c') {
        run("build/simcc -ccbin $compiler $object tests/batches/batches.cu -o $folder/object.o");
        my (undef, $called) = run("objdump -r $folder/object.o");
        my ($hooks) = $called =~ /\s(__tsan_(?:unaligned_)?(?:read|write)\d+|__sanitizer_cov_trace_pc|__tsan_func_\w+)/;
        my $batches = () = $called =~ /\ssim_batch_hook\b/g;
        if ($object =~ /-g|PIC/) { # a shared library's thread-local variables are found by calls
            ok(defined $hooks && !$batches, "$compiler: with $object hooks are called, and nothing in their place");
        } else {
            is($hooks, undef, "$compiler: with $object no usual hook is called");
            cmp_ok($batches, '>', 100, 'but what has to do with something unusual');
        }
    }
    my %long;
    for my $way (sort keys %flags) {
        my ($status, $out, $errors) = run("build/simcc -ccbin $compiler $flags{$way} $folder/long.cu -o $folder/$way/long");
        is("$status$out$errors", 0, "$compiler: a long basic block compiles with $way");
        ($status, $long{$way}, $errors) = run("SIM_REPORT=lines $folder/$way/long");
        is("$status$errors", 0, 'and runs');
    }
    ok($long{batches} eq $long{calls}, "$compiler: with the same counters and times");
    for (drawn(map { my $kernel = $_; map { [$kernel, $_] } @{$settings{$compiler}} } @kernels)) {
        my ($kernel, $settings) = @$_;
        my ($batches, $calls) = map { seen("$folder/$_/program", $kernel, $settings) } qw(batches calls);
        like($batches, qr/^(?!0\n)\d+\n/, "$compiler: $kernel, $settings: is found")
            if $kernel =~ /^wrong_/ && $settings !~ /CHECKS=0/;
        ok($batches eq $calls, "$compiler: $kernel, $settings") or do {
            my @batches = split /\n/, $batches;
            my @calls = split /\n/, $calls;
            my ($at) = grep { ($batches[$_] // '') ne ($calls[$_] // '') } 0 .. $#batches;
            diag(join "\n", 'batches:', $batches[$at], 'calls:', $calls[$at] // '')
                if defined $at && length $batches[$at] < 300;
        };
    }
}

done_testing;
