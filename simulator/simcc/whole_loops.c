/*
 * Loops that nvcc unrolls as a whole: see whole_loops.h.
 */
#include "whole_loops.h"

#include "assembly.h"
#include "constants.h"
#include "loop_types.h"
#include "loops.h"
#include "visible.h"

#include <stdlib.h>
#include <string.h>

#define MARK          "# sim_whole_loop "
#define ROUNDS        32   /* that nvcc unrolls unasked */
#define ROUNDS_ASKED  1024 /* by #pragma unroll */
#define ROUNDS_LOOKED (ROUNDS_ASKED + 1)

/*
 * Numbers of a counter's begin, the tokens [first, end), and of its bound: themselves, or as far as
 * the bound is behind the begin: k = i; k < i + 4.
 */
static int read_range(const struct source *source, size_t first, size_t end, size_t bound,
                      size_t bound_end, long range[2])
{
    if (read_number(source, first, end, &range[0]) &&
        read_number(source, bound, bound_end, &range[1]))
        return 1;
    for (size_t i = first; i < end; i++, bound++)
        if (bound >= bound_end || source->tokens[i].length != source->tokens[bound].length ||
            strncmp(source->tokens[i].text, source->tokens[bound].text, source->tokens[i].length))
            return 0;
    range[0] = 0;
    return first < end && bound < bound_end && is_sign(source, bound, "+") &&
           read_number(source, bound + 1, bound_end, &range[1]);
}

/* How a counter goes on: by an operation, + - * / > (a shift to the right) or < (to the left). */
struct step {
    char operation;
    long by;
};

static int read_step(const struct source *source, const struct loop *loop, const struct token *name,
                     struct step *step)
{
    size_t first = loop->step, end = loop->step_end;
    int is_behind = first < end && same_name(&source->tokens[first], name);
    size_t sign = first + is_behind;

    if (sign + 1 >= end)
        return 0;
    step->operation = *source->tokens[sign].text;
    step->by = 1;
    if (is_sign(source, sign, "+-") && *source->tokens[sign + 1].text == step->operation)
        return end == first + 3 &&
               (is_behind || same_name(&source->tokens[sign + 2], name)); /* k++, ++k */
    if (!is_behind || !is_sign(source, sign, "+-*/<>"))
        return 0;
    if (is_sign(source, sign, "<>") && *source->tokens[++sign].text != step->operation)
        return 0;
    return is_sign(source, sign + 1, "=") && read_number(source, sign + 2, end, &step->by);
}

static long step_from(const struct step *step, long number)
{
    switch (step->operation) {
    case '+': return number + step->by;
    case '-': return number - step->by;
    case '*': return number * step->by;
    case '/': return step->by ? number / step->by : number;
    case '<': return number * (1L << (step->by & 31));
    default: return number >> (step->by & 31);
    }
}

/* A condition: the counter, a comparison, a number. */
struct bound {
    char sign;
    int or_equal;
    long number;
};

/* Reads its signs. Returns where the number begins; 0: it is another condition. */
static size_t read_bound(const struct source *source, const struct loop *loop,
                         const struct token *name, struct bound *bound)
{
    size_t first = loop->condition, sign = first + 1;

    if (!same_name(&source->tokens[first], name) || !is_sign(source, sign, "<>!"))
        return 0;
    bound->sign = *source->tokens[sign].text;
    bound->or_equal = is_sign(source, sign + 1, "=");
    return sign + 1 + (size_t)bound->or_equal;
}

static int goes_on(const struct bound *bound, long number)
{
    if (bound->sign == '!')
        return number != bound->number;
    if (bound->or_equal && number == bound->number)
        return 1;
    return bound->sign == '<' ? number < bound->number : number > bound->number;
}

