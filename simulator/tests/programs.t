# What people's programs use beyond plain CUDA: counted as what it is, checked as what it is.
# That it computes right, and what is refused: tests/simcc.t.
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

# ---- Counters that follow from the kernels' text ------------------------------------------------
my %counts = (
    halves       => 'load 2 4, store 1 2, atomic 0 0, shared 0 0, barriers 0, exchanges 0',
    pairs        => 'load 1 4, store 1 4, atomic 0 0, shared 0 0, barriers 0, exchanges 0',
    half_atomics => 'load 0 0, store 0 0, atomic 1 2, shared 0 0, barriers 0, exchanges 0',
    copied       => 'load 1 16, store 1 16, atomic 0 0, shared 4 4, barriers 1, exchanges 0',
    by_ptx       => 'load 1 8, store 1 4, atomic 1 1, shared 0 0, barriers 0, exchanges 0',
    block_sum    => 'load 8 32, store 1 1, atomic 0 0, shared 7 8, barriers 1, exchanges 40',
    tile_sum     => 'load 8 32, store 2 2, atomic 0 0, shared 60 16, barriers 1, exchanges 8',
    relaxed      => 'load 0 0, store 0 0, atomic 1 1, shared 0 0, barriers 0, exchanges 0',
    parent       => 'load 0 0, store 0 0, atomic 0 0, shared 0 0, barriers 0, exchanges 0',
    child        => 'load 0 0, store 2 8, atomic 0 0, shared 0 0, barriers 0, exchanges 0',
    textured     => 'load 1 4, store 1 4, atomic 0 0, shared 0 0, barriers 0, exchanges 0',
    random       => 'load 0 0, store 1 4, atomic 0 0, shared 0 0, barriers 0, exchanges 0',
);

# A CSV file of counters: what each kernel has counted, as above.
sub counted {
    my ($header, @lines) = split /\n/, read_file($_[0]);
    my (%found, %v);
    for (@lines) {
        @v{split /,/, $header} = map { s/^"|"$//gr } split /,(?=(?:[^"]*"[^"]*")*[^"]*$)/, $_, -1;
        $found{$v{kernel}} =
            "load $v{global_load_requests} $v{global_load_sectors}, " .
            "store $v{global_store_requests} $v{global_store_sectors}, " .
            "atomic $v{global_atomic_requests} $v{global_atomic_sectors}, " .
            "shared $v{shared_load_wavefronts} $v{shared_store_wavefronts}, " .
            "barriers $v{block_barriers}, exchanges $v{warp_exchanges}";
    }
    return \%found;
}

# ---- Mistakes that the checks must see: what, at the line that is named after it ------------------
my %mistakes = (
    half_past_end  => 'out of bounds',
    half_unwritten => 'uninitialised read',
    ptx_past_end   => 'out of bounds',
    ptx_race       => 'race',
    no_wait        => 'race',
    child_past_end => 'out of bounds',
);
my @lines = split /\n/, read_file('tests/programs/mistakes.cu');
my %line_of = map { $lines[$_] =~ m{/\* (\w+) \*/$} ? ($1 => $_ + 1) : () } 0 .. $#lines;

for my $compiler (drawn(@compilers)) {
    my ($status, $out, $errors) =
        run("build/simcc -ccbin $compiler tests/programs/counted.cu -o $folder/counted && " .
            "SIM_CSV=$folder/counted.csv $folder/counted");
    is("$status$out$errors", '0', "counted.cu, $compiler: runs without a finding");
    my $found = counted("$folder/counted.csv");
    is($found->{$_} // 'nothing', $counts{$_}, "$_, $compiler: counters") for sort keys %counts;

    ($status, $out, $errors) =
        run("build/simcc -ccbin $compiler tests/programs/mistakes.cu -o $folder/mistakes");
    is("$status$errors", '0', "mistakes.cu, $compiler: compiles");
    for my $name (sort keys %mistakes) {
        ($status, undef, $errors) = run("$folder/mistakes $name");
        is($status, FOUND, "$name, $compiler: fails");
        like($errors, qr/^simulator: $mistakes{$name}: (?:.* and )?\S*mistakes\.cu:$line_of{$name}\b/m,
             "$name, $compiler: found at its line");
    }
}

# ---- Flags and libraries ---------------------------------------------------------------------------
my $cuda = 'tests/simcc/ok_own_names.cu';
for ('-lcudart', '-lcuda', '-lcudadevrt', '-lcurand', '-lnvToolsExt', '-O 3', '--optimize=2',
     '--define-macro X=1,Y=2', '--include-path=/usr/include', '--undefine-macro X', '-rdc=true -dc',
     '--library=m', '-arch=sm_80 -std=c++14 -Xcompiler -Wall,-O2',
     '-Xcompiler "-Wall -O2"', '--compiler-options=-O2') {
    my $only_compiled = /-dc/ ? '' : '-c';
    my ($status, undef, $errors) =
        run("build/simcc $only_compiled $_ $cuda -o $folder/flags.o");
    is("$status$errors", '0', "$_: taken");
}
my %refused = (
    '-O 7'     => '-O takes 0, 1, 2 or 3, not 7',
    '-ptx'     => '-ptx: the simulator makes no code for a GPU',
);
for (sort keys %refused) {
    my ($status, undef, $errors) = run("build/simcc $_ $cuda -o $folder/refused");
    is($status, 2, "$_: exit 2");
    like($errors, qr/^simcc: .*\Q$refused{$_}\E.*\n\z/, "$_: one line");
}

# Libraries that the simulator lacks are named; a program that calls nothing of them runs, and of one that does
# the linker says what is missing.
for (['-lcusparse', 'cuSPARSE: write the kernel by hand'], ['-lcufft', 'cuFFT'], ['-lnvJitLink', 'nvJitLink']) {
    my ($flag, $words) = @$_;
    my ($status, undef, $errors) = run("build/simcc $flag $cuda -o $folder/linked && $folder/linked");
    is($status, 0, "$flag: the program runs");
    like($errors, qr/^simcc: warning: $flag: the simulator has no \Q$words\E.*\n\z/, "$flag: one line");
}
{
    open my $file, '>', "$folder/calls.cu" or die;
    print $file "extern \"C\" int cufftPlan();\nint main() { return cufftPlan(); }\n";
    close $file;
    my ($status, undef, $errors) = run("build/simcc $folder/calls.cu -lcufft -o $folder/calls");
    is($status, 1, 'a call of such a library: does not link');
    like($errors, qr/^simcc: warning: -lcufft: .*undefined reference to .cufftPlan/s, 'and both say why');
}

# A folder of the toolkit's own headers is left out: they are for nvcc.
mkdir "$folder/toolkit";
mkdir "$folder/toolkit/crt";
for ('crt/host_config.h', 'cuda_runtime.h') {
    open my $file, '>', "$folder/toolkit/$_" or die;
    print $file "#error taken\n";
}
my ($status, undef, $errors) =
    run("build/simcc -I$folder/toolkit -I $folder/toolkit -c $cuda -o $folder/own.o");
is("$status$errors", '0', 'the headers of a toolkit are not taken');

done_testing;
