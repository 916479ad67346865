/*
 * PTX in which threads meet or wait: barriers, fences, shuffles, votes; branches and ends.
 */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* The operand as C++, or "" where there are fewer; valid until *owned is freed. */
static const char *operand(const struct ptx_instruction *instruction, int number, char **owned)
{
    *owned =
        number < instruction->operand_count ? ptx_operand(instruction->operands[number]) : NULL;
    return *owned ? *owned : "";
}

/* shfl.sync.down.b32 d|p, value, distance, c, mask: c has the width. */
static int shuffle(struct text *code, const struct ptx_instruction *instruction)
{
    static const char *const kinds[][2] = {{"idx", "SIM_SHUFFLE_INDEX"},
                                           {"up", "SIM_SHUFFLE_UP"},
                                           {"down", "SIM_SHUFFLE_DOWN"},
                                           {"bfly", "SIM_SHUFFLE_XOR"}};
    const char *kind = NULL;
    char *list, *bar, *owned[6] = {0};
    int good;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (ptx_has(instruction, kinds[i][0]))
            kind = kinds[i][1];
    if (!kind || instruction->operand_count != 5 || !ptx_has(instruction, "sync"))
        return 0;
    list = text_format("%s", instruction->operands[0]);
    bar = strchr(list, '|');
    if (bar)
        *bar = 0;
    owned[0] = ptx_operand(list);
    owned[5] = bar ? ptx_operand(bar + 1) : text_format("ptx_unused");
    for (int i = 1; i < 5; i++)
        operand(instruction, i, &owned[i]);
    good = owned[0] && owned[1] && owned[2] && owned[3] && owned[4] && owned[5];
    if (good)
        text_add_format(code,
                        "{ [[maybe_unused]] bool ptx_unused; ::cuda_sim::ptx::put(%s, "
                        "::cuda_sim::ptx::shuffle(%s, (uint32_t)%s, "
                        "::cuda_sim::ptx::as<uint32_t>(%s), (uint32_t)%s, (uint32_t)%s, %s)); }",
                        owned[0], kind, owned[4], owned[1], owned[2], owned[3], owned[5]);
    for (int i = 0; i < 6; i++)
        free(owned[i]);
    free(list);
    return good;
}

/* A function of the headers whose result the first operand gets: the others in this order. */
static int call(struct text *code, const struct ptx_instruction *instruction, const char *function,
                int first, int second)
{
    char *owned[3] = {0};
    int good;

    operand(instruction, 0, &owned[0]);
    if (first)
        operand(instruction, first, &owned[1]);
    if (second)
        operand(instruction, second, &owned[2]);
    good = owned[0] && (owned[1] || !first) && (owned[2] || !second);
    if (good)
        text_add_format(code, "::cuda_sim::ptx::put(%s, %s(%s%s%s));", owned[0], function,
                        first ? owned[1] : "", second ? ", " : "", second ? owned[2] : "");
    for (int i = 0; i < 3; i++)
        free(owned[i]);
    return good;
}

static int vote(struct text *code, const struct ptx_instruction *instruction)
{
    static const char *const functions[][2] = {{"ballot", "__ballot_sync"},
                                               {"any", "__any_sync"},
                                               {"all", "__all_sync"},
                                               {"uni", "__uni_sync"}};

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (ptx_has(instruction, functions[i][0]) && ptx_has(instruction, "sync"))
            return instruction->operand_count == 3 &&
                   call(code, instruction, functions[i][1], 2, 1);
    return 0;
}

/* redux.sync.add.s32 d, value, mask */
static int reduce(struct text *code, const struct ptx_instruction *instruction)
{
    static const char *const operations[] = {"add", "min", "max", "and", "or", "xor"};
    const char *type = ptx_type(instruction->types[0]);
    char *owned[3] = {0};
    int good = 0;

    for (int i = 0; i < 3; i++)
        operand(instruction, i, &owned[i]);
    for (size_t i = 0; i < sizeof operations / sizeof *operations && !good; i++) {
        if (!ptx_has(instruction, operations[i]) || !type || !owned[0] || !owned[1] || !owned[2])
            continue;
        good = 1;
        text_add_format(
            code, "::cuda_sim::ptx::put(%s, __reduce_%s_sync(%s, ::cuda_sim::ptx::as<%s>(%s)));",
            owned[0], operations[i], owned[2], type, owned[1]);
    }
    for (int i = 0; i < 3; i++)
        free(owned[i]);
    return good;
}

