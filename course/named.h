/*
 * Numbers that a kernel's code names: constants to compare with, to add or to multiply by. A kernel
 * that treats one launch in another way than all others has to tell it from them, by its n, its
 * grid, a block's number or a value; what it is told by stands in the code. So the grader makes
 * launches with these numbers, too.
 */
#ifndef NAMED_H
#define NAMED_H

enum { NAMED_MOST = 48 };

struct named {
    unsigned count;
    int numbers[NAMED_MOST]; /* each once; those that are compared with come first */
};

/* Reads them from objdump's listing of the kernel's code; none if there is no such file. */
void read_named(const char *disassembly, struct named *named);

#endif
