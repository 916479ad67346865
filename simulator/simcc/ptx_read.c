/*
 * Reading an instruction of PTX and its operands: see ptx.h.
 */
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *ptx, *cpp;
} types[] = {
    {"u8", "uint8_t"},
    {"s8", "int8_t"},
    {"b8", "uint8_t"},
    {"u16", "uint16_t"},
    {"s16", "int16_t"},
    {"b16", "uint16_t"},
    {"u32", "uint32_t"},
    {"s32", "int32_t"},
    {"b32", "uint32_t"},
    {"u64", "uint64_t"},
    {"s64", "int64_t"},
    {"b64", "uint64_t"},
    {"f32", "float"},
    {"f64", "double"},
    {"pred", "bool"},
    {"f16", "::cuda_sim::ptx::half"},
    {"f16x2", "::cuda_sim::ptx::half2"},
    {"bf16", "::cuda_sim::ptx::bfloat"},
    {"bf16x2", "::cuda_sim::ptx::bfloat2"},
};

const char *ptx_type(const char *type)
{
    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].ptx, type))
            return types[i].cpp;
    return NULL;
}

int ptx_has(const struct ptx_instruction *instruction, const char *modifier)
{
    for (int i = 0; i < instruction->modifier_count; i++)
        if (!strcmp(instruction->modifiers[i], modifier))
            return 1;
    return 0;
}

/* The text without blanks around it, as a new string. */
static char *trimmed(const char *text, size_t length)
{
    while (length && isspace((unsigned char)*text))
        text++, length--;
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return text_format("%.*s", (int)length, text);
}

/* add.cc.u32 into its parts. Returns 0 if there are too many. */
static int read_name(struct ptx_instruction *instruction)
{
    char *copy = text_format("%s", instruction->name);
    char *rest = copy;
    char *part = strsep(&rest, ".");
    int types_found = 0, fits = 1;

    instruction->base = text_format("%s", part);
    while ((part = strsep(&rest, "."))) {
        if (!*part) /* :: as in L1::no_allocate has no dots; an empty part is nothing */
            continue;
        if (ptx_type(part) && types_found < 2)
            instruction->types[types_found++] = text_format("%s", part);
        else if (instruction->modifier_count < PTX_MODIFIERS_MOST)
            instruction->modifiers[instruction->modifier_count++] = text_format("%s", part);
        else
            fits = 0;
    }
    free(copy);
    return fits;
}

/* Splits at commas outside of brackets. */
static int read_operands(struct ptx_instruction *instruction, const char *text)
{
    while (*text) {
        size_t length = 0;
        int depth = 0;

        for (; text[length] && (depth || text[length] != ','); length++)
            depth += (strchr("[{", text[length]) != NULL) - (strchr("]}", text[length]) != NULL);
        if (instruction->operand_count == PTX_OPERANDS_MOST)
            return 0;
        instruction->operands[instruction->operand_count] = trimmed(text, length);
        if (!*instruction->operands[instruction->operand_count++])
            return 0;
        text += length + (text[length] == ',');
    }
    return 1;
}

int ptx_read(struct ptx_instruction *instruction, const char *text)
{
    size_t length;
    char *operands;
    int good;

    *instruction = (struct ptx_instruction){0};
    text += strspn(text, " \t\n");
    if (*text == '@') {
        int negated = text[1] == '!';
        char *name, *predicate;

        text += 1 + negated;
        length = strcspn(text, " \t\n");
        name = text_format("%.*s", (int)length, text);
        predicate = ptx_operand(name);
        free(name);
        if (!predicate)
            return 0;
        instruction->guard = text_format("%s(%s)", negated ? "!" : "", predicate);
        free(predicate);
        text += length;
        text += strspn(text, " \t\n");
    }
    length = strcspn(text, " \t\n");
    instruction->name = text_format("%.*s", (int)length, text);
    operands = trimmed(text + length, strlen(text + length));
    good = *instruction->name && read_name(instruction) && read_operands(instruction, operands);
    free(operands);
    return good;
}

void ptx_free(struct ptx_instruction *instruction)
{
    free(instruction->guard);
    free(instruction->name);
    free(instruction->base);
    for (int i = 0; i < instruction->modifier_count; i++)
        free(instruction->modifiers[i]);
    for (int i = 0; i < instruction->operand_count; i++)
        free(instruction->operands[i]);
    free(instruction->types[0]);
    free(instruction->types[1]);
}

