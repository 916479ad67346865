/*
 * The asm statement around inline PTX: see ptx.h. It becomes a statement expression: copies of the
 * operands, the instructions, and assignments of the results.
 */
#include "ptx.h"

#include "constructs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* An operand of the statement: [name] "constraint" (expression). */
struct asm_operand {
    char *name;       /* NULL without one */
    char *constraint; /* without quotes */
    char *expression;
};

struct statement {
    struct text ptx;   /* the instructions, with names of operands turned into numbers */
    size_t *positions; /* for each character the token that it comes from */
    struct asm_operand operands[64];
    int operand_count;
    int output_count;
    struct text labels; /* declared, so that each is this statement's own */
};

/* Adds a string token's contents, escapes resolved. */
static void add_string(struct statement *statement, const struct token *token, size_t position)
{
    const char *end = token->text + token->length - 1;

    for (const char *c = strchr(token->text, '"') + 1; c < end; c++) {
        char value = *c;

        if (*c == '\\' && c + 1 < end) {
            c++;
            value = *c == 'n' ? '\n' : *c == 't' || *c == 'r' ? ' ' : *c;
        }
        text_add(&statement->ptx, &value, 1);
        statement->positions =
            reallocate(statement->positions, statement->ptx.length * sizeof(size_t));
        statement->positions[statement->ptx.length - 1] = position;
    }
}

/* What the strings hold that stand side by side, as macros leave them; *i becomes what is behind.
 */
static char *read_strings(const struct source *source, size_t *i)
{
    struct text whole = {0};

    text_add(&whole, "", 0);
    for (; source->tokens[*i].kind == TOKEN_STRING; *i = next_token(source, *i))
        text_add(&whole, source->tokens[*i].text + 1, source->tokens[*i].length - 2);
    return whole.data;
}

/* The operands from after a colon to the next one, or the end. Returns where that is, or NOWHERE.
 */
static size_t read_operands(const struct source *source, struct statement *statement, size_t first,
                            size_t end)
{
    size_t i = first;

    while (i < end && !token_is(&source->tokens[i], ":") && !token_is(&source->tokens[i], "::")) {
        struct asm_operand operand = {0};
        size_t close;

        if (token_is(&source->tokens[i], "[")) {
            operand.name = token_string(&source->tokens[i + 1]);
            i = next_token(source, skip_group(source, i, 0));
        }
        if (source->tokens[i].kind != TOKEN_STRING || statement->operand_count == 64)
            return NOWHERE;
        operand.constraint = read_strings(source, &i);
        if (!token_is(&source->tokens[i], "("))
            return NOWHERE;
        close = skip_group(source, i, 0);
        operand.expression = tokens_text(source, i, close + 1);
        statement->operands[statement->operand_count++] = operand;
        i = next_token(source, close);
        if (token_is(&source->tokens[i], ","))
            i = next_token(source, i);
    }
    return i;
}

/* Reads all between the parentheses. Returns 0 if it is not an asm as CUDA has it. */
static int read_statement(const struct source *source, struct statement *statement, size_t open,
                          size_t close)
{
    size_t i = next_token(source, open);

    text_add(&statement->ptx, "", 0);
    for (; i < close && source->tokens[i].kind == TOKEN_STRING; i = next_token(source, i))
        add_string(statement, &source->tokens[i], i);
    for (int part = 0; i < close && part < 2; part++) {
        if (token_is(&source->tokens[i], "::"))
            part++; /* no outputs */
        else if (!token_is(&source->tokens[i], ":"))
            return 0;
        if (part == 2)
            break; /* clobbers */
        i = read_operands(source, statement, next_token(source, i), close);
        if (i == NOWHERE)
            return 0;
        if (part == 0)
            statement->output_count = statement->operand_count;
    }
    return 1;
}

static const char *register_type(const char *constraint)
{
    switch (constraint[strspn(constraint, "=+&")]) {
    case 'r': return "uint32_t";
    case 'l': return "uint64_t";
    case 'h': return "uint16_t";
    case 'f': return "float";
    case 'd': return "double";
    case 'n':
    case 'i': return "int64_t";
    default: return NULL;
    }
}

