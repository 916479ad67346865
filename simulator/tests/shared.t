# Kernels in shared libraries: loaded by Python, linked by g++ and by simcc; objects that g++ links.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Csv;
use Drawn;
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete $ENV{CXX};
system('make -s simulator toolkit') == 0 or die "the simulator does not build\n";
my $here = abs_path('.');
my ($simcc, $toolkit) = ("$here/build/simcc", "$here/build/toolkit");
my $folder = scratch();
my $has_python = !system('python3 -c "import ctypes" 2>/dev/null');
run("cp tests/shared/*.cu docs/sum.cu examples/python/* $folder/");

sub here { return run("cd $folder && $_[0]", 300) }
sub here_ok {
    my ($commands, $wanted, $name) = @_;
    my ($status, $out, $errors) = here($commands);
    is("$status$out$errors", "0$wanted", $name);
}

# ---- The same counters in a program and in a library ---------------------------------------------------------
# The columns that are counted, of all kernels.
sub counted {
    my ($file) = @_;
    return join "\n", map { my $row = $_; join ' ', map { "$_=$row->{$_}" } grep { !/modelled/ } sort keys %$row } rows("$folder/$file");
}
for my $compiler (drawn(grep { !system("command -v $_ >/dev/null") } 'g++', 'clang++')) {
    here_ok("$simcc -ccbin $compiler structures.cu -o program && SIM_CSV=$folder/program.csv ./program", "392\n", "$compiler: a program");
    here_ok("$simcc -ccbin $compiler -shared -DLIBRARY structures.cu -o libstructures.so", '', "$compiler: a shared library");
    SKIP: {
        skip 'needs python3', 5 unless $has_python;
        my $load = 'python3 -c "import ctypes, sys; print(ctypes.CDLL(\"./libstructures.so\").run(int(sys.argv[1])))"';
        here_ok("SIM_CSV=$folder/library.csv $load 0", "392\n", "$compiler: loaded by Python");
        my $counted = counted('program.csv');
        like($counted, qr/global_load_sectors=[1-9]/, 'it counts') or diag($counted);
        is(counted('library.csv'), $counted, "$compiler: all counters are those of the program");
        my ($status, $out, $errors) = here("$load 1");
        is($status, FOUND, "$compiler: a finding makes Python fail");
        like($errors, qr/\Asimulator: race: structures\.cu:25 and structures\.cu:24 in lacks_barrier$/m, "$compiler: and names its lines");
    }
}

# ---- Linked by g++ -------------------------------------------------------------------------------------------
my $flags = "-L$toolkit/lib64 -lcudart";
here_ok("$simcc -c structures.cu && g++ structures.o $flags -o by_gpp && SIM_CSV=$folder/by_gpp.csv ./by_gpp", "392\n", 'g++ links an object');
is(counted('by_gpp.csv'), do { here("$simcc structures.cu -o program && SIM_CSV=$folder/program.csv ./program"); counted('program.csv') },
   'with the same counters');
like((here('./by_gpp 1'))[2], qr/^simulator: race: structures\.cu:25 and structures\.cu:24 in lacks_barrier$/m, 'and findings');
for my $placed ('', '-Xcompiler -fPIC') {
    here_ok("$simcc $placed -c sum.cu -o sum.o && g++ sum.o $flags -o sum && { ./sum >/dev/null 2>&1; echo \$?; }", FOUND . "\n", "g++ links an object of simcc $placed -c");
}
here_ok("$simcc -lib sum.cu -o libsum.a && g++ -Wl,--whole-archive libsum.a -Wl,--no-whole-archive $flags -o sum && { ./sum >/dev/null 2>&1; echo \$?; }", FOUND . "\n", 'and a static library');
here_ok("$simcc -Xcompiler -fno-pie -c sum.cu && g++ -no-pie sum.o $flags -o sum && { ./sum >/dev/null 2>&1; echo \$?; }", FOUND . "\n", 'and with -fno-pie, if it is told');
open my $main, '>', "$folder/main.cpp" or die;
print $main <<'END';
#include <cuda_runtime.h>
#include <cstdio>
extern "C" int run(int);
extern "C" void solve(const int *, int *, int);
int main()
{
    int *p, values[2] = {20, 22};
    cudaMalloc(&p, sizeof values);
    cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
    solve(p, p, 2);
    cudaMemcpy(values, p, sizeof *values, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", run(0), values[0]);
}
END
close $main;
here_ok("$simcc -shared -DLIBRARY structures.cu solve.cu -o libboth.so && g++ -I$toolkit/include main.cpp -L. -lboth $flags -Wl,-rpath,. -o p && ./p",
        "392 42\n", 'a program of g++ with a shared library, which share device memory');

# ---- Linked by simcc: one runtime, whatever the libraries -------------------------------------------------------
here_ok("$simcc -shared -DLIBRARY structures.cu -o libone.so && $simcc -shared solve.cu libone.so -o libtwo.so", '', 'a library that needs another');
here_ok("$simcc -x cu main.cpp -L. -ltwo -lone -o p && ./p", "392 42\n", 'a program with both, by -l');
here_ok("$simcc -x cu main.cpp ./libtwo.so -o q && ./q", "392 42\n", 'with the one that needs the other, by its path');
here_ok("$simcc -x cu main.cpp ./libone.so ./libtwo.so -o r && rm libone.so libtwo.so && ./r", "392 42\n", 'its kernels are in the program');

# ---- Python --------------------------------------------------------------------------------------------------------
SKIP: {
    skip 'needs python3', 5 unless $has_python;
    my ($status, $out, $errors) = here("SIMCC=$simcc python3 grade.py solve.cu solve_racy.cu");
    is($status, 1, 'grade.py: one of two fails');
    is("$out$errors", "solve.cu: passed\nsolve_racy.cu: n = 1: simulator: race: solve_racy.cu:12 and solve_racy.cu:15 in sum\n", 'with the finding');
    run("sed 's/half > 0/half > 1/' $folder/solve.cu >$folder/wrong.cu");
    like((here("SIMCC=$simcc python3 grade.py wrong.cu"))[1], qr/^wrong\.cu: n = 255: the sum is -?\d+, not -?\d+$/, 'a wrong sum is said');
    # two libraries in one process, each with its own runtime
    here_ok("$simcc -shared -DLIBRARY structures.cu -o libone.so && $simcc -shared solve.cu -o libtwo.so && python3 -c '" .
            "import ctypes; one, two = ctypes.CDLL(\"./libone.so\"), ctypes.CDLL(\"./libtwo.so\"); p = ctypes.c_void_p(); " .
            "print(one.run(0), two.cudaMalloc(ctypes.byref(p), ctypes.c_size_t(64)), two.cudaMemset(p, 1, ctypes.c_size_t(64)), two.solve(p, p, 4), one.run(0))' " .
            "| sed 's/ [^ ]* 392/ 392/'", "392 0 0 392\n", 'two libraries in one process');
    my $python = (grep { !system("$_ -c 'import pybind11' 2>/dev/null") } qw(python3 /usr/bin/python3))[0];
    skip 'needs pybind11', 1 unless $python;
    here_ok("$simcc -shared -Xcompiler -fPIC \$($python -m pybind11 --includes) module.cu -o module.so && $python -c 'import module; print(module.total(96, 3))'",
            "288\n", 'pybind11');
}
done_testing;
