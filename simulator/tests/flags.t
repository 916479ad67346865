# nvcc's flags: each of simcc's table is taken as the table says, and each of nvcc's manual is in it.
use strict;
use warnings;
use Cwd qw(abs_path);
use lib 'tests/lib';
use Drawn;
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
delete $ENV{CXX};
system('make -s simulator toolkit build/flag_list') == 0 or die "the simulator does not build\n";
my $here = abs_path('.');
my $simcc = "$here/build/simcc";
my $folder = scratch();

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!";
    print $file $text;
    close $file or die;
}

# Runs shell commands in the folder: status, output and errors.
sub here { return run("cd $folder && $_[0]") }

my @flags = map { my ($fate, $value, $about, @names) = split /\t/; {fate => $fate, value => $value, about => $about,
                                                                   names => [grep { $_ ne '' } @names]} }
            split /\n/, (run('build/flag_list all'))[1];
cmp_ok(scalar @flags, '>', 140, 'there are flags');
my %fate_of = map { my $flag = $_; map { $_ => $flag } @{$flag->{names}} } @flags;
is(scalar keys %fate_of, scalar(map { @{$_->{names}} } @flags), 'each name is there once');

# ---- nvcc's own list -----------------------------------------------------------------------------------
SKIP: {
    my ($status, $help) = run('nvcc --help');
    skip 'needs nvcc', 1 if $status;
    my @lacking;
    for ($help =~ /^(--\S+.*)$/mg) {
        my ($long) = /^(--[\w-]+)/;
        my ($short) = /\((-[\w-]+)\)\s*$/;
        push @lacking, grep { $_ && !$fate_of{$_} } $long, $short;
    }
    is("@lacking", '', 'each flag of nvcc --help is in the table');
}

