/*
 * Which symbols a graded kernel may use, and which of them is the kernel. A kernel that is
 * compiled for the simulator is code of the CPU: what it cannot be linked with, it cannot do.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_part.h"
#include "reductions.h"

enum { LINE_BYTES = 4096 };

/* The simulator's interface for compiled code, and the compiler's instrumentation. */
static const char *const prefixes[] = {"sim_", "__tsan_", "__sanitizer_cov_", "__ubsan_"};

/* What compilers call by themselves, and functions that compute and do nothing else. */
static const char *const names[] = {
    "_GLOBAL_OFFSET_TABLE_",
    "__popcountdi2",
    "__stack_chk_fail",
    "memcpy",
    "memmove",
    "memset",
    "ceil",
    "ceilf",
    "exp",
    "exp2",
    "exp2f",
    "expf",
    "fabs",
    "fabsf",
    "floor",
    "floorf",
    "fma",
    "fmaf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fmod",
    "fmodf",
    "log",
    "log10",
    "log2",
    "log2f",
    "logf",
    "nearbyint",
    "nearbyintf",
    "pow",
    "powf",
    "rint",
    "rintf",
    "round",
    "roundf",
    "sqrt",
    "sqrtf",
    "trunc",
    "truncf",
};

/* The host's own atomic operations, std::atomic's: unlike CUDA's they are not looked at. */
static int is_host_atomic(const char *symbol)
{
    return strncmp(symbol, "__tsan_atomic", 13) == 0;
}

/* By it a kernel launches another, whose work nothing would count as the exercise's. */
static int is_launch(const char *symbol)
{
    return strcmp(symbol, "sim_set_launching") == 0;
}

static int may_be_used(const char *symbol)
{
    if (is_host_atomic(symbol) || is_launch(symbol))
        return 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(symbol, prefixes[i], strlen(prefixes[i])) == 0)
            return 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(symbol, names[i]) == 0)
            return 1;
    return 0;
}

/* The name in the source of what a compiler calls _Z3addii. */
static void source_name(const char *symbol, char *name, size_t bytes)
{
    const char *digits = symbol + strcspn(symbol, "0123456789");
    char *start;
    long length = strtol(digits, &start, 10);

    if (strncmp(symbol, "_Z", 2) != 0 || length <= 0 || (size_t)length > strlen(start))
        snprintf(name, bytes, "%s", symbol);
    else
        snprintf(name, bytes, "%.*s", (int)length, start);
}

/* The line of the submission that a line of objdump -l names, or 0 if it names none. */
static int line_named(const char *text)
{
    const char *name = strstr(text, "/reduce.cu:");

    return name != NULL && *text != ' ' ? atoi(name + strlen("/reduce.cu:")) : 0;
}

/* The first line of the submission whose code asks for a symbol, or 0. */
static int line_of_use(const char *disassembly, const char *symbol)
{
    FILE *file = fopen(disassembly, "r");
    char line[LINE_BYTES], used[LINE_BYTES];
    int last = 0, found = 0;

    while (file != NULL && found == 0 && fgets(line, sizeof line, file) != NULL) {
        int named = line_named(line);

        if (named > 0)
            last = named;
        else if (sscanf(line, " %*x: R_%*s %4095[^-+\n]", used) == 1 && strcmp(used, symbol) == 0)
            found = last;
    }
    if (file != NULL)
        fclose(file);
    return found;
}

int symbols_allowed(const char *listing, const char *disassembly, const char *source, FILE *log)
{
    FILE *file = fopen(listing, "r");
    char line[LINE_BYTES], symbol[LINE_BYTES], name[LINE_BYTES], type;
    int is_allowed = file != NULL;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%4095s %c", symbol, &type) != 2)
            continue;
        source_name(is_host_atomic(symbol) ? "std::atomic" : symbol, name, sizeof name);
        if (type == 'i')
            fprintf(log, "%s: error: %s: chosen by code that runs on the host, before main\n",
                    source, name);
        else if (is_launch(symbol))
            fprintf(log, "%s:%d: error: a kernel launches another: the exercise is one kernel\n",
                    source, line_of_use(disassembly, symbol));
        else if (strchr("Uwv", type) != NULL && !may_be_used(symbol))
            fprintf(log,
                    "%s:%d: error: %s: a kernel uses it, and it is not for the device: is it "
                    "without __device__?\n",
                    source, line_of_use(disassembly, symbol), name);
        else
            continue;
        is_allowed = 0;
    }
    if (file != NULL)
        fclose(file);
    return is_allowed;
}

