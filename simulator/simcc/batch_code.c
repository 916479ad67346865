/*
 * See batch_code.h. All code is that of a call to the compiler: it may change whatever a function
 * may. A pc is 5 bytes behind the code's begin, where a call would return to.
 */
#include "batch_code.h"

#include "base/batch_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_BYTES 4

/* ---- Operands ------------------------------------------------------------------------------ */

/* One of the recorder's words, as an operand; valid up to the next call. */
static const char *word_of_recorder(const struct coder *coder, unsigned offset)
{
    static char operand[2][64];
    static unsigned next;
    char *text = operand[next++ % 2];

    snprintf(text, sizeof operand[0],
             coder->position_independent ? "%%fs:%u(%%r11)" : "%%fs:sim_recorder@tpoff+%u", offset);
    return text;
}

/* To come before the first of them. */
static void find_recorder(const struct coder *coder, struct text *output)
{
    if (coder->position_independent)
        text_add_string(output, "\tmovq\tsim_recorder@gottpoff(%rip), %r11\n");
}

/* ---- The slow ways ------------------------------------------------------------------------- */

/* The addresses' end goes to the register that the batch has for it, if it has one. */
static void load_addresses(struct coder *coder, struct text *output)
{
    if (*coder->addresses)
        text_add_format(output, "\tmovq\t%s, %s\n", word_of_recorder(coder, RECORDER_ADDRESS),
                        coder->addresses);
}

static void write_slow_way(struct coder *coder, const struct batched *hook, unsigned place,
                           int begins)
{
    text_add_format(&coder->slow,
                    ".Lsim_%s%u:\n"
                    "\tleaq\t.Lsim_batch%u(%%rip), %%rsi\n"
                    "\tmovl\t$%u, %%edx\n"
                    "\tcall\tsim_batch_hook%s\n",
                    begins ? "begin" : "slow", hook->number, coder->batches,
                    place | (begins ? BATCH_BEGINS : 0), coder->position_independent ? "@PLT" : "");
    if (*coder->addresses)
        find_recorder(coder, &coder->slow);
    load_addresses(coder, &coder->slow);
    text_add_format(&coder->slow, "\tjmp\t.Lsim_done%u\n", hook->number);
}

static void check_alignment(const struct batched *hook, struct text *output)
{
    if (hook->is_aligned && hook->size > 1)
        text_add_format(output, "\ttestb\t$%u, %%dil\n\tjne\t.Lsim_slow%u\n", hook->size - 1,
                        hook->number);
}

/* The address is not in global memory: perhaps in shared memory. */
static void write_other_memory(struct coder *coder, const struct batched *hook)
{
    text_add_format(&coder->slow, ".Lsim_other%u:\n\tmovq\t%%rdi, %%rax\n\tsubq\t%s, %%rax\n",
                    hook->number, word_of_recorder(coder, RECORDER_SHARED));
    text_add_format(&coder->slow, "\tcmpq\t%s, %%rax\n\tjae\t.Lsim_slow%u\n",
                    word_of_recorder(coder, RECORDER_SHARED_OPEN), hook->number);
    check_alignment(hook, &coder->slow);
    text_add_format(&coder->slow, "\tjmp\t.Lsim_record%u\n", hook->number);
}

void write_slow_ways(struct coder *coder, struct text *output)
{
    if (coder->slow.length)
        text_add(output, coder->slow.data, coder->slow.length);
    coder->slow.length = 0;
}

/* ---- The usual ways ------------------------------------------------------------------------ */

/* All events of the batch at once, to where rdx points. The place behind those of accesses is free.
 */
static void write_events(const struct coder *coder, const struct batch *batch, struct text *output)
{
    static const struct {
        unsigned events;
        const char *load, *store, *through;
    } moves[] = {
        {4, "movups", "movups", "%xmm0"}, {2, "movq", "movq", "%rax"}, {1, "movl", "movl", "%eax"}};

    for (unsigned done = 0, i = 0; done < batch->count; done += moves[i].events) {
        unsigned left = batch->count - done;

        left += batch->accesses && left == 3;
        for (i = 0; moves[i].events > left; i++)
            ;
        text_add_format(output, "\t%s\t.Lsim_batch%u+%u(%%rip), %s\n\t%s\t%s, %u(%%rdx)\n",
                        moves[i].load, coder->batches, BATCH_EVENTS + done * EVENT_BYTES,
                        moves[i].through, moves[i].store, moves[i].through, done * EVENT_BYTES);
    }
}

/* Up to where the hooks themselves write down what the batch has. */
static unsigned limit_of(const struct batch *batch)
{
    return batch->accesses ? RECORDER_OPEN : batch->calls ? RECORDER_CALLS : RECORDER_MARKS;
}

