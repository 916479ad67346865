/*
 * See machine.h.
 */
#include "machine.h"

#include "compile.h"
#include "odd_sizes.h"
#include "process.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum machine own_machine(void)
{
#if defined(__x86_64__)
    return MACHINE_X86_64;
#elif defined(__aarch64__)
    return MACHINE_ARM64;
#else
    return MACHINE_OTHER;
#endif
}

/* The machine that a compiler's name or one of its arguments names; otherwise if none is named. */
static enum machine machine_named(const char *word, enum machine otherwise)
{
    const char *name = strrchr(word, '/') ? strrchr(word, '/') + 1 : word;

    if (!strncmp(word, "--target=", strlen("--target=")))
        name = word + strlen("--target=");
    else if (*word == '-')
        return otherwise;
    if (!strncmp(name, "aarch64-", strlen("aarch64-")) || !strncmp(name, "arm64-", 6))
        return MACHINE_ARM64;
    return strncmp(name, "x86_64-", strlen("x86_64-")) ? otherwise : MACHINE_X86_64;
}

/* 1 if the shell would find a program of that name. */
static int is_program(const char *name)
{
    const char *folder = getenv("PATH");
    int found = 0;

    for (; folder && *folder && !found; folder += *folder == ':') {
        size_t length = strcspn(folder, ":");
        char *path = text_format("%.*s/%s", (int)length, folder, name);

        found = !access(path, X_OK);
        free(path);
        folder += length;
    }
    return found;
}

/* The first number after the last bracket of gcc's version: g++ (Debian 12.2.0-14) 12.2.0. */
static int main_version(const char *version)
{
    size_t line = strcspn(version, "\n");
    const char *at = version + line;

    while (at > version && *at != ')')
        at--;
    at += strcspn(at, "0123456789");
    return at < version + line ? atoi(at) : 0;
}

/* g++ for x86-64 of the version: under the name that has it, else under the plain one. */
static void find_gcc_model(struct toolchain *toolchain)
{
    int version = main_version(toolchain->version);
    char *numbered = text_format("x86_64-linux-gnu-g++-%d", version);
    const char *name = is_program(numbered) ? numbered : "x86_64-linux-gnu-g++";

    if (is_program(name))
        strings_add(&toolchain->model, name);
    free(numbered);
}

void find_machine(struct toolchain *toolchain)
{
    toolchain->machine = own_machine();
    for (size_t i = 0; i < toolchain->compiler.count; i++)
        toolchain->machine = machine_named(toolchain->compiler.data[i], toolchain->machine);
    if (toolchain->machine != MACHINE_ARM64)
        return;
    if (toolchain->family == COMPILER_CLANG) {
        strings_add_all(&toolchain->model, (const char *const *)toolchain->compiler.data);
        strings_add(&toolchain->model, "--target=x86_64-linux-gnu");
    } else {
        find_gcc_model(toolchain);
    }
}

void add_machine_flags(struct strings *command, const struct toolchain *toolchain)
{
    if (toolchain->machine != MACHINE_ARM64)
        return;
    /* a * b + c is rounded twice, as on x86-64 */
    strings_add(command, "-ffp-contract=off");
    if (toolchain->family == COMPILER_GCC) /* each __shared__ variable keeps its name */
        strings_add(command, "-fno-section-anchors");
}

/* ---- The text for x86-64 ------------------------------------------------------------------ */

/* What stands in arm64's headers, and in ours for it, and what x86-64 has in its place. */
static const struct {
    const char *arm64, *x86_64;
} words[] = {
    {"\"+w\"", "\"+x\""},                   /* include/sim/rounding.h */
    {"\"ldr %w0, %1\"", "\"movl %1, %0\""}, /* include/sim/builtin_variables.h */
    {"__Float32x4_t", "float __attribute__((vector_size(16)))"}, /* glibc's bits/math-vector.h */
    {"__Float64x2_t", "double __attribute__((vector_size(16)))"},
    {"__SVFloat32_t", "float"},
    {"__SVFloat64_t", "double"},
    {"__SVBool_t", "bool"},
    {"__attribute__ ((__aarch64_vector_pcs__))", ""},
};

static struct text read_whole(const char *path)
{
    FILE *file = fopen(path, "r");
    struct text text = {0};
    char buffer[65536];
    size_t length;

    text_add(&text, "", 0);
    while (file && (length = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add(&text, buffer, length);
    if (file)
        fclose(file);
    return text;
}

static void replace(struct text *text, const char *word, const char *by)
{
    struct text output = {0};
    const char *at = text->data;

    text_add(&output, "", 0);
    for (const char *found; (found = strstr(at, word)); at = found + strlen(word)) {
        text_add(&output, at, (size_t)(found - at));
        text_add_string(&output, by);
    }
    text_add_string(&output, at);
    free(text->data);
    *text = output;
}

/* Returns 0 if the file cannot be written. */
static int write_model(const char *translated, const char *path)
{
    struct text text = read_whole(translated);
    FILE *file = fopen(path, "w");
    int is_whole;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        replace(&text, words[i].arm64, words[i].x86_64);
    is_whole = file && fwrite(text.data, 1, text.length, file) == text.length;
    if (file)
        is_whole &= !fclose(file);
    free(text.data);
    return is_whole;
}

/* Of an argument alone, without the one behind it: those for this machine are none for the other.
 */
static int is_machines_own(const char *argument)
{
    return !strncmp(argument, "-m", 2) && strcmp(argument, "-mllvm");
}

int compile_model(const struct toolchain *toolchain, const struct options *options,
                  const struct strings *command, const char *translated, const char *assembly)
{
    struct strings model = {0};
    struct text messages = {0};
    char *text = temporary_file(".ii");
    int status;

    strings_add_all(&model, (const char *const *)toolchain->model.data);
    strings_add(&model, "-funsigned-char"); /* as arm64 has it, unless a flag says else */
    for (size_t i = toolchain->compiler.count; i < command->count; i++)
        if (!is_machines_own(command->data[i]))
            strings_add(&model, command->data[i]);
    status = !options->dry_run && !write_model(translated, text);
    if (!status && toolchain->family == COMPILER_CLANG) {
        char *code = temporary_file(".ll");

        status = compile_with_odd_sizes(options, &model, toolchain->model.count + 1, text, code,
                                        assembly, &messages);
        free(code);
    } else if (!status) {
        strings_add_all(&model, (const char *const[]){"-S", text, "-o", assembly, NULL});
        status = run_command(&model, options, &messages);
    }
    free(messages.data);
    free(text);
    return status;
}
