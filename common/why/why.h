/*
 * What the programs stepNN/why.cu share: kernels that differ in one thing each, timed in turns by
 * the method of the steps (docs/measuring.md), and what each thing is worth.
 */
#ifndef WHY_H
#define WHY_H

#include <stddef.h>

#include "../device.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ZEROED_BYTES = 4096 };

/* What a variant adds up, and where it leaves the sum. All of it is device memory. */
struct numbers {
    int *g_idata;       /* n numbers, fresh before each run; zeros behind them up to a tile's
                           end: 8 numbers for each thread of the largest block */
    int *g_odata;       /* poisoned: room for a sum of every 32 numbers, and one more */
    long long *g_sums;  /* the same for sums of 64 bits */
    long long *g_total; /* poisoned: the sum of all, where a kernel makes it */
    void *g_zeros;      /* ZEROED_BYTES, all 0: for tickets, counters and meetings */
    unsigned int n;
    unsigned int block; /* threads of a block, as the command line says */
    const struct device *device;
};

/* How a variant was launched. */
struct launched {
    unsigned int grid, block;
    unsigned int sums;      /* how many in g_odata the host adds up */
    unsigned int long_sums; /* how many in g_sums; where both are 0, the sum is *g_total */
    int task;               /* which of a program's tasks it was, where there are several */
    const char *kernel;     /* in the place of the variant's; NULL: the variant's was launched */
};

enum expected_sum {
    SUM_RIGHT,
    SUM_WRONG /* on purpose: what the kernel leaves out is needed for the sum, not for the time */
};

enum total_before { TOTAL_POISONED, TOTAL_ZERO /* for kernels that add to it */ };

enum timing {
    ANYWHERE,
    NOT_MODELLED /* depends on which block is ready first, and the simulator runs them in turn */
};

/* One kernel. */
struct variant {
    char letter;        /* what the comparisons call it: 'a' to 'z' */
    const char *name;   /* what it is, in a few words */
    const char *kernel; /* the main kernel's name, as the simulator reports it; the last arguments
                           of a template may be left out: "sum<4" for sum<4, 512> */
    struct launched (*launch)(const struct numbers *numbers); /* queues it once */
    enum expected_sum sum;
    enum total_before total;
    enum timing timing;
};

/* Two variants that differ in one thing. */
struct comparison {
    char before, after;
    const char *taken_away; /* what `after` lacks of `before` */
};

/* Other numbers than the ints of the steps, and other results than their sum. */
struct work {
    const char *elements; /* what they are: "floats" */
    /* n words of 4 bytes, called once, before the first launch; freed with free() after the last */
    void *(*make_input)(size_t n, unsigned int seed);
    /* whether what a launch left in device memory is right; NULL: whether it is the ints' sum */
    int (*is_right)(const struct numbers *numbers, const struct launched *launched);
};

/* The least and the most threads of a block with which all variants work. */
struct block_range {
    unsigned int least, most;
};

/*
 * Times all variants and prints two tables: their times, and what each comparison gains.
 * variants ends with a launch of NULL, comparisons with a taken_away of NULL. Returns the program's
 * exit status: EXIT_WRONG_SUM if a variant whose sum is to be right gave another one. Ends the
 * program as parse_command_line and select_device do.
 */
int take_away(int argc, char **argv, struct block_range blocks, const struct variant *variants,
              const struct comparison *comparisons);

/* The same for other work than a sum of ints. */
int take_away_of(const struct work *work, int argc, char **argv, struct block_range blocks,
                 const struct variant *variants, const struct comparison *comparisons);

#ifdef __cplusplus
}

#include "../check.h"

/*
 * Stands where a barrier was: nobody waits, but the compiler reads memory again after it, as it
 * does after a barrier. So the code around it stays what it was.
 */
__device__ inline void noBarrier(void)
{
    asm volatile("" : : : "memory");
}

/*
 * Launches a kernel as steps 02 to 11 do: a block for every numbers_a_thread * threads numbers, and
 * shared memory for one int a thread. The block has 1 / divisor of the threads that were asked for.
 */
template <auto kernel, unsigned int numbers_a_thread, unsigned int divisor = 1>
static struct launched sum_with(const struct numbers *numbers)
{
    unsigned int block = numbers->block / divisor;
    unsigned int grid = (numbers->n - 1) / (block * numbers_a_thread) + 1;

    kernel<<<grid, block, block * sizeof(int)>>>(numbers->g_idata, numbers->g_odata, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, block, grid};
}

/* The same, of a kernel whose shared memory has a word of padding after every 32. */
template <auto kernel> static struct launched sum_padded(const struct numbers *numbers)
{
    unsigned int block = numbers->block;
    unsigned int grid = (numbers->n - 1) / block + 1;
    size_t smem_bytes = (block + block / 32) * sizeof(int);

    kernel<<<grid, block, smem_bytes>>>(numbers->g_idata, numbers->g_odata, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, block, grid};
}
#endif

#endif