/*
 * A basic block and its barrier: a thread that is ahead writes both down, and passes by what lies
 * between them. rdx: where events go.
 */
static void write_passing(const struct coder *coder, unsigned number, struct text *output)
{
    text_add_format(output, "\tleaq\t%u(%%rdx), %%rcx\n\tcmpq\t%s, %%rcx\n", 2 * EVENT_BYTES,
                    word_of_recorder(coder, RECORDER_PASSES));
    text_add_format(output,
                    "\tja\t.Lsim_waits%u\n\tmovq\t.Lsim_batch%u+%u(%%rip), %%rax\n"
                    "\tmovq\t%%rax, (%%rdx)\n\tmovq\t%%rcx, %s\n\tjmp\t.Lsim_passed%u\n"
                    ".Lsim_waits%u:\n",
                    number, coder->batches, BATCH_EVENTS, word_of_recorder(coder, RECORDER_EVENT),
                    number, number);
}

/* Of the batch's first hook. */
static void write_begin(struct coder *coder, const struct batch *batch, struct text *output)
{
    unsigned number = batch->hooks[0].number;

    text_add_format(output, "\tmovq\t%s, %%rdx\n", word_of_recorder(coder, RECORDER_EVENT));
    if (batch->barriers)
        write_passing(coder, number, output);
    text_add_format(output, "\tleaq\t%u(%%rdx), %%rcx\n\tcmpq\t%s, %%rcx\n\tja\t.Lsim_begin%u\n",
                    batch->count * EVENT_BYTES, word_of_recorder(coder, limit_of(batch)), number);
    write_events(coder, batch, output);
    text_add_format(output, "\tmovq\t%%rcx, %s\n", word_of_recorder(coder, RECORDER_EVENT));
    if (*coder->addresses) {
        load_addresses(coder, output);
        text_add_format(output, "\taddq\t$%u, %s\n\tmovq\t%s, %s\n",
                        batch->accesses * RECORDER_ADDRESS_STEP, coder->addresses, coder->addresses,
                        word_of_recorder(coder, RECORDER_ADDRESS));
    } else if (batch->accesses) {
        text_add_format(output, "\taddq\t$%u, %s\n", batch->accesses * RECORDER_ADDRESS_STEP,
                        word_of_recorder(coder, RECORDER_ADDRESS));
    }
    write_slow_way(coder, &batch->hooks[0], 0, 1);
}

/* left: so many of the batch's accesses from this one on. */
static void write_access(struct coder *coder, const struct batched *hook, unsigned place,
                         unsigned left, struct text *output)
{
    text_add_format(output, "\tmovq\t%%rdi, %%rax\n\tsubq\t%s, %%rax\n",
                    word_of_recorder(coder, RECORDER_BASE));
    text_add_format(output, "\tcmpq\t%s, %%rax\n\tjae\t.Lsim_other%u\n",
                    word_of_recorder(coder, RECORDER_GLOBAL_OPEN), hook->number);
    check_alignment(hook, output);
    text_add_format(output, ".Lsim_record%u:\n", hook->number);
    if (!*coder->addresses)
        text_add_format(output, "\tmovq\t%s, %%rcx\n", word_of_recorder(coder, RECORDER_ADDRESS));
    text_add_format(output, "\tmovq\t%%rdi, -%u(%s)\n", left * RECORDER_ADDRESS_STEP,
                    *coder->addresses ? coder->addresses : "%rcx");
    write_other_memory(coder, hook);
    write_slow_way(coder, hook, place, 0);
}

/* A function has been entered: the stack must not be nearly used up. */
static void write_stack_check(struct coder *coder, const struct batched *hook, struct text *output)
{
    text_add_format(output, "\tleaq\t-16(%%rsp), %%rax\n\tsubq\t%s, %%rax\n",
                    word_of_recorder(coder, RECORDER_STACK));
    text_add_format(output, "\tcmpq\t$%u, %%rax\n\tjb\t.Lsim_slow%u\n", RECORDER_STACK_RESERVE,
                    hook->number);
    write_slow_way(coder, hook, 0, 0);
}

static void write_hook(struct coder *coder, const struct batch *batch, unsigned place,
                       unsigned left, struct text *output)
{
    const struct batched *hook = &batch->hooks[place];
    int is_late = place > 0 && hook->kind == BATCH_BLOCK && batch->accesses;

    text_add_format(output, ".Lsim_hook%u:\n", hook->number);
    if (place == 0 || is_late || hook->kind == BATCH_ACCESS)
        find_recorder(coder, output);
    if (place == 0)
        write_begin(coder, batch, output);
    if (hook->kind == BATCH_ACCESS)
        write_access(coder, hook, place, left, output);
    if (hook->kind == BATCH_ENTER)
        write_stack_check(coder, hook, output);
    if (place > 0 && !is_late && hook->kind != BATCH_ACCESS)
        text_add_string(output, "\tnopl\t8(%rax,%rax)\n"); /* 5 bytes, for its pc */
    if (is_late) {
        text_add_format(output, "\tcmpq\t$0, %s\n\tje\t.Lsim_slow%u\n",
                        word_of_recorder(coder, RECORDER_GLOBAL_OPEN), hook->number);
        write_slow_way(coder, hook, place, 0);
    }
    text_add_format(output, ".Lsim_done%u:\n", hook->number);
    if (hook->label.length)
        text_add_format(output, "\t.set\t%s, .Lsim_hook%u+5\n", hook->label.data, hook->number);
}

