# Code of a file that was compiled without -g: of it addr2line knows the file, and no line.
# `nop` is an instruction of every processor that the simulator runs on.
    .file "lineless.c"
    .text
    .type lineless_code, %function
lineless_code:
    .rept 600
    nop
    .endr
    .size lineless_code, . - lineless_code
    .data
    .globl lineless
lineless:
    .dc.a lineless_code + 500
    .section .note.GNU-stack, "", %progbits
