/*
 * Some pairs of types and operators of a copy of step 16, for tests/types.t, which changes the copy
 * so that it is wrong: one for each way in which the kernel treats an operator. Compiled with the
 * folder of the copy as -I. Takes step 16's options.
 */
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
    case OPERATION_ARGMIN: return reduce<ArgMinimum<float>, float>(&setting);
    case OPERATION_MOMENTS: return reduce<Moments<double>, double>(&setting);
    case OPERATION_AFFINE: return reduce<Compose<unsigned int>, map_of<unsigned int>>(&setting);
    case OPERATION_MINIMUM: return reduce<Minimum<__half>, __half>(&setting);
    case OPERATION_PRODUCT: return reduce<Product<int>, int>(&setting);
    default: return reduce<Sum<float>, float>(&setting);
    }
}