/* The operands as variables ptx0, ptx1, ... */
static int declare_operands(struct text *code, const struct statement *statement)
{
    for (int i = 0; i < statement->operand_count; i++) {
        const struct asm_operand *operand = &statement->operands[i];
        const char *type = register_type(operand->constraint);

        if (!type)
            return 0;
        if (*operand->constraint == '=')
            text_add_format(code, "%s ptx%d; ", type, i);
        else
            text_add_format(code, "%s%s ptx%d = ::cuda_sim::ptx::as<%s>(%s); ",
                            *operand->constraint == '+'          ? ""
                            : strpbrk(operand->constraint, "ni") ? "constexpr "
                                                                 : "const ",
                            type, i, type, operand->expression);
    }
    return 1;
}

static void give_results(struct text *code, const struct statement *statement)
{
    for (int i = 0; i < statement->output_count; i++)
        text_add_format(code, "::cuda_sim::ptx::give(%s, ptx%d); ",
                        statement->operands[i].expression, i);
}

/* .reg .pred p, q; .reg .b32 t<3>; */
static int declare_registers(struct text *code, const char *text)
{
    char *copy = text_format("%s", text + strspn(text, " \t\n"));
    char *rest = copy, *word = strsep(&rest, " \t\n");
    const char *type;
    char *name;

    while (rest && *rest == ' ')
        rest++;
    word = strsep(&rest, " \t\n");
    type = word && *word == '.' ? ptx_type(word + 1) : NULL;
    while (type && rest && (name = strsep(&rest, ","))) {
        char *angle, *variable;
        int count;

        name += strspn(name, " \t\n%");
        name[strcspn(name, " \t\n")] = 0;
        angle = strchr(name, '<');
        count = angle ? atoi(angle + 1) : 0;
        if (angle)
            *angle = 0;
        for (int i = 0; i < (angle ? count : 1); i++) {
            char *numbered = angle ? text_format("%s%d", name, i) : text_format("%s", name);

            variable = ptx_operand(numbered);
            text_add_format(code, "[[maybe_unused]] %s %s; ", type, variable ? variable : "");
            free(variable);
            free(numbered);
        }
    }
    free(copy);
    return type != NULL;
}

/* One instruction, a declaration of registers, or a label before one. Returns 0 if it is unknown.
 */
static int translate_one(struct text *code, struct text *labels, const char *text, char **name)
{
    struct ptx_instruction instruction;
    size_t label = strspn(text, " \t\n");
    size_t end = label;
    int good;

    while (isalnum((unsigned char)text[end]) || text[end] == '_' || text[end] == '$')
        end++;
    if (end > label && text[end] == ':' && text[end + 1] != ':') {
        text_add_format(code, "label_ptx_%.*s:; ", (int)(end - label), text + label);
        text_add_format(labels, "__label__ label_ptx_%.*s; ", (int)(end - label), text + label);
        text += end + 1;
    }
    text += strspn(text, " \t\n");
    if (!*text)
        return 1;
    if (!strncmp(text, ".reg", 4)) {
        *name = text_format(".reg");
        return declare_registers(code, text);
    }
    good = ptx_read(&instruction, text);
    *name = text_format("%s", instruction.name ? instruction.name : text);
    if (good && instruction.guard)
        text_add_format(code, "if (%s) { ", instruction.guard);
    good = good && (ptx_compute(code, &instruction) || ptx_access(code, &instruction) ||
                    ptx_cooperate(code, &instruction));
    text_add_string(code, instruction.guard ? " } " : " ");
    ptx_free(&instruction);
    return good;
}

