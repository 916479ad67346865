#!/usr/bin/env perl
# simcc and the CUDA headers: the small programs in tests/simcc compile, run and
# print what their comments say, with every compiler that is here; and simcc behaves
# on the command line.
#
# A program's comments: "// out: LINE" its output, in order; "// err: TEXT" what its
# standard error contains; "// exit: N" its exit status (0); "// flags: ..." for
# simcc; "// settings: ..." the environment that it runs in; "// warns: LINE: TEXT"
# what simcc says of it; "// fails: LINE: TEXT" or "// fails: TEXT" where simcc must
# refuse it.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd qw(abs_path getcwd);
use Drawn;
use File::Temp qw(tempdir);
use Run qw(FOUND run_many);
use Test::More;

my $simcc = abs_path('.') . '/build/simcc';
system('make -s') == 0 or BAIL_OUT('cannot build the simulator')
    unless -x $simcc && -e 'build/libsimulator.a';

my $source = abs_path('tests/simcc');
my $folder = tempdir(CLEANUP => 1);
mkdir "$folder/tmp";
$ENV{TMPDIR} = "$folder/tmp";
delete @ENV{grep { /^SIM_/ } keys %ENV};
delete $ENV{CXX};
my @compilers = grep { system("command -v $_ > /dev/null 2>&1") == 0 } qw(g++ clang++);

