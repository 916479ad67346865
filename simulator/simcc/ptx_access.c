/*
 * PTX that touches memory: loads, stores, atomics, copies to shared memory.
 */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* How many values an access has: .v2, .v4, else 1. */
static int vector_length(const struct ptx_instruction *instruction)
{
    return ptx_has(instruction, "v2") ? 2 : ptx_has(instruction, "v4") ? 4 : 1;
}

/* The modifiers of loads and stores that are known; hints for caches change nothing here. */
static int has_only_known(const struct ptx_instruction *instruction)
{
    static const char *const known[] = {"global",
                                        "shared",
                                        "shared::cta",
                                        "local",
                                        "const",
                                        "param",
                                        "volatile",
                                        "relaxed",
                                        "acquire",
                                        "release",
                                        "acq_rel",
                                        "weak",
                                        "cta",
                                        "gpu",
                                        "sys",
                                        "cg",
                                        "ca",
                                        "cs",
                                        "cv",
                                        "lu",
                                        "wb",
                                        "wt",
                                        "nc",
                                        "v2",
                                        "v4",
                                        "add",
                                        "min",
                                        "max",
                                        "inc",
                                        "dec",
                                        "exch",
                                        "cas",
                                        "and",
                                        "or",
                                        "xor",
                                        "L1::evict_last",
                                        "L1::evict_first",
                                        "L1::no_allocate",
                                        "L1::evict_normal",
                                        "L1::evict_unchanged",
                                        "L2::64B",
                                        "L2::128B",
                                        "L2::256B",
                                        "noftz",
                                        "rn"};

    for (int m = 0; m < instruction->modifier_count; m++) {
        size_t i = 0;

        while (i < sizeof known / sizeof *known && strcmp(known[i], instruction->modifiers[m]))
            i++;
        if (i == sizeof known / sizeof *known)
            return 0;
    }
    return 1;
}

static const char *scope_of(const struct ptx_instruction *instruction)
{
    return ptx_has(instruction, "cta")   ? "SIM_SCOPE_BLOCK"
           : ptx_has(instruction, "sys") ? "SIM_SCOPE_SYSTEM"
                                         : "SIM_SCOPE_DEVICE";
}

/* {a, b} or a as ", a, b"; how many there are. Returns 0 where one makes no sense. */
static int add_list(struct text *code, const char *operand)
{
    char *list = *operand == '{' ? text_format("%.*s", (int)strlen(operand) - 2, operand + 1)
                                 : text_format("%s", operand);
    char *rest = list, *part;
    int count = 0;

    while ((part = strsep(&rest, ","))) {
        char *name;

        part += strspn(part, " \t\n");
        part[strcspn(part, " \t\n")] = 0;
        name = ptx_operand(part);
        if (!name) {
            count = 0;
            break;
        }
        text_add_format(code, ", %s", name);
        free(name);
        count++;
    }
    free(list);
    return count;
}

/* How an access is done: plainly, on the read-only way, as volatile, or as an atomic that others
 * may wait for. */
static const char *way_of(const struct ptx_instruction *instruction)
{
    if (ptx_has(instruction, "acquire") || ptx_has(instruction, "release"))
        return "ordered";
    if (ptx_has(instruction, "relaxed"))
        return "relaxed";
    if (ptx_has(instruction, "nc"))
        return "read_only";
    return ptx_has(instruction, "volatile") || ptx_has(instruction, "cv") ? "is_volatile" : "plain";
}

static int load_or_store(struct text *code, const struct ptx_instruction *instruction, int stores)
{
    const char *type = ptx_type(instruction->types[0]);
    char *address;
    int count;

    if (instruction->operand_count != 2 || !type || !has_only_known(instruction))
        return 0;
    address = ptx_address(instruction, instruction->operands[!stores], type);
    if (!address)
        return 0;
    text_add_format(code, "::cuda_sim::ptx::%s<%s, %d>(::cuda_sim::ptx::way::%s, %s, %s",
                    stores ? "store" : "load", type, vector_length(instruction),
                    way_of(instruction), scope_of(instruction), address);
    free(address);
    count = add_list(code, instruction->operands[stores]);
    text_add_string(code, ");");
    return count == vector_length(instruction);
}

