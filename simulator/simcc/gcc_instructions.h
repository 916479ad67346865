/*
 * g++'s listing of the instructions that it makes (-fdump-rtl-final): for each function a headline
 * as in its other listing (gcc_listing.h), and then, in the assembly's order,
 *     (call_insn 33 32 34 4 (call (mem:QI (symbol_ref:DI ("__tsan_read_range") ...
 *     (insn 34 33 35 4 (set (reg:TI 20 xmm0 [104])
 *             (mem:TI (reg/f:DI 6 bp) [59 *_7+0 S16 A32])) "reduce.cu":8:504 79 {*movti_internal}
 * The second one accesses 16 bytes of *_7, which are known to be aligned to 32 bits.
 */
#ifndef SIMCC_GCC_INSTRUCTIONS_H
#define SIMCC_GCC_INSTRUCTIONS_H

#include "text.h"

struct gcc_instruction {
    const char *text;
    size_t length;     /* without what is noted behind its place in the source */
    const char *place; /* "reduce.cu":8:504, or NULL */
    size_t place_length;
};

struct gcc_access {
    const char *memory; /* *_7 */
    size_t length;
    unsigned long alignment; /* bytes; 0 if it is less than one */
    int is_write;
};

/* The instruction at *at or behind it, up to end; *at goes on. Returns 0 if there is none. */
int read_gcc_instruction(const char **at, const char *end, struct gcc_instruction *instruction);

/*
 * Its next access whose memory has a name, from *from on, which is NULL for the first and goes on.
 * Returns 0 if there is none.
 */
int next_gcc_access(const struct gcc_instruction *instruction, const char **from,
                    struct gcc_access *access);

#endif
