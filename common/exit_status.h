/*
 * What a program's exit status means. Scripts and graders rely on it.
 */
#ifndef EXIT_STATUS_H
#define EXIT_STATUS_H

enum exit_status {
    EXIT_RIGHT_SUM = 0,
    EXIT_WRONG_SUM = 1, /* or the simulator found an error in the kernel */
    EXIT_BAD_USAGE = 2,
    EXIT_CUDA_FAILURE = 3, /* or the system's: out of memory, launch failure, ... */
    EXIT_NO_GPU = 77
};

#endif
