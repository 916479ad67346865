/*
 * How far float sums are from the true one, over n
 *
 * For n = 2^4, 2^6, ... up to -n: a running sum and Kahan's compensated one on the host, the
 * pairwise sum of numerical analysis (halves, and halves of these), and step 16's kernel, all of
 * the same floats from 0 up to 1 and all in float. The error is that of the root mean square over
 * some inputs, relative to the sum, in units of 2^-24: half the distance from 1 to the next float.
 *
 * Run it:  make float_error run
 *          make float_error run N=2^28 ARGS="--csv file"
 */
#include <cuda_runtime.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "kernels.h"

enum { FIRST_EXPONENT = 4, STRIDE = 2, INPUTS = 8 };
enum method { RUNNING, KAHAN, PAIRWISE, STEP16, METHODS };
static const char *const names[METHODS] = {"running", "compensated", "pairwise", "step 16"};

static float running_float_sum(const float *numbers, size_t n)
{
    float sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}

static float compensated_float_sum(const float *numbers, size_t n)
{
    float sum = 0, owed = 0;

    for (size_t i = 0; i < n; i++) {
        float number = numbers[i] - owed;
        float next = sum + number;

        owed = (next - sum) - number;
        sum = next;
    }
    return sum;
}

static float pairwise_float_sum(const float *numbers, size_t n)
{
    if (n == 1)
        return numbers[0];
    return pairwise_float_sum(numbers, n / 2) + pairwise_float_sum(numbers + n / 2, n - n / 2);
}

/* The device's memory, for all n. */
struct storage {
    float *d_idata, *d_result;
    unsigned long long *d_mail;
    unsigned int *d_ticket;
};

static float step16_sum(const struct storage *storage, const float *numbers, size_t n)
{
    struct shape<Sum<float>, float> shape = choose_shape<Sum<float>, float>(n);
    float sum;

    CHECK(cudaMemcpy(storage->d_idata, numbers, n * sizeof(float), cudaMemcpyHostToDevice));
    shape.kernel<<<(unsigned int)shape.tiles, 32 * shape.warps>>>(
        storage->d_idata, storage->d_mail, storage->d_ticket, storage->d_result, n, shape.rounds,
        shape.tiles);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, storage->d_result, sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
}

/* Adds the squares of the relative errors, in units of 2^-24, for one input of n floats. */
static void add_errors(const struct storage *storage, size_t n, unsigned int seed, double *squares)
{
    float *numbers = (float *)make_elements(OPERATION_SUM, ELEMENT_FLOAT, VALUES_PLAIN, n, seed);
    struct expected exact = expect(OPERATION_SUM, ELEMENT_FLOAT, numbers, n, 0);
    float sums[METHODS] = {
        running_float_sum(numbers, n),
        compensated_float_sum(numbers, n),
        pairwise_float_sum(numbers, n),
        step16_sum(storage, numbers, n),
    };

    for (int method = 0; method < METHODS; method++) {
        double error = error_of(sums[method], exact.real) / exact.real.high / UNIT_ROUNDOFF_FLOAT;

        squares[method] += error * error;
    }
    free(numbers);
}

static void end_without_csv(const struct options *options)
{
    fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
    exit(EXIT_CUDA_FAILURE);
}

/* Opens the file of --csv, with its heading; ends the program if it cannot be written. */
static FILE *open_csv(const struct options *options, const struct device *device)
{
    FILE *csv = strcmp(options->csv, "-") == 0 ? stdout : fopen(options->csv, "w");
    char date[16];
    time_t now = time(NULL);

    if (csv == NULL)
        end_without_csv(options);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(csv, "# %s\n# %s\nexponent,running,compensated,pairwise,step16\n", device->name, date);
    return csv;
}

/* The errors at n = 2^exponent, from the sums of their squares; csv may be NULL. */
static void print_row(const struct options *options, FILE *csv, int exponent, const double *squares)
{
    if (talks_to_people(options))
        printf("2^%-3d |", exponent);
    if (csv != NULL)
        fprintf(csv, "%d", exponent);
    for (int method = 0; method < METHODS; method++) {
        double error = sqrt(squares[method] / INPUTS);

        if (talks_to_people(options))
            printf(" %12.3f |", error);
        if (csv != NULL)
            fprintf(csv, ",%.6g", error);
    }
    if (talks_to_people(options))
        printf("\n");
    if (csv != NULL)
        fprintf(csv, "\n");
    fflush(NULL); // the csv file as well
}

int main(int argc, char **argv)
{
    const struct command_line allowed = {1ULL << 26, 1ULL << 18, 1ULL << 30, 512, BLOCK_MIN, NULL};
    struct options options = parse_command_line(argc, argv, &allowed);
    struct device device = select_device(&options);
    FILE *csv = options.csv != NULL ? open_csv(&options, &device) : NULL;
    struct storage storage;
    size_t tickets = meeting_size(options.n / (32 * PACK(float)) + 1);
    CHECK(cudaMalloc((void **)&storage.d_idata, options.n * sizeof(float)));
    CHECK(cudaMalloc((void **)&storage.d_mail, tickets * sizeof(unsigned long long)));
    CHECK(cudaMalloc((void **)&storage.d_ticket, tickets * sizeof(unsigned int)));
    CHECK(cudaMalloc((void **)&storage.d_result, sizeof(float)));
    CHECK(cudaMemset(storage.d_mail, 0, tickets * sizeof(unsigned long long)));
    CHECK(cudaMemset(storage.d_ticket, 0, tickets * sizeof(unsigned int)));

    if (talks_to_people(&options)) {
        printf("Relative error of a float sum, in units of 2^-24: root mean square of %d inputs\n",
               INPUTS);
        printf("n     |");
        for (int method = 0; method < METHODS; method++)
            printf(" %12s |", names[method]);
        printf("\n");
    }
    for (int exponent = FIRST_EXPONENT; 1ULL << exponent <= options.n; exponent += STRIDE) {
        double squares[METHODS] = {};

        for (unsigned int input = 0; input < INPUTS; input++)
            add_errors(&storage, (size_t)1 << exponent, options.seed + input, squares);
        print_row(&options, csv, exponent, squares);
    }
    CHECK(cudaFree(storage.d_idata));
    CHECK(cudaFree(storage.d_mail));
    CHECK(cudaFree(storage.d_ticket));
    CHECK(cudaFree(storage.d_result));
    if (csv != NULL && csv != stdout && fclose(csv) != 0)
        end_without_csv(&options);
    return EXIT_RIGHT_SUM;
}
