/*
 * See kept.h: the function is read once, and each of its uses of the stack is noted. What is not
 * understood keeps the slots that it may be about, or all of them, in memory.
 */
#include "kept.h"

#include "kept_forms.h"

#include <stdlib.h>
#include <string.h>

#define REGISTERS_FIRST 8
#define REGISTERS_END   16
#define NOWHERE         ((size_t)-1)

struct label {
    const char *name;
    size_t length, at; /* lines before it */
};

struct loop {
    size_t begin, end; /* lines */
};

struct reading {
    struct stack_use *uses;
    size_t use_count, use_room;
    struct label *labels;
    size_t label_count, label_room;
    struct loop *loops;
    size_t loop_count, loop_room;
    size_t line, last_call, last_hook; /* hooks are no calls */
    long frame;                        /* bytes; 0: the stack pointer has not moved yet */
    long moved;                        /* bytes that it has moved beyond that */
    int is_in_frame;
    int has_failed;
    long taken; /* the lowest place of an object whose address is taken */
};

/* Room for one more in an array that grows. */
static void *with_room(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    return reallocate(array, *room * size);
}

static void note_label(struct reading *reading, const char *line)
{
    reading->labels = with_room(reading->labels, reading->label_count, &reading->label_room,
                                sizeof(struct label));
    reading->labels[reading->label_count++] =
        (struct label){line, strcspn(line, ":"), reading->line};
    reading->has_failed |= reading->moved != 0;
    reading->is_in_frame = reading->frame != 0;
}

/* The line of an earlier label of that name, or NOWHERE. */
static size_t line_of(const struct reading *reading, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = reading->label_count; i-- > 0;)
        if (reading->labels[i].length == length && !memcmp(reading->labels[i].name, name, length))
            return reading->labels[i].at;
    return NOWHERE;
}

/* A jump back is a loop, which counts if it calls hooks and nothing else. */
static void note_jump(struct reading *reading, const char *target)
{
    size_t begin = line_of(reading, target);

    if (begin == NOWHERE || reading->last_hook == NOWHERE || reading->last_hook < begin ||
        (reading->last_call != NOWHERE && reading->last_call >= begin))
        return;
    reading->loops =
        with_room(reading->loops, reading->loop_count, &reading->loop_room, sizeof(struct loop));
    reading->loops[reading->loop_count++] = (struct loop){begin, reading->line};
}

/*
 * The stack pointer moves: once at the function's begin, and back at each of its ends; between them
 * for the arguments of a call.
 */
static void note_frame(struct reading *reading, const struct statement *statement)
{
    long bytes = moved_bytes(statement);

    if (bytes > 0 && !reading->frame) {
        reading->frame = bytes;
        reading->is_in_frame = 1;
    } else if (reading->is_in_frame && (bytes > 0 || (bytes && reading->moved >= -bytes))) {
        reading->moved += bytes;
    } else if (reading->is_in_frame && !reading->moved && bytes == -reading->frame) {
        reading->is_in_frame = 0;
    } else {
        reading->has_failed = 1;
    }
}

static void note_use(struct reading *reading, const struct statement *statement)
{
    struct stack_use use = {.line = reading->line};

    if (!read_stack_use(statement, &use) || !reading->is_in_frame) {
        reading->has_failed = 1;
        return;
    }
    use.place -= reading->moved;
    if (reading->moved && use.form != USE_TAKES_ADDRESS)
        use.form = USE_OTHER;
    if (use.form == USE_TAKES_ADDRESS) {
        reading->taken = use.place < reading->taken ? use.place : reading->taken;
        return;
    }
    reading->uses =
        with_room(reading->uses, reading->use_count, &reading->use_room, sizeof(struct stack_use));
    reading->uses[reading->use_count++] = use;
}

static void read_instruction_of(struct reading *reading, const struct statement *statement)
{
    const char *word = statement->word, *rest = statement->rest;
    size_t length = strlen(rest);

    if (is_call(statement)) {
        int hook = !strncmp(rest, "__tsan_", 7) || !strncmp(rest, "__sanitizer_cov", 15);
        *(hook ? &reading->last_hook : &reading->last_call) = reading->line;
        reading->has_failed |= !reading->is_in_frame || (hook && reading->moved);
    }
    if (*word == 'j')
        note_jump(reading, rest);
    else if (!strncmp(word, "pop", 3))
        reading->has_failed |= reading->is_in_frame;
    else if (!strcmp(word, "leave") || !strcmp(word, "enter"))
        reading->has_failed = 1;
    else if (length >= 6 && !strcmp(rest + length - 6, ", %rsp"))
        note_frame(reading, statement);
    else if (strstr(rest, "%rsp") || strstr(rest, "%esp"))
        note_use(reading, statement);
    if (!strcmp(word, "pushq") && reading->frame)
        note_frame(reading, statement);
}

