/*
 * Kernels with a quotient, a remainder or a product each, run once, by a warp: of 32 bits, with
 * signs and without, of 64, and of the square of 32 bits. For tests/clock_instructions.t.
 */
typedef unsigned long long wide;

extern "C" __global__ void of_32(unsigned *to, const unsigned *from)
{
    to[threadIdx.x] = from[threadIdx.x] / from[threadIdx.x + 32];
}

extern "C" __global__ void of_signs(int *to, const int *from)
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

/* Generators of random numbers, which multiply and add. */
enum { ROUNDS = 64 };

extern "C" __global__ void of_products(wide *to, const wide *from)
{
    wide x = from[threadIdx.x], own = from[threadIdx.x + 32];

    for (int i = 0; i < ROUNDS; i++)
        x *= own;
    to[threadIdx.x] = x;
}

extern "C" __global__ void of_products_and_sums(wide *to, const wide *from)
{
    wide x = from[threadIdx.x], own = from[threadIdx.x + 32];

    for (int i = 0; i < ROUNDS; i++)
        x = x * own + own;
    to[threadIdx.x] = x;
}

int main()
{
    unsigned *words;

    cudaMalloc(&words, 192 * sizeof *words);
    cudaMemset(words, 1, 192 * sizeof *words);
    of_32<<<1, 32>>>(words + 64, words);
    of_signs<<<1, 32>>>((int *)words + 64, (int *)words);
    of_64<<<1, 32>>>((wide *)words + 64, (wide *)words);
    of_square<<<1, 32>>>(words + 64, words, 7);
    of_indices<<<1, 32>>>(words + 64, words, 1);
    of_wide_indices<<<1, 32>>>(words + 64, words, 1);
    wide *numbers = (wide *)words;
    of_products<<<1, 32>>>(numbers + 64, numbers);
    of_products_and_sums<<<1, 32>>>(numbers + 64, numbers);
    return cudaDeviceSynchronize() != cudaSuccess;
}