/* atom.add.u32 d, [a], b and red.add.u32 [a], b. */
static int atomic(struct text *code, const struct ptx_instruction *instruction, int reduces)
{
    static const char *const kinds[][2] = {
        {"add", "SIM_ATOMIC_ADD"},       {"min", "SIM_ATOMIC_MIN"},
        {"max", "SIM_ATOMIC_MAX"},       {"and", "SIM_ATOMIC_AND"},
        {"or", "SIM_ATOMIC_OR"},         {"xor", "SIM_ATOMIC_XOR"},
        {"exch", "SIM_ATOMIC_EXCHANGE"}, {"inc", "SIM_ATOMIC_INCREMENT"},
        {"dec", "SIM_ATOMIC_DECREMENT"}, {"cas", "SIM_ATOMIC_COMPARE_AND_SWAP"}};
    const char *type = ptx_type(instruction->types[0]);
    const char *kind = NULL;
    int swaps = ptx_has(instruction, "cas");
    char *address, *result, *value, *compare;
    int good;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (ptx_has(instruction, kinds[i][0]))
            kind = kinds[i][1];
    if (!type || !kind || !has_only_known(instruction) || vector_length(instruction) > 1 ||
        instruction->operand_count != 3 - reduces + swaps)
        return 0;
    address = ptx_address(instruction, instruction->operands[!reduces], type);
    result = reduces ? NULL : ptx_operand(instruction->operands[0]);
    value = ptx_operand(instruction->operands[instruction->operand_count - 1]);
    compare = swaps ? ptx_operand(instruction->operands[2]) : text_format("0");
    good = address && value && compare && (result || reduces);
    if (good) {
        if (result)
            text_add_format(code, "::cuda_sim::ptx::put(%s, ", result);
        text_add_format(code,
                        "::cuda_sim::ptx::atomic<%s>(%s, %s, %d, %s, ::cuda_sim::ptx::as<%s>(%s), "
                        "::cuda_sim::ptx::as<%s>(%s))%s;",
                        type, kind, scope_of(instruction),
                        ptx_has(instruction, "acquire") * 1 + ptx_has(instruction, "release") * 2 +
                            ptx_has(instruction, "acq_rel") * 3,
                        address, type, value, type, compare, result ? ")" : "");
    }
    free(address);
    free(result);
    free(value);
    free(compare);
    return good;
}

/* cp.async.commit_group, .wait_all, which does the same before, and .wait_group prior. */
static int wait_for_copies(struct text *code, const struct ptx_instruction *instruction)
{
    char *prior = NULL;
    int good = 1;

    if (!ptx_has(instruction, "wait_group"))
        text_add_string(code, "sim_copy(SIM_COPY_COMMIT, nullptr, 0);");
    if (ptx_has(instruction, "wait_all"))
        text_add_string(code, "sim_copy(SIM_COPY_WAIT, nullptr, 0);");
    if (ptx_has(instruction, "wait_group")) {
        prior = instruction->operand_count == 1 ? ptx_operand(instruction->operands[0]) : NULL;
        good = prior != NULL;
        text_add_format(code, "sim_copy(SIM_COPY_WAIT, nullptr, (unsigned int)(%s));",
                        good ? prior : "0");
    }
    free(prior);
    return good;
}

/*
 * cp.async.ca.shared.global [to], [from], bytes{, bytes that are copied}: done at once, which is
 * one of the orders that a GPU may choose; the checks are told of it.
 */
static int copy(struct text *code, const struct ptx_instruction *instruction)
{
    struct ptx_instruction to = *instruction, from = *instruction;
    char *shared = (char *)"shared";
    char *target, *source, *size, *used;
    int good;

    if (ptx_has(instruction, "commit_group") || ptx_has(instruction, "wait_group") ||
        ptx_has(instruction, "wait_all"))
        return wait_for_copies(code, instruction);
    if (instruction->operand_count < 3 || instruction->operand_count > 4 ||
        ptx_has(instruction, "bulk") || ptx_has(instruction, "mbarrier"))
        return 0;
    to.modifiers[0] = shared;
    to.modifier_count = 1;
    from.modifier_count = 0;
    target = ptx_address(&to, instruction->operands[0], "char");
    source = ptx_address(&from, instruction->operands[1], "const char");
    size = ptx_operand(instruction->operands[2]);
    used = ptx_operand(instruction->operands[instruction->operand_count - 1]);
    good = target && source && size && used;
    if (good)
        text_add_format(code, "::cuda_sim::ptx::copy_async<%s>(%s, %s, %s);", size, target, source,
                        used);
    free(target);
    free(source);
    free(size);
    free(used);
    return good;
}

int ptx_access(struct text *code, const struct ptx_instruction *instruction)
{
    const char *base = instruction->base;

    if (!strcmp(base, "ld") || !strcmp(base, "ldu"))
        return load_or_store(code, instruction, 0);
    if (!strcmp(base, "st"))
        return load_or_store(code, instruction, 1);
    if (!strcmp(base, "atom"))
        return atomic(code, instruction, 0);
    if (!strcmp(base, "red"))
        return atomic(code, instruction, 1);
    if (!strcmp(base, "cp") && ptx_has(instruction, "async"))
        return copy(code, instruction);
    return !strcmp(base, "prefetch") || !strcmp(base, "prefetchu");
}
