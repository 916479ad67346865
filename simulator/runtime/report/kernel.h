/*
 * The program's kernels, and the counts of their launches.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"
#include "base/look.h"
#include "base/site.h"
#include "report/modelled.h"

/* The counts of launches of one shape (grid and block). */
struct profile {
    struct sim_index grid, block;
    size_t dynamic_shared;
    uint64_t launches;
    int interrupted;       /* the launch was not over when the program ended: it has no time */
    uint64_t barriers;     /* block barriers, all blocks and launches */
    unsigned sites;        /* entries in counts, less one */
    struct counts *counts; /* by site number */
    struct modelled modelled;
    struct profile *next;
};

struct kernel {
    const void *function;
    const char *name;
    const char *file;
    int line;
    int maximum_threads;                 /* per block; 0: no bound but the device's */
    size_t static_shared;                /* bytes; 0 if it is not known */
    size_t maximum_dynamic_shared;       /* bytes; cudaFuncSetAttribute sets it */
    const struct sim_kernel *registered; /* NULL if only launched directly */
    unsigned tries;                      /* of its launches in the third order: check/polled.h */
    int fetches;                         /* one warp of it has fetched all work: check/fetched.h */
    unsigned in_vain;                    /* its launches in which that could not be shared out */
    enum look look;                      /* the first one of its next launch: base/look.h */
    int asks_for_time;        /* its blocks ask for the time: the clock follows all of them */
    struct profile *profiles; /* in order of first launch */
    struct kernel *next;      /* in order of first launch */
};

/* The kernel of that address, made known if it is not; name may be NULL then. */
struct kernel *kernel_find(const void *function, const char *name);

/* The kernel of that address if it is registered or was launched, else NULL. */
struct kernel *kernel_known(const void *function);

/*
 * Copies a kernel's arguments into storage, each to its own place, *copied; NULL: nothing is
 * copied. Returns how many bytes they take.
 */
size_t kernel_copy_arguments(const struct sim_kernel *kernel, void *const *arguments, void *storage,
                             void **copied);

/* Reads the source of all registered kernels ahead: report/lines.h. */
void kernels_read_ahead(void);

/* All kernels that were launched or asked about. */
struct kernel *kernel_first(void);

/* 1 if a launch of that shape has counted something. */
int kernel_has_profile(struct kernel *kernel, const struct sim_launch *launch);

/* The profile of a shape; made if it is new. */
struct profile *kernel_profile(struct kernel *kernel, const struct sim_launch *launch);

/* A new profile of its own for a launch that is not over when the program ends. */
struct profile *kernel_profile_interrupted(struct kernel *kernel, const struct sim_launch *launch);

/* Blocks in the shape's grid. */
uint64_t profile_blocks(const struct profile *profile);

/* Adds a launch's counts (site_count() + 1 entries). */
void profile_add(struct profile *profile, const struct counts *counts, unsigned sites,
                 uint64_t barriers);

#endif
