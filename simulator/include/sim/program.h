/*
 * What the host asks of the simulator beside CUDA's functions: how the program ends, and the time.
 */
#ifndef SIM_PROGRAM_H
#define SIM_PROGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- How the program ends (called by the host) ---------------------------- */

/*
 * The exit status of a program in which an error was found, whatever its own would be: one that
 * programs, shells (126 and more) and sysexits.h (64 to 78) leave alone.
 */
#define SIM_FINDINGS_STATUS 86

/* Another one, from 1 to 255; else it stays. */
void sim_findings_end_with(int status);

/* ---- Timing (called by the host) ------------------------------------------ */

/* The default stream gets work for 60 microseconds; the host goes on. */
void sim_keep_busy(void);

/* The same, and after it L2 holds nothing of the program's, and nothing to be written back. */
void sim_cool_cache(void);

/* Nanoseconds between two events around an empty kernel, as modelled; 0 without the clock. */
double sim_empty_launch(void);

#ifdef __cplusplus
}
#endif

#endif
