/*
 * How n numbers are shared out among GPUs.
 */
#ifndef SHARE_H
#define SHARE_H

#include <cuda_runtime.h> // min

/* The part of the numbers that a GPU sums: n of them, from number first on. */
struct share {
    size_t first, n;
};

/* Share number g, from 0 on: the numbers that are left over go to the first shares, one each. */
static struct share share_of(size_t n, size_t g, size_t shares)
{
    size_t left_over = n % shares;

    return {n / shares * g + min(g, left_over), n / shares + (g < left_over)};
}

#endif
