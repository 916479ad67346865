#!/usr/bin/env perl
# cuBLAS: the results beside sums that the programs in tests/cublas make themselves; its statuses and the
# findings of mistakes; what it takes of modelled time; what it has not.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

delete @ENV{grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();

sub compile {
    my ($name, $flags) = @_;
    my ($status, $out, $errors) = run("build/simcc $flags tests/cublas/$name.cu -o $folder/$name -lcublas");
    is("$status$errors", 0, "$name: compiles");
}

# ---- Results --------------------------------------------------------------------------------------
for (['vectors', 1678], ['products', 384]) {
    my ($name, $calls) = @$_;
    compile($name, '-O0');
    my ($status, $out, $errors) = run("$folder/$name");
    is($out, "$calls right, 0 wrong\n", "$name: all results, and nothing beside them");
    is("$status$errors", 0, "$name: no finding");
}

compile('repeated', '-O0');
my ($repeated, $repeats, $repeats_said) = run("$folder/repeated");
is("$repeated$repeats$repeats_said", "063 right, 0 wrong\n", 'a product that repeats the one before it, or does not quite');

my $library = 'build/libruntime.a';    # it has names that programs do not see
system("make -s $library") == 0 or die "the runtime does not build\n";
my (undef, $built) = run("\${CC:-cc} -std=gnu11 -Wall -Wextra -fno-pie -no-pie -pthread -Iinclude -Iruntime tests/cublas/widths.c"
    . ' -Wl,--wrap=memcpy,--wrap=memset,--wrap=memmove,--wrap=free'
    . " -Wl,--whole-archive $library -Wl,--no-whole-archive -lm -o $folder/widths 2>&1");
is($built, '', 'widths.c compiles');
my ($width_status, $widths) = run("$folder/widths");
is($width_status, 0, 'sums by wider vectors have the same bits') or diag($widths);

# ---- Mistakes --------------------------------------------------------------------------------------
compile('mistakes', '-g');
my $gemm = 'invalid cuBLAS call';
my %found = (   # name => [status, kind, what happened]
    'null handle' => ['NOT_INITIALIZED', $gemm, 'cublasSgemm: the handle is NULL: cublasCreate was not called, or failed'],
    'garbage handle' => ['NOT_INITIALIZED', $gemm, 'cublasSgemm: the handle was never created'],
    'destroyed handle' => ['NOT_INITIALIZED', $gemm, 'cublasSgemm: the handle was destroyed'],
    'host matrix' => ['EXECUTION_FAILED', 'host pointer', q(cublasSgemm: A is a pointer to the host's memory, where the device's must be)],
    'null matrix' => ['INVALID_VALUE', 'null pointer', 'cublasSgemm: C is a null pointer'],
    'too small' => ['EXECUTION_FAILED', 'out of bounds', 'cublasSgemm: B is too small: 8 x 8 floats with a leading dimension of 8 take 256 bytes, and there are 252 at offset 0 of an allocation of 252 bytes'],
    'too small for ld' => ['EXECUTION_FAILED', 'out of bounds', 'cublasSgemm: C is too small: 8 x 8 floats with a leading dimension of 9 take 284 bytes, and there are 256 at offset 0 of an allocation of 256 bytes'],
    'too small, offset' => ['EXECUTION_FAILED', 'out of bounds', 'cublasSgemm: C is too small: 8 x 8 floats with a leading dimension of 8 take 256 bytes, and there are 252 at offset 4 of an allocation of 256 bytes'],
    'freed' => ['EXECUTION_FAILED', 'use after free', 'cublasSgemm: A is memory that was freed'],
    'lda' => ['INVALID_VALUE', $gemm, 'cublasSgemm: lda is 7, but A has 8 rows as it is stored'],
    'ldc 0' => ['INVALID_VALUE', $gemm, 'cublasSgemm: ldc is 0: it must be at least 1'],
    'negative m' => ['INVALID_VALUE', $gemm, 'cublasSgemm: m is -3: it must be at least 0'],
    'operation' => ['INVALID_VALUE', $gemm, 'cublasSgemm: transb is 3: it must be CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C'],
    'device scalar' => ['EXECUTION_FAILED', 'device pointer on the host', q(cublasSgemm: alpha is a pointer to the device's memory, where the host's must be)],
    'host scalar' => ['EXECUTION_FAILED', 'host pointer', q(cublasSgemm: alpha is a pointer to the host's memory, where the device's must be)],
    'null alpha' => ['INVALID_VALUE', $gemm, 'cublasSgemm: alpha is a null pointer'],
    'unwritten' => ['SUCCESS', 'uninitialised read', 'cublasSgemm: row 3, column 2 of A (counted from 0, as the matrix is stored) was written by nobody'],
    'unwritten C' => ['SUCCESS', 'uninitialised read', 'cublasSgemm: row 0, column 0 of C (counted from 0, as the matrix is stored) was written by nobody'],
    'result is input' => ['SUCCESS', $gemm, 'cublasSgemm: C and A overlap, and C is written'],
    'sticky stream' => ['EXECUTION_FAILED', $gemm, q(cublasSgemm: the handle's stream was destroyed)],
    'captured' => ['NOT_SUPPORTED', $gemm, q(cublasSgemm: the handle's stream is captured into a graph, and the simulator's graphs have no calls of cuBLAS)],
    'other device' => ['EXECUTION_FAILED', $gemm, 'cublasSgemm: the handle is one of device 0, but the current device is 1'],
    q(other device's memory) => ['EXECUTION_FAILED', 'memory of another device', q(cublasSgemm: B is memory of device 1, but the handle's device is 0)],
    'host list' => ['EXECUTION_FAILED', 'host pointer', q(cublasSgemmBatched: Aarray is a pointer to the host's memory, where the device's must be)],
    'same C' => ['EXECUTION_FAILED', 'out of bounds', 'cublasSgemmBatched: C of matrix 1 of the batch is too small: 2 x 2 floats with a leading dimension of 8 take 40 bytes, and there are 4 at offset 252 of an allocation of 256 bytes'],
    'stride 0' => ['INVALID_VALUE', $gemm, 'cublasSgemmStridedBatched: C of matrix 0 of the batch and of matrix 1 overlap'],
    'types' => ['NOT_SUPPORTED', $gemm, q(cublasGemmEx: the simulator's cuBLAS does not have these types together)],
    'increment 0' => ['INVALID_VALUE', $gemm, q(cublasSgemv: incx is 0: it is the distance of a vector's elements)],
    'gemv transposed' => ['EXECUTION_FAILED', 'out of bounds', 'cublasSgemv: x is too small: 8 floats take 32 bytes, and there are 4 at offset 0 of an allocation of 4 bytes'],
    'vector' => ['EXECUTION_FAILED', 'out of bounds', 'cublasSaxpy: x is too small: 33 floats with an increment of 2 take 260 bytes, and there are 256 at offset 0 of an allocation of 256 bytes'],
    'device result' => ['EXECUTION_FAILED', 'device pointer on the host', q(cublasSdot: result is a pointer to the device's memory, where the host's must be)],
    'unwritten vector' => ['SUCCESS', 'uninitialised read', q(cublasSasum: element 7 of x (counted from 0, in memory's order) was written by nobody)],
    'set vector' => ['MAPPING_ERROR', 'invalid argument', 'cublasSetVector: the target is a host pointer where a device pointer must be: invalid argument'],
    'set increment' => ['INVALID_VALUE', $gemm, 'cublasSetVector: incx is 0: it must be at least 1'],
    'set matrix' => ['INVALID_VALUE', $gemm, 'cublasSetMatrix: lda is 7: it must be at least 8'],
    'get too much' => ['MAPPING_ERROR', 'invalid argument', 'cublasGetMatrix: the source is 288 bytes at offset 0 of an allocation of 256 bytes: invalid argument'],
    'streams' => ['SUCCESS', 'race between streams', 'cublasSaxpy'],
);
my @runs = run_many(map { "SIM_DEVICES=2 $folder/mistakes \"$_\"" } sort keys %found);
for my $name (sort keys %found) {
    my ($status, $kind, $what) = @{$found{$name}};
    my (undef, $exit, $out, $errors) = @{shift @runs};
    is($out, "CUBLAS_STATUS_$status\n", "$name: the status");
    is($exit, FOUND, "$name: makes the program fail");
    my @lines = split /\n/, $errors;
    like($lines[0], qr{^simulator: \Q$kind\E: tests/cublas/mistakes\.cu:\d+}, "$name: the kind, and where") or diag($errors);
    $what eq 'cublasSaxpy' ? like($errors, qr/cublasSaxpy.*cublasSscal|cublasSscal.*cublasSaxpy/, "$name: what happened")
        : is($lines[-3], "  $what", "$name: what happened");
    like($lines[-2], qr/^  [A-Z].*\.$/, "$name: and an advice");
}
for my $name ('', 'in place', 'list') {
    my ($exit, $out, $errors) = run("$folder/mistakes '$name'");
    is("$exit$out$errors", "0CUBLAS_STATUS_SUCCESS\n", "'$name' is no mistake");
}
my ($exit, $out, $errors) = run("SIM_CHECKS=0 $folder/mistakes 'host matrix'");
is("$exit$out$errors", "0CUBLAS_STATUS_EXECUTION_FAILED\n", 'without checks there is the status alone');

# ---- Its time, and the work of its stream -----------------------------------------------------------
compile('time', '-O0');
($exit, $out, $errors) = run("$folder/time");
is($exit, 0, 'the times of calls') or diag($errors);
my ($small, $large, $twice, $doubles) = map { /([\d.]+)$/ } split /\n/, $out;
my ($peak, $fast) = (132 * 4 * 32 * 1.745e9, 3352e9); # of an H100: products and bytes a second
cmp_ok($small, '>', 0, 'even a small call takes time');
cmp_ok($large, '>', 1024 ** 3 / $peak * 1e3, 'a product of matrices: at least what its arithmetic takes');
cmp_ok($large, '<', 1024 ** 3 / $peak * 1e3 * 1.3, 'and hardly more: it is a bound');
cmp_ok($doubles / $large, '>', 1.8, 'of doubles: twice that');
cmp_ok($twice, '>', 3 * (1 << 24) * 4 / $fast * 1e3, 'a sum of vectors: at least what its bytes take');
like($errors, qr/^simulator: times of cuBLAS are lower bounds: no kernel of its is modelled \(docs\/programs\.md\)$/m, 'it is said that they are bounds');

# ---- What is not there -------------------------------------------------------------------------------
for (['cublasStrsm(handle, CUBLAS_SIDE_LEFT)', 'cublasStrsm'], ['cublasCgemm(handle)', 'cublasCgemm'],
     ['cublasSgemm_64(handle)', 'cublasSgemm_64']) {
    my ($call, $name) = @$_;
    open my $file, '>', "$folder/lacks.cu" or die;
    print $file "#include <cublas_v2.h>\nint main()\n{\n    cublasHandle_t handle;\n    $call;\n}\n";
    close $file;
    my ($status, undef, $said) = run("build/simcc -c $folder/lacks.cu -o $folder/lacks.o");
    is($status, 1, "$name is refused");
    like($said, qr{lacks\.cu:5: error: the simulator has no such part of cuBLAS, or its header is missing \($name\): cublas_v2\.h has axpy, },
         "$name: by its name, at its line");
}
open my $old, '>', "$folder/old.cu" or die;
print $old "#include <cublas.h>\nint main()\n{\n    cublasInit();\n}\n";
close $old;
like((run("build/simcc -c $folder/old.cu -o $folder/old.o"))[2],
     qr{old\.cu:4: error: the simulator has no old interface of cuBLAS \(cublasInit\): include cublas_v2\.h}, 'nor the old interface');

done_testing;
