/*
 * PTX that computes: a table of instructions, each a function of include/sim/ptx.h.
 */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/*
 * name: the base and those modifiers that matter, in their order. types: one letter for each
 * operand but the first, the result: t of the instruction's type, w twice as wide, u of 32 bits,
 * p a predicate.
 */
static const struct row {
    const char *name, *function, *types;
} rows[] = {
    {"add", "add", "tt"},
    {"add.sat", "add_sat", "tt"},
    {"add.rz", "add_rz", "tt"},
    {"add.rm", "add_rm", "tt"},
    {"add.rp", "add_rp", "tt"},
    {"sub", "sub", "tt"},
    {"sub.sat", "sub_sat", "tt"},
    {"mul", "mul", "tt"},
    {"mul.lo", "mul", "tt"},
    {"mul.hi", "mul_hi", "tt"},
    {"mul.wide", "mul_wide", "tt"},
    {"mul24.lo", "mul24", "tt"},
    {"mul.rz", "mul_rz", "tt"},
    {"mul.rm", "mul_rm", "tt"},
    {"mul.rp", "mul_rp", "tt"},
    {"mad", "mad", "ttt"},
    {"mad.lo", "mad", "ttt"},
    {"mad.hi", "mad_hi", "ttt"},
    {"mad.wide", "mad_wide", "ttw"},
    {"mad24.lo", "mad24", "ttt"},
    {"fma", "fma", "ttt"},
    {"fma.rz", "fma_rz", "ttt"},
    {"fma.rm", "fma_rm", "ttt"},
    {"fma.rp", "fma_rp", "ttt"},
    {"div", "div", "tt"},
    {"rem", "rem", "tt"},
    {"add.cc", "add_cc", "tt"},
    {"addc", "addc", "tt"},
    {"addc.cc", "addc_cc", "tt"},
    {"sub.cc", "sub_cc", "tt"},
    {"subc", "subc", "tt"},
    {"subc.cc", "subc_cc", "tt"},
    {"mad.lo.cc", "mad_lo_cc", "ttt"},
    {"madc.lo", "madc_lo", "ttt"},
    {"madc.lo.cc", "madc_lo_cc", "ttt"},
    {"mad.hi.cc", "mad_hi_cc", "ttt"},
    {"madc.hi", "madc_hi", "ttt"},
    {"madc.hi.cc", "madc_hi_cc", "ttt"},
    {"min", "min", "tt"},
    {"max", "max", "tt"},
    {"abs", "abs", "t"},
    {"neg", "neg", "t"},
    {"and", "bit_and", "tt"},
    {"or", "bit_or", "tt"},
    {"xor", "bit_xor", "tt"},
    {"not", "bit_not", "t"},
    {"cnot", "cnot", "t"},
    {"shl", "shl", "tu"},
    {"shr", "shr", "tu"},
    {"shf.l.wrap", "shf_l_wrap", "uuu"},
    {"shf.r.wrap", "shf_r_wrap", "uuu"},
    {"shf.l.clamp", "shf_l_clamp", "uuu"},
    {"shf.r.clamp", "shf_r_clamp", "uuu"},
    {"popc", "popc", "t"},
    {"clz", "clz", "t"},
    {"brev", "brev", "t"},
    {"bfind", "bfind", "t"},
    {"bfind.shiftamt", "bfind_shift", "t"},
    {"bfe", "bfe", "tuu"},
    {"bfi", "bfi", "ttuu"},
    {"prmt", "prmt", "uuu"},
    {"lop3", "lop3", "uuuu"},
    {"sad", "sad", "ttt"},
    {"vabsdiff4.u32", "vabsdiff4", "uuu"}, /* of three types the third is read as a modifier */
    {"vabsdiff4.u32.add", "vabsdiff4_add", "uuu"},
    {"vabsdiff2.u32", "vabsdiff2", "uuu"},
    {"vabsdiff2.u32.add", "vabsdiff2_add", "uuu"},
    {"vadd4.u32", "vadd4", "uuu"},
    {"vadd4.u32.sat", "vadd4_sat", "uuu"},
    {"vsub4.u32.sat", "vsub4_sat", "uuu"},
    {"vmin4.u32", "vmin4", "uuu"},
    {"vmin4.u32.add", "vmin4_add", "uuu"},
    {"vmax4.u32", "vmax4", "uuu"},
    {"vmax4.u32.add", "vmax4_add", "uuu"},
    {"vavrg4.u32", "vavrg4", "uuu"},
    {"vavrg4.u32.add", "vavrg4_add", "uuu"},
    {"vadd2.u32", "vadd2", "uuu"},
    {"vadd2.u32.sat", "vadd2_sat", "uuu"},
    {"vsub2.u32.sat", "vsub2_sat", "uuu"},
    {"vmin2.u32", "vmin2", "uuu"},
    {"vmin2.u32.add", "vmin2_add", "uuu"},
    {"vmax2.u32", "vmax2", "uuu"},
    {"vmax2.u32.add", "vmax2_add", "uuu"},
    {"vavrg2.u32", "vavrg2", "uuu"},
    {"vavrg2.u32.add", "vavrg2_add", "uuu"},
    {"selp", "select", "ttp"},
    {"rcp", "rcp", "t"},
    {"sqrt", "sqrt", "t"},
    {"rsqrt", "rsqrt", "t"},
    {"sin", "sin", "t"},
    {"cos", "cos", "t"},
    {"lg2", "lg2", "t"},
    {"ex2", "ex2", "t"},
    {"tanh", "tanh", "t"},
    {"copysign", "copysign", "tt"},
};

