/*
 * See batches.h: which hooks are in a batch.
 */
#include "batches.h"

#include "assembly.h"
#include "batch_code.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/*
 * Accesses in a basic block that have code of their own, some 75 bytes each: a table of operations
 * has places up to 65535 bytes from its begin on, which the call of a hook takes 5 of.
 */
#define ACCESSES_IN_BLOCK 200

struct walk {
    struct text output; /* up to the batch */
    struct text line;
    struct position position;
    struct batch batch; /* the one that is being read; without hooks: none */
    struct coder coder;
    int in_function;
    unsigned accesses; /* in the basic block so far */
};

/* Of an access: its size, for a name that ends with it, as __tsan_read4 does; else 0. */
static unsigned size_at(const char *name)
{
    static const char *const sizes[] = {"1", "2", "4", "8", "16"};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(name, sizes[i]))
            return 1u << i;
    return 0;
}

/* What is called there, if a batch can have it; else of kind BATCH_NONE. */
static struct batched batched_hook(const char *name)
{
    struct batched hook = {.kind = BATCH_NONE};

    if (!strcmp(name, "__sanitizer_cov_trace_pc")) {
        hook.kind = BATCH_BLOCK;
    } else if (!strcmp(name, "__tsan_func_entry")) {
        hook.kind = BATCH_ENTER;
    } else if (!strcmp(name, "__tsan_func_exit")) {
        hook.kind = BATCH_EXIT;
    } else if (begins(name, "__tsan_")) {
        name += strlen("__tsan_");
        hook.is_aligned = !begins(name, "unaligned_");
        name += hook.is_aligned ? 0 : strlen("unaligned_");
        hook.writes = begins(name, "write");
        hook.size = size_at(name + (hook.writes ? strlen("write") : strlen("read")));
        if (hook.size && (hook.writes || begins(name, "read")))
            hook.kind = BATCH_ACCESS;
    }
    return hook;
}

/* The called function's bare name, or "" where it is not known. */
static const char *called_name(char *operand)
{
    if (*operand == '*' && !strchr(operand, '@'))
        return "";
    operand += *operand == '*';
    operand[strcspn(operand, "@( \t")] = 0;
    return operand;
}

static void end_batch(struct walk *walk)
{
    if (walk->batch.count)
        write_batch(&walk->coder, &walk->batch, walk->position.groups.data + walk->position.group,
                    &walk->output);
}

/* Where the next line goes: behind the last hook of the batch, or behind all code. */
static struct text *place_of_line(struct walk *walk)
{
    return walk->batch.count ? &walk->batch.hooks[walk->batch.count - 1].behind : &walk->output;
}

/* A function's begin and its end are in batches without accesses: see runtime/warp/batch.h. */
static int fits(const struct batch *batch, const struct batched *hook)
{
    int calls = hook->kind == BATCH_ENTER || hook->kind == BATCH_EXIT;

    if (batch->count == BATCH_MOST || hook->kind == BATCH_ENTER)
        return 0;
    return !(calls && batch->accesses) && !(batch->calls && hook->kind == BATCH_ACCESS);
}

static void add_hook(struct walk *walk, struct batched hook)
{
    struct batch *batch = &walk->batch;

    if (batch->count && !fits(batch, &hook))
        end_batch(walk);
    batch->accesses += hook.kind == BATCH_ACCESS;
    batch->calls |= hook.kind == BATCH_ENTER || hook.kind == BATCH_EXIT;
    batch->hooks[batch->count++] = hook;
}

/* Where code goes on elsewhere, or may. */
static int is_branch(const char *word)
{
    static const char *const others[] = {"ret", "rep", "loop", "notrack", "ud2", "syscall", "bnd"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(word, others[i]))
            return 1;
    return *word == 'j' || begins(word, "call");
}

/* 1 if the line is no code, or zeroes an argument of a barrier. */
static int is_before_barrier(const char *line, size_t length)
{
    static const char *const zeroes[] = {"\tmovl\t$0, %edi\n", "\tmovl\t$0, %esi\n",
                                         "\txorl\t%edi, %edi\n", "\txorl\t%esi, %esi\n"};

    if (*line != '\t' || line[1] == '.')
        return 1;
    for (size_t i = 0; i < sizeof zeroes / sizeof *zeroes; i++)
        if (length == strlen(zeroes[i]) && begins(line, zeroes[i]))
            return 1;
    return 0;
}

/*
 * 1 if the batch is a basic block that does no more than call the barrier, a plain one, which is
 * the first of its line: its first argument is 0.
 */
