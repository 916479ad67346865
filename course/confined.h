/*
 * Confines the grader's host programs, in case a graded kernel reaches more than its own memory.
 * Before the first kernel runs, the program that runs it gives up all calls to the system but
 * those that the simulator needs: memory without rights to execute it, time, threads of its own,
 * and to read and write what is open. Opening files to read them fails, all else ends the program.
 * There is no way back.
 */
#ifndef CONFINED_H
#define CONFINED_H

/* Whether this system has filters for calls: Linux has, on x86-64 and aarch64. */
int can_be_confined(void);

/*
 * Confines this process, which has one thread, and the threads that it starts: any other call ends
 * it with SIGSYS. Returns 0, with errno, if the system refuses.
 */
int confine(void);

#endif
