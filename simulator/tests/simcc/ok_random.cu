// cuRAND in kernels and for the host: known numbers, and skipping ahead by steps or at once.
// out: xorwow 2501467243 75263415 3411255639; 0.20140387 0.44933757; 0.6576601
// out: philox 482218876 1698527859 1518422122; 0.97716433 0.11528312; 2.2471762
// out: mrg 4200718073 2170368389 2539909233; 0.39992937 0.38535285; 0.5961803
// out: 1
// out: 1
// out: 1
// out: 6627e8d5 e169c58d bc57ac4c 9b00dbd8
// out: 0.1270111221
// out: 0.1455 0.8202 0.5504 0.2948 0.9147 0.8690 0.3219 0.7829 0.0113 0.2855 
#include <curand_kernel.h>
#include <curand.h>
#include <cstdio>
template <class S> __global__ void k(S *s, unsigned *o, float *u, float *nrm)
{
    int i = threadIdx.x;
    S l;
    curand_init(1234, i, 5, &l);
    o[i] = curand(&l);
    u[i] = curand_uniform(&l);
    nrm[i] = curand_normal(&l);
    s[i] = l;
}
template <class S> void go(const char *n)
{
    S *s;
    unsigned *o;
    float *u, *nn;
    cudaMallocManaged(&s, 32 * sizeof(S));
    cudaMallocManaged(&o, 128);
    cudaMallocManaged(&u, 128);
    cudaMallocManaged(&nn, 128);
    k<<<1, 32>>>(s, o, u, nn);
    cudaDeviceSynchronize();
    printf("%s %u %u %u; %.8f %.8f; %.7f\n", n, o[0], o[1], o[31], u[0], u[1], nn[0]);
}
int main()
{
    go<curandState>("xorwow");
    go<curandStatePhilox4_32_10_t>("philox");
    go<curandStateMRG32k3a_t>("mrg");
    curandStateXORWOW_t a, b;
    curand_init(1234, 0, 0, &a);
    for (int i = 0; i < 5; i++)
        curand(&a);
    curand_init(1234, 0, 5, &b);
    printf("%d\n", curand(&a) == curand(&b));
    curandStateMRG32k3a_t c, d;
    curand_init(7, 0, 0, &c);
    for (int i = 0; i < 1000; i++)
        curand(&c);
    curand_init(7, 0, 1000, &d);
    printf("%d\n", curand(&c) == curand(&d));
    curandStatePhilox4_32_10_t e, f;
    curand_init(7, 0, 0, &e);
    for (int i = 0; i < 1003; i++)
        curand(&e);
    curand_init(7, 0, 1003, &f);
    printf("%d\n", curand(&e) == curand(&f));
    curandStatePhilox4_32_10_t z;
    curand_init(0, 0, 0, &z);
    uint4 q = curand4(&z);
    printf("%08x %08x %08x %08x\n", q.x, q.y, q.z, q.w);
    curandStateMRG32k3a_t m;
    curand_init(0, 0, 0, &m);
    printf("%.10f\n", curand_uniform_double(&m));
    curandGenerator_t g;
    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(g, 1234ULL);
    float *dd, h[10];
    cudaMalloc(&dd, 40);
    curandGenerateUniform(g, dd, 10);
    cudaMemcpy(h, dd, 40, cudaMemcpyDeviceToHost);
    for (float x : h)
        printf("%1.4f ", x);
    puts("");
}
