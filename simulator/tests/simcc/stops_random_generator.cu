// A generator that was not made, or is there no longer, is refused: a pointer that nobody has set leads anywhere.
// exit: 86
// out: 101 101 101 0 101 0
// err: stops_random_generator.cu:16
// err: curandGenerateUniform: the generator was never created: CURAND_STATUS_NOT_INITIALIZED
// err: curandDestroyGenerator: the generator was destroyed: CURAND_STATUS_NOT_INITIALIZED
#include <cstdio>
#include <curand.h>

int main()
{
    curandGenerator_t unset = (curandGenerator_t)0x10, made;
    float numbers[4], *d_numbers;

    cudaMalloc(&d_numbers, sizeof numbers);
    int never = curandGenerateUniform(unset, d_numbers, 4);
    int seed = curandSetPseudoRandomGeneratorSeed(unset, 1);
    int null = curandGenerateUniform(NULL, d_numbers, 4);
    curandCreateGenerator(&made, CURAND_RNG_PSEUDO_DEFAULT);
    int first = curandDestroyGenerator(made);
    int again = curandDestroyGenerator(made);
    curandCreateGenerator(&made, CURAND_RNG_PSEUDO_DEFAULT);
    int other = curandGenerateUniform(made, d_numbers, 4);
    printf("%d %d %d %d %d %d\n", never, seed, null, first, again, other);
}
