/*
 * One walk over the assembly, in which basic blocks begin and end: see operations.h.
 */
#include "operations.h"

#include "block.h"
#include "branch_sides.h"
#include "functions.h"
#include "text.h"
#include "whole_loops.h"

#include <stdlib.h>
#include <string.h>

/* A place is a distance of 16 bits; an instruction has 15 bytes at most. */
#define INSTRUCTIONS_WITH_PLACES (65535 / 15)

struct walk {
    struct text *output;
    struct text tables;
    struct text sides; /* numbers of branches, by name */
    struct text line;
    struct position position;
    struct whole_loops whole;
    struct block block;
    struct open_branches branches;
    size_t table_group; /* of the section in which tables is; a place in position.groups */
    unsigned labels;    /* how many there are */
    unsigned begin;     /* the label at the block's begin; 0: outside */
    int enters;         /* the function's first block has not begun: arguments are put away */
    size_t group;       /* that of the block's code */
    size_t length;      /* of the block, in instructions */
};

/* Where a call returns to. */
static unsigned put_label(struct walk *walk)
{
    text_add_format(walk->output, ".Lsim_operations%u:\n", ++walk->labels);
    return walk->labels;
}

static void enter_table(struct walk *walk)
{
    const char *group = walk->position.groups.data + walk->group;

    if (walk->tables.length && walk->table_group == walk->group)
        return;
    if (*group)
        text_add_format(&walk->tables, "\t.section\tsim_operations,\"aG\",@progbits,%s,comdat\n",
                        group);
    else
        text_add_string(&walk->tables, "\t.section\tsim_operations,\"a\",@progbits\n");
    text_add_string(&walk->tables, "\t.balign\t8\n");
    walk->table_group = walk->group;
}

static void write_operation(struct walk *walk, const struct planned *planned)
{
    const struct operation *operation = &planned->operation;
    uint64_t word = operation->kind | (uint64_t)operation->to << 8 |
                    (uint64_t)operation->from[0] << 16 | (uint64_t)operation->from[1] << 24 |
                    (uint64_t)operation->from[2] << 32 | (uint64_t)operation->doubles << 40 |
                    (uint64_t)operation->is_logic << 41 | (uint64_t)operation->is_unknown << 42 |
                    (uint64_t)operation->special << 43 | (uint64_t)operation->is_whole << 47;

    if (planned->sides) {
        text_add_format(&walk->tables, "\t.long\t%#llx\n\t.short\t%#llx,.Lsim_sides%u\n",
                        (unsigned long long)(word & 0xffffffff),
                        (unsigned long long)(word >> 32 & 0xffff), planned->sides);
        return;
    }
    if (!planned->label) {
        word |= (uint64_t)operation->place << 48; /* of a function, its instructions */
        text_add_format(&walk->tables, "\t.quad\t%#llx\n", (unsigned long long)word);
        return;
    }
    text_add_format(&walk->tables, "\t.long\t%#llx\n\t.short\t%#llx\n",
                    (unsigned long long)(word & 0xffffffff), (unsigned long long)(word >> 32));
    text_add_format(&walk->tables, "\t.short\t.Lsim_operations%u-.Lsim_operations%u-%u\n",
                    planned->label, walk->begin, planned->less);
}

static void end_block(struct walk *walk)
{
    struct block *block = &walk->block;
    unsigned count = 0;

    if (!walk->begin)
        return;
    block_trim(block);
    block_settle(block);
    branch_sides_end_block(&walk->branches, block);
    for (size_t i = 0; i < block->count; i++)
        count += !block->operations[i].dropped;
    enter_table(walk);
    text_add_format(&walk->tables, "\t.quad\t.Lsim_operations%u\n\t.long\t%u,0\n", walk->begin,
                    count);
    for (size_t i = 0; i < block->count; i++)
        if (!block->operations[i].dropped)
            write_operation(walk, &block->operations[i]);
    walk->begin = 0;
}

static void begin_block(struct walk *walk)
{
    end_block(walk);
    walk->begin = put_label(walk);
    walk->group = walk->position.group;
    walk->length = 0;
    if (!walk->enters)
        block_begin(&walk->block);
    walk->enters = 0;
}

/* What stands before the hook of a function's first block belongs to that block. */
static void enter_function(struct walk *walk)
{
    block_begin(&walk->block);
    walk->enters = 1;
}

