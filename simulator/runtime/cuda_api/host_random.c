/*
 * cuRAND's host interface: numbers are generated on the host and copied to their target.
 *
 * The order is the documented one. There are 4096 sequences side by side; result n is number n /
 * 4096 of sequence n mod 4096. Philox has a single sequence. Quasi-random numbers come dimension
 * after dimension.
 */
#include "curand.h"

#include <stdlib.h>

#include "base/site.h"
#include "cuda_api/copied.h"
#include "cuda_api/copies.h"
#include "cuda_api/generators.h"
#include "sim/arithmetic.h"
#include "sim/random.h"

#define SEQUENCES 4096

/* One of the sequences. The generator's type decides which members are used. */
struct sequence {
    uint32_t words[5], sum;       /* XORWOW */
    uint32_t first[3], second[3]; /* MRG32k3a */
};

struct curandGenerator_st {
    curandRngType_t type;
    int for_host;
    uint64_t seed, offset;
    cudaStream_t stream;
    int begun;           /* the sequences are seeded */
    uint64_t position;   /* the next sequence; of Philox: the next number */
    unsigned dimensions; /* of a quasi-random generator */
    unsigned dimension;  /* that of these directions */
    uint32_t directions[32];
    struct sequence sequences[SEQUENCES];
};

static int is_quasi(curandRngType_t type)
{
    return type == CURAND_RNG_QUASI_SOBOL32;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, int for_host)
{
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    if (!is_quasi(type) && type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return CURAND_STATUS_TYPE_ERROR;
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    *generator = calloc(1, sizeof **generator);
    if (!*generator || !generator_note(*generator)) {
        free(*generator);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    (*generator)->type = type;
    (*generator)->for_host = for_host;
    (*generator)->dimensions = 1;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, 0);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, 1);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    if (!generator_is_known(generator, CALLER, "curandDestroyGenerator"))
        return CURAND_STATUS_NOT_INITIALIZED;
    generator_forget(generator);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    if (!generator_is_known(generator, CALLER, "curandSetStream"))
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed)
{
    if (!generator_is_known(generator, CALLER, "curandSetPseudoRandomGeneratorSeed"))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (is_quasi(generator->type))
        return CURAND_STATUS_TYPE_ERROR;
    generator->seed = seed;
    generator->begun = 0;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    if (!generator_is_known(generator, CALLER, "curandSetGeneratorOffset"))
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->offset = offset;
    generator->begun = 0;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    if (!generator_is_known(generator, CALLER, "curandSetGeneratorOrdering"))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (order == CURAND_ORDERING_PSEUDO_SEEDED ||
        is_quasi(generator->type) != (order == CURAND_ORDERING_QUASI_DEFAULT))
        return CURAND_STATUS_OUT_OF_RANGE;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions)
{
    if (!generator_is_known(generator, CALLER, "curandSetQuasiRandomGeneratorDimensions"))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!is_quasi(generator->type))
        return CURAND_STATUS_TYPE_ERROR;
    if (!dimensions || dimensions > SIM_SOBOL_DIMENSIONS)
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set)
{
    static curandDirectionVectors32_t all[SIM_SOBOL_DIMENSIONS];
    if (!vectors || set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    for (unsigned i = 0; i < SIM_SOBOL_DIMENSIONS; i++)
        sim_sobol_directions(i, all[i]);
    *vectors = all;
    return CURAND_STATUS_SUCCESS;
}

/* Seeds the sequences, each advanced by its part of the offset. */
static void begin(curandGenerator_t generator)
{
    generator->begun = 1;
    generator->position = generator->offset;
    if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 || is_quasi(generator->type))
        return;
    generator->position %= SEQUENCES;
    for (uint64_t i = 0; i < SEQUENCES; i++) {
        struct sequence *s = &generator->sequences[i];
        uint64_t taken = generator->offset / SEQUENCES + (i < generator->offset % SEQUENCES);
        if (generator->type == CURAND_RNG_PSEUDO_XORWOW) {
            sim_xorwow_seed(s->words, &s->sum, generator->seed);
            sim_random_skip_xorwow(s->words, i, SIM_XORWOW_SEQUENCE);
            sim_random_skip_xorwow(s->words, taken, 0);
            s->sum += SIM_XORWOW_WEYL * (uint32_t)taken;
        } else {
            sim_mrg_seed(s->first, s->second, generator->seed);
            sim_random_skip_mrg(s->first, s->second, i, SIM_MRG_SEQUENCE);
            sim_random_skip_mrg(s->first, s->second, taken, 0);
        }
    }
}

