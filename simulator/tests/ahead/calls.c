/* Counts the calls of a block's barrier in kernels whose threads may run ahead, and tells at the
 * end. */
#include <stdio.h>

unsigned long calls;

__asm__(".text\n"
        ".globl count_barrier\n"
        "count_barrier:\n"
        "    incq calls(%rip)\n"
        "    jmp sim_block_barrier_ahead\n");

__attribute__((destructor)) static void tell(void)
{
    printf("%lu calls\n", calls);
}
