/*
 * Single words of CUDA that need another word on the host.
 */
#include "constructs.h"

#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Library functions that device code calls under another name. */
static const struct {
    const char *name;
    const char *on_device; /* in code for the device alone */
    const char *on_both;   /* in __host__ __device__ code */
} renamed[] = {
    {"printf", "::sim_printf", "(::sim_in_kernel() ? ::sim_printf : ::printf)"},
    {"__assert_fail", "::sim_assert_failed",
     "(::sim_in_kernel() ? ::sim_assert_failed : ::cuda_sim::assert_fail_on_host)"},
    {"memcpy", "::cuda_sim::memory_copy", "::cuda_sim::memory_copy"},
    {"memset", "::cuda_sim::memory_set", "::cuda_sim::memory_set"},
    {"malloc", "::sim_malloc", "(::sim_in_kernel() ? ::sim_malloc : ::malloc)"},
    {"free", "::sim_free", "(::sim_in_kernel() ? ::sim_free : ::free)"},
    {"cudaMalloc", "::cuda_sim::allocate_in_kernel", "::cuda_sim::allocate_on_both"},
    {"cudaFree", "::cuda_sim::free_in_kernel", "::cuda_sim::free_on_both"},
    {"clock", "::sim_clock", "(::sim_in_kernel() ? ::sim_clock : ::cuda_sim::clock_on_host)"},
};

static int is_member(const struct token *token)
{
    return token_is(token - 1, ".") || token_is(token - 1, "->");
}

static int is_call(const struct source *source, size_t position)
{
    return token_is(&source->tokens[next_token(source, position)], "(");
}

/* Assembly in device code: its meaning is found in a table, or it is refused. */
static int is_assembly(const struct translation *translation, const struct token *token)
{
    return (token_is(token, "asm") || token_is(token, "__asm__") || token_is(token, "__asm")) &&
           maybe_on_device(translation) && !is_member(token);
}

/* Functions of the host that CUDA has in kernels, too, or had. */
static int refuse_on_device(struct translation *translation, size_t position)
{
    static const char *const refused[][2] = {
        {"cudaDeviceSynchronize",
         "it is gone since CUDA 12, too; go on in a second kernel, launched "
         "after the first"},
        {"cudaThreadSynchronize", "go on in a second kernel, launched after the first"},
        {"cudaMemcpyAsync", "copy in a loop, or in a kernel that this one launches"},
        {"cudaMemsetAsync", "set it in a loop, or in a kernel that this one launches"},
    };
    const struct token *token = &translation->source->tokens[position];

    if (!only_on_device(translation) || is_member(token))
        return 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (token_is(token, refused[i][0])) {
            translation_error(translation, position, "the simulator has no %s in kernels: %s",
                              refused[i][0], refused[i][1]);
            return 1;
        }
    }
    return 0;
}

/* Replaces a call of a library function in device code; std:: or :: before it goes. */
static void rename_call(struct translation *translation, size_t position)
{
    struct token *token = &translation->source->tokens[position];

    if (!maybe_on_device(translation) || is_member(token) ||
        !is_call(translation->source, position))
        return;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (!token_is(token, renamed[i].name))
            continue;
        if (token_is(token - 1, "::")) {
            token_erase(token - 1);
            if (token_is(token - 2, "std"))
                token_erase(token - 2);
        }
        token_replace(token, text_format("%s", only_on_device(translation) ? renamed[i].on_device
                                                                           : renamed[i].on_both));
        return;
    }
}

/* Several barriers on one line of the source are told apart by those before them. */
static void number_barrier(struct source *source, size_t position)
{
    struct token *token = &source->tokens[position];
    unsigned before = 0;

    for (size_t i = position; i-- > 0 && source->tokens[i].line == token->line;)
        before += token_is(&source->tokens[i], "__syncthreads");
    if (before && is_call(source, position) && !is_member(token)) {
        size_t open = next_token(source, position);
        token_replace(token, text_format("sim_syncthreads_behind"));
        token_put_after(&source->tokens[open], text_format("%u", before));
    }
}