/* 1 if the program's code between the batch's first hook and its last access has the register. */
static int mentions(const struct batch *batch, const char *name)
{
    unsigned last = batch->count - 1;

    while (batch->hooks[last].kind != BATCH_ACCESS)
        last--;
    for (unsigned i = 0; i < last; i++)
        if (batch->hooks[i].behind.length && strstr(batch->hooks[i].behind.data, name))
            return 1;
    return 0;
}

/*
 * A register that calls may change, and that the batch's code leaves alone: there the addresses'
 * end stays from its first hook to its last access. "": there is none, or it is not worth it.
 */
static const char *register_for(const struct batch *batch)
{
    static const char *const names[] = {"%r8", "%r9", "%r10"};

    for (unsigned i = 0; batch->accesses > 1 && i < sizeof names / sizeof *names; i++)
        if (!mentions(batch, names[i]))
            return names[i];
    return "";
}

/* ---- The tables ---------------------------------------------------------------------------- */

static void enter_table(struct coder *coder, const char *group)
{
    if (coder->group && !strcmp(coder->group, group))
        return;
    free(coder->group);
    coder->group = text_format("%s", group);
    if (*group)
        text_add_format(&coder->tables, "\t.section\tsim_batches,\"awG\",@progbits,%s,comdat\n",
                        group);
    else
        text_add_string(&coder->tables, "\t.section\tsim_batches,\"aw\",@progbits\n");
}

static unsigned what_of(const struct batched *hook)
{
    static const unsigned kinds[] = {
        [BATCH_BLOCK] = BATCH_EVENT_BLOCK,
        [BATCH_ENTER] = BATCH_EVENT_ENTER,
        [BATCH_EXIT] = BATCH_EVENT_EXIT,
    };

    if (hook->kind != BATCH_ACCESS)
        return kinds[hook->kind];
    return (unsigned)__builtin_ctz(hook->size) | (hook->writes ? BATCH_EVENT_WRITE : 0) |
           (hook->is_aligned ? BATCH_ALIGNED : 0);
}

static void write_table(struct coder *coder, const struct batch *batch, const char *group)
{
    unsigned events = (batch->count + 3) / 4 * 4;

    enter_table(coder, group);
    text_add_format(
        &coder->tables, "\t.balign\t16\n.Lsim_batch%u:\n\t.long\t%u,%u,%d,0\n\t.zero\t%u\n",
        coder->batches, batch->count, batch->accesses, batch->barriers, events * EVENT_BYTES);
    for (unsigned i = 0; i < batch->count; i++)
        text_add_format(&coder->tables, "\t.quad\t.Lsim_hook%u+5+%#llx\n", batch->hooks[i].number,
                        (unsigned long long)what_of(&batch->hooks[i]) << BATCH_WHAT_SHIFT);
    if (batch->barriers)
        text_add_format(&coder->tables, "\t.quad\t.Lsim_passed%u+%#llx\n", batch->hooks[0].number,
                        (unsigned long long)BATCH_EVENT_BARRIER << BATCH_WHAT_SHIFT);
    else if (batch->count % 2)
        text_add_string(&coder->tables, "\t.quad\t0\n");
}

void write_batch(struct coder *coder, struct batch *batch, const char *group, struct text *output)
{
    unsigned left = batch->accesses;

    coder->addresses = register_for(batch);
    for (unsigned i = 0; i < batch->count; i++)
        batch->hooks[i].number = coder->hooks++;
    for (unsigned i = 0; i < batch->count; i++) {
        struct batched *hook = &batch->hooks[i];

        write_hook(coder, batch, i, left, output);
        left -= hook->kind == BATCH_ACCESS;
        if (hook->behind.length)
            text_add(output, hook->behind.data, hook->behind.length);
        free(hook->behind.data);
        free(hook->label.data);
    }
    write_table(coder, batch, group);
    coder->batches++;
    memset(batch, 0, sizeof *batch);
}

void write_tables(struct coder *coder, struct text *output)
{
    if (coder->tables.length)
        text_add(output, coder->tables.data, coder->tables.length);
    free(coder->tables.data);
    free(coder->slow.data);
    free(coder->group);
}