/* ---- which symbol is the kernel ------------------------------------------------------ */

/* How the compiler writes the parameters' types, with and without const for the input. */
struct signature {
    const char *plain, *constant, *in_template;
};
static const struct signature block_sums = {"PiS_j", "PKiPij", "PiS0_j"},
                              two_kernels = {"PiPxm", "PKiPxm", NULL},
                              sums_of_two = {"PxS_j", "PKxPxj", NULL},
                              ticket = {"PiPxS0_Pjm", "PKiPxS1_Pjm", NULL};

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), most = strlen(end);

    return length >= most && strcmp(text + length - most, end) == 0;
}

/* The number in S_, S0_, S1_: what of the types before is meant; moves behind it. */
static unsigned long read_reference(const char **at)
{
    char *end;
    unsigned long number = **at == '_' ? 0 : strtoul(*at, &end, 10) + 1;

    *at = **at == '_' ? *at + 1 : end + 1;
    return number;
}

/* The parameters of ROWS_INSTANCE. */
static const char rows_instance[] = "I6RowSumLj256ELj2ELj2EEvPKfPNT_6resultE7sharing7meetingIS3_E";

/* The parameters of step 16's kernel: elements, mail, tickets, result, n, rounds, tiles. */
static const char reducing[] = "vPKT0_PyPjPNT_11accumulatorEmjm";

/* Parameters as they are written in so many namespaces, each of which counts as a type before. */
static void in_namespaces(const char *parameters, unsigned namespaces, char *text, size_t bytes)
{
    size_t length = 0;

    *text = '\0';
    while (*parameters != '\0' && length + 24 < bytes) {
        if (*parameters != 'S') {
            length += (size_t)snprintf(text + length, bytes - length, "%c", *parameters++);
            continue;
        }
        parameters++;
        unsigned long number = read_reference(&parameters) + namespaces;

        length += number == 0
                      ? (size_t)snprintf(text + length, bytes - length, "S_")
                      : (size_t)snprintf(text + length, bytes - length, "S%lu_", number - 1);
    }
}

/* A symbol that is a kernel's by its name. */
struct named {
    const char *behind;  /* what stands behind the name; "" for a name of C, which has no types */
    unsigned namespaces; /* in which it is */
    int is_of_c;
};

/*
 * The length that the next part of a name begins with, or NULL. An L before it says that no other
 * file sees the part, as gcc 16 says of all that is in a namespace without a name.
 */
static const char *digits_at(const char *symbol)
{
    symbol += *symbol == 'L';
    return isdigit((unsigned char)*symbol) ? symbol : NULL;
}

/* Whether the symbol is that of a function of that name, in a namespace or not. */
static int is_named(const char *symbol, const char *kernel, struct named *named)
{
    const char *at = symbol + 2, *digits;

    *named = (struct named){.behind = "", .is_of_c = strcmp(symbol, kernel) == 0};
    if (named->is_of_c || strncmp(symbol, "_Z", 2) != 0)
        return named->is_of_c;
    at += *at == 'N';
    while ((digits = digits_at(at)) != NULL) {
        char *name;
        size_t length = strtoul(digits, &name, 10);

        if (length > strlen(name))
            return 0;
        at = name + length;
        if (digits_at(at) != NULL) {
            named->namespaces++;
            continue;
        }
        named->behind = at + (symbol[2] == 'N' && *at == 'E');
        return length == strlen(kernel) && strncmp(name, kernel, length) == 0;
    }
    return 0;
}

static int has_parameters(const struct named *named, const char *parameters)
{
    char text[64];

    if (parameters == NULL)
        return 0;
    in_namespaces(parameters, named->namespaces, text, sizeof text);
    return ends_with(named->behind, text);
}

static int is_signature(const struct named *named, const struct signature *signature)
{
    const char *forms[] = {signature->plain, signature->constant};
    char text[64];

    for (int i = 0; i < 2; i++) {
        in_namespaces(forms[i], named->namespaces, text, sizeof text);
        if (strcmp(named->behind, text) == 0)
            return 1;
    }
    return named->is_of_c;
}

/* The template's block size, if the symbol is that of an instance, else 0. */
static unsigned instance_of(const struct named *named, const struct signature *signature)
{
    unsigned block;
    char type;

    if (sscanf(named->behind, "IL%c%uE", &type, &block) != 2 ||
        !(has_parameters(named, signature->in_template) ||
          has_parameters(named, signature->constant)))
        return 0;
    return block;
}

