/*
 * Fibres: threads of control that one host thread switches between by hand.
 * Each simulated CUDA thread is one. A fibre never leaves its host thread.
 */
#ifndef FIBRE_H
#define FIBRE_H

#include <stddef.h>

#if defined(__x86_64__) || defined(__aarch64__)
struct fibre {
    void *stack_pointer;
};

/* Gets the top of the fibre's stack into the cache, as it will soon be switched to. */
static inline void fibre_expect(const struct fibre *fibre)
{
    const char *top = fibre->stack_pointer;
    __builtin_prefetch(top, 1);
    __builtin_prefetch(top + 64, 1);
    __builtin_prefetch(top + 128, 1);
}
#else
#include <ucontext.h>
struct fibre {
    ucontext_t context;
};

static inline void fibre_expect(const struct fibre *fibre)
{
    (void)fibre;
}
#endif

/*
 * Makes the fibre ready to run entry, which must not return, on the size bytes
 * of stack that start at stack (16-byte aligned end).
 */
void fibre_prepare(struct fibre *fibre, char *stack, size_t size, void (*entry)(void));

/*
 * Saves the running fibre in *from and switches to *to; returns 0 when switched back: functions
 * that return 0 themselves can end with it, and need no frame on the fibre's stack.
 */
int fibre_switch(struct fibre *from, struct fibre *to);

#endif
