/*
 * A call that fails, for tests/check.t: more memory than any device has.
 */
#include <cuda_runtime.h>
#include <stdio.h>

#include "../../common/check.h"

int main(void)
{
    void *memory;

    CHECK(cudaSetDevice(0));
    printf("before\n");
    fflush(stdout);
    CHECK(cudaMalloc((void **)&memory, (size_t)1 << 60));
    printf("after\n");
    return 0;
}
