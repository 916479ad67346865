/*
 * Kernels with a quotient, a remainder or a product each, run once, by a warp: of 32 bits, of 64, and of
 * the square of 32 bits. For tests/clock_instructions.t.
 */
typedef unsigned long long wide;

extern "C" __global__ void of_32(unsigned *to, const unsigned *from)
{
    to[threadIdx.x] = from[threadIdx.x] / from[threadIdx.x + 32];
}

extern "C" __global__ void of_64(wide *to, const wide *from)
{
    to[threadIdx.x] = from[threadIdx.x] / from[threadIdx.x + 32];
}

extern "C" __global__ void of_square(unsigned *to, const unsigned *from, unsigned modulus)
{
    unsigned power = from[threadIdx.x];

    to[threadIdx.x] = (wide)power * power % modulus;
}

/* Where 32 bits are enough, an address takes one instruction, and more where the index has 64. */
extern "C" __global__ void of_indices(unsigned *to, const unsigned *from, int width)
{
    to[threadIdx.x * width] = from[blockIdx.x * width + threadIdx.x];
}

extern "C" __global__ void of_wide_indices(unsigned *to, const unsigned *from, size_t width)
{
    to[threadIdx.x * width] = from[blockIdx.x * width + threadIdx.x];
}

extern "C" __global__ void of_product(unsigned long long *to, const unsigned long long *from,
                                      unsigned long long by, unsigned long long and_more)
{
    to[threadIdx.x] = from[threadIdx.x] * by;
}

extern "C" __global__ void of_product_and_sum(unsigned long long *to,
                                              const unsigned long long *from, unsigned long long by,
                                              unsigned long long and_more)
{
    to[threadIdx.x] = from[threadIdx.x] * by + and_more;
}

extern "C" __global__ void of_two_sums(unsigned long long *to, const unsigned long long *from,
                                       unsigned long long by, unsigned long long and_more)
{
    to[threadIdx.x] = from[threadIdx.x] * by + and_more + (from[threadIdx.x] >> 3);
}

int main()
{
    unsigned *words;

    cudaMalloc(&words, 192 * sizeof *words);
    cudaMemset(words, 1, 192 * sizeof *words);
    of_32<<<1, 32>>>(words + 64, words);
    of_64<<<1, 32>>>((wide *)words + 64, (wide *)words);
    of_square<<<1, 32>>>(words + 64, words, 7);
    of_indices<<<1, 32>>>(words + 64, words, 1);
    of_wide_indices<<<1, 32>>>(words + 64, words, 1);
    unsigned long long *numbers = (unsigned long long *)words;
    of_product<<<1, 32>>>(numbers + 32, numbers, 3, 5);
    of_product_and_sum<<<1, 32>>>(numbers + 32, numbers, 3, 5);
    of_two_sums<<<1, 32>>>(numbers + 32, numbers, 3, 5);
    return cudaDeviceSynchronize() != cudaSuccess;
}