# Runs a shell command in $source, at most two minutes; returns exit status, stdout, stderr.
sub run {
    my ($command, $where) = @_;
    my $old = getcwd();
    chdir($where // $source) or die;
    my $status = system("timeout 120 sh -c '$command' > $folder/out 2> $folder/err");
    chdir $old;
    return ($status >> 8, slurp("$folder/out"), slurp("$folder/err"));
}

sub slurp {
    my ($path) = @_;
    local $/;
    open my $file, '<', $path or return '';
    my $text = <$file>;
    return $text // '';
}

# The comments of a program: kind => list of their texts.
sub expectations {
    my ($path) = @_;
    my %found = (out => [], err => [], fails => [], warns => [], flags => [''], settings => [''], exit => [0]);
    for (split /\n/, slurp($path)) {
        my ($kind, $text) = m{^// (out|err|fails|warns|flags|settings|exit): (.*)} or next;
        $found{$kind} = [] if $kind =~ /^(?:flags|settings|exit)$/;
        push @{$found{$kind}}, $text;
    }
    return \%found;
}

# What is to be compiled: a program that runs, or one that simcc must refuse, with a compiler and further flags.
my @tried;
for my $path (sort glob "$source/*.cu") {
    my ($name) = $path =~ m{([^/]+)\.cu$};
    my $expected = expectations($path);
    my $is_refused = @{$expected->{fails}} > 0;
    my $try = sub {
        my ($compiler, $more) = @_;
        my $made = "$folder/$name.$compiler$more" . ($is_refused ? '.o' : '');
        push @tried, {name => $name, expected => $expected, compiler => $compiler, label => join(', ', $name, $compiler, $more || ()),
                      is_refused => $is_refused, made => $made, flags => $is_refused ? '-c' : "$more $expected->{flags}[0]"};
    };
    # what these include takes clang++ seconds: for it the other half of each library stands for both
    $try->($_, '') for grep { $_ eq 'g++' || $name !~ /^ok_\w+_(more|kinds)$/ } @compilers;
    $try->('g++', '--plain') if $name =~ /^ok_(kernels|memories|both_sides)$/;
}

sub refused {
    my ($try, $status, $out, $err) = @_;
    my ($name, $compiler) = @{$try}{qw(name compiler)};
    is($status, 1, "$try->{label}: refused");
    for my $text (@{$try->{expected}{fails}}) {
        my $wanted = $text =~ /^(\d+): (.*)/ ? "$name.cu:$1: $2" : $text;
        $wanted =~ s/: fatal error: .*// if $compiler eq 'clang++';     # other words
        $err =~ s/^(\S+?:\d+):\d+:/$1:/mg;                              # columns
        ok(index($err, $wanted) >= 0, "$try->{label}: says $wanted") or diag($err);
    }
    ok(!-e $try->{made}, "$try->{label}: no object file");
}

sub compiles {
    my ($try, $status, $out, $err) = @_;
    is($status, 0, "$try->{label}: compiles") or return diag($err);
    is($err, join('', map { "$try->{name}.cu:$_\n" } @{$try->{expected}{warns}}), "$try->{label}: with the words it must have");
}

sub runs {
    my ($try, $status, $out, $err) = @_;
    my ($expected, $label) = @{$try}{qw(expected label)};
    is($status, $expected->{exit}[0], "$label: exit $expected->{exit}[0]") or diag($err);
    is($out, join('', map { "$_\n" } @{$expected->{out}}), "$label: output");
    ok(index($err, $_) >= 0, "$label: says $_") or diag($err) for @{$expected->{err}};
    $err =~ s/^simulator: times are modelled: .*\n//m; # of a program that asks for them
    is($err, '', "$label: no findings") if !@{$expected->{err}};
}

@tried = drawn(@tried);
# All are compiled, and then those that can be are run, on all processors.
my @compiled = run_many(map { "cd $source && $simcc -ccbin $_->{compiler} $_->{flags} $_->{name}.cu -o $_->{made}" } @tried);
for my $i (0 .. $#tried) {
    my ($try, (undef, @said)) = ($tried[$i], @{$compiled[$i]});
    $try->{is_refused} ? refused($try, @said) : compiles($try, @said);
}
my @programs = grep { !$_->{is_refused} && -e $_->{made} } @tried;
my @ran = run_many(map { "cd $source && $_->{expected}{settings}[0] $_->{made}" } @programs);
for my $i (0 .. $#programs) {
    my (undef, @said) = @{$ran[$i]};
    runs($programs[$i], @said);
}

# ---- The command line ------------------------------------------------------------

sub usage_error {
    my ($arguments, $wanted, $label) = @_;
    my ($status, $out, $err) = run("$simcc $arguments");
    is($status, 2, "$label: exit 2");
    is($err, "simcc: $wanted\n", "$label: one line");
}
usage_error('', 'no input file', 'nothing to do');
usage_error('missing.cu', 'cannot read missing.cu', 'missing input');
usage_error('ok_kernels.cu -frobnicate',
            'unknown option -frobnicate (simcc --help lists what there is)',
            'unknown option');
usage_error('simcc.txt', 'simcc.txt: not a .cu, .c, .cpp, .o, .a or .so file', 'odd suffix');
usage_error('ok_kernels.cu -o', 'option -o needs a value', 'missing value');
usage_error('ok_kernels.cu -o /nowhere/at/all',
            'cannot write /nowhere/at/all: No such file or directory',
            'unwritable output');
usage_error('-c ok_kernels.cu ok_warp.cu -o both.o', '-c with -o both.o takes one input file',
            'two inputs, one object');
{
    my ($status, $out, $err) = run("CXX=no-such-compiler $simcc ok_kernels.cu -o $folder/x");
    is($status, 3, 'missing compiler: exit 3');
    like($err, qr/cannot run no-such-compiler/, 'missing compiler: named');
    ($status, $out, $err) = run("$simcc --help");
    is($status, 0, '--help: exit 0');
    like($out, qr/usage: simcc/, '--help: usage');
}

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die;
    print $file $text;
    close $file;
}

# A library that is not here, included by the program: one line, and no other.
for my $compiler (drawn(@compilers)) {
    my $good = "no_library.cu:2: error: the simulator has no cuFFT (cufft.h): "
             . "compile this program with nvcc, for a GPU\n";
    write_file('no_library.cu', "#include <stdio.h>\n#include <cufft.h>\nint main() { return 0; }\n");
    my ($status, $out, $err) = run("$simcc -ccbin $compiler no_library.cu", $folder);
    is("$status $err", "1 $good", "a library that is not here, $compiler: one line");
    like((run("$simcc -ccbin $compiler -v no_library.cu", $folder))[2],
         qr/fatal error: .*\Q$good\E\z/s, "with -v all of it, $compiler");
    write_file('no_file.cu', "#include \"none.h\"\nint main() { return 0; }\n");
    like((run("$simcc -ccbin $compiler no_file.cu", $folder))[2],
         qr/^no_file.cu:1:10: fatal error: .*none\.h/, "other files: the compiler's words, $compiler");
    write_file('standard.cu', "#include <cuda/atomic>\nint main() { std::atomic_int count; return count; }\n");
    like((run("$simcc -ccbin $compiler -c standard.cu", $folder))[2],
         qr/\A(?!.*the simulator).*^standard\.cu:2: error: .*atomic_int/ms, "a header of the compiler's own that lacks: its words, $compiler");
}

# A file for the host alone that asks for what is not here.
write_file('driver.cpp', <<'END');
#include <cuda.h>
int main()
{
    CUmodule module;
    return cuModuleLoad(&module, "a.ptx");
}
END
write_file('without_header.cpp', <<'END');
int main()
{
    int *array;
    dim3 grid(1);
    return cudaMallocManaged(&array, 4) != cudaSuccess;
}
END
write_file('driver_header.cpp', "#include <helper_cuda_drvapi.h>\n");
for my $compiler (drawn(@compilers)) {
    my ($status, $out, $err) = run("$simcc -ccbin $compiler -c driver.cpp", $folder);
    is($status, 1, "$compiler: the driver API in a .cpp file: refused");
    like($err, qr/^driver.cpp:4: error: the simulator has no driver API \(CUmodule\): use the runtime API/m,
         "$compiler: by name");
    ($status, $out, $err) = run("$simcc -ccbin $compiler -c without_header.cpp", $folder);
    is($status, 1, "$compiler: a .cpp file without cuda_runtime.h: refused");
    is($err, "without_header.cpp:4: error: dim3 is not declared: #include <cuda_runtime.h>, which only .cu files get without asking\n",
       '... in one line');
    ($status, $out, $err) = run("$simcc -ccbin $compiler -c driver_header.cpp", $folder);
    is($status, 1, "$compiler: its helper header: refused");
    is($err, "driver_header.cpp:1: error: the simulator has no driver API (helper_cuda_drvapi.h): use the runtime API\n",
       "$compiler: by name");
}

# Several inputs of every kind, -c, and a program from its parts.
write_file('main.cu', <<'END');
#include <stdio.h>
#include "shared.h"
extern "C" int from_c(int);
int from_cpp(int);
__device__ int both(int v) { return v + OFFSET; }
__global__ void k(int *p) { *p = both(*p); }
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = 1;
    k<<<1, 1>>>(p);
    other_file(p);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", *p, from_c(1), from_cpp(1));
    return 0;
}
END
write_file('shared.h', "void other_file(int *p);\n");
write_file('other.cu', <<'END');
#include "shared.h"
static __global__ void k(int *p) { *p *= 2; }
void other_file(int *p) { k<<<1, 1>>>(p); }
END
write_file('plain.c', <<'END');
#include <cuda_runtime.h>
int from_c(int v) { int n = 0; cudaGetDeviceCount(&n); return v + n; }
END
write_file('plain.cpp', <<'END');
#include <cuda_runtime.h>
int from_cpp(int v)
{
    dim3 d(v, 4);
    float *p;
    return cudaMalloc(&p, 16) == cudaSuccess && cudaFree(p) == cudaSuccess ? (int)d.y : -1;
}
END
{
    my ($status, $out, $err) =
        run("$simcc -DOFFSET=20 main.cu other.cu plain.c plain.cpp -o parts && ./parts", $folder);
    is("$status $out$err", "0 42 2 4\n", 'four files at once');
    ($status, $out, $err) = run("$simcc -c other.cu && $simcc -c plain.c -o c.o && "
        . "ar rc libparts.a c.o && "
        . "$simcc -I . -D OFFSET=20 -c main.cu -MMD -MF main.d -MT main.o && "
        . "$simcc main.o other.o plain.cpp libparts.a -lm -L. -o parts2 && ./parts2", $folder);
    is("$status $out$err", "0 42 2 4\n", 'objects and a library');
    like(slurp("$folder/main.d"), qr/^main\.o:.*main\.cu.*shared\.h/s, '-MMD: dependencies');
    unlike(slurp("$folder/main.d"), qr/cuda_runtime/, '-MMD: without system headers');
    ($status, $out, $err) = run("$simcc -DOFFSET=1 -keep -c main.cu", $folder);
    like(slurp("$folder/main.simcc.ii"),
         qr/::cuda_sim::configuration\("main\.cu", 12, 1, 1\), k\(p\)/,
         '-keep: the translation stays');
    ($status, $out, $err) = run("$simcc -DOFFSET=1 -v -c main.cu", $folder);
    like($err, qr/^g\+\+ -x c\+\+ -E .*^g\+\+ -x c\+\+-cpp-output/ms, '-v: the commands');
}

