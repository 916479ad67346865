/*
 * Which words a graded kernel may use. The compiler and the C library know words, and
 * headers define macros, that make accesses invisible to the counters or reach the
 * host: what is not CUDA's is refused, rather than what is known to do harm.
 */
#include <ctype.h>
#include <string.h>

#include "kernel_part.h"

/* CUDA's words that begin with two underscores; one that ends in * stands for a family. */
static const char *const cuda_words[] = {
    /* qualifiers */
    "__align__", "__constant__", "__device__", "__forceinline__", "__global__", "__grid_constant__",
    "__host__", "__inline__", "__launch_bounds__", "__managed__", "__noinline__", "__restrict*",
    "__shared__",
    /* barriers, votes, exchanges, fences */
    "__activemask", "__all_sync", "__any_sync", "__ballot_sync", "__match_a*", "__nanosleep",
    "__reduce_*", "__shfl_*", "__syncthreads*", "__syncwarp", "__threadfence*", "__trap",
    /* loads and stores with a cache hint */
    "__ldc*", "__ldg", "__ldlu", "__stc*", "__stw*",
    /* arithmetic */
    "__brev*", "__byte_perm", "__clz*", "__dp4a", "__double*", "__expf", "__fadd_*", "__fdividef",
    "__ffs*", "__float*", "__fma*", "__fmul_*", "__funnelshift_*", "__hadd", "__int2*",
    "__int_as_float", "__ll2*", "__log*", "__longlong_as_double", "__mul24", "__mul64hi", "__mulhi",
    "__popc*", "__rhadd", "__sad", "__uhadd", "__uint2*", "__uint_as_float", "__ull2*", "__umul24",
    "__umul64hi", "__umulhi", "__urhadd", "__usad"};

/* The simulator's own names, and the grader's. */
static const char *const reserved[] = {"sim_*", "SIM_*", "cuda_sim", "course_*"};

/* What the simulator's headers call: an object file may use it, a kernel may not say it. */
static const char *const of_the_host[] = {"asm",    "exit",   "fprintf", "isalnum", "stderr",
                                          "strchr", "strlen", "strncmp", "strspn",  "strstr"};

static int is_one_of(const char *word, size_t length, const char *const *patterns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t most = strlen(patterns[i]);
        int is_family = patterns[i][most - 1] == '*';

        if (is_family ? length >= most - 1 && strncmp(word, patterns[i], most - 1) == 0
                      : length == most && strncmp(word, patterns[i], length) == 0)
            return 1;
    }
    return 0;
}

#define IS_ONE_OF(word, length, patterns)                                                          \
    is_one_of(word, length, patterns, sizeof(patterns) / sizeof *(patterns))

const char *word_refused(const char *word, int length)
{
    size_t bytes = (size_t)length;

    if (bytes >= 2 && word[0] == '_' && word[1] == '_' && !IS_ONE_OF(word, bytes, cuda_words))
        return "the compiler's or the library's own; a graded kernel has CUDA's words only";
    if (bytes >= 2 && word[0] == '_' && isupper((unsigned char)word[1]))
        return "the compiler's or the library's own; not in a kernel that is graded";
    if (IS_ONE_OF(word, bytes, reserved))
        return "a name of the simulator or of the grader; take another one";
    if (IS_ONE_OF(word, bytes, of_the_host))
        return "not for kernels; what main needs belongs below main";
    if (word[length] == '"' && word[length - 1] == 'R')
        return "no raw strings, please";
    return NULL;
}