/* The called function's bare name; NULL: not known. */
static char *called_name(char *operand)
{
    if (*operand == '*' && !strchr(operand, '@'))
        return NULL;
    operand += *operand == '*';
    operand[strcspn(operand, "@( \t")] = 0;
    return operand;
}

static void read_call(struct walk *walk, struct statement *statement)
{
    char *name = called_name(statement->rest);
    struct hook hook = hook_of(name ? name : "");

    if (hook.block)
        begin_block(walk);
    else if (!walk->begin || walk->length > INSTRUCTIONS_WITH_PLACES)
        return;
    else if (!hook.is_hook) {
        block_call(&walk->block, name ? name : "", put_label(walk));
        branch_sides_call(&walk->branches);
    } else if (hook.reads || hook.writes)
        block_announce(&walk->block, hook.reads, hook.writes, put_label(walk));
}

/* Adds an instruction. Of a branch, the sides that it has are taken note of. */
static void add_instruction(struct walk *walk, const struct statement *statement)
{
    struct instruction instruction;
    struct block *block = &walk->block;
    size_t before = block->count;
    unsigned sides = walk->begin ? branch_sides_turn(&walk->branches, block, statement) : 0;

    read_instruction(&instruction, statement);
    block_frame(block, &instruction);
    if (walk->begin || walk->enters)
        block_add(block, &instruction);
    if (!sides)
        return;
    walk->branches.counted = block->count;
    if (block->count > before &&
        block->operations[block->count - 1].operation.kind == OPERATION_BRANCH)
        block->operations[block->count - 1].sides = sides;
}

static void read_code(struct walk *walk, struct statement *statement)
{
    walk->length++;
    block_source(&walk->block, walk->position.source, walk->position.line);
    walk->block.whole = walk->position.source == SOURCE_PROGRAM
                            ? whole_loops_at(&walk->whole, walk->position.file, walk->position.line)
                            : 0;
    if (!strcmp(statement->word, "call") || !strcmp(statement->word, "callq")) {
        read_call(walk, statement);
        return;
    }
    add_instruction(walk, statement);
}

/* Most lines are neither code nor directives that matter here. */
static int is_of_interest(const char *line)
{
    static const char *const directives[] = {
        ".loc\t", ".loc ", ".file", ".section",  ".text",          ".data",
        ".bss",   ".push", ".pop",  ".previous", ".cfi_startproc", ".cfi_endproc"};

    if (*line++ != '\t')
        return 0;
    if (*line != '.')
        return *line >= 'a' && *line <= 'z';
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (!strncmp(line, directives[i], strlen(directives[i])))
            return 1;
    return 0;
}

static void read_line(struct walk *walk, const char *line, size_t length)
{
    struct statement statement;

    text_add(walk->output, line, length);
    if (*line == '.') {
        walk->line.length = 0;
        text_add(&walk->line, line, length);
        branch_sides_label(&walk->branches, &walk->block, walk->line.data);
    }
    if (!is_of_interest(line))
        return;
    walk->line.length = 0;
    text_add(&walk->line, line, length);
    statement = read_statement(walk->line.data);
    if (statement.kind == STATEMENT_INSTRUCTION) {
        read_code(walk, &statement);
    } else if (statement.kind == STATEMENT_DIRECTIVE) {
        if (!strcmp(statement.word, ".cfi_startproc"))
            enter_function(walk);
        if (!strcmp(statement.word, ".cfi_endproc")) {
            end_block(walk);
            branch_sides_end_function(&walk->branches);
            walk->block.framed = walk->enters = 0;
        }
        position_directive(&walk->position, &statement);
    }
}

void add_operations(const struct text *assembly, struct text *output)
{
    const char *end = assembly->data + assembly->length;
    struct walk walk = {.output = output};

    walk.branches.numbers = &walk.sides;
    text_add(&walk.position.groups, "", 1); /* the name of no group */
    walk.whole = whole_loops_read(assembly);
    for (const char *line = assembly->data, *next; line < end; line = next) {
        next = behind_line(line, end);
        read_line(&walk, line, (size_t)(next - line));
    }
    end_block(&walk);
    if (walk.tables.length)
        text_add(output, walk.tables.data, walk.tables.length);
    if (walk.sides.length)
        text_add(output, walk.sides.data, walk.sides.length);
    free(walk.tables.data);
    free(walk.sides.data);
    free(walk.line.data);
    whole_loops_free(&walk.whole);
    free(walk.position.groups.data);
    free(walk.position.files);
    free(walk.block.operations);
    free(walk.branches.branch);
}