# ---- Flags without effect: the same object, with each name, in each form -----------------------------------
write_file('k.cu', <<'END');
#include <stdio.h>
__global__ void k(int *p) { p[threadIdx.x] += VALUE; }
int main(int argc, char **argv)
{
    int *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    for (int i = 0; i < 32; i++)
        p[i] = 10 * i;
    k<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p[3], argc);
    return argc > 2 ? 7 : 0;
}
END
sub object_of {
    my ($flags) = @_;
    my ($status, $out, $errors) = here("$simcc -DVALUE=5 -c k.cu -o k.o $flags");
    is("$status$out$errors", '0', length $flags < 80 ? "taken: $flags" : 'all are taken');
    return (here('objdump -sdr k.o'))[1];
}
my $object = object_of('');
cmp_ok(length $object, '>', 1000, 'an object');
my %value_for = (-m => 64, '--machine' => 64);
for my $form ('%s %s', '%s=%s') {
    my @words = map { my $flag = $_; map { $flag->{value} ? sprintf $form, $_, $value_for{$_} // 1 : $_ } @{$flag->{names}} }
                grep { $_->{fate} eq 'harmless' } @flags;
    cmp_ok(scalar @words, '>', 100, 'flags without effect');
    ok(object_of(join ' ', @words) eq $object, "none has an effect, as $form");
    # one that is not taken must be seen among the others
    isnt((here("$simcc -DVALUE=5 -c k.cu -o k.o @words --misspelt"))[0], 0, 'one that is unknown is seen');
}

# ---- Flags that are refused ----------------------------------------------------------------------------------
for my $flag (drawn(grep { $_->{fate} eq 'refused' } @flags)) {
    for my $name (@{$flag->{names}}) {
        my ($status, $out, $errors) = here("$simcc -DVALUE=5 $name" . ($flag->{value} ? ' x' : '') . ' k.cu -o refused');
        is($status, 2, "$name: refused");
        is($errors, "simcc: $name: $flag->{about}\n", "$name: by name, with the reason");
    }
}

# ---- Flags that do something -----------------------------------------------------------------------------------
# For each: commands, with %s in place of the flag, and what they print. '*' stands for flags of which only a word is
# looked for in the commands that are run.
write_file('value.h', "#define VALUE 6\n");
write_file('half.cu', "__device__ int half(int v) { return v / 2; }\n");
write_file('main.cu', <<'END');
#include <stdio.h>
extern __device__ int half(int v);
__global__ void k(int *p) { *p = half(*p); }
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = 84;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", *p);
}
END
write_file('words', "-DVALUE=7\n '-o' \"w x\"\n");
mkdir "$folder/$_" for qw(out kept headers);
write_file('headers/found.h', "#define VALUE 8\n");
write_file('asks.cu', "#include \"found.h\"\n" . (here('cat k.cu'))[1]);
write_file('plain.txt', (here('cat k.cu'))[1]);
write_file('warns.cu', "int main() { int unused; }\n");
write_file('two.c', "int two(void) { return 2; }\n");
write_file('depends.cu', "#include \"value.h\"\n" . (here('cat k.cu'))[1]);
my $run = '&& ./p';
my %does = (
    '-E' => ["$simcc -DVALUE=55 %s k.cu | grep -c 'p.threadIdx.x. += 55'; $simcc -DVALUE=55 %s k.cu -o t.ii; grep -c '+= 55' t.ii", "1\n1\n"],
    '-M' => ["$simcc %s depends.cu | tr -d '\\\\\\\\\\n' | grep -c '^depends.o: depends.cu.*cuda_runtime.h.* value.h'", "1\n"],
    '-MM' => ["$simcc %s depends.cu -odir out | tr -d '\\\\\\\\\\n'", "out/depends.o: depends.cu value.h"],
    '-MD' => ["$simcc %s -c depends.cu && tr -d '\\\\\\\\\\n' <depends.d | grep -c '^depends.o: depends.cu.* value.h'", "1\n"],
    '-MMD' => ["$simcc %s -c depends.cu -o x.o && tr -d '\\\\\\\\\\n' <x.d", "x.o: depends.cu value.h"],
    '-MF' => ["$simcc -MMD %s rule -c depends.cu && tr -d '\\\\\\\\\\n' <rule", "depends.o: depends.cu value.h"],
    '-MT' => ["$simcc -MM %s other depends.cu", "other: depends.cu value.h\n"],
    '-MQ' => ["$simcc -MM %s 'o\$' depends.cu", "o\$\$: depends.cu value.h\n"],
    '-MP' => ["$simcc -MMD %s -c depends.cu && grep -c '^value.h:' depends.d", "1\n"],
    '-c' => ["$simcc -DVALUE=1 %s k.cu && $simcc k.o -o p $run", "31 1\n"],
    '-dc' => ["$simcc %s main.cu half.cu && $simcc main.o half.o -o p $run", "42\n"],
    '-dw' => ["$simcc -DVALUE=1 %s k.cu -o w.o && $simcc w.o -o p $run", "31 1\n"],
    '-dlink' => ["$simcc -dc main.cu half.cu && $simcc %s main.o half.o -o linked.o && $simcc main.o half.o linked.o -o p $run", "42\n"],
    '-lib' => ["$simcc %s half.cu two.c -o libhalf.a && ar t libhalf.a | wc -l && $simcc main.cu -L. -lhalf -o p $run", "2\n42\n"],
    '-arbin' => ["$simcc -lib %s no-such-archiver half.cu 2>&1", "simcc: cannot run no-such-archiver: No such file or directory\n"],
    '-Xarchive' => ["$simcc -lib %s v half.cu -o v.a 2>&1 | grep -c '^ar rcs v v.a'", "0\n"],
    # a program that is ready is run as it stands; what cannot be run is no input
    '-run' => ["$simcc -DVALUE=1 k.cu -o p %s && $simcc %s $folder/p && $simcc %s '\"p\"' -run-args a,b; echo \$?; $simcc %s plain.txt 2>&1 | tail -1", "31 1\n31 1\n31 3\n7\nsimcc: plain.txt: not a .cu, .c, .cpp, .o, .a or .so file\n"],
    '-run-args' => ["$simcc -DVALUE=1 k.cu -o p -run %s a,b; echo \$?", "31 3\n7\n"],
    '-r' => ["$simcc -dc main.cu half.cu && $simcc %s main.o half.o -o both.o && $simcc both.o -o p $run", "42\n"],
    '-o' => ["$simcc -DVALUE=1 k.cu %s q && ./q", "31 1\n"],
    '-odir' => ["$simcc -DVALUE=1 -c k.cu half.cu %s out && ls out", "half.o\nk.o\n"],
    '-optf' => ["$simcc %s words k.cu && './w x'", "37 1\n"],
    '-include' => ["$simcc %s value.h k.cu -o p $run", "36 1\n"],
    '-I' => ["$simcc %s headers asks.cu -o p $run", "38 1\n"],
    '-isystem' => ["$simcc %s headers asks.cu -o p $run", "38 1\n"],
    '-iquote' => ["$simcc %s headers asks.cu -o p $run", "38 1\n"],
    '-idirafter' => ["$simcc %s headers asks.cu -o p $run", "38 1\n"],
    '-D' => ["$simcc %s VALUE=9 k.cu -o p $run", "39 1\n"],
    '-U' => ["$simcc -DVALUE=9 %s VALUE k.cu -o p 2>&1 | grep -c VALUE.*declared", "1\n"],
    '-l' => ["$simcc -v %s m -DVALUE=1 k.cu -o p 2>&1 | grep -c ' -lm .*libsimulator'", "1\n"],
    '-L' => ["$simcc -lib half.cu -o out/libhalf.a && $simcc main.cu %s out -lhalf -o p $run", "42\n"],
    '-rpath' => ["$simcc -DVALUE=1 k.cu %s /else/where -o p && readelf -d p | grep -c /else/where", "1\n"],
    '-ccbin' => ["$simcc %s no-such-compiler -DVALUE=1 k.cu 2>&1; $simcc %s gcc -DVALUE=1 k.cu -o p $run; $simcc %s=/no/clang k.cu 2>&1",
                 "simcc: cannot run no-such-compiler: No such file or directory\n31 1\nsimcc: cannot run /no/clang++: No such file or directory\n"],
    '-pg' => ["$simcc %s -DVALUE=1 --plain k.cu -o p $run && ls gmon.out", "31 1\ngmon.out\n"],
    '-g' => ["$simcc %s -DVALUE=1 -c k.cu && readelf --debug-dump=info k.o | grep -c 'DW_AT_name.*: argv\$'", "1\n"],
    '-G' => ["$simcc %s -DVALUE=1 -c k.cu && readelf --debug-dump=info k.o | grep -c 'DW_AT_name.*: argv\$'", "1\n"],
    '-O' => ["$simcc %s 3 -v --plain -DVALUE=1 -c k.cu 2>&1 | grep -c ' -O3 '", "1\n"],
    '-ftemplate-backtrace-limit' => ["$simcc %s 3 -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -ftemplate-backtrace-limit=3 .* -S '", "1\n"],
    '-ftemplate-depth' => ["$simcc %s 99 -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -ftemplate-depth=99 .* -S '", "1\n"],
    '-frandom-seed' => ["$simcc %s 1 -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -frandom-seed=1 .* -S '", "1\n"],
    '-noeh' => ["$simcc %s -v --plain -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -fno-exceptions .* -c '", "1\n"],
    '-shared' => ["$simcc %s -DVALUE=1 k.cu -o libk.so && readelf -h libk.so | grep -c 'DYN '", "1\n"],
    '-x' => ["$simcc -DVALUE=1 %s cu plain.txt -o p $run", "31 1\n"],
    '-std' => ["$simcc %s c++20 -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -std=c++20 .* -S '", "1\n"],
    '-m' => ["$simcc %s 64 -DVALUE=1 -c k.cu; $simcc %s 32 -DVALUE=1 -c k.cu 2>&1", "simcc: -m takes 64, not 32\n"],
    '-Xcompiler' => ["$simcc %s -Wall,-Werror -c warns.cu 2>&1 | grep -c unused", "1\n"],
    '-Xlinker' => ["$simcc -DVALUE=1 k.cu %s -rpath,/else/where -o p && readelf -d p | grep -c /else/where", "1\n"],
    '-forward-unknown-to-host-compiler' => ["$simcc %s -funroll-loops -v -DVALUE=1 k.cu -o p 2>&1 | grep -c -e ' -funroll-loops .* -S '", "1\n"],
    '-forward-unknown-to-host-linker' => ["$simcc %s -nodefaultrpath -v -DVALUE=1 k.cu -o p 2>&1 | grep -c -e '^g.*no-pie.* -nodefaultrpath'", "1\n"],
    '-forward-unknown-opts' => ["$simcc %s -fuse-ld=bfd -v -DVALUE=1 k.cu -o p 2>&1 | grep -c -e ' -fuse-ld=bfd '", "3\n"],
    '-dryrun' => ["rm -f no && $simcc %s -DVALUE=1 k.cu -o no 2>&1 | grep -c '^g++ '; ls no 2>&1 | grep -c such", "4\n1\n"],
    '-v' => ["$simcc %s -DVALUE=1 k.cu -o p 2>&1 | grep -c '^g++ '", "4\n"],
    '-keep' => ["$simcc %s -DVALUE=1 -c k.cu && ls k.simcc.ii", "k.simcc.ii\n"],
    '-save-temps' => ["rm k.simcc.ii; $simcc %s -DVALUE=1 -c k.cu && ls k.simcc.ii", "k.simcc.ii\n"],
    '-keep-dir' => ["$simcc -keep %s kept -DVALUE=1 -c k.cu && ls kept", "k.simcc.ii\n"],
    '-h' => ["$simcc %s | grep -c ^usage", "1\n"],
    '-V' => ["$simcc %s | grep -c ^simcc", "1\n"],
    '-code-ls' => ["$simcc %s", "sm_90\n"],
    '-arch-ls' => ["$simcc %s", "compute_90\n"],
    '-default-stream' => ["$simcc %s per-thread -DVALUE=CUDA_API_PER_THREAD_DEFAULT_STREAM k.cu -o p $run", "31 1\n"],
    '-w' => ["$simcc -Xcompiler -Wall %s -c warns.cu 2>&1 | grep -c unused", "0\n"],
    '-Wreorder' => ["$simcc %s -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -Wreorder .* -S '", "1\n"],
    '-Wno-deprecated-declarations' => ["$simcc %s -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -Wno-deprecated-declarations .* -S '", "1\n"],
    '-Werror' => ["$simcc -Wall %s all-warnings -c warns.cu 2>&1 | grep -c -e -Werror=unused", "1\n"],
    '-pthread' => ["$simcc %s -v -DVALUE=1 k.cu -o p 2>&1 | grep -c -e ' -pthread .*libsimulator'", "1\n"],
    '-pedantic' => ["$simcc %s -v -DVALUE=1 -c k.cu 2>&1 | grep -c -e ' -pedantic .* -S '", "1\n"],
    '-fopenmp' => ["$simcc %s -v -DVALUE=1 k.cu -o p 2>&1 | grep -c -e ' -fopenmp .*libsimulator'", "1\n"],
    (map { $_ => ["$simcc %s -v -DVALUE=1 k.cu -o p 2>&1 | grep -c -e ' $_ .*libsimulator'", "1\n"] }
         qw(-rdynamic -static-libgcc -static-libstdc++)),
);
for my $flag (drawn(grep { $_->{fate} eq 'done' } @flags)) {
    my ($commands, $wanted) = @{$does{$flag->{names}[-1]} // ['false', '']};
    for my $name (@{$flag->{names}}) {
        my ($status, $out, $errors) = here($commands =~ s/%s/$name/gr);
        is($out, $wanted, "$name: $flag->{about}") or diag("$status: $errors");
    }
}

# ---- Quotes in flags of the host's compiler: as nvcc has them, which gives them to a shell -------------------------
write_file('text.cpp', "#include <cstdio>\n#define S(...) #__VA_ARGS__\n#define T(...) S(__VA_ARGS__)\nint main() { puts(T(X)); }\n");
for (['-DX=\"hi\"', 'hi'], ['-DX="hi"', 'hi'], ['-DX=\\\"hi\\\"', '"hi"'], ['"-DX=a b"', 'a b'], [',"-DX=9","-g"', '9'],
     ['-O1,-DX=7', '7'], ['-DX=a\\,b,-DY', 'a,b'], ['-DX=\\"a\\,b\\"', 'a,b'], ['-O1 -DX=7,', '7']) {
    my ($flags, $wanted) = @$_;
    is((here("$simcc -Xcompiler '$flags' text.cpp -o text && ./text"))[1], "$wanted\n", "-Xcompiler '$flags'");
}

# Which of the simulator's own precompiled headers fits is said to nobody.
is(join('', (here("$simcc -Xcompiler -Winvalid-pch -g -DVALUE=1 -dc k.cu -o pch.o"))[0 .. 2]), '0', '-Winvalid-pch: no word of them');

# A library that is named for the linker alone shares the program's runtime, as any; a name that a flag wants is none.
write_file('run.cu', "extern \"C\" int fill(int *);\nint main() { int *p; cudaMalloc(&p, 4); return fill(p); }\n");
write_file('fill.cu', "__global__ void k(int *p) { *p = 1; }\nextern \"C\" int fill(int *p) { k<<<1, 1>>>(p); return cudaDeviceSynchronize(); }\n");
is((here("for i in 1 2; do $simcc -shared fill.cu -Xlinker -soname -Xlinker libfill.so -o libfill.so || exit; done; " .
         "$simcc run.cu -Xlinker=./libfill.so -o run && ./run"))[0], 0, '-Xlinker with a library');

# ---- Forms -----------------------------------------------------------------------------------------------------
for (['-DVALUE=1 -xcu plain.txt', '-x joined with its value'], ['@words k.cu', '@file', 'w x', 37],
     ['--options-file words k.cu', '--options-file', 'w x', 37], ['-DVALUE=1 -Wl,-s k.cu', '-Wl,'],
     ['-DVALUE=1 -isystem=headers -I=headers k.cu', '-isystem='], ['--define-macro=VALUE=1,OTHER=2 k.cu', 'lists'],
     ['-DVALUE=1 -Werror k.cu', '-Werror as for gcc'], ['-DVALUE=1 -gencode arch=compute_90,code=[compute_90,sm_90] k.cu', '-gencode']) {
    my ($flags, $name, $program, $value) = @$_;
    my ($status, $out, $errors) = here("rm -f a.out && $simcc $flags && './" . ($program // 'a.out') . "'");
    is("$status$out$errors", '0' . ($value // 31) . " 1\n", $name);
}
for (['--plian k.cu', 'unknown option --plian: is --plain meant? (simcc --help lists what there is)'],
     ['--gpu-architecure=sm_90 k.cu', 'unknown option --gpu-architecure=sm_90: is --gpu-architecture meant? (simcc --help lists what there is)'],
     ['-gencod arch=sm_90 k.cu', 'unknown option -gencod: is -gencode meant? (simcc --help lists what there is)'],
     ['-fno-such k.cu', 'unknown option -fno-such (simcc --help lists what there is)'],
     ['@nothing', 'cannot read the options in nothing'], ['-run -c k.cu', '--run needs a program'],
     ['-x f77 k.cu', '-x takes cu, c or c++, not f77']) {
    my ($flags, $words) = @$_;
    my ($status, $out, $errors) = here("$simcc $flags");
    is("$status$out$errors", "2simcc: $words\n", $flags);
}
write_file('itself', "\@itself\n");
is((here("$simcc \@itself"))[2], "simcc: itself: a file of options that asks for itself\n", 'a file of options that asks for itself');

done_testing;
