/*
 * The instances of step 16's kernel: what is written behind a submission, and how the functions
 * that come of it are found.
 */
#include <string.h>

#include "../counted_else.h"
#include "../kernel_names.h"
#include "../named_types.h"
#include "any_type.h"

/* The templates whose instances are compiled once: course/shapes/any_type_parts.cu. */
static const char *const given[] = {"foldOfLane<", "warpCombine<", "combineWarps<", DRAWN_NAME,
                                    NULL};

/*
 * For g++: passes of the optimizer that take a third of the time in which the instances are
 * compiled, and of which the simulated program's time does not tell. Without those on loops none is
 * written out: the clock's times are a little shorter, for all submissions.
 */
#define FEWER_PASSES                                                                               \
    "#pragma GCC optimize (\"no-tree-dominator-opts\", \"no-dse\", \"no-move-loop-invariants\", "  \
    "\"no-cprop-registers\", \"no-forward-propagate\", \"no-dce\", \"no-if-conversion\", "         \
    "\"no-if-conversion2\", \"no-shrink-wrap\", \"no-tree-loop-optimize\", \"no-tree-pta\")"

/* The reduction whose instance a function is, or NO_REDUCTION. */
static enum reduction reduction_of(const char *kernel, const char *name)
{
    const char *behind = behind_name(name, kernel);
    char text[256];

    for (int reduction = NO_REDUCTION + 1; behind != NULL && reduction < REDUCTIONS; reduction++) {
        const struct reduction_kind *it = &reductions[reduction];

        if (!is_drawn((enum reduction)reduction))
            continue;
        snprintf(text, sizeof text,
                 "<%s, %s, %s>(%s const*, unsigned long long*, unsigned int*, %s::accumulator*, "
                 "unsigned long, unsigned int, unsigned long)",
                 it->operation, it->type, it->tile, it->type, it->operation);
        if (strcmp(behind, text) == 0)
            return (enum reduction)reduction;
    }
    return NO_REDUCTION;
}

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    enum reduction reduction = reduction_of(kernel, name);

    snprintf(as, bytes, "%d", (int)reduction);
    return reduction != NO_REDUCTION;
}

static void draw_instances(unsigned seed, const char *preprocessed)
{
    draw_reductions(seed, named_types(preprocessed));
}

/* What of it is compiled once (course/shapes/any_type_parts.cu), where that has this operator. */
static void write_given(const char *operation, FILE *file)
{
    fprintf(file,
            "extern template __host__ __device__ %s::accumulator foldOfLane<%s>"
            "(%s::accumulator *, unsigned int);\n"
            "extern template __device__ %s::accumulator warpCombine<%s>(%s::accumulator);\n"
            "extern template __device__ %s::accumulator combineWarps<%s, GROUP / 32>"
            "(const %s::accumulator *);\n",
            operation, operation, operation, operation, operation, operation, operation, operation,
            operation);
}

/*
 * The drawn operator: its functions are compiled once, by a name of the same length. What its
 * elements count by is as drawn_numbers has it.
 */
static void write_drawn(FILE *file)
{
    static const char *const numbers[] = {"x.words[0], 0", "x.words[0], x.words[1]",
                                          "x.words[0] ^ x.words[2], x.words[1] + x.words[3]"};
    const struct reduction_kind *it = &reductions[DRAWN];
    unsigned words = it->element / sizeof(unsigned);

    fprintf(file,
            "struct %s {\n"
            "struct accumulator { unsigned int words[%u]; };\n"
            "struct element { unsigned int words[%u]; };\n"
            "static const bool is_commutative = %s;\n"
            "static __host__ __device__ accumulator identity();\n"
            "static __host__ __device__ accumulator of(unsigned int, unsigned int, unsigned int);\n"
            "static __host__ __device__ accumulator lift(element x, unsigned int place)\n"
            "{ return of(%s, place); }\n"
            "static __host__ __device__ accumulator join(const accumulator &, "
            "const accumulator &);\n"
            "static __host__ __device__ accumulator combine(const accumulator &, "
            "const accumulator &);\n"
            "static __host__ __device__ accumulator move(const accumulator &, size_t);\n"
            "};\n",
            it->operation, it->words, words, it->is_commutative ? "true" : "false",
            numbers[words / 2]);
}

static int given_symbol(const char *symbol, char *given, size_t bytes)
{
    const struct reduction_kind *it = &reductions[DRAWN];
    char name[DRAWN_NAME_LENGTH + 1];

    if (strstr(symbol, it->operation) == NULL || strlen(symbol) >= bytes)
        return 0;
    snprintf(name, sizeof name, DRAWN_NAME "%07x%u", it->is_commutative, it->words);
    snprintf(given, bytes, "%s", symbol);
    for (char *at = given; (at = strstr(at, it->operation)) != NULL;)
        memcpy(at, name, strlen(name));
    return 1;
}

static void write_instances(const char *kernel, FILE *file)
{
    write_drawn(file);
    for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++)
        if (is_drawn(it) && !is_promised(it))
            write_given(reductions[it].operation, file);
    for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++)
        if (is_drawn(it))
            fprintf(file, "auto *course_instance_%d = &%s<%s, %s, %s>;\n", (int)it, kernel,
                    reductions[it].operation, reductions[it].type, reductions[it].tile);
}

const struct shape any_type = {
    .work = &work_of_any_type,
    .host_program = "judge_reductions",
    .headers = "step16_any_type",
    .macro = "-DSIM_WITH_NARROW",
    .parts = "build/sim/course/any_type_parts.o",
    .given = given,
    .given_symbol = given_symbol,
    .launched = 1,
    .drawn_kernels = drawn_reductions,
    .is_kernel = is_kernel,
    .begin = FEWER_PASSES,
    .draw_instances = draw_instances,
    .write_instances = write_instances,
    .wanted = "",
};
