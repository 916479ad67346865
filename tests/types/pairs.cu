/*
 * Some pairs of types and operators of a copy of step 16, for tests/types.t, which changes the copy
 * so that it is wrong: one for each way in which the kernel treats an operator. Compiled with the
 * folder of the copy as -I, and with -DONLY_argmin and the like for one of them alone, which takes a
 * quarter of the time. Takes step 16's options.
 */
#if !defined(ONLY_argmin) && !defined(ONLY_moments) && !defined(ONLY_affine) && \
    !defined(ONLY_min) && !defined(ONLY_product) && !defined(ONLY_sum)
#define ONLY_argmin
#define ONLY_moments
#define ONLY_affine
#define ONLY_min
#define ONLY_product
#define ONLY_sum
#endif

// what step 16's main would need of all types is not made: nobody calls this
#define main                                                                                       \
    unused_main();                                                                                 \
    template <typename unused> int step16_main
#include "step16_any_type/reduce.cu"
#undef main

int main(int argc, char **argv)
{
    struct setting setting = read_setting(argc, argv);

    switch (setting.operation) {
#ifdef ONLY_argmin
    case OPERATION_ARGMIN: return reduce<ArgMinimum<float>, float>(&setting);
#endif
#ifdef ONLY_moments
    case OPERATION_MOMENTS: return reduce<Moments<double>, double>(&setting);
#endif
#ifdef ONLY_affine
    case OPERATION_AFFINE: return reduce<Compose<unsigned int>, map_of<unsigned int>>(&setting);
#endif
#ifdef ONLY_min
    case OPERATION_MINIMUM: return reduce<Minimum<__half>, __half>(&setting);
#endif
#ifdef ONLY_product
    case OPERATION_PRODUCT: return reduce<Product<int>, int>(&setting);
#endif
#ifdef ONLY_sum
    case OPERATION_SUM: return reduce<Sum<float>, float>(&setting);
#endif
    default: return EXIT_BAD_USAGE;
    }
}