/* bar.sync number; bar.sync number, threads; bar.arrive number, threads. */
static int barrier(struct text *code, const struct ptx_instruction *instruction)
{
    int arrives = ptx_has(instruction, "arrive"), count = instruction->operand_count, good;
    char *number, *threads = NULL;

    operand(instruction, 0, &number);
    if (ptx_has(instruction, "warp")) {
        text_add_format(code, "__syncwarp((unsigned int)%s);", number ? number : "");
        free(number);
        return count == 1;
    }
    if (count == 2)
        operand(instruction, 1, &threads);
    good = number && (threads || (count == 1 && !arrives)) &&
           (arrives || ptx_has(instruction, "sync")) && !ptx_has(instruction, "cluster");
    if (good && !threads && !strcmp(instruction->operands[0], "0"))
        text_add_string(code, "__syncthreads();");
    else if (good)
        text_add_format(code, "::cuda_sim::ptx::bar_%s((unsigned int)%s, %s);",
                        arrives ? "arrive" : "sync", number,
                        threads ? threads : "::cuda_sim::ptx::threads_of_warps()");
    free(number);
    free(threads);
    return good;
}

/* membar is fence.sc, since devices of sm_70; fence without .sc is fence.acq_rel. */
static int fence(struct text *code, const struct ptx_instruction *instruction)
{
    int is_sc = !strcmp(instruction->base, "membar") || ptx_has(instruction, "sc");
    const char *scope = ptx_has(instruction, "cta")   ? "BLOCK"
                        : ptx_has(instruction, "sys") ? "SYSTEM"
                                                      : "DEVICE";

    text_add_format(code, "%s(SIM_SCOPE_%s);", is_sc ? "sim_fence" : "sim_light_fence", scope);
    return !instruction->operand_count && !ptx_has(instruction, "proxy") &&
           !ptx_has(instruction, "cluster");
}

static int branch(struct text *code, const struct ptx_instruction *instruction)
{
    char *label;

    if (instruction->operand_count != 1)
        return 0;
    operand(instruction, 0, &label);
    if (label)
        text_add_format(code, "goto label_%s;", label);
    free(label);
    return label != NULL;
}

static int nap(struct text *code, const struct ptx_instruction *instruction)
{
    char *time;

    operand(instruction, 0, &time);
    if (time)
        text_add_format(code, "__nanosleep((unsigned int)%s);", time);
    free(time);
    return time != NULL;
}

int ptx_cooperate(struct text *code, const struct ptx_instruction *instruction)
{
    const char *base = instruction->base;

    if (!strcmp(base, "bar") || !strcmp(base, "barrier"))
        return barrier(code, instruction);
    if (!strcmp(base, "membar") || !strcmp(base, "fence"))
        return fence(code, instruction);
    if (!strcmp(base, "shfl"))
        return shuffle(code, instruction);
    if (!strcmp(base, "vote"))
        return vote(code, instruction);
    if (!strcmp(base, "redux"))
        return reduce(code, instruction);
    if (!strcmp(base, "match") && ptx_has(instruction, "any") && instruction->operand_count == 3)
        return call(code, instruction, "__match_any_sync", 2, 1);
    if (!strcmp(base, "activemask"))
        return call(code, instruction, "__activemask", 0, 0);
    if (!strcmp(base, "nanosleep"))
        return nap(code, instruction);
    if (!strcmp(base, "bra"))
        return branch(code, instruction);
    if (!strcmp(base, "trap")) {
        text_add_string(code, "__trap();");
        return 1;
    }
    /* there is no dependent launch to signal or to wait for */
    return !strcmp(base, "griddepcontrol");
}
