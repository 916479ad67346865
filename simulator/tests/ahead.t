# Threads run ahead of barriers where they touch no memory, and nobody can tell: values, counters, modelled times,
# phases and findings are those of the same program where each waits at each barrier.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

my $folder = scratch();
delete @ENV{grep { /^SIM_/ } keys %ENV};
my %sizes = ('g++' => [200, 1024], 'clang++' => [200]);    # threads of a block
my @kernels = read_file('tests/ahead/ahead.cu') =~ /^__global__ void (\w+)/mg;
cmp_ok(scalar @kernels, '>', 12, 'there are kernels');

for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    my ($object, %names) = "$folder/$compiler.o";
    my ($status, $out, $errors) = run("build/simcc -ccbin $compiler -c tests/ahead/ahead.cu -o $object.ahead"
        . " && objcopy --redefine-sym sim_block_barrier_ahead=sim_block_barrier $object.ahead $object.waits");
    is("$status$out$errors", 0, "ahead.cu compiles with $compiler");
    for my $way (qw(ahead waits)) {
        ($status, $out, $errors) = run("cp $object.$way $object && build/simcc -ccbin $compiler $object -o $folder/$way");
        is("$status$out$errors", 0, "its threads are to be those: $way");
    }
    (undef, my $names) = run("nm $object.ahead");
    like($names, qr/ U sim_block_barrier_ahead$/m, 'its kernels ask whether threads may run ahead');
    run("build/simcc -ccbin $compiler -g -c tests/ahead/ahead.cu -o $object");
    (undef, $names) = run("nm $object");
    unlike($names, qr/sim_block_barrier_ahead/, 'for a debugger none does');
    SKIP: {
        skip 'calls are counted on x86-64', 3 if `uname -m` !~ /x86_64/;
        ($status, $out, $errors) = run("build/simcc -ccbin $compiler -c tests/ahead/passes.cu -o $object"
            . " && objcopy --redefine-sym sim_block_barrier_ahead=count_barrier $object && gcc -c tests/ahead/calls.c -o $folder/calls.o"
            . " && build/simcc -ccbin $compiler $object $folder/calls.o -o $folder/passes && $folder/passes");
        my ($calls) = $out =~ /^(\d+) calls$/m;
        my $expected = 0;    # 3^20 times the thread's number, and what the loop adds, modulo 2^32
        $expected = ($expected * 3 + $_) % 2**32 for 0 .. 19;
        is("$status$errors", 0, "$compiler: a kernel of barriers runs") or diag($out);
        like($out, qr/^$expected /, 'and computes');
        cmp_ok($calls // 'inf', '<=', 2 * 64, 'threads that are ahead pass barriers without a call: of 20 each calls one or two');
    }
    for my $kernel (@kernels) {
        my %seen;
        for my $way (qw(ahead waits)) {
            $seen{$way} = '';
            for my $size (@{$sizes{$compiler}}) {
                my @files = map { "$folder/$_" } qw(csv lines phases);
                unlink @files;
                my ($status, $out, $errors) = run("SIM_REPORT=clock SIM_CSV=$files[0] SIM_LINES_CSV=$files[1]"
                    . " SIM_PHASES_CSV=$files[2] $folder/$way $kernel $size");
                $seen{$way} .= join "\n", $status, $out, $errors, map { -e $_ ? read_file($_) : '' } @files;
            }
            $seen{$way} =~ s!\Q$folder/$way\E!!g;
        }
        ok($seen{ahead} eq $seen{waits}, "$compiler: $kernel") or do {
            my @ahead = split /\n/, $seen{ahead};
            my @waits = split /\n/, $seen{waits};
            my ($at) = grep { ($ahead[$_] // '') ne ($waits[$_] // '') } 0 .. $#ahead;
            diag("ahead: $ahead[$at]\nwaits: $waits[$at]") if defined $at;
        };
    }
}

done_testing;
