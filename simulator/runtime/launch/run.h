/*
 * Runs launches.
 */
#ifndef LAUNCH_RUN_H
#define LAUNCH_RUN_H

#include "report/kernel.h"

/* Runs the launch with as many host threads as allowed; returns a cudaError_t. */
int run_launch(struct kernel *kernel, const struct sim_launch *launch);

#endif
