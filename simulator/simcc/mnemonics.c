/*
 * The table of mnemonics, sorted by name: see mnemonics.h.
 */
#include "mnemonics.h"

#include <stdlib.h>
#include <string.h>

/* Without the letter for the size, where that leaves a name that is here. */
static const struct mnemonic mnemonics[] = {
    {"adc", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | READS_FLAGS},
    {"add", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | MAKES_SUM},
    {"addpd", OPERATION_DOUBLE, FORM_UPDATE, MAKES_SUM},
    {"addps", OPERATION_FLOAT, FORM_UPDATE, MAKES_SUM},
    {"addsd", OPERATION_DOUBLE, FORM_UPDATE, MAKES_SUM},
    {"addss", OPERATION_FLOAT, FORM_UPDATE, MAKES_SUM},
    {"and", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | IS_LOGIC | IS_BITWISE},
    {"andpd", OPERATION_MOVE, FORM_UPDATE, 0}, /* fabs: a GPU's operands have signs of their own */
    {"andps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"bsf", OPERATION_INTEGER, FORM_WRITE, SETS_FLAGS | IS_LOGIC},
    {"bsr", OPERATION_INTEGER, FORM_WRITE, SETS_FLAGS | IS_LOGIC},
    {"bswap", OPERATION_INTEGER, FORM_UPDATE, IS_LOGIC},
    {"bt", OPERATION_INTEGER, FORM_COMPARE, IS_LOGIC},
    {"call", OPERATION_CALL, FORM_CALL, 0},
    {"cbtw", OPERATION_MOVE, FORM_EXTEND_RAX, 0},
    {"cltd", OPERATION_MOVE, FORM_EXTEND_RDX, 0},
    {"cltq", OPERATION_MOVE, FORM_EXTEND_RAX, 0},
    {"cmp", OPERATION_INTEGER, FORM_COMPARE, IS_LOGIC},
    {"comisd", OPERATION_DOUBLE, FORM_COMPARE, 0},
    {"comiss", OPERATION_FLOAT, FORM_COMPARE, IS_LOGIC},
    {"cqto", OPERATION_MOVE, FORM_EXTEND_RDX, 0},
    {"cvtdq2ps", OPERATION_TO_FLOAT, FORM_WRITE, 0},
    {"cvtsi2ss", OPERATION_TO_FLOAT, FORM_WRITE, 0},
    {"cwtd", OPERATION_MOVE, FORM_EXTEND_RDX, 0},
    {"cwtl", OPERATION_MOVE, FORM_EXTEND_RAX, 0},
    {"dec", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS},
    {"div", OPERATION_DIVIDE, FORM_DIVIDE, 0},
    {"divpd", OPERATION_DOUBLE_DIVIDE, FORM_UPDATE, 0},
    {"divps", OPERATION_FLOAT_DIVIDE, FORM_UPDATE, 0},
    {"divsd", OPERATION_DOUBLE_DIVIDE, FORM_UPDATE, 0},
    {"divss", OPERATION_FLOAT_DIVIDE, FORM_UPDATE, 0},
    {"endbr64", OPERATION_MOVE, FORM_NOTHING, 0},
    {"idiv", OPERATION_DIVIDE, FORM_DIVIDE, 0},
    {"imul", OPERATION_MULTIPLY, FORM_MULTIPLY, MAKES_PRODUCT},
    {"inc", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS},
    {"jmp", OPERATION_JUMP, FORM_JUMP, 0},
    {"lea", OPERATION_INTEGER, FORM_ADDRESS, 0},
    {"leave", OPERATION_MOVE, FORM_NOTHING, 0},
    {"lzcnt", OPERATION_INTEGER, FORM_WRITE, IS_LOGIC},
    {"maxps", OPERATION_FLOAT, FORM_UPDATE, IS_LOGIC},
    {"maxss", OPERATION_FLOAT, FORM_UPDATE, IS_LOGIC},
    {"mfence", OPERATION_MOVE, FORM_NOTHING, 0},
    {"minps", OPERATION_FLOAT, FORM_UPDATE, IS_LOGIC},
    {"minss", OPERATION_FLOAT, FORM_UPDATE, IS_LOGIC},
    {"mov", OPERATION_MOVE, FORM_WRITE, 0},
    {"movabs", OPERATION_MOVE, FORM_WRITE, 0},
    {"movapd", OPERATION_MOVE, FORM_WRITE, 0},
    {"movaps", OPERATION_MOVE, FORM_WRITE, 0},
    {"movd", OPERATION_MOVE, FORM_WRITE, 0},
    {"movddup", OPERATION_MOVE, FORM_WRITE, 0},
    {"movdqa", OPERATION_MOVE, FORM_WRITE, 0},
    {"movdqu", OPERATION_MOVE, FORM_WRITE, 0},
    {"movhlps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"movhpd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"movhps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"movlhps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"movlpd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"movlps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"movmskpd", OPERATION_MOVE, FORM_WRITE, 0},
    {"movmskps", OPERATION_MOVE, FORM_WRITE, 0},
    {"movsbl", OPERATION_MOVE, FORM_WRITE, 0},
    {"movsbq", OPERATION_MOVE, FORM_WRITE, 0},
    {"movsbw", OPERATION_MOVE, FORM_WRITE, 0},
    {"movsd", OPERATION_MOVE, FORM_WRITE, 0},
    {"movslq", OPERATION_MOVE, FORM_WRITE, 0},
    {"movss", OPERATION_MOVE, FORM_WRITE, 0},
    {"movswl", OPERATION_MOVE, FORM_WRITE, 0},
    {"movswq", OPERATION_MOVE, FORM_WRITE, 0},
    {"movupd", OPERATION_MOVE, FORM_WRITE, 0},
    {"movups", OPERATION_MOVE, FORM_WRITE, 0},
    {"movzbl", OPERATION_MOVE, FORM_WRITE, 0},
    {"movzbq", OPERATION_MOVE, FORM_WRITE, 0},
    {"movzbw", OPERATION_MOVE, FORM_WRITE, 0},
    {"movzwl", OPERATION_MOVE, FORM_WRITE, 0},
    {"movzwq", OPERATION_MOVE, FORM_WRITE, 0},
    {"mul", OPERATION_MULTIPLY, FORM_MULTIPLY, MAKES_PRODUCT},
    {"mulpd", OPERATION_DOUBLE, FORM_UPDATE, MAKES_PRODUCT},
    {"mulps", OPERATION_FLOAT, FORM_UPDATE, MAKES_PRODUCT},
    {"mulsd", OPERATION_DOUBLE, FORM_UPDATE, MAKES_PRODUCT},
    {"mulss", OPERATION_FLOAT, FORM_UPDATE, MAKES_PRODUCT},
    {"neg", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS},
    {"nop", OPERATION_MOVE, FORM_NOTHING, 0},
    {"or", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | IS_LOGIC | IS_BITWISE},
    {"pause", OPERATION_MOVE, FORM_NOTHING, 0},
    {"pinsrd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"pinsrw", OPERATION_MOVE, FORM_UPDATE, 0},
    {"pmuludq", OPERATION_MULTIPLY, FORM_UPDATE, MAKES_PRODUCT},
    {"pop", OPERATION_MOVE, FORM_POP, 0},
    {"popcnt", OPERATION_INTEGER, FORM_WRITE, IS_LOGIC},
    {"pshufd", OPERATION_MOVE, FORM_WRITE, 0},
    {"pshuflw", OPERATION_MOVE, FORM_WRITE, 0},
    {"psubd", OPERATION_INTEGER, FORM_UPDATE, CLEARS},
    {"punpckhqdq", OPERATION_MOVE, FORM_UPDATE, 0},
    {"punpcklbw", OPERATION_MOVE, FORM_UPDATE, 0},
    {"punpckldq", OPERATION_MOVE, FORM_UPDATE, 0},
    {"punpcklqdq", OPERATION_MOVE, FORM_UPDATE, 0},
    {"punpcklwd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"push", OPERATION_MOVE, FORM_NOTHING, 0},
    {"pxor", OPERATION_INTEGER, FORM_UPDATE, CLEARS | IS_LOGIC},
    {"ret", OPERATION_JUMP, FORM_JUMP, 0},
    {"sal", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | MAKES_PRODUCT},
    {"sar", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | IS_LOGIC},
    {"sbb", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | READS_FLAGS | CLEARS},
    {"shl", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | MAKES_PRODUCT},
    {"shld", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | IS_LOGIC},
    {"shr", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | IS_LOGIC},
    {"shrd", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | IS_LOGIC},
    {"shufpd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"shufps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"sqrtpd", OPERATION_DOUBLE_DIVIDE, FORM_WRITE, 0},
    {"sqrtps", OPERATION_FLOAT_DIVIDE, FORM_WRITE, 0},
    {"sqrtsd", OPERATION_DOUBLE_DIVIDE, FORM_WRITE, 0},
    {"sqrtss", OPERATION_FLOAT_DIVIDE, FORM_WRITE, 0},
    {"sub", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | MAKES_SUM | CLEARS},
    {"subpd", OPERATION_DOUBLE, FORM_UPDATE, MAKES_SUM},
    {"subps", OPERATION_FLOAT, FORM_UPDATE, MAKES_SUM},
    {"subsd", OPERATION_DOUBLE, FORM_UPDATE, MAKES_SUM},
    {"subss", OPERATION_FLOAT, FORM_UPDATE, MAKES_SUM},
    {"test", OPERATION_INTEGER, FORM_COMPARE, IS_LOGIC},
    {"tzcnt", OPERATION_INTEGER, FORM_WRITE, IS_LOGIC},
    {"ucomisd", OPERATION_DOUBLE, FORM_COMPARE, 0},
    {"ucomiss", OPERATION_FLOAT, FORM_COMPARE, IS_LOGIC},
    {"ud2", OPERATION_MOVE, FORM_NOTHING, 0},
    {"unpckhpd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"unpckhps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"unpcklpd", OPERATION_MOVE, FORM_UPDATE, 0},
    {"unpcklps", OPERATION_MOVE, FORM_UPDATE, 0},
    {"xor", OPERATION_INTEGER, FORM_UPDATE, SETS_FLAGS | CLEARS | IS_LOGIC | IS_BITWISE},
    {"xorpd", OPERATION_MOVE, FORM_UPDATE, CLEARS}, /* a change of sign */
    {"xorps", OPERATION_MOVE, FORM_UPDATE, CLEARS},
};

/* Families of mnemonics that share their beginning. */
static const struct mnemonic families[] = {
    {"set", OPERATION_INTEGER, FORM_WRITE, READS_FLAGS | IS_LOGIC},
    {"cmov", OPERATION_INTEGER, FORM_UPDATE, READS_FLAGS | IS_LOGIC},
    {"cvt", OPERATION_CONVERT, FORM_WRITE, 0},
    {"j", OPERATION_BRANCH, FORM_BRANCH, 0},
};

/* Other computations, by the elements' type at the mnemonic's end. */
static const struct mnemonic others[] = {
    {"ss", OPERATION_FLOAT, FORM_UPDATE, 0},  {"ps", OPERATION_FLOAT, FORM_UPDATE, 0},
    {"sd", OPERATION_DOUBLE, FORM_UPDATE, 0}, {"pd", OPERATION_DOUBLE, FORM_UPDATE, 0},
    {"", OPERATION_INTEGER, FORM_UPDATE, 0},
};

static int compare_names(const void *name, const void *row)
{
    return strcmp(name, *(const char *const *)row);
}

static const struct mnemonic *find_exact(const char *name)
{
    return bsearch(name, mnemonics, sizeof mnemonics / sizeof *mnemonics, sizeof *mnemonics,
                   compare_names);
}

/* Also without the letter of the operands' size. */
static const struct mnemonic *find_known(const char *name)
{
    const struct mnemonic *found = find_exact(name);
    size_t length = strlen(name);
    char shorter[16];

    if (found || length < 3 || length > sizeof shorter || !strchr("bwlq", name[length - 1]))
        return found;
    memcpy(shorter, name, length - 1);
    shorter[length - 1] = 0;
    return find_exact(shorter);
}

const struct mnemonic *find_mnemonic(const char *name)
{
    const struct mnemonic *found = find_known(name);
    size_t length = strlen(name);

    if (!found && *name == 'v') /* the same with three operands */
        found = find_known(++name);
    for (size_t i = 0; !found && i < sizeof families / sizeof *families; i++)
        if (!strncmp(name, families[i].name, strlen(families[i].name)))
            found = &families[i];
    length = strlen(name);
    for (size_t i = 0; !found; i++) {
        size_t end = strlen(others[i].name);

        if (length >= end && !strcmp(name + length - end, others[i].name))
            found = &others[i];
    }
    return found;
}