/* Modifiers that change nothing here: roundings to nearest, precision, hints. */
static const char *const idle[] = {"rn", "ftz", "approx", "full", "uni"};

static int is_idle(const char *modifier)
{
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (!strcmp(idle[i], modifier))
            return 1;
    return 0;
}

/* The instruction's name in the table, as a new string. */
static char *significant_name(const struct ptx_instruction *instruction)
{
    struct text name = {0};

    text_add_string(&name, instruction->base);
    for (int i = 0; i < instruction->modifier_count; i++)
        if (!is_idle(instruction->modifiers[i]))
            text_add_format(&name, ".%s", instruction->modifiers[i]);
    return name.data;
}

static const char *letter_type(char letter, const char *type)
{
    switch (letter) {
    case 'u': return "uint32_t";
    case 'p': return "bool";
    default: return type;
    }
}

/* Adds ", as<TYPE>(operand)" for operands from first on. Returns 0 where one makes no sense. */
static int add_arguments(struct text *code, const struct ptx_instruction *instruction, int first,
                         const char *letters, const char *type)
{
    for (int i = 0; letters[i]; i++) {
        char *operand = ptx_operand(instruction->operands[first + i]);

        if (!operand)
            return 0;
        if (letters[i] == 'w')
            text_add_format(code, "%s::cuda_sim::ptx::as<::cuda_sim::ptx::wide<%s>>(%s)",
                            i ? ", " : "", type, operand);
        else
            text_add_format(code, "%s::cuda_sim::ptx::as<%s>(%s)", i ? ", " : "",
                            letter_type(letters[i], type), operand);
        free(operand);
    }
    return 1;
}

static int put(struct text *code, const struct ptx_instruction *instruction, const char *function,
               const char *letters, const char *type)
{
    char *result = instruction->operand_count ? ptx_operand(instruction->operands[0]) : NULL;
    int good = result && instruction->operand_count == (int)strlen(letters) + 1;

    if (good) {
        text_add_format(code, "::cuda_sim::ptx::put(%s, ::cuda_sim::ptx::%s<%s>(", result, function,
                        type);
        good = add_arguments(code, instruction, 1, letters, type);
        text_add_string(code, "));");
    }
    free(result);
    return good;
}