/* Code elsewhere than in one piece, or behind an exception, is not looked at. */
static int is_of_one_piece(const char *directive)
{
    return !strcmp(directive, ".loc") || !strcmp(directive, ".p2align") ||
           !strcmp(directive, ".file") ||
           (!strncmp(directive, ".cfi_", 5) && strcmp(directive, ".cfi_lsda"));
}

/* Returns where the function ends. */
static const char *read_function(struct reading *reading, const char *at, const char *end)
{
    struct text line = {0};

    for (; at < end && !reading->has_failed; reading->line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        struct statement statement;

        line.length = 0;
        text_add(&line, at, length);
        if (*at != '\t' && *at != ' ' && *at != '\n' && *at != '#' && !is_mere_place(at))
            note_label(reading, at);
        statement = read_statement(line.data);
        if (statement.kind == STATEMENT_INSTRUCTION)
            read_instruction_of(reading, &statement);
        else if (statement.kind == STATEMENT_DIRECTIVE) {
            if (!strcmp(statement.word, ".cfi_endproc") || !strcmp(statement.word, ".size"))
                break;
            reading->has_failed |= !is_of_one_piece(statement.word);
        }
        at += length;
    }
    free(line.data);
    return at;
}

/* 1 if no use of the slot's bytes, or of some of them, is another one than a register can have. */
static int can_be_kept(const struct reading *reading, long place, unsigned size)
{
    if (place < 0 || place + size > reading->frame || place >= reading->taken)
        return 0;
    for (size_t i = 0; i < reading->use_count; i++) {
        const struct stack_use *use = &reading->uses[i];
        if (use->place + use->size <= place || use->place >= place + (long)size)
            continue;
        if (use->place != place || use->size != size || use->form == USE_OTHER)
            return 0;
    }
    return 1;
}

/* 1 if the loop reads the slot that the use writes. */
static int is_read_in(const struct reading *reading, const struct loop *loop,
                      const struct stack_use *written)
{
    for (size_t i = 0; i < reading->use_count; i++) {
        const struct stack_use *use = &reading->uses[i];
        if (use->line >= loop->begin && use->line <= loop->end && use->place == written->place &&
            use->form == USE_READS)
            return 1;
    }
    return 0;
}

static int is_in_a_loop(const struct reading *reading, const struct stack_use *written)
{
    for (size_t i = 0; i < reading->loop_count; i++) {
        const struct loop *loop = &reading->loops[i];
        if (written->line >= loop->begin && written->line <= loop->end &&
            is_read_in(reading, loop, written))
            return 1;
    }
    return 0;
}

/* The next register that the function does not have; REGISTERS_END: there is none. */
static unsigned next_register(unsigned number, const char *function, const char *end)
{
    for (; number < REGISTERS_END; number++) {
        char name[16];
        const char *found;

        kept_name(number, name, sizeof name);
        found = strstr(function, name + 1); /* the assembly ends with a 0 */
        if (!found || found >= end)
            return number;
    }
    return REGISTERS_END;
}

static int is_kept(const struct kept *kept, long place)
{
    for (unsigned i = 0; i < kept->count; i++)
        if (kept->slots[i].place == place)
            return 1;
    return 0;
}

struct kept find_kept(const char *function, const char *end)
{
    struct reading reading = {.last_call = NOWHERE, .last_hook = NOWHERE, .taken = 1L << 30};
    struct kept kept = {0};
    unsigned number = REGISTERS_FIRST;

    end = read_function(&reading, function, end);
    for (size_t i = 0; !reading.has_failed && i < reading.use_count; i++) {
        const struct stack_use *use = &reading.uses[i];
        if (use->form != USE_WRITES || is_kept(&kept, use->place) || !is_in_a_loop(&reading, use) ||
            !can_be_kept(&reading, use->place, use->size))
            continue;
        number = next_register(number, function, end);
        if (number == REGISTERS_END)
            break;
        kept.slots[kept.count++] = (struct kept_slot){use->place, use->size, number++};
    }
    free(reading.uses);
    free(reading.labels);
    free(reading.loops);
    return kept;
}