/* How often the loop runs; ROUNDS_LOOKED if that is not seen, or more often. */
static long count_rounds(const struct source *source, const struct loop *loop)
{
    size_t open = next_token(source, loop->first), equals = open;
    struct step step;
    struct bound bound;
    long range[2], rounds = 0;
    size_t behind;

    while (equals < loop->condition && !is_sign(source, equals, "="))
        equals++;
    const struct token *name = &source->tokens[equals - 1];

    if (!token_is(&source->tokens[loop->first], "for") || equals == loop->condition ||
        !(behind = read_bound(source, loop, name, &bound)) ||
        !read_range(source, equals + 1, loop->condition - 1, behind, loop->condition_end, range) ||
        !read_step(source, loop, name, &step))
        return ROUNDS_LOOKED;
    bound.number = range[1];
    long number = range[0];
    for (; rounds < ROUNDS_LOOKED && goes_on(&bound, number); rounds++)
        number = step_from(&step, number);
    return rounds;
}

/* What the loop is (enum whole_loop), if lines have its header alone. */
static int kinds_of(const struct source *source, const struct loop *loop)
{
    int is_asked = loop->unrolled == 0, end = source->tokens[loop->step_end].line;
    int is_braced = is_sign(source, loop->body, "{");
    size_t first = is_braced ? next_token(source, loop->body) : loop->body;

    if (loop->unrolled > 0 || end >= source->tokens[first].line)
        return 0;
    int is_whole = count_rounds(source, loop) <= (is_asked ? ROUNDS_ASKED : ROUNDS);
    if (is_asked || is_whole)
        return (is_asked ? LOOP_IS_ASKED : 0) | (is_whole ? LOOP_IS_WHOLE : 0);
    switch (loop_counting(source, loop)) {
    case COUNTING_POSSIBLE: return LOOP_IS_COUNTED;
    case COUNTING_POSSIBLE_WIDE: return LOOP_IS_WIDE;
    case COUNTING_IMPOSSIBLE: return LOOP_IS_ENDLESS;
    case COUNTING_IMPOSSIBLE_WIDE: return LOOP_IS_ENDLESS | LOOP_IS_WIDE;
    default: return 0;
    }
}

void whole_loops_write(const struct source *source, struct text *output)
{
    struct loop loop;

    for (size_t i = 0; i < source->count; i++) {
        if (!token_is(&source->tokens[i], "for") || !loop_at(source, i, &loop))
            continue;
        int kinds = kinds_of(source, &loop);
        for (int line = source->tokens[i].line; kinds && line <= source->tokens[loop.step_end].line;
             line++)
            text_add_format(output, "\n__asm__(\"" MARK "%d %d %u\");\n", line, kinds,
                            file_key(source->tokens[i].file));
    }
}

static int compare_lines(const void *left, const void *right)
{
    const struct whole_line *a = left, *b = right;

    if (a->file != b->file)
        return a->file > b->file ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

struct whole_loops whole_loops_read(const struct text *assembly)
{
    struct whole_loops loops = {NULL, 0};

    for (const char *at = assembly->data; at && (at = strstr(at, MARK)); loops.count++) {
        loops.line = reallocate(loops.line, (loops.count + 1) * sizeof *loops.line);
        at += strlen(MARK);
        char *behind;
        long number = strtol(at, &behind, 10);
        int kinds = (int)strtol(behind, &behind, 10);
        loops.line[loops.count] =
            (struct whole_line){(unsigned)strtoul(behind, NULL, 10), number, kinds};
    }
    if (loops.count)
        qsort(loops.line, loops.count, sizeof *loops.line, compare_lines);
    return loops;
}

int whole_loops_at(const struct whole_loops *loops, unsigned file, long line)
{
    struct whole_line wanted = {file, line, 0}, *found = NULL;

    if (loops->count)
        found = bsearch(&wanted, loops->line, loops->count, sizeof wanted, compare_lines);
    return found ? found->is : 0;
}

void whole_loops_free(struct whole_loops *loops)
{
    free(loops->line);
}
