/*
 * cuRAND's host interface: generators that fill an array of the device, or of the host. For C and
 * C++. The numbers are made by the host: no kernel is counted or timed for them.
 */
#ifndef CURAND_H_
#define CURAND_H_

#include "cuda_runtime_api.h"

#define CURAND_VERSION 10300

enum curandStatus {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;
typedef enum curandStatus curandStatus;

enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100, /* XORWOW */
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200, /* Sobol's, of 32 bits */
    CURAND_RNG_QUASI_SOBOL32 = 201
};
typedef enum curandRngType curandRngType_t;
typedef enum curandRngType curandRngType;

enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef enum curandOrdering curandOrdering_t;
typedef enum curandOrdering curandOrdering;

enum curandDirectionVectorSet { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101 };
typedef enum curandDirectionVectorSet curandDirectionVectorSet_t;
typedef enum curandDirectionVectorSet curandDirectionVectorSet;
typedef unsigned int curandDirectionVectors32_t[32];

typedef struct curandGenerator_st *curandGenerator_t;

#ifdef __cplusplus
extern "C" {
#endif

curandStatus_t curandGetVersion(int *version);
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type);
/* The same for arrays of the host. */
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed);
/* Numbers of the whole sequence that are left out at its begin. */
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
/* All orders are the legacy one here, but for CURAND_ORDERING_PSEUDO_SEEDED, which is refused. */
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
/* count numbers: 32 random bits; in (0, 1]; normal and log-normal, of which count is even. */
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *output, size_t count);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *output, size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *output,
                                           size_t count);
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *output, size_t count,
                                    float mean, float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *output, size_t count,
                                          double mean, double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *output, size_t count,
                                       float mean, float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *output,
                                             size_t count, double mean, double deviation);
/* Not the library's numbers: others of the same distribution. */
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *output,
                                     size_t count, double lambda);
/*
 * Of a quasi-random generator, 1 to 100 dimensions, where the library has 20000. count is a
 * multiple of them: all numbers of the first one come first.
 */
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions);
/* An array of the directions of 100 dimensions. */
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set);

#ifdef __cplusplus
}
#endif

#endif
