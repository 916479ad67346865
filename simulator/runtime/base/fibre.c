/*
 * Switches between fibres: saves the registers that a function must preserve
 * on the stack, exchanges the stack pointers and restores. In assembly for
 * x86-64 and aarch64; elsewhere through ucontext, which is about ten times
 * slower because it also saves the signal mask with a system call.
 */
#include "base/fibre.h"

#include <stdint.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) /* see tools/sanitize.sh */
#include <sanitizer/asan_interface.h>
/* Forgets the sanitizer's state of the frames that a fibre has left for good. */
#define FORGET_FRAMES(stack, size) __asan_unpoison_memory_region(stack, size)
#else
#define FORGET_FRAMES(stack, size) ((void)0)
#endif

#if defined(__x86_64__)

__asm__(".text\n"
        ".globl fibre_switch\n"
        ".type fibre_switch, @function\n"
        "fibre_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq (%rsi), %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    xorl %eax, %eax\n"
        "    ret\n"
        ".size fibre_switch, .-fibre_switch\n");

void fibre_prepare(struct fibre *fibre, char *stack, size_t size, void (*entry)(void))
{
    FORGET_FRAMES(stack, size);
    /* Six registers, the address to return to, and a null caller above it,
     * which also leaves the stack aligned as at a function's entry. */
    void **top = (void **)(stack + size) - 8;
    memset(top, 0, 8 * sizeof *top);
    top[6] = (void *)entry;
    fibre->stack_pointer = top;
}

#elif defined(__aarch64__)

__asm__(".text\n"
        ".globl fibre_switch\n"
        ".type fibre_switch, %function\n"
        "fibre_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    ldr x9, [x1]\n"
        "    mov sp, x9\n"
        "    ldp x19, x20, [sp]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    mov w0, #0\n"
        "    ret\n"
        ".size fibre_switch, .-fibre_switch\n");

void fibre_prepare(struct fibre *fibre, char *stack, size_t size, void (*entry)(void))
{
    FORGET_FRAMES(stack, size);
    void **top = (void **)(stack + size - 160);
    memset(top, 0, 160);
    top[11] = (void *)entry; /* x30, the address to return to */
    fibre->stack_pointer = top;
}

#else

void fibre_prepare(struct fibre *fibre, char *stack, size_t size, void (*entry)(void))
{
    FORGET_FRAMES(stack, size);
    getcontext(&fibre->context);
    fibre->context.uc_stack.ss_sp = stack;
    fibre->context.uc_stack.ss_size = size;
    fibre->context.uc_link = NULL;
    makecontext(&fibre->context, entry, 0);
}

int fibre_switch(struct fibre *from, struct fibre *to)
{
    swapcontext(&from->context, &to->context);
    return 0;
}

#endif
