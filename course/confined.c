#define _GNU_SOURCE
#include "confined.h"

#include <errno.h>
#include <fcntl.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

enum { INSTRUCTIONS_MOST = 160 };

/* A program of the Berkeley packet filter, which the kernel runs on each call. */
struct filter {
    struct sock_filter code[INSTRUCTIONS_MOST];
    unsigned short length;
};

/* The calls of which nothing is asked but their number; the frequent ones come first. */
static const int harmless[] = {
    SYS_futex, SYS_madvise, SYS_write, SYS_munmap, SYS_brk, SYS_mremap, SYS_mincore,
    /* open files: no call in this list opens more */
    SYS_read, SYS_writev, SYS_lseek, SYS_close,
    /* time, and giving it away */
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_sched_yield,
    /* its own signals, which say where a kernel went wrong */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    /* the C library's own, to start a thread or to get memory */
    SYS_getpid, SYS_gettid, SYS_set_robust_list, SYS_rseq, SYS_sched_getaffinity, SYS_getrandom,
    SYS_sysinfo,
#ifdef SYS_time
    SYS_time,
#endif
    SYS_exit, SYS_exit_group};

static void add(struct filter *filter, struct sock_filter instruction)
{
    filter->code[filter->length++] = instruction;
}

static void load(struct filter *filter, size_t offset)
{
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void end_with(struct filter *filter, uint32_t action)
{
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* Runs the next instructions, as many as given, only if the loaded value is this one. */
static void if_equal(struct filter *filter, uint32_t value, unsigned char instructions)
{
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, instructions));
}

static void end_unless(struct filter *filter, uint32_t value)
{
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
    end_with(filter, SECCOMP_RET_KILL_PROCESS);
}

/* Runs the next instructions, as many as given, only if the loaded value has one of these bits. */
static void if_any(struct filter *filter, uint32_t bits, unsigned char instructions)
{
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, instructions));
}

/* The low half of an argument: both machines are little-endian. */
static void load_argument(struct filter *filter, unsigned number)
{
    load(filter, offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

static void allow(struct filter *filter, int call)
{
    if_equal(filter, (uint32_t)call, 1);
    end_with(filter, SECCOMP_RET_ALLOW);
}

/* A call to be allowed if an argument has one of these bits, or, with has = 0, none of them. */
static void allow_by_bits(struct filter *filter, int call, unsigned argument, uint32_t bits,
                          int has)
{
    if_equal(filter, (uint32_t)call, 4);
    load_argument(filter, argument);
    if_any(filter, bits, 1);
    end_with(filter, has ? SECCOMP_RET_ALLOW : SECCOMP_RET_KILL_PROCESS);
    end_with(filter, has ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ALLOW);
}

static void refuse_opening(struct filter *filter, int call, unsigned flags)
{
    if_equal(filter, (uint32_t)call, 4);
    load_argument(filter, flags);
    if_any(filter, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1);
    end_with(filter, SECCOMP_RET_KILL_PROCESS);
    end_with(filter, SECCOMP_RET_ERRNO | EACCES);
}

/*
 * C libraries read settings of the system when they first need them, and do without where they
 * cannot: reading gets an error. Writing is an attack.
 */
static void refuse_files(struct filter *filter)
{
    static const int questions[] = {
#ifdef SYS_stat
        SYS_stat,
#endif
        SYS_fstat, SYS_newfstatat};

    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        if_equal(filter, (uint32_t)questions[i], 1);
        end_with(filter, SECCOMP_RET_ERRNO | EACCES);
    }
#ifdef SYS_open
    refuse_opening(filter, SYS_open, 1);
#endif
    refuse_opening(filter, SYS_openat, 2);
}

/* New memory is of no file, and never to be executed. */
static void allow_memory(struct filter *filter)
{
    if_equal(filter, SYS_mmap, 7);
    load_argument(filter, 2);
    if_any(filter, PROT_EXEC, 1);
    end_with(filter, SECCOMP_RET_KILL_PROCESS);
    load_argument(filter, 3);
    if_any(filter, MAP_ANONYMOUS, 1);
    end_with(filter, SECCOMP_RET_ALLOW);
    end_with(filter, SECCOMP_RET_KILL_PROCESS);
    allow_by_bits(filter, SYS_mprotect, 2, PROT_EXEC, 0);
}

/* It may abort: that is a signal to itself. */
static void allow_own_signal(struct filter *filter, uint32_t process)
{
    if_equal(filter, SYS_tgkill, 4);
    load_argument(filter, 0);
    if_equal(filter, process, 1);
    end_with(filter, SECCOMP_RET_ALLOW);
    end_with(filter, SECCOMP_RET_KILL_PROCESS);
}

/*
 * The flags of clone3 lie in memory, which a filter cannot read; without it the C library uses
 * clone.
 */
static void allow_threads(struct filter *filter)
{
#ifdef SYS_clone3
    if_equal(filter, SYS_clone3, 1);
    end_with(filter, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    allow_by_bits(filter, SYS_clone, 0, CLONE_THREAD, 1);
}

int can_be_confined(void)
{
    /* without a filter: the address is looked at only where there are filters */
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT;
}

int confine(void)
{
    struct filter filter = {.length = 0};

    load(&filter, offsetof(struct seccomp_data, arch));
    end_unless(&filter, ARCHITECTURE); /* the numbers below are this machine's */
    load(&filter, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        allow(&filter, harmless[i]);
    allow_memory(&filter);
    refuse_files(&filter);
    allow_own_signal(&filter, (uint32_t)getpid());
    allow_threads(&filter);
    end_with(&filter, SECCOMP_RET_KILL_PROCESS);

    struct sock_fprog program = {.len = filter.length, .filter = filter.code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

int can_be_confined(void)
{
    return 0;
}

int confine(void)
{
    errno = ENOSYS;
    return 0;
}

#endif
