# Numbers that a kernel's code names, course/named.c: those of the source, and none of the simulator's own code, which
# stands between the kernel's (course/hook_code.c).
use strict;
use warnings;
use lib 'tests/lib';
use Course;
use Lab;
use Test::More;

my $scratch = scratch();
write_file("$scratch/main.c", <<'END');
#include <stdio.h>

#include "named.h"

int main(int argc, char **argv)
{
    struct named named;

    (void)argc;
    read_named(argv[1], &named);
    for (unsigned i = 0; i < named.count; i++)
        printf("%s%d ", i == named.unusual ? "| " : "", named.numbers[i]);
    puts(named.unusual == named.count ? "|" : "");
    return 0;
}
END
my ($flags) = read_file('course/build.mk') =~ /^GRADED_FLAGS := (\S+)/m;
my ($status, $out, $err) =
    run("cc -std=gnu11 -Wall -Wextra -Icourse -o $scratch/named $scratch/main.c course/named.c course/hook_code.c");
is("$status$out$err", 0, 'compiled');

# The unusual numbers that a source's code names, and the others.
sub named_by {
    my ($source) = @_;
    write_file("$scratch/kernel.cu", $source);
    my ($status, $out, $err) = run("cd $scratch && CXX=g++ $ENV{PWD}/build/simcc/simcc --device-only=reduceRegisters_9 -c -Xcompiler $flags kernel.cu"
        . " -o kernel.o && objdump -drl --no-show-raw-insn kernel.o >code.txt && ./named code.txt");
    is("$status$err", 0, 'a listing');
    return split /\s*\|\s*/, $out;
}

my ($head, $kernel) = ("#include <cuda_runtime.h>\n", read_file(folder_of('09') . '/reduce.cu'));
my ($text) = $kernel =~ m{\n(template <unsigned int iBlockSize>.*?^\}\n)}ms;
my $instance = "template __global__ void reduceRegisters_9<64>(const int *, int *, unsigned int);\n";
my ($unusual, $others) = named_by($head . $text . $instance);
is($unusual, '', 'the solution of a step with many loads in a row names no unusual number');
like($others, qr/\b31\b/, 'but others');
my $spoilt = $text =~ s/sum = a1 \+/sum = n == 40961 ? a2 : a1 +/r;
($unusual) = named_by($head . $spoilt . $instance);
is($unusual, '40961', 'one that it compares with is the only one');

# A line of a kernel's own is none of the hooks', though it looks like one.
write_file("$scratch/code.txt", join "\n",
    "  c2:\tmov    %fs:0x0,%rdx", "\t\t\tc7: R_X86_64_TPOFF32\tsim_recorder",
    "  cb:\tlea    0x28(%rdx),%rcx", "  cf:\tcmp    %fs:0x0,%rcx", "\t\t\td4: R_X86_64_TPOFF32\tsim_recorder+0x10",
    " 107:\taddq   \$0x948,%fs:0x0", "\t\t\t10c: R_X86_64_TPOFF32\tsim_recorder+0x8",
    " 10c:\tmov    %fs:0x0,%r8", "\t\t\t111: R_X86_64_TPOFF32\tsim_recorder+0x8", " 111:\tadd    \$0x318,%r8",
    " 118:\tmov    %r8,%fs:0x0", "\t\t\t11d: R_X86_64_TPOFF32\tsim_recorder+0x8", " 11e:\tadd    \$0x67,%r8",
    " 110:\tlea    0x64(%rdx),%rcx", " 114:\tcmp    \$0x9c40,%rcx",
    " 120:\tmov    \$0x65,%edx", " 125:\tcall   12a", "\t\t\t126: R_X86_64_PLT32\tsim_batch_hook-0x4",
    " 130:\tmov    \$0x66,%edx", " 135:\tcall   13a", "\t\t\t136: R_X86_64_PLT32\tsim_shuffle-0x4", '');
is((run("$scratch/named $scratch/code.txt"))[1] =~ s/ \|.*//sr, '40000 103 100 102', 'beside hooks');

done_testing();
