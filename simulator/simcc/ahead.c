/*
 * See ahead.h.
 */
#define _GNU_SOURCE
#include "ahead.h"

#include "assembly.h"
#include "functions.h"
#include "instruction.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static const char barrier[] = "sim_block_barrier";
static const char is_launched[] = "sim_is_launched"; /* each kernel asks that first */

/* What is known of a function, line by line. */
struct look {
    struct text line;
    int is_kernel, is_safe;
    int announced; /* a hook of an access has been called in this basic block */
};

/* A hook of one access of 1 to 16 bytes: __tsan_unaligned_read_write4; or of two that follow. */
static int is_plain_access(const char *name)
{
    if (!begins(name, "__tsan_"))
        return 0;
    name += strlen("__tsan_");
    name += begins(name, "unaligned_") ? strlen("unaligned_") : 0;
    name += begins(name, "volatile_") ? strlen("volatile_") : 0;
    if (!begins(name, "read") && !begins(name, "write"))
        return 0;
    name += strcspn(name, "123456789");
    return !strcmp(name, "1") || !strcmp(name, "2") || !strcmp(name, "4") || !strcmp(name, "8") ||
           !strcmp(name, "16") || !strcmp(name, "16_in_8s");
}

/* It changes no memory that others may look at, and does not look at any. */
static int only_computes(const char *name)
{
    enum operation_kind kind = function_kind(name);

    if (begins(name, "sincos") || begins(name, "lgamma"))
        return 0;
    return find_computation(name) || (kind != OPERATION_CALL && kind != OPERATION_MOVE);
}

static void look_at_call(struct look *look, char *operand)
{
    /* what the runtime does there, or lets wait for it: ahead_catch_up */
    static const char *const harmless[] = {"__sanitizer_cov_trace_pc",
                                           "__tsan_func_entry",
                                           "__tsan_func_exit",
                                           "sim_shared_array",
                                           "sim_kernel_ends",
                                           "sim_warp_barrier",
                                           "sim_shuffle",
                                           "sim_ballot",
                                           "sim_match_any",
                                           "sim_match_all",
                                           "sim_reduce",
                                           "sim_atomic",
                                           "sim_fence",
                                           "sim_light_fence",
                                           "sim_release",
                                           "sim_acquire",
                                           barrier,
                                           is_launched};
    char *name = operand + (*operand == '*' && strchr(operand, '@'));

    name[strcspn(name, "@( \t")] = 0;
    look->is_kernel |= !strcmp(name, is_launched);
    look->announced &= strcmp(name, barrier) != 0;
    if (is_plain_access(name)) {
        look->announced = 1;
        return;
    }
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strcmp(name, harmless[i]))
            return;
    /* a kernel that is called as a function launches itself, and returns */
    if (!begins(name, "_ZN8cuda_sim6kernelI") && !only_computes(name))
        look->is_safe = 0;
}

/* Memory that is the thread's own or constant, or of which the place alone is asked. */
static int is_harmless(const struct instruction *instruction, const struct operand *operand)
{
    return operand->kind != OPERAND_MEMORY || operand->base == REGISTER_RSP || operand->local ||
           begins(instruction->name, "lea") || begins(instruction->name, "nop") ||
           begins(instruction->name, "prefetch") ||
           (operand->relative &&
            (offset_begins(operand, ".L") || memchr(operand->offset, '@', operand->offset_length)));
}

static void look_at_code(struct look *look, struct statement *statement)
{
    struct instruction instruction;

    if (begins(statement->word, "call")) {
        look_at_call(look, statement->rest);
        return;
    }
    if (*statement->word == 'j' || begins(statement->word, "rep")) {
        look->is_safe &= begins(statement->rest, ".L");
        return;
    }
    read_instruction(&instruction, statement);
    for (int i = 0; i < instruction.count; i++)
        if (!look->announced && !is_harmless(&instruction, &instruction.operands[i]))
            look->is_safe = 0;
}

/* A label to which code jumps: .L12 of gcc, .LBB3_12 of clang; others tell a debugger of places. */
static int begins_block(const char *line)
{
    if (!begins(line, ".L"))
        return 0;
    line += strlen(".L");
    if (begins(line, "BB"))
        return line[2 + strspn(line + 2, "0123456789")] == '_';
    return *line >= '0' && *line <= '9';
}

static void look_at_line(struct look *look, const char *line, size_t length)
{
    struct statement statement;

    if (begins_block(line))
        look->announced = 0;
    look->line.length = 0;
    text_add(&look->line, line, length);
    statement = read_statement(look->line.data);
    if (statement.kind == STATEMENT_INSTRUCTION)
        look_at_code(look, &statement);
}

/* Of a function's code. */
static int may_run_ahead(const char *code, const char *end)
{
    struct look look = {.is_safe = 1};

    if (!memmem(code, (size_t)(end - code), barrier, strlen(barrier)) ||
        !memmem(code, (size_t)(end - code), is_launched, strlen(is_launched)))
        return 0;
    for (const char *line = code, *next; line < end && look.is_safe; line = next) {
        next = behind_line(line, end);
        look_at_line(&look, line, (size_t)(next - line));
    }
    free(look.line.data);
    return look.is_kernel && look.is_safe;
}

/* Copies the code with the barriers' other name. */
static void rename_barriers(const char *code, const char *end, struct text *output)
{
    const char *found;

    while ((found = memmem(code, (size_t)(end - code), barrier, strlen(barrier)))) {
        found += strlen(barrier);
        text_add(output, code, (size_t)(found - code));
        text_add_string(output, "_ahead");
        code = found;
    }
    text_add(output, code, (size_t)(end - code));
}

void let_run_ahead(struct text *assembly)
{
    static const char begin[] = ".cfi_startproc", stop[] = ".cfi_endproc";
    const char *done = assembly->data, *end = assembly->data + assembly->length, *code;
    struct text output = {0};

    while ((code = memmem(done, (size_t)(end - done), begin, strlen(begin)))) {
        const char *code_end = memmem(code, (size_t)(end - code), stop, strlen(stop));

        if (!code_end)
            break;
        text_add(&output, done, (size_t)(code - done));
        if (may_run_ahead(code, code_end))
            rename_barriers(code, code_end, &output);
        else
            text_add(&output, code, (size_t)(code_end - code));
        done = code_end;
    }
    text_add(&output, done, (size_t)(end - done));
    free(assembly->data);
    *assembly = output;
}