/* The sequence of the next result. */
static struct sequence *next_sequence(curandGenerator_t generator)
{
    struct sequence *s = &generator->sequences[generator->position];
    generator->position = (generator->position + 1) % SEQUENCES;
    return s;
}

static uint32_t bits_of(curandGenerator_t generator, struct sequence *s)
{
    if (generator->type == CURAND_RNG_PSEUDO_XORWOW)
        return sim_xorwow_next(s->words, &s->sum);
    if (generator->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return (uint32_t)(sim_mrg_next(s->first, s->second) * SIM_MRG_BITS_NORM);

    uint64_t position = generator->position++, block = position / 4;
    uint32_t counter[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0}, result[4];
    sim_philox(counter, (uint32_t)generator->seed, (uint32_t)(generator->seed >> 32), result);
    return result[position % 4];
}

/* NULL for Philox, which has no sequences. */
static struct sequence *sequence_of_next(curandGenerator_t generator)
{
    return generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? NULL : next_sequence(generator);
}

enum distribution { BITS, UNIFORM, UNIFORM_DOUBLE, POISSON, NORMAL, NORMAL_DOUBLE };

static void make_one(curandGenerator_t generator, enum distribution distribution, void *output,
                     size_t i, double lambda)
{
    struct sequence *s = sequence_of_next(generator);
    int mrg = generator->type == CURAND_RNG_PSEUDO_MRG32K3A;
    uint32_t a, b, c;
    switch (distribution) {
    case BITS: ((uint32_t *)output)[i] = bits_of(generator, s); break;
    case UNIFORM:
        ((float *)output)[i] = mrg ? (float)(sim_mrg_next(s->first, s->second) * SIM_MRG_NORM)
                                   : sim_uniform(bits_of(generator, s));
        break;
    case UNIFORM_DOUBLE:
        if (mrg) {
            ((double *)output)[i] = sim_mrg_next(s->first, s->second) * SIM_MRG_NORM;
            break;
        }
        a = bits_of(generator, s);
        ((double *)output)[i] = sim_uniform_53(a, bits_of(generator, s));
        break;
    case POISSON:
        a = bits_of(generator, s);
        ((uint32_t *)output)[i] =
            sim_special_poisson(sim_uniform_53(a, bits_of(generator, s)), lambda);
        break;
    case NORMAL: /* two results of one sequence */
        a = bits_of(generator, s);
        sim_normal_pair(a, bits_of(generator, s), (float *)output + i);
        break;
    case NORMAL_DOUBLE:
        a = bits_of(generator, s);
        b = bits_of(generator, s);
        c = bits_of(generator, s);
        sim_normal_pair_53(a, b, c, bits_of(generator, s), (double *)output + i);
        break;
    }
}

/* The same for a quasi-random generator: result i of count. */
static void make_quasi(curandGenerator_t generator, enum distribution distribution, void *output,
                       size_t i, size_t count, double lambda)
{
    size_t length = count / generator->dimensions;
    unsigned dimension = (unsigned)(i / length);
    uint64_t position = generator->position + i % length;
    uint32_t code = (uint32_t)(position ^ position >> 1), bits = 0;

    if (i == 0 || dimension != generator->dimension)
        sim_sobol_directions(dimension, generator->directions);
    generator->dimension = dimension;
    for (int bit = 0; bit < 32; bit++)
        bits ^= code >> bit & 1 ? generator->directions[bit] : 0;
    switch (distribution) {
    case BITS: ((uint32_t *)output)[i] = bits; break;
    case UNIFORM: ((float *)output)[i] = sim_uniform(bits); break;
    case UNIFORM_DOUBLE: ((double *)output)[i] = sim_uniform_32(bits); break;
    case POISSON:
        ((uint32_t *)output)[i] = sim_special_poisson(sim_uniform_32(bits), lambda);
        break;
    case NORMAL: ((float *)output)[i] = (float)sim_special_normal(bits); break;
    case NORMAL_DOUBLE: ((double *)output)[i] = sim_special_normal(bits); break;
    }
}

/* Generates all results. lambda: of Poisson numbers. */
static void make_all(curandGenerator_t generator, enum distribution distribution, void *output,
                     size_t count, double lambda)
{
    if (is_quasi(generator->type)) {
        for (size_t i = 0; i < count; i++)
            make_quasi(generator, distribution, output, i, count, lambda);
        generator->position += count / generator->dimensions;
    } else {
        size_t step = distribution >= NORMAL ? 2 : 1;
        for (size_t i = 0; i < count; i += step)
            make_one(generator, distribution, output, i, lambda);
    }
}

/* Generates count results of that size, and copies them to the program's target. */
static curandStatus_t generate(curandGenerator_t generator, void *output, size_t count,
                               enum distribution distribution, double mean, double deviation,
                               int of_logarithm, uintptr_t pc, const char *call)
{
    size_t size = distribution == UNIFORM_DOUBLE || distribution == NORMAL_DOUBLE ? 8 : 4;
    if (!generator_is_known(generator, pc, call))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (count % (is_quasi(generator->type) ? generator->dimensions
                 : distribution >= NORMAL  ? 2
                                           : 1))
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!generator->begun)
        begin(generator);
    void *results = malloc(count * size + 1);
    if (!results)
        return CURAND_STATUS_ALLOCATION_FAILED;
    make_all(generator, distribution, results, count, mean);
    for (size_t i = 0; distribution >= NORMAL && i < count; i++) {
        if (size == 4) {
            float *value = (float *)results + i;
            *value = (float)mean + *value * (float)deviation;
            *value = of_logarithm ? expf(*value) : *value;
        } else {
            double *value = (double *)results + i;
            *value = mean + *value * deviation;
            *value = of_logarithm ? exp(*value) : *value;
        }
    }
    cudaError_t error =
        copy_bytes(output, results, count * size,
                   generator->for_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice, pc, call);
    copied_done(generator->stream, 0);
    free(results);
    return error ? CURAND_STATUS_LAUNCH_FAILURE : CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *output, size_t count)
{
    return generate(generator, output, count, BITS, 0, 1, 0, CALLER, "curandGenerate");
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *output, size_t count)
{
    return generate(generator, output, count, UNIFORM, 0, 1, 0, CALLER, "curandGenerateUniform");
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *output,
                                           size_t count)
{
    return generate(generator, output, count, UNIFORM_DOUBLE, 0, 1, 0, CALLER,
                    "curandGenerateUniformDouble");
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *output, size_t count,
                                    float mean, float deviation)
{
    return generate(generator, output, count, NORMAL, mean, deviation, 0, CALLER,
                    "curandGenerateNormal");
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *output, size_t count,
                                          double mean, double deviation)
{
    return generate(generator, output, count, NORMAL_DOUBLE, mean, deviation, 0, CALLER,
                    "curandGenerateNormalDouble");
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *output, size_t count,
                                       float mean, float deviation)
{
    return generate(generator, output, count, NORMAL, mean, deviation, 1, CALLER,
                    "curandGenerateLogNormal");
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *output,
                                             size_t count, double mean, double deviation)
{
    return generate(generator, output, count, NORMAL_DOUBLE, mean, deviation, 1, CALLER,
                    "curandGenerateLogNormalDouble");
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *output,
                                     size_t count, double lambda)
{
    if (!(lambda > 0) || lambda > 400000)
        return CURAND_STATUS_OUT_OF_RANGE;
    return generate(generator, output, count, POISSON, lambda, 1, 0, CALLER,
                    "curandGeneratePoisson");
}
