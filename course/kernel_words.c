/*
 * Which words a graded kernel may use. The compiler and the C library know words, and
 * headers define macros, that make accesses invisible to the counters or reach the
 * host: all of their words that are not CUDA's are refused, rather than those known to do harm.
 */
#include <string.h>

#include "kernel_words.h"

/* CUDA's words that begin with two underscores; one that ends in * stands for a family. */
static const char *const cuda_words[] = {
    /* names that any function has, and hints to the compiler */
    "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "__builtin_assume",
    "__builtin_assume_aligned", "__builtin_expect", "__builtin_unreachable",
    /* qualifiers */
    "__align__", "__constant__", "__device__", "__forceinline__", "__global__", "__grid_constant__",
    "__host__", "__inline__", "__launch_bounds__", "__managed__", "__noinline__", "__restrict*",
    "__shared__",
    /* barriers, votes, exchanges, fences */
    "__activemask", "__all_sync", "__any_sync", "__ballot_sync", "__match_a*", "__nanosleep",
    "__reduce_*", "__shfl_*", "__syncthreads*", "__syncwarp", "__threadfence*", "__trap",
    /* loads and stores with a cache hint; copies that go on by themselves; kinds of memory */
    "__ldc*", "__ldg", "__ldlu", "__stc*", "__stw*", "__pipeline_*", "__cvta_*", "__isConstant",
    "__isGlobal", "__isLocal", "__isShared",
    /* limits on a kernel, and stops */
    "__block_size__", "__brkpt", "__builtin_align__", "__cluster_dims__", "__maxnreg__",
    "__prof_trigger",
    /* arithmetic */
    "__brev*", "__byte_perm", "__clz*", "__cosf", "__dadd_*", "__ddiv_*", "__dmul_*", "__double*",
    "__dp2a*", "__dp4a", "__drcp_*", "__dsqrt_*", "__dsub_*", "__exp10f", "__expf", "__fadd_*",
    "__fdiv_*", "__fdividef", "__ffs*", "__float*", "__fma*", "__fmul_*", "__frcp_*", "__frsqrt_*",
    "__fsqrt_*", "__fsub_*", "__funnelshift_*", "__hadd", "__int2*", "__int_as_float", "__ll2*",
    "__log*", "__longlong_as_double", "__mul24", "__mul64hi", "__mulhi", "__popc*", "__powf",
    "__rhadd", "__sad", "__saturatef", "__sincosf", "__sinf", "__tanf", "__tanhf", "__uhadd",
    "__uint2*", "__uint_as_float", "__ull2*", "__umul24", "__umul64hi", "__umulhi", "__urhadd",
    "__usad",
    /* of two and four small integers in a word */
    "__vabs*", "__vadd*", "__vavg*", "__vcmp*", "__vhadd*", "__viaddm*", "__vimax*", "__vimin*",
    "__vibm*", "__vmax*", "__vmin*", "__vneg*", "__vsad*", "__vset*", "__vsub*",
    /* half and bfloat16 */
    "__bfloat16*", "__bfloat162*", "__habs*", "__hadd*", "__half*", "__halves*", "__hbeq*",
    "__hbge*", "__hbgt*", "__hble*", "__hblt*", "__hbne*", "__hcmadd*", "__hdiv*", "__heq*",
    "__hfma*", "__hge*", "__hgt*", "__high*", "__hisinf*", "__hisnan*", "__hle*", "__hlt*",
    "__hmax*", "__hmin*", "__hmul*", "__hne*", "__hneg*", "__hsub*", "__low*", "__nv_bfloat16*",
    "__short*", "__ushort*"};

/* The simulator's own names, and the grader's; and words that CUDA's C++ lacks. */
static const char *const reserved[] = {"sim_*", "SIM_*", "cuda_sim", "course_*"};
static const char *const not_cuda[] = {"thread_local", "alloca", "constinit", "co_await"};

/* Words of compilers that need no header, and of loaders, linkers and libraries. */
static const char *const of_compilers[] = {
    "__asm*",    "__atomic*", "__attribute*", "__builtin*", "__cxa*",  "__cyg*",   "__dso*",
    "__gcov*",   "__gnu*",    "__gxx*",       "__real_*",   "__san*",  "__seg*",   "__sim*",
    "__stack*",  "__start*",  "__stop*",      "__sync_*",   "__tsan*", "__thread", "__transaction*",
    "__typeof*", "__ubsan*",  "__vector*",    "__wrap_*",   "_Atomic", "_DYNAMIC", "_GLOBAL*",
    "_ITM*",     "_Pragma",   "_Unwind*",     "_Z*"};

/* Refused even where a macro of the C library has brought it. */
static const char *const never[] = {"__builtin_alloca*"};

/* Attributes without effect, or only on alignment and inlining. */
static const char *const attributes[] = {"aligned",
                                         "always_inline",
                                         "deprecated",
                                         "fallthrough",
                                         "forceinline",
                                         "likely",
                                         "maybe_unused",
                                         "nodiscard",
                                         "noinline",
                                         "noreturn",
                                         "unlikely",
                                         "unused",
                                         "__aligned__",
                                         "__always_inline__",
                                         "__noinline__",
                                         "__unused__",
                                         "warn_unused_result",
                                         "format",
                                         "pure",
                                         "const"};

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

int is_reserved(const char *word, int length)
{
    return length >= 2 && word[0] == '_' && word[1] == '_';
}

const char *word_refused(const char *word, int length, int is_in_headers)
{
    size_t bytes = (size_t)length;

    if (IS_ONE_OF(word, bytes, of_compilers) && !IS_ONE_OF(word, bytes, cuda_words))
        return "the compiler's own; a graded kernel has CUDA's words only";
    if (is_reserved(word, length) && is_in_headers && !IS_ONE_OF(word, bytes, cuda_words))
        return "the compiler's or the library's own; a graded kernel has CUDA's words only";
    if (IS_ONE_OF(word, bytes, reserved))
        return "a name of the simulator or of the grader; take another one";
    if (IS_ONE_OF(word, bytes, not_cuda))
        return "no kernel has this on a GPU";
    return NULL;
}

const char *word_never(const char *word, int length)
{
    return IS_ONE_OF(word, (size_t)length, never) ? "no kernel has this on a GPU" : NULL;
}

int attribute_allowed(const char *name, int length)
{
    return IS_ONE_OF(name, (size_t)length, attributes);
}
