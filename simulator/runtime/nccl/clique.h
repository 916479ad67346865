/*
 * A clique: the ranks of one communicator, and the calls that wait for each other. Ranks may be in
 * other processes; their calls come through connections (meeting.h). ranks_lock guards all of it.
 */
#ifndef NCCL_CLIQUE_H
#define NCCL_CLIQUE_H

#include <pthread.h>
#include <sys/types.h>

#include "nccl/call.h"

/* The reason why all calls of the clique fail. */
enum failure {
    FAILURE_NONE,
    FAILURE_MISMATCH, /* calls do not match */
    FAILURE_MISSING,  /* a rank does not call */
    FAILURE_GONE,     /* a rank's process has ended, or never joins */
    FAILURE_ABORTED   /* ncclCommAbort */
};

struct rank {
    int joined;
    int device;
    int left;                  /* its communicator was destroyed, or its process has ended */
    int ended;                 /* its process has ended */
    int is_here;               /* in this process */
    struct call *first, *last; /* its waiting calls for all ranks, in order */
    struct call *pairs;        /* its waiting CALL_SEND and CALL_RECEIVE, in order */
};

struct clique {
    ncclUniqueId id;
    int count; /* of ranks; 0: not known yet */
    int joined;
    int is_open;   /* ranks of other processes may join */
    pid_t process; /* that has it, if it is open */
    struct rank *ranks;
    enum failure failure;
    char why[400];          /* the failure in one line */
    uintptr_t pc, other_pc; /* of the failure; 0: not known */
    int reported;
    unsigned long long beats; /* signs that some rank still works */
    struct clique *next;
};

extern pthread_mutex_t ranks_lock;
extern pthread_cond_t ranks_changed; /* a call is done, a rank has joined, a clique has failed */

/* A new clique of that many ranks (0: the first rank to join sets the number). */
struct clique *clique_make(int count);

/* The rank joins as one of count. Returns 0, or -1 if the clique has failed, now or before. */
int clique_join(struct clique *clique, int count, int rank, int device, int is_here);

/* The rank leaves: calls that wait for it fail. ended: its process has ended. */
void clique_leave(struct clique *clique, int rank, int ended);

/* The rank makes the call. If it is the last missing one, the call is done at once. */
void clique_call(struct clique *clique, struct call *call);

/* The clique fails, with all waiting calls. Only the first failure counts. */
void clique_fail(struct clique *clique, enum failure failure, uintptr_t pc, uintptr_t other_pc,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A line about the ranks that are missing for the call: "ranks 1 and 3 of 4 do not call it". */
void clique_missing(const struct clique *clique, const struct call *call, char *text, size_t size);

/* The same for ranks that have not joined. */
void clique_not_joined(const struct clique *clique, char *text, size_t size);

#endif
