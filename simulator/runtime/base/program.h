/*
 * The object that the kernels and the runtime are in: a program or, where the runtime is compiled
 * for that (-fPIC), a shared library too.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Where it starts; set by the linker. */
#ifdef __PIC__
extern char __ehdr_start[] __attribute__((visibility("hidden")));
#define PROGRAM_START ((uintptr_t)__ehdr_start)
#else
extern char __executable_start[];
#define PROGRAM_START ((uintptr_t)__executable_start)
#endif

/* 1 for its code, literals and tables: what is mapped from it and never written. */
int program_is_constant(uintptr_t address);

/*
 * Its thread-local variables on the calling thread, some of which must have been used there: where
 * they begin, behind those with initial values, and where they end.
 */
struct program_thread_local {
    uintptr_t start, behind_initialised, end;
};
struct program_thread_local program_thread_local(void);

/* Its file, and by how much its addresses in memory are above those in the file. */
struct program_file {
    const char *path; /* "": that of the process */
    uintptr_t above;
};
struct program_file program_file(void);

#endif
