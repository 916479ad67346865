/* Not the simulator's worker.h: a program has its own. */
#define WORKER_OF_THE_PROGRAM 1
