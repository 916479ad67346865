/*
 * The machine that programs are compiled for, and the compiler whose assembly shows the clock what
 * they do.
 *
 * The clock's tables are read off x86-64's assembly. For arm64 the same translated text is compiled
 * for x86-64, too, where a compiler is there that can: its tables hold for arm64's code, as both
 * call the same hooks in the same order (pairing.h).
 */
#ifndef SIMCC_MACHINE_H
#define SIMCC_MACHINE_H

#include "options.h"

enum machine {
    MACHINE_X86_64,
    MACHINE_ARM64,
    MACHINE_OTHER /* its assembly is not read */
};

struct toolchain;

/*
 * Stores toolchain->machine, by the compiler's name or its --target, else this machine; and for
 * arm64 toolchain->model, the compiler for x86-64 of the same kind and version: with clang itself,
 * with g++ one of Debian's names for it. Empty: there is none.
 */
void find_machine(struct toolchain *toolchain);

/* Flags that give arm64's code the hooks, and the results, of x86-64's. */
void add_machine_flags(struct strings *command, const struct toolchain *toolchain);

/*
 * Compiles the translated text for x86-64 into the file assembly, by the command of the compiler
 * proper, which was put together for arm64. Returns 0; else there is no such assembly, and nothing
 * is said of it.
 */
int compile_model(const struct toolchain *toolchain, const struct options *options,
                  const struct strings *command, const char *translated, const char *assembly);

#endif