/* %[name] becomes the operand's number; %% stays. */
static char *with_numbers(const struct statement *statement, const char *text, size_t length)
{
    struct text result = {0};

    text_add(&result, "", 0);
    for (size_t i = 0; i < length; i++) {
        size_t close = i + 2;

        if (text[i] != '%' || text[i + 1] != '[') {
            text_add(&result, &text[i], 1);
            if (text[i] == '%' && text[i + 1] == '%') {
                text_add(&result, "%", 1);
                i++;
            }
            continue;
        }
        while (close < length && text[close] != ']')
            close++;
        for (int o = 0; o < statement->operand_count; o++)
            if (statement->operands[o].name &&
                strlen(statement->operands[o].name) == close - i - 2 &&
                !strncmp(statement->operands[o].name, text + i + 2, close - i - 2))
                text_add_format(&result, "%%%d", o);
        i = close;
    }
    return result.data;
}

static size_t comment_length(const char *text)
{
    const char *end;

    if (!strncmp(text, "//", 2))
        return strcspn(text, "\n");
    if (strncmp(text, "/*", 2))
        return 0;
    end = strstr(text + 2, "*/");
    return end ? (size_t)(end + 2 - text) : strlen(text);
}

static int translate_instructions(struct translation *translation, struct statement *statement,
                                  struct text *code)
{
    const char *text = statement->ptx.data;
    size_t at = 0;

    while (text[at]) {
        size_t length = 0, first;
        char *one, *name = NULL;
        int good;

        at += strspn(text + at, " \t\n");
        if (comment_length(text + at)) {
            at += comment_length(text + at);
            continue;
        }
        first = at;
        if (text[at] == '{' || text[at] == '}') {
            text_add(code, &text[at++], 1);
            continue;
        }
        while (text[at + length] && text[at + length] != ';' &&
               !(length && text[at + length] == '}' && !memchr(text + at, '{', length)))
            length++;
        one = with_numbers(statement, text + at, length);
        good = translate_one(code, &statement->labels, one, &name);
        at += length + (text[at + length] == ';');
        free(one);
        if (!good)
            translation_error(translation, statement->positions[first],
                              "the simulator has no PTX instruction %s in this form: write it in "
                              "C; docs/programs.md lists those that it has",
                              name ? name : "");
        free(name);
        if (!good)
            return 0;
    }
    return 1;
}

static void free_statement(struct statement *statement)
{
    for (int i = 0; i < statement->operand_count; i++) {
        free(statement->operands[i].name);
        free(statement->operands[i].constraint);
        free(statement->operands[i].expression);
    }
    free(statement->labels.data);
    free(statement->positions);
    free(statement->ptx.data);
}

/* With no instruction at all it is a barrier for the compiler, and stays that. */
static int is_empty(const struct text *ptx)
{
    return ptx->length == strspn(ptx->data, " \t\n");
}

void translate_assembly(struct translation *translation, size_t position)
{
    struct source *source = translation->source;
    struct statement statement = {0};
    struct text code = {0};
    size_t open = next_token(source, position), close;

    if (token_is(&source->tokens[open], "volatile") ||
        token_is(&source->tokens[open], "__volatile__"))
        open = next_token(source, open);
    close = token_is(&source->tokens[open], "(") ? closing_bracket(source, open) : NOWHERE;
    if (close == NOWHERE || !read_statement(source, &statement, open, close)) {
        translation_error(translation, position,
                          "expected asm(\"instructions\" : outputs : inputs : clobbers)");
        free_statement(&statement);
        return;
    }
    if (!is_empty(&statement.ptx)) {
        translation->uses_assembly = 1;
        if (!declare_operands(&code, &statement))
            translation_error(translation, position,
                              "an operand's constraint is none of PTX: r, l, h, f, d or n");
        else if (translate_instructions(translation, &statement, &code)) {
            give_results(&code, &statement);
            text_add_string(&code, "})");
            erase_tokens(source, position, close + 1);
            token_put_before(&source->tokens[position],
                             text_format("({ %s%s",
                                         statement.labels.length ? statement.labels.data : "",
                                         code.data));
        }
        free(code.data);
    }
    free_statement(&statement);
}