# The headers that g++ has kept: what it makes of a program is the same without them.
{
    my $bare = "$folder/bare/build/simcc";
    my $kept = "$bare/headers/sim/precompiled.h.gch";
    my $root = abs_path('.');
    run("mkdir -p $kept && ln -s $root/simulator $folder/bare/simulator && cp $root/build/simcc "
        . "$root/build/libsimulator.a $bare && echo rubbish >$kept/counted && echo $root >$bare/headers/root", q(.));
    my $code = sub { (run("objdump -dr --no-show-raw-insn $_[0]", $folder))[1] =~ s/^\S+: +file format.*//mr };
    my @names = drawn(qw(ok_kernels ok_memories ok_warp ok_ptx), '--plain ok_kernels', '--plain -O3 ok_both_sides',
                      '--plain -pg ok_both_sides');
    my %code;
    for my $time ('without', 'with') {
        if ($time eq 'with') {
            is((run("$bare/simcc $_ -Xcompiler -fPIE --precompile $kept/" . ($_ ? 'plain' : 'counted')))[0], 0, "g++ keeps the headers $_") for '', '--plain';
        }
        for my $name (@names) {
            is((run("$bare/simcc -c $name.cu -o $folder/kept.o"))[0], 0, "$name: $time");
            $code{$name}{$time} = $code->('kept.o');
        }
    }
    for my $name (@names) {
        cmp_ok(length $code{$name}{with}, '>', 1000, "$name has code");
        ok($code{$name}{with} eq $code{$name}{without}, "$name: the same without the kept headers");
    }
    my $count = '/pragma GCC pch_preprocess/ { n++ } END { print n + 0 }';
    for ('', '--plain') {
        my (undef, undef, $commands) = run("$bare/simcc $_ -v -c ok_kernels.cu -o $folder/x.o");
        my ($preprocess) = $commands =~ /^(g\+\+ -x c\+\+ -E .*) -o \S+$/m;
        is((run("$preprocess | awk \"$count\""))[1], "1\n", "they are taken $_");
    }
    write_file('asserts.cu', "__global__ void k() { assert(threadIdx.x > 0); }\n"
               . "int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize() != cudaSuccess; }\n");
    for (['', FOUND], ['-DNDEBUG', 0], ['-std=c++20', FOUND], ['-Xcompiler -O0', FOUND]) {
        my ($flags, $wanted) = @$_;
        my ($status, $out, $err) = run("$bare/simcc $flags asserts.cu -o asserts && ./asserts", $folder);
        is($status, $wanted, "flags that they were not read with count: $flags") or diag($err);
    }
}
# Those that clang++ has kept: it makes the same of a program, and says the same; with other flags, or kept by
# another clang++, they are left alone.
if (grep { $_ eq 'clang++' } @compilers) {
    my $bare = "$folder/bare/build/simcc";
    my $kept = "$bare/headers/clang";
    my $log = "$folder/clang.log";
    write_file('clang++', "#!/bin/sh\necho \"\$*\" >>$log\nexec clang++ \"\$@\"\n");
    chmod 0755, "$folder/clang++";
    write_file('warns.cu', "#define min 3\n__global__ void k(int *a) { int unused; a[0] = min; }\nint main() { return 0; }\n");
    write_file('refused.cu', "__global__ void k(int *a) { __shfl_down_sync(1u, a); cudaMalloc(a); none(); }\n");
    write_file('warned.cu', slurp("$source/warns_sized_extern.cu"));
    write_file('throws.cu', "int main() { try { throw 1; } catch (int) { return 0; } }\n");
    # -> what is said, the object, and how many commands took the kept headers
    my $compile = sub {
        my ($arguments, $where) = @_;
        unlink $log, "$folder/kept.o";
        my ($status, $out, $err) = run("$bare/simcc -ccbin $folder/clang++ -c $arguments -o $folder/kept.o", $where);
        my $taken = () = slurp($log) =~ /-include-pch/g;
        return ("$status$out$err", slurp("$folder/kept.o"), $taken);
    };
    my @takes = (map({ [$_, $source] } drawn('ok_kernels.cu', 'ok_both_sides.cu')), ['warns.cu', $folder], ['refused.cu', $folder]);
    my @leaves = (['throws.cu', $folder], ['warned.cu', $folder]);
    my @other_flags = map { ["$_ warns.cu", $folder] } drawn('-Wall', '-DNDEBUG', '-std=c++20', '-g', '-MD -MF x.d');
    my %without = map { ($_->[0] => [$compile->(@$_)]) } @takes, @leaves;
    is(join(' ', map { $_->[2] } values %without), join(' ', (0) x (@takes + @leaves)), 'no headers are kept yet');
    run("mkdir -p $kept");
    for (['', 'counted'], ['-Xcompiler -fPIE ', 'counted_object']) {
        my ($flags, $name) = @$_;
        is((run("$bare/simcc -ccbin $folder/clang++ $flags--precompile $kept/$name"))[0], 0, "clang++ keeps the headers: $name");
    }
    for (@takes, @leaves) {
        my ($arguments, $where) = @$_;
        my ($said, $object, $taken) = $compile->($arguments, $where);
        is($said, $without{$arguments}[0], "$arguments: said as without the kept headers");
        ok($object eq $without{$arguments}[1], "$arguments: the same object");
        is($taken, (grep { $_->[0] eq $arguments } @takes) ? 1 : 0, "$arguments: they are " . ($taken ? 'taken' : 'left alone'));
    }
    is(($compile->(@$_))[2], 0, "$_->[0]: they are left alone") for @other_flags;
    like($without{'refused.cu'}[0], qr/^1.*none/s, 'a mistake is said');
    like($without{'warned.cu'}[0], qr/^0.*warning/s, 'and so is a warning');
    run("sed -i 1s/^/Other/ $kept/counted_object.version");
    is(($compile->(@{$takes[0]}))[2], 0, 'those of another version are left alone');
}
for (['fails', 'exit 1'], ['writes rubbish', 'while [ "$1" != -o ]; do shift; done; echo rubbish >$2; exit 0']) {
    my ($what, $does) = @$_;
    write_file('compiler', "#!/bin/sh\ncase \"\$*\" in *c++-header*) $does ;; esac\nexec g++ \"\$@\"\n");
    chmod 0755, "$folder/compiler";
    my ($status, $out, $err) = run("$simcc -ccbin $folder/compiler --precompile $folder/kept");
    is("$status$out$err", '0', "a compiler that $what cannot keep headers");
    is(-s "$folder/kept", 0, 'and none are kept');
}
usage_error('--precompile', 'option --precompile needs a value', 'headers kept nowhere');
usage_error('--precompile /nowhere/at/all', 'cannot write /nowhere/at/all: No such file or directory',
            'headers that cannot be kept');
usage_error("--precompile $folder/kept ok_warp.cu", '--precompile takes no input file: ok_warp.cu',
            'headers kept and a program');

# A signal leaves no temporary files; neither did anything before.
{
    my $child = fork() // die;
    if (!$child) {
        open STDERR, '>', '/dev/null';
        exec $simcc, "$source/ok_floats.cu", '-o', "$folder/killed";
    }
    my $waited = 0;
    select undef, undef, undef, 0.01 while !glob("$folder/tmp/simcc-*") && $waited++ < 500;
    ok(glob("$folder/tmp/simcc-*") ? 1 : 0, 'while it works, temporary files are there');
    kill 'TERM', $child;
    waitpid $child, 0;
    is($? & 127, 15, 'SIGTERM ends simcc');
}
is(join(' ', glob "$folder/tmp/simcc-*"), '', 'no temporary files are left');

done_testing();