/* mov of a vector: {a, b} = c or a = {b, c}. */
static int move_vector(struct text *code, const struct ptx_instruction *instruction)
{
    int takes_apart = *instruction->operands[0] == '{';
    const char *vector = instruction->operands[takes_apart ? 0 : 1];
    char *other = ptx_operand(instruction->operands[takes_apart ? 1 : 0]);
    char *list = text_format("%.*s", (int)strlen(vector) - 2, vector + 1);
    char *rest = list, *part;
    struct text names = {0};
    int good = other != NULL;

    while (good && (part = strsep(&rest, ","))) {
        char *name;

        part += strspn(part, " \t\n");
        part[strcspn(part, " \t\n")] = 0;
        name = ptx_operand(part);
        good = name != NULL;
        text_add_format(&names, ", %s", good ? name : "");
        free(name);
    }
    if (good)
        text_add_format(code, "::cuda_sim::ptx::%s(%s%s);",
                        takes_apart ? "take_apart" : "put_together", other, names.data);
    free(names.data);
    free(list);
    free(other);
    return good;
}

/* setp.lt.u32 p, a, b */
static int compare(struct text *code, const struct ptx_instruction *instruction)
{
    static const char *const comparisons[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                              "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                              "ltu", "leu", "gtu", "geu", "num", "nan"};
    static const char *const functions[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                            "lt",  "le",  "gt",  "ge",  "equ", "neu",
                                            "ltu", "leu", "gtu", "geu", "num", "nan"};
    const char *function = NULL;

    for (int m = 0; m < instruction->modifier_count; m++) {
        size_t i = 0;

        while (i < sizeof comparisons / sizeof *comparisons &&
               strcmp(comparisons[i], instruction->modifiers[m]))
            i++;
        if (i < sizeof comparisons / sizeof *comparisons && !function)
            function = functions[i];
        else if (!is_idle(instruction->modifiers[m]))
            return 0;
    }
    return function && instruction->types[0] &&
           put(code, instruction, function, "tt", ptx_type(instruction->types[0]));
}

static int convert(struct text *code, const struct ptx_instruction *instruction)
{
    static const char *const roundings[] = {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"};
    const char *rounding = "rz";
    char *result = ptx_operand(instruction->operands[0]);
    char *source = instruction->operand_count == 2 ? ptx_operand(instruction->operands[1]) : NULL;
    int good = result && source && instruction->types[1];

    for (int m = 0; m < instruction->modifier_count; m++) {
        int known = !strcmp(instruction->modifiers[m], "ftz");

        for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
            if (!strcmp(roundings[i], instruction->modifiers[m])) {
                rounding = roundings[i];
                known = 1;
            }
        }
        good &= known;
    }
    if (good)
        text_add_format(code,
                        "::cuda_sim::ptx::put(%s, ::cuda_sim::ptx::convert<%s>(::cuda_sim::ptx::as<"
                        "%s>(%s), ::cuda_sim::ptx::rounding::%s));",
                        result, ptx_type(instruction->types[0]), ptx_type(instruction->types[1]),
                        source, rounding);
    free(result);
    free(source);
    return good;
}

int ptx_compute(struct text *code, const struct ptx_instruction *instruction)
{
    const char *type = ptx_type(instruction->types[0]);
    const struct row *row = NULL;
    char *name;

    if (!type)
        return 0;
    if (!strcmp(instruction->base, "mov") && instruction->operand_count == 2) {
        if (*instruction->operands[0] == '{' || *instruction->operands[1] == '{')
            return move_vector(code, instruction);
        return put(code, instruction, "move", "t", type);
    }
    if (!strcmp(instruction->base, "setp"))
        return compare(code, instruction);
    if (!strcmp(instruction->base, "cvt"))
        return convert(code, instruction);
    if (!strcmp(instruction->base, "cvta"))
        return put(code, instruction,
                   ptx_has(instruction, "shared")
                       ? ptx_has(instruction, "to") ? "to_shared" : "from_shared"
                       : "move",
                   "t", type);
    name = significant_name(instruction);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !row; i++)
        if (!strcmp(rows[i].name, name))
            row = &rows[i];
    free(name);
    return row && put(code, instruction, row->function, row->types, type);
}
