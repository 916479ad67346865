/*
 * Step 16's program for its kernels alone, the file as it stands: its main becomes a template that
 * nobody calls, so that the kernels of all types and operators, which take a minute to compile, are
 * not made.
 */
#define main                                                                                       \
    unused_main();                                                                                 \
    template <typename unused> int step16_main
#include "reduce.cu"
#undef main
