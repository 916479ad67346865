// Sobol's sequences and Poisson numbers: what the library gives, and what the distribution says.
// out: host: 46c71000 5e4bb000 2cb2d000
// out: kernel: 46c71000 66c71000; as the host 1 1 1
// out: skipped: 1
// out: normal: 0.318639368 -1.15034938
// out: poisson: 1 1 1 1 1
// out: refused: 105 103 104 103
#include <curand.h>
#include <curand_kernel.h>

__global__ void draw(const curandDirectionVectors32_t *directions, unsigned int offset,
                     unsigned int *bits, float *uniforms)
{
    curandStateSobol32_t state;

    curand_init(directions[threadIdx.x], offset, &state);
    bits[2 * threadIdx.x] = curand(&state);
    bits[2 * threadIdx.x + 1] = curand(&state);
    uniforms[threadIdx.x] = curand_uniform(&state);
}

/* Reaches the same place by steps. */
__global__ void skip(const curandDirectionVectors32_t *directions, int *same)
{
    curandStateSobol32 slow, fast;

    curand_init(directions[7], 3, &slow);
    curand_init(directions[7], 0, &fast);
    for (int i = 0; i < 1000; i++)
        curand(&slow);
    skipahead(1003u, &fast);
    *same = curand(&slow) == curand(&fast) && slow.x == fast.x;
}

/* The mean of a thread's numbers, and of their squares' distance from it. */
template <class state_type> __global__ void events(double lambda, double *mean, double *variance)
{
    state_type state;
    double sum = 0, squares = 0;
    const int count = 200;

    curand_init(5, threadIdx.x, 0, &state);
    for (int i = 0; i < count; i++) {
        double number = curand_poisson(&state, lambda);
        sum += number;
        squares += (number - lambda) * (number - lambda);
    }
    atomicAdd(mean, sum / count / blockDim.x / lambda);
    atomicAdd(variance, squares / count / blockDim.x / lambda);
}

template <class state_type> static int is_poisson(double lambda)
{
    double *result;

    cudaMallocManaged(&result, 2 * sizeof *result);
    result[0] = result[1] = 0;
    events<state_type><<<1, 64>>>(lambda, result, result + 1);
    cudaDeviceSynchronize();
    return fabs(result[0] - 1) < 0.05 && fabs(result[1] - 1) < 0.1;
}

int main()
{
    curandDirectionVectors32_t *known, *directions;
    curandGenerator_t generator;
    unsigned int host[300], *bits;
    float *uniforms, normal[2];
    int *same;

    curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_DEFAULT);
    curandSetQuasiRandomGeneratorDimensions(generator, 100);
    curandSetGeneratorOffset(generator, 1000003);
    curandGenerate(generator, host, 300);
    printf("host: %x %x %x\n", host[0], host[150], host[299]);

    curandGetDirectionVectors32(&known, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
    cudaMalloc(&directions, 100 * sizeof *directions);
    cudaMemcpy(directions, known, 100 * sizeof *directions, cudaMemcpyHostToDevice);
    cudaMallocManaged(&bits, 200 * sizeof *bits);
    cudaMallocManaged(&uniforms, 100 * sizeof *uniforms);
    cudaMallocManaged(&same, sizeof *same);
    draw<<<1, 100>>>(directions, 1000003, bits, uniforms);
    cudaDeviceSynchronize();
    int equal[3] = {1, 1, 1};
    for (int i = 0; i < 100; i++) {
        equal[0] &= bits[2 * i] == host[3 * i];
        equal[1] &= bits[2 * i + 1] == host[3 * i + 1];
        equal[2] &= fabs(uniforms[i] - host[3 * i + 2] / 4294967296.0) < 1e-7;
    }
    printf("kernel: %x %08x; as the host %d %d %d\n", bits[0], bits[1], equal[0], equal[1],
           equal[2]);
    skip<<<1, 1>>>(directions, same);
    cudaDeviceSynchronize();
    printf("skipped: %d\n", *same);

    curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32);
    curandSetGeneratorOffset(generator, 6);
    curandGenerateNormal(generator, normal, 2, 0, 1);
    printf("normal: %.9g %.9g\n", normal[0], normal[1]);

    double total = 0;
    curandGenerator_t other;
    curandCreateGeneratorHost(&other, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandGeneratePoisson(other, host, 300, 50.0);
    for (int i = 0; i < 300; i++)
        total += host[i];
    printf("poisson: %d %d %d %d %d\n", is_poisson<curandState>(2.5),
           is_poisson<curandStatePhilox4_32_10_t>(100), is_poisson<curandStateMRG32k3a_t>(1000),
           is_poisson<curandState>(9000), fabs(total / 300 - 50) < 1.5);

    curandSetQuasiRandomGeneratorDimensions(generator, 7);
    printf("refused: %d %d %d %d\n", curandGenerate(generator, host, 8),
           curandSetPseudoRandomGeneratorSeed(generator, 1),
           curandSetQuasiRandomGeneratorDimensions(generator, 0),
           curandSetQuasiRandomGeneratorDimensions(other, 2));
    return 0;
}
