/*
 * Which symbols a graded kernel may use. A kernel that is compiled for the simulator is code of the
 * CPU: it can do nothing but what it can be linked with.
 */
#include <stdlib.h>
#include <string.h>

#include "symbols.h"

enum { LINE_BYTES = 4096 };

/* The simulator's interface for compiled code, and the compiler's instrumentation. */
static const char *const prefixes[] = {"sim_", "__tsan_", "__sanitizer_cov_", "__ubsan_"};

/* Functions that compilers call by themselves, and those that only compute. */
static const char *const names[] = {
    "_GLOBAL_OFFSET_TABLE_",
    "__popcountdi2",
    "__stack_chk_fail",
    "_ZSt21ios_base_library_initv", /* <iostream> names it, from g++ 13 on */
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

/* It lets a kernel launch another, whose work would not be counted as the exercise's. */
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

/* The line of the submission that a line of objdump -l names, or 0 if it names none. */
static int line_named(const char *text)
{
    const char *name = strstr(text, "/reduce.cu:");

    return name != NULL && *text != ' ' ? atoi(name + strlen("/reduce.cu:")) : 0;
}

/* The first line of the submission whose code refers to a symbol, or 0. */
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

/*
 * A function's name alone, of "void lab::add<int>(int, int)": without the type that it returns, its
 * parameters, and arguments of a template. Operators stay as they are, and all without parameters:
 * "typeinfo for int".
 */
static void short_name(const char *name, char *text, size_t bytes)
{
    static const char unnamed[] = "(anonymous namespace)";
    const char *begin = name, *end = name;
    size_t brackets = 0;

    if (strstr(name, "operator") != NULL) {
        snprintf(text, bytes, "%s", name);
        return;
    }
    for (; *end != '\0'; end++) {
        if (strncmp(end, unnamed, strlen(unnamed)) == 0)
            end += strlen(unnamed) - 1;
        else if (*end == '(' && brackets == 0)
            break;
        else if (*end == ' ' && brackets == 0)
            begin = end + 1;
        brackets += (size_t)(*end == '<') - (size_t)(*end == '>');
    }
    if (*end == '\0')
        begin = name;
    else if (end > begin && end[-1] == '>')
        end = begin + strcspn(begin, "<");
    snprintf(text, bytes, "%.*s", (int)(end - begin), begin);
}

/* The name of a refused symbol, for messages. */
static void told_name(const struct symbol *it, char *text, size_t bytes)
{
    if (is_host_atomic(it->symbol))
        snprintf(text, bytes, "std::atomic");
    else
        short_name(it->name, text, bytes);
}

/* Whether it is one of the lab's own functions, "int add<float>(int)", whose names begin so. */
static int is_given(const struct symbol *it, const char *const *given)
{
    for (; given != NULL && *given != NULL; given++) {
        const char *name = strstr(it->name, *given);

        if (name != NULL && (name == it->name || name[-1] == ' '))
            return 1;
    }
    return 0;
}

int symbols_allowed(const struct symbols *symbols, const char *const *given,
                    const char *disassembly, const char *source, FILE *log)
{
    char name[LINE_BYTES];
    int is_allowed = 1;

    for (size_t i = 0; i < symbols->count; i++) {
        const struct symbol *it = &symbols->all[i];

        told_name(it, name, sizeof name);
        if (it->type == 'i')
            fprintf(log, "%s: error: %s: chosen by code that runs on the host, before main\n",
                    source, name);
        else if (is_launch(it->symbol))
            fprintf(log, "%s:%d: error: a kernel launches another: the exercise is one kernel\n",
                    source, line_of_use(disassembly, it->symbol));
        else if (strchr("Uwv", it->type) != NULL && !may_be_used(it->symbol) &&
                 !is_given(it, given))
            fprintf(log,
                    "%s:%d: error: %s: a kernel uses it, and it is not for the device: is it "
                    "without __device__?\n",
                    source, line_of_use(disassembly, it->symbol), name);
        else
            continue;
        is_allowed = 0;
    }
    return is_allowed;
}

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