/* new T and delete p in device code; not new (place) T, which allocates nothing. */
static void translate_new(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *token = &source->tokens[position];
    size_t next = next_token(source, position);

    if (!maybe_on_device(translation) || token_is(token - 1, "operator") ||
        (token_is(token - 1, "=") && token_is(&source->tokens[next], ";"))) /* = delete; */
        return;
    if (token_is(token, "new")) {
        translate_new_arguments(translation, position);
        if (!is_call(source, position))
            token_put_after(token, text_format(" (::cuda_sim::heap{})"));
        return;
    }
    if (token_is(token - 1, "::"))
        token_erase(token - 1);
    if (token_is(&source->tokens[next], "[")) {
        erase_tokens(source, next, skip_group(source, next, 0) + 1);
        token_replace(token, text_format("::cuda_sim::array_of_objects() ->*"));
    } else {
        token_replace(token, text_format("::cuda_sim::one_object() ->*"));
    }
}

/* __forceinline__ is also said beside inline, which must not be said twice. */
static void translate_forceinline(struct translation *translation, size_t position)
{
    const struct source *source = translation->source;
    int inline_said = 0;

    for (size_t i = translation->declaration_start; i < source->count; i++) {
        if (token_is(&source->tokens[i], "(") || token_is(&source->tokens[i], ";"))
            break;
        inline_said |=
            token_is(&source->tokens[i], "inline") || token_is(&source->tokens[i], "__inline__");
    }
    token_replace(&translation->source->tokens[position],
                  text_format("%s__attribute__((always_inline))", inline_said ? "" : "inline "));
}

void translate_word(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct token *token = &source->tokens[position];

    refuse_rows_of_numbers(translation, position);
    load_whole_operands(translation, position);
    if (token_is(token, "__forceinline__")) {
        translate_forceinline(translation, position);
    } else if (token_is(token, "__noinline__")) {
        if (position == 0 || !token_is(token - 1, "(")) /* not in an __attribute__ */
            token_replace(token, text_format("__attribute__((noinline))"));
    } else if (token_is(token, "__grid_constant__")) {
        token_erase(token);
    } else if ((token_is(token, "__launch_bounds__") || token_is(token, "__maxnreg__")) &&
               !token->instead) {
        /* of a declaration; registers are not limited */
        erase_tokens(source, position, skip_group(source, next_token(source, position), 0) + 1);
    } else if (token_is(token, "try") || token_is(token, "throw") || token_is(token, "catch")) {
        translation->uses_exceptions = 1;
    } else if (position > 0 && (token_is(token, "new") || token_is(token, "delete"))) {
        translate_new(translation, position);
    } else if (token_is(token, "__syncthreads")) {
        number_barrier(source, position);
    } else if (is_assembly(translation, token)) {
        translate_assembly(translation, position);
    } else if (position > 1 && !refuse_on_device(translation, position)) {
        rename_call(translation, position);
    }
}

enum { UNROLL_MOST = 64 };

/*
 * #pragma unroll N in the words of gcc: a loop that is written out has no jump back. Left out where
 * programs keep the shape of their source. At most UNROLL_MOST times: gcc writes out a loop N times
 * even where the number of its rounds is unknown.
 */
static void translate_unroll(const struct translation *translation, struct token *token,
                             const char *count)
{
    const char *end = token->text + token->length;
    unsigned long times = UNROLL_MOST;

    if (!translation->device_only) {
        token_erase(token);
        return;
    }
    while (count < end && (isspace((unsigned char)*count) || *count == '('))
        count++;
    if (count < end && isdigit((unsigned char)*count))
        times = strtoul(count, NULL, 10);
    token_replace(token,
                  text_format("#pragma GCC unroll %lu", times < UNROLL_MOST ? times : UNROLL_MOST));
}

void translate_directive(struct translation *translation, size_t position)
{
    static const char *const dropped[] = {"nounroll", "nv_", "hd_warning_disable"};
    struct token *token = &translation->source->tokens[position];
    const char *text = token->text + 1;

    text += strspn(text, " \t");
    if (strncmp(text, "pragma", 6))
        return;
    text += 6;
    text += strspn(text, " \t");
    if (!strncmp(text, "unroll", strlen("unroll")))
        translate_unroll(translation, token, text + strlen("unroll"));
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        if (!strncmp(text, dropped[i], strlen(dropped[i])))
            token_erase(token);
}
