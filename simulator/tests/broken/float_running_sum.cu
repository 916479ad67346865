/*
 * Float: a running sum that starts with 2^24 loses every 1 that follows, because a
 * float has 24 bits and 2^24 + 1 is no float. Added up by themselves first, or in
 * double, the ones count. The order of the additions decides about the sum.
 */
#include "main.h"

#ifdef SOUND
typedef double total_type;
#else
typedef float total_type;
#endif

__global__ void reduce(const float *data, double *total, unsigned int n)
{
    total_type sum = 0;
    for (unsigned int i = 0; i < n; i++)
        sum += data[i];                         /* wrong sum */
    *total = sum;
}

int main(void)
{
    float *input = (float *)malloc(N * sizeof(float)), *data;
    double *total, sum;
    if (input == NULL) {
        perror("malloc");
        exit(3);
    }
    input[0] = 16777216; /* 2^24 */
    for (int i = 1; i < N; i++)
        input[i] = 1;
    CHECK(cudaMalloc((void **)&data, N * sizeof(float)));
    CHECK(cudaMalloc((void **)&total, sizeof(double)));
    CHECK(cudaMemcpy(data, input, N * sizeof(float), cudaMemcpyHostToDevice));
    reduce<<<1, 1>>>(data, total, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, total, sizeof(double), cudaMemcpyDeviceToHost));
    free(input);
    return verdict((long long)sum, 16777216LL + N - 1);
}
