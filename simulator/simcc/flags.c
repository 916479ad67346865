/*
 * The compiler flags that make a program countable: see docs/simulator.md.
 *
 * The compiler's instrumentation for data races calls a function at each load
 * and store, the one for coverage at each basic block; the runtime has these
 * functions. The other flags keep the code in the shape of its source, so that
 * compilers agree on what is counted.
 */
#include "flags.h"

#include <stddef.h>

static const char *const gcc_flags[] = {
    "-O1",
    "-fsanitize=thread",
    "--param",
    "tsan-distinguish-volatile=1",
    "-fsanitize-coverage=trace-pc",
    "-fno-thread-jumps", /* it copies barriers into several branches */
    "--param",
    "max-jump-thread-duplication-stmts=0", /* the same, where gcc 11 does it nevertheless */
    "-fno-reorder-blocks",                 /* keeps the smallest address first */
    "-fno-tree-sra",                       /* it splits an int4 load into four */
    "-fno-optimize-sibling-calls",         /* the call stack stays that of the source */
    "-fno-math-errno",                     /* a root needs no branch for it */
    NULL};

static const char *const clang_flags[] = {
    "-O1",
    "-fsanitize=thread",
    "-mllvm",
    "-tsan-distinguish-volatile=1",
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    "-mllvm",
    "-tsan-instrument-memintrinsics=false", /* copies of structures: clang_copies.h */
    "-fsanitize-coverage=trace-pc,no-prune",
    "-fno-discard-value-names", /* they tell bit-fields: bit_fields.h */
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-mllvm",
    "-disable-vector-combine", /* it would load single elements of an int4 */
    "-mllvm",
    "-disable-licm-promotion", /* it keeps a loop's loads in a register, of no line */
    "-fno-optimize-sibling-calls",
    "-fno-math-errno",
    NULL};

static const char *const gcc_common[] = {
    "-fno-pie", "-fno-strict-aliasing", /* CUDA code reads memory under several types */
    "-fno-finite-loops",                /* a loop without an end is to be found, not left out */
    "-gno-statement-frontiers",         /* with them gdb finds no line of an optimised template */
    NULL};

static const char *const clang_common[] = {
    "-fno-pie", "-fno-strict-aliasing", "-fno-finite-loops",
    "-fdeclspec", /* threadIdx.x is a property: see include/sim/builtin_variables.h */
    NULL};

const char *const *instrumentation_flags(enum compiler_family family)
{
    return family == COMPILER_CLANG ? clang_flags : gcc_flags;
}

const char *const *common_flags(enum compiler_family family)
{
    return family == COMPILER_CLANG ? clang_common : gcc_common;
}