/* Special registers, as C++ with names that include/sim declares. */
static const struct {
    const char *name, *code;
} special[] = {
    {"tid.x", "threadIdx.x"},
    {"tid.y", "threadIdx.y"},
    {"tid.z", "threadIdx.z"},
    {"ntid.x", "blockDim.x"},
    {"ntid.y", "blockDim.y"},
    {"ntid.z", "blockDim.z"},
    {"ctaid.x", "blockIdx.x"},
    {"ctaid.y", "blockIdx.y"},
    {"ctaid.z", "blockIdx.z"},
    {"nctaid.x", "gridDim.x"},
    {"nctaid.y", "gridDim.y"},
    {"nctaid.z", "gridDim.z"},
    {"laneid", "::cuda_sim::ptx::lane()"},
    {"warpid", "::cuda_sim::ptx::warp()"},
    {"nwarpid", "::cuda_sim::ptx::warps()"},
    {"smid", "::sim_multiprocessor_id()"},
    {"nsmid", "::sim_multiprocessor_count()"},
    {"lanemask_eq", "(1u << ::cuda_sim::ptx::lane())"},
    {"lanemask_lt", "((1u << ::cuda_sim::ptx::lane()) - 1u)"},
    {"lanemask_le", "((2u << ::cuda_sim::ptx::lane()) - 1u)"},
    {"lanemask_gt", "~((2u << ::cuda_sim::ptx::lane()) - 1u)"},
    {"lanemask_ge", "~((1u << ::cuda_sim::ptx::lane()) - 1u)"},
    {"clock", "(uint32_t)::sim_clock()"},
    {"clock_hi", "(uint32_t)((uint64_t)::sim_clock() >> 32)"},
    {"clock64", "(uint64_t)::sim_clock()"},
    {"globaltimer", "(uint64_t)::sim_globaltimer()"},
    {"globaltimer_lo", "(uint32_t)::sim_globaltimer()"},
    {"globaltimer_hi", "(uint32_t)(::sim_globaltimer() >> 32)"},
};

static char *constant(const char *text)
{
    int negative = *text == '-';
    const char *digits = text + negative;

    if (!strncmp(digits, "0f", 2) || !strncmp(digits, "0F", 2))
        return text_format("%s__builtin_bit_cast(float, 0x%su)", negative ? "-" : "", digits + 2);
    if (!strncmp(digits, "0d", 2) || !strncmp(digits, "0D", 2))
        return text_format("%s__builtin_bit_cast(double, 0x%sull)", negative ? "-" : "",
                           digits + 2);
    if (strchr(digits, '.'))
        return text_format("%s", text);
    for (const char *c = digits; *c; c++)
        if (!isxdigit((unsigned char)*c) && !strchr("xXuUlL", *c))
            return NULL;
    return text_format("%sll", text);
}

char *ptx_operand(const char *operand)
{
    if (isdigit((unsigned char)*operand) || (*operand == '-' && isdigit((unsigned char)operand[1])))
        return constant(operand);
    if (*operand == '%' && isdigit((unsigned char)operand[1]))
        return text_format("ptx%s", operand + 1);
    if (*operand == '%') {
        operand += strspn(operand, "%");
        for (size_t i = 0; i < sizeof special / sizeof *special; i++)
            if (!strcmp(special[i].name, operand))
                return text_format("%s", special[i].code);
    } /* a register's own name may begin with a %, too */
    if (*operand == '!')
        return NULL;
    for (const char *c = operand; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '$')
            return NULL;
    return *operand ? text_format("ptx_%s", operand) : NULL;
}

char *ptx_address(const struct ptx_instruction *instruction, const char *operand, const char *type)
{
    size_t length = strlen(operand);
    int shared = ptx_has(instruction, "shared") || ptx_has(instruction, "shared::cta");
    char *inner, *sign, *base, *name, *address;

    if (length < 3 || *operand != '[' || operand[length - 1] != ']')
        return NULL;
    inner = trimmed(operand + 1, length - 2);
    sign = strpbrk(inner, "+");
    if (!sign && (sign = strrchr(inner, '-')) == inner)
        sign = NULL;
    name = trimmed(inner, sign ? (size_t)(sign - inner) : strlen(inner));
    base = ptx_operand(name);
    address = base ? text_format("::cuda_sim::ptx::%s<%s>(%s, %s)",
                                 shared ? "in_shared" : "in_memory", type, base, sign ? sign : "0")
                   : NULL;
    free(inner);
    free(name);
    free(base);
    return address;
}
