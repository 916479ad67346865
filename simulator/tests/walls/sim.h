/* Not the simulator's sim.h: a program has its own. */
#define SIM_OF_THE_PROGRAM 1