static int comes_to_barrier(const struct batch *batch, const char *name)
{
    const struct text *code = &batch->hooks[0].behind;
    const char *line = code->data, *end = line + code->length;

    if (batch->count != 1 || batch->hooks[0].kind != BATCH_BLOCK || !code->length ||
        strcmp(name, "sim_block_barrier_ahead") || !strstr(line, "%edi\n"))
        return 0;
    while (line < end) {
        size_t length = strcspn(line, "\n") + 1;

        if (!is_before_barrier(line, length))
            return 0;
        line += length;
    }
    return 1;
}

/* The batch, and the line that calls the barrier behind it. */
static void end_with_barrier(struct walk *walk, const char *line, size_t length)
{
    unsigned number = walk->coder.hooks;

    walk->batch.barriers = 1;
    end_batch(walk);
    text_add(&walk->output, line, length);
    text_add_format(&walk->output, ".Lsim_passed%u:\n", number);
}

/* Returns 1 if the line is written, or is in the batch now: its text is not to be copied. */
static int read_code(struct walk *walk, struct statement *statement, const char *line,
                     size_t length)
{
    struct batched hook = {.kind = BATCH_NONE};

    if (!is_branch(statement->word))
        return 0;
    if (is_call(statement)) {
        const char *name = called_name(statement->rest);

        hook = batched_hook(name);
        if (comes_to_barrier(&walk->batch, name)) {
            end_with_barrier(walk, line, length);
            return 1;
        }
    }
    if (hook.kind == BATCH_BLOCK)
        walk->accesses = 0;
    else if (hook.kind == BATCH_ACCESS && ++walk->accesses > ACCESSES_IN_BLOCK)
        hook.kind = BATCH_NONE;
    if (hook.kind == BATCH_NONE || !walk->in_function) {
        end_batch(walk);
        return 0;
    }
    add_hook(walk, hook);
    return 1;
}

static void read_directive(struct walk *walk, const struct statement *statement)
{
    static const char *const harmless[] = {".loc", ".cfi_", ".p2align", ".file"};
    size_t i = 0;

    while (i < sizeof harmless / sizeof *harmless && !begins(statement->word, harmless[i]))
        i++;
    if (i == sizeof harmless / sizeof *harmless || !strcmp(statement->word, ".cfi_endproc"))
        end_batch(walk);
    if (!strcmp(statement->word, ".cfi_startproc"))
        walk->in_function = 1;
    if (!strcmp(statement->word, ".cfi_endproc")) {
        write_slow_ways(&walk->coder, &walk->output);
        walk->in_function = 0;
    }
    position_directive(&walk->position, statement);
}

/* A label that tells of a place, and to which no code jumps; clang's .LBB1_2 are others than gcc's
 * .LBB12. */
static int is_mere_place(const char *line)
{
    static const char *const names[] = {".LVL", ".LBB", ".LBE", ".LBI", ".LEH", ".Ltmp"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins(line, names[i])) {
            line += strlen(names[i]);
            return line[strspn(line, "0123456789")] == ':';
        }
    return 0;
}

/* A table of simcc's has it: of operations, or of loads on the read-only way. */
static int is_label_of_table(const char *line)
{
    return begins(line, ".Lsim_operations") || begins(line, ".Lsim_read_only");
}

/* The label that such a table has for a hook stands right behind its call. */
static int takes_label(struct walk *walk, const char *line)
{
    struct batch *batch = &walk->batch;
    struct batched *last = batch->count ? &batch->hooks[batch->count - 1] : NULL;

    if (!is_label_of_table(line))
        return 0;
    if (!last || last->behind.length) /* of another call */
        return 0;
    text_add(&last->label, line, strcspn(line, ":"));
    return 1;
}

/* Most lines are neither code nor directives. */
static void read_line(struct walk *walk, const char *line, size_t length)
{
    struct statement statement;

    walk->line.length = 0;
    text_add(&walk->line, line, length);
    if (takes_label(walk, walk->line.data))
        return;
    if (*line != '\t' && *line != ' ' && *line != '\n' && !is_mere_place(walk->line.data) &&
        !is_label_of_table(line))
        end_batch(walk);
    statement = read_statement(walk->line.data);
    if (statement.kind == STATEMENT_INSTRUCTION && read_code(walk, &statement, line, length))
        return;
    if (statement.kind == STATEMENT_DIRECTIVE)
        read_directive(walk, &statement);
    text_add(place_of_line(walk), line, length);
}

void put_in_batches(struct text *assembly, int position_independent)
{
    struct walk walk = {.coder = {.position_independent = position_independent}};
    const char *end = assembly->data + assembly->length;

    text_add(&walk.position.groups, "", 1); /* the name of no group */
    for (const char *line = assembly->data, *next; line < end; line = next) {
        next = behind_line(line, end);
        read_line(&walk, line, (size_t)(next - line));
    }
    end_batch(&walk);
    free(assembly->data);
    *assembly = walk.output;
    write_tables(&walk.coder, assembly);
    free(walk.line.data);
    free(walk.position.groups.data);
    free(walk.position.files);
}
