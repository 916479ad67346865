/* Not the simulator's report.h: a program has its own. */
#define REPORT_OF_THE_PROGRAM 1
