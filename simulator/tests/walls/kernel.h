/* Not the simulator's kernel.h: a program has its own. */
#define KERNEL_OF_THE_PROGRAM 1
