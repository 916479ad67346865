/*
 * Runs launches.
 */
#ifndef LAUNCH_RUN_H
#define LAUNCH_RUN_H

#include "report/kernel.h"

/*
 * Runs the launch with as many host threads as allowed; returns a cudaError_t. Stores to
 * *waits_for_host whether it has ended because a block waits for a store of the host.
 */
int run_launch(struct kernel *kernel, const struct sim_launch *launch, int *waits_for_host);

#endif
