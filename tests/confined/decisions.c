/*
 * What the filter of course/confined.c decides, call by call, without asking the system: on stdin a
 * line "name number" for each call, on stdout the same name with a decision for each of some
 * arguments. NUMBERS names a header with another architecture's numbers, for which the filter is
 * then built as that architecture would; without it, this machine's.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef NUMBERS
#undef __x86_64__
#define __aarch64__ 1
#include NUMBERS
#endif

static struct sock_fprog program;

/* In place of the system's: keeps the filter. */
static int keep(int option, ...)
{
    va_list arguments;

    va_start(arguments, option);
    if (option == PR_SET_SECCOMP && va_arg(arguments, int) == SECCOMP_MODE_FILTER) {
        static struct sock_filter code[4096];
        const struct sock_fprog *given = va_arg(arguments, const struct sock_fprog *);

        program = (struct sock_fprog){given->len, code};
        memcpy(code, given->filter, given->len * sizeof *code);
    }
    va_end(arguments);
    return 0;
}

#define prctl keep
#include "../../course/confined.c"
#undef prctl

/* Runs the filter on a call, as the kernel does; only the instructions that it has. */
static uint32_t decide(const struct seccomp_data *call)
{
    uint32_t loaded = 0;

    for (unsigned at = 0; at < program.len; at++) {
        const struct sock_filter *it = &program.filter[at];

        switch (it->code) {
        case BPF_LD | BPF_W | BPF_ABS:
            if (it->k % 4 != 0 || it->k + 4 > sizeof *call)
                return UINT32_MAX;
            memcpy(&loaded, (const char *)call + it->k, sizeof loaded);
            break;
        case BPF_JMP | BPF_JEQ | BPF_K: at += loaded == it->k ? it->jt : it->jf; break;
        case BPF_JMP | BPF_JSET | BPF_K: at += (loaded & it->k) != 0 ? it->jt : it->jf; break;
        case BPF_RET | BPF_K: return it->k;
        default: return UINT32_MAX;
        }
    }
    return UINT32_MAX;
}

static void print_decision(uint32_t decision)
{
    uint32_t action = decision & SECCOMP_RET_ACTION_FULL;

    if (action == SECCOMP_RET_ERRNO)
        printf(" error%u", decision & SECCOMP_RET_DATA);
    else
        printf(" %s", decision == SECCOMP_RET_ALLOW          ? "allowed"
                      : decision == SECCOMP_RET_KILL_PROCESS ? "ended"
                                                             : "unknown");
}

int main(void)
{
    static const uint64_t values[] = {0,        PROT_READ, PROT_EXEC,    MAP_ANONYMOUS,
                                      O_WRONLY, O_CREAT,   CLONE_THREAD, UINT64_MAX};
    char name[64];
    int number;

    if (!confine())
        return 1;
    while (scanf("%63s %d", name, &number) == 2) {
        struct seccomp_data call = {.nr = number, .arch = ARCHITECTURE};

        printf("%s", name);
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            for (int argument = 0; argument < 6; argument++)
                call.args[argument] = values[i];
            print_decision(decide(&call));
        }
        call.args[0] = (uint64_t)getpid(); /* who may be sent a signal */
        print_decision(decide(&call));
        call.arch = ~call.arch;
        print_decision(decide(&call));
        printf("\n");
    }
    return 0;
}