/* The reduction whose instance the symbol is, or NO_REDUCTION. */
static enum reduction reduction_of(const struct named *named)
{
    char text[128];

    for (int reduction = NO_REDUCTION + 1; reduction < REDUCTIONS; reduction++) {
        snprintf(text, sizeof text, "%s%s", reductions[reduction].symbol, reducing);
        if (strcmp(named->behind, text) == 0)
            return (enum reduction)reduction;
    }
    return NO_REDUCTION;
}

static void add_kernel(struct kernel_symbols *found, const char *symbol, const char *as)
{
    if (found->count == KERNELS_MOST || strlen(symbol) >= sizeof found->symbol[0])
        return;
    strcpy(found->symbol[found->count], symbol);
    snprintf(found->as[found->count++], sizeof found->as[0], "course_kernel_%s", as);
}

static void look_at(const struct exercise *exercise, const char *symbol,
                    struct kernel_symbols *found)
{
    struct named kernel, second;
    int is_kernel = is_named(symbol, exercise->kernel, &kernel);
    int is_second = is_named(symbol, BLOCK_SUMS_KERNEL, &second);
    char number[16];

    if (exercise->launch == BLOCK_SUMS && is_kernel && is_signature(&kernel, &block_sums)) {
        add_kernel(found, symbol, "0");
    } else if (exercise->launch == BLOCK_SUMS_TEMPLATE && is_kernel &&
               instance_of(&kernel, &block_sums) > 0) {
        snprintf(number, sizeof number, "%u", instance_of(&kernel, &block_sums));
        add_kernel(found, symbol, number);
    } else if (exercise->launch == TICKET && is_kernel && is_signature(&kernel, &ticket)) {
        add_kernel(found, symbol, "ticket");
    } else if (exercise->launch == ROWS && is_kernel && strcmp(kernel.behind, rows_instance) == 0) {
        add_kernel(found, symbol, "rows");
    } else if (exercise->launch == REDUCING && is_kernel && reduction_of(&kernel) != NO_REDUCTION) {
        snprintf(number, sizeof number, "%d", (int)reduction_of(&kernel));
        add_kernel(found, symbol, number);
    } else if (exercise->launch == TWO_KERNELS && is_kernel &&
               is_signature(&kernel, &two_kernels)) {
        add_kernel(found, symbol, "two");
    } else if (exercise->launch == TWO_KERNELS && is_second &&
               is_signature(&second, &sums_of_two)) {
        add_kernel(found, symbol, "sums");
    }
}

int find_kernels(const struct exercise *exercise, const char *listing, struct kernel_symbols *found)
{
    FILE *file = fopen(listing, "r");
    char line[LINE_BYTES], symbol[LINE_BYTES], type;
    int wanted = exercise->launch == TWO_KERNELS           ? 2
                 : exercise->launch == BLOCK_SUMS_TEMPLATE ? TEMPLATE_BLOCKS
                 : exercise->launch == REDUCING            ? REDUCTIONS - 1
                                                           : 1;

    found->count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%4095s %c", symbol, &type) == 2 && strchr("TWt", type) != NULL)
            look_at(exercise, symbol, found);
    if (file != NULL)
        fclose(file);
    return found->count == wanted;
}

/* ---- calls of what a pointer holds ------------------------------------------------------ */

int calls_allowed(const char *disassembly, const char *source, FILE *log)
{
    FILE *file = fopen(disassembly, "r");
    char line[LINE_BYTES];
    int is_allowed = file != NULL, number = 0;

    while (file != NULL && is_allowed && fgets(line, sizeof line, file) != NULL) {
        const char *code = strchr(line, '\t');

        if (code == NULL) {
            number = line_named(line) > 0 ? line_named(line) : number;
            continue;
        }
        code++;
        const char *star = strchr(code, '*');

        if ((star != NULL && (strstr(code, "call") != NULL || strstr(code, "jmp") != NULL)) ||
            strncmp(code, "syscall", 7) == 0 || strncmp(code, "sysenter", 8) == 0 ||
            strncmp(code, "int ", 4) == 0)
            is_allowed = 0;
    }
    if (file != NULL)
        fclose(file);
    if (!is_allowed)
        fprintf(log,
                "%s:%d: error: a call through a pointer: a graded kernel calls its functions by "
                "name\n",
                source, number);
    return is_allowed;
}
