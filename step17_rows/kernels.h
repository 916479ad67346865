/*
 * Step 17's program for its kernels alone, the file as it stands: its main becomes a template that
 * nobody calls, so that the kernels of all shapes are not made.
 */
#define main                                                                                       \
    unused_main();                                                                                 \
    template <typename unused> int step17_main
#include "reduce.cu"
#undef main
