/*
 * One instruction of x86-64: see instruction.h.
 */
#include "instruction.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A general register by its name without %: rax, eax, ax, al, r8d ... and its size. */
static uint8_t general_register(const char *name, size_t length, uint8_t *bytes)
{
    /* in the order of their numbers */
    static const char roots[8][3] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};

    if (length >= 2 && *name == 'r' && isdigit((unsigned char)name[1])) {
        char *end;
        unsigned long number = strtoul(name + 1, &end, 10);

        *bytes = end == name + length ? 8 : *end == 'd' ? 4 : *end == 'w' ? 2 : 1;
        return number >= 8 && number <= 15 ? (uint8_t)(REGISTER_R8 + number - 8) : 0;
    }
    *bytes = length < 3 ? 2 : *name == 'r' ? 8 : *name == 'e' ? 4 : 1;
    if (length == 3 && *bytes > 1) // sil, dil, bpl and spl have nothing in front
        name++;
    for (uint8_t i = 0; i < 8; i++)
        if (name[0] == roots[i][0] && (name[1] == roots[i][1] || (i < 4 && length == 2)))
            if (name[1] == roots[i][1] || name[1] == 'l' || name[1] == 'h') {
                if (name[1] == 'l' || name[1] == 'h')
                    *bytes = 1;
                return (uint8_t)(OPERATION_GENERAL + i);
            }
    return 0;
}

/* The register whose name stands here, without its %; 0 if it is none that operations know. */
static uint8_t read_register(const char *name, uint8_t *bytes)
{
    size_t length = 0;

    while (isalnum((unsigned char)name[length]))
        length++;
    *bytes = 0;
    if (length >= 4 && name[1] == 'm' && name[2] == 'm') {
        *bytes = *name == 'x' ? 16 : *name == 'y' ? 32 : 64;
        return (uint8_t)(OPERATION_VECTOR + strtoul(name + 3, NULL, 10) % 32);
    }
    if (length < 2 || length > 4)
        return 0;
    return general_register(name, length, bytes);
}

/* (BASE,INDEX,SCALE) */
static void read_brackets(struct operand *operand, const char *text)
{
    const char *comma = strchr(text, ',');
    uint8_t bytes;

    operand->relative = !strncmp(text, "(%rip", 5);
    if (text[1] == '%')
        operand->base = read_register(text + 2, &bytes);
    if (comma && comma[1] == '%')
        operand->index = read_register(comma + 2, &bytes);
    comma = comma ? strchr(comma + 1, ',') : NULL;
    operand->scaled = comma && comma[1] != '1';
}

static void read_operand(struct operand *operand, const char *text)
{
    *operand = (struct operand){.kind = OPERAND_IMMEDIATE};
    if (*text == '*')
        text++;
    if (*text == '$') {
        operand->offset = text + 1;
        operand->offset_length = strlen(text + 1);
        return;
    }
    if (*text == '%' && !(strchr(text, ':'))) {
        operand->kind = OPERAND_REGISTER;
        operand->base = read_register(text + 1, &operand->bytes);
        return;
    }
    operand->kind = OPERAND_MEMORY;
    if (*text == '%') {
        operand->local = !strncmp(text, "%fs:", 4);
        text = strchr(text, ':') + 1;
    }
    operand->offset = text;
    operand->offset_length = strcspn(text, "(");
    if (operand->offset_length == 1 && *text == '0')
        operand->offset_length = 0;
    text = strchr(text, '(');
    if (text)
        read_brackets(operand, text);
}

/* Ends the operand that begins here; returns where the next one begins, or NULL. */
static char *end_operand(char *text)
{
    int depth = 0;

    for (; *text && (depth || *text != ','); text++)
        depth += (*text == '(') - (*text == ')');
    if (!*text)
        return NULL;
    *text++ = 0;
    return text + strspn(text, " \t");
}

void read_instruction(struct instruction *instruction, const struct statement *statement)
{
    static const char *const prefixes[] = {"lock", "rep", "repz", "repnz", "notrack", "bnd"};
    char *word = statement->word, *rest = statement->rest;

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (!strcmp(word, prefixes[i])) {
            word = rest;
            rest += strcspn(rest, " \t");
            if (*rest)
                *rest++ = 0;
            rest += strspn(rest, " \t");
            break;
        }
    }
    instruction->name = word;
    instruction->mnemonic = find_mnemonic(word);
    instruction->count = 0;
    while (rest && *rest && instruction->count < OPERANDS_MOST) {
        char *next = end_operand(rest);

        read_operand(&instruction->operands[instruction->count++], rest);
        rest = next;
    }
}

unsigned memory_bytes(const struct instruction *instruction)
{
    const char *name = instruction->name;
    size_t length = strlen(name);

    for (int i = 0; i < instruction->count; i++) {
        unsigned bytes = instruction->operands[i].bytes;

        if (bytes && bytes < 16)
            return bytes;
    }
    if (strstr(name, "mova") || strstr(name, "movu") || strstr(name, "movdq"))
        return strcmp(name, "movabs") ? 16 : 8;
    return name[length - 1] == 'q' || (length > 2 && !strcmp(name + length - 2, "sd")) ? 8 : 4;
}
