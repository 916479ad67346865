/*
 * The configuration of a kernel launch, between its evaluation and the kernel's call.
 */
#ifndef SIM_CONFIGURATION_H
#define SIM_CONFIGURATION_H

#include <stdio.h>
#include <stdlib.h>

#include "../cuda_runtime_api.h"
#include "attributes.h"
#include "sim.h"

namespace cuda_sim {

/* The values between <<< and >>>; lives until the launch's statement ends. */
class configuration {
public:
    __attribute__((always_inline))
    configuration(const char *launch_file, int launch_line, dim3 grid_size, dim3 block_size,
                  size_t shared_bytes = 0, cudaStream_t in_stream = 0)
        : grid(grid_size), block(block_size), shared(shared_bytes), stream(in_stream),
          file(launch_file), line(launch_line), used(false),
          outer(sim_in_kernel() ? nullptr : newest)
    {
        if (sim_in_kernel()) {
            sim_set_launching(this);
            return;
        }
        newest = this;
        sim_check_stream(in_stream);
    }

    __attribute__((always_inline)) ~configuration()
    {
#ifndef SIM_DEVICE_ONLY /* where there is no host, nothing of it is asked for */
        if (sim_in_kernel())
            return;
        newest = outer;
        if (!used) {
            fprintf(stderr, "%s:%d: what is launched here is no __global__ function\n", file, line);
            exit(3);
        }
#endif
    }

    configuration(const configuration &) = delete;
    configuration &operator=(const configuration &) = delete;

    /* The configuration of the launch under way; ends the program where there is none. */
    SIM_HIDDEN static const configuration &current(const char *kernel_name)
    {
#ifndef SIM_DEVICE_ONLY
        if (!sim_in_kernel()) {
            if (!newest || newest->used) {
                fprintf(stderr,
                        "%s is a kernel: it is launched by %s<<<grid, block>>>(...), "
                        "not called\n",
                        kernel_name, kernel_name);
                exit(3);
            }
            newest->used = true;
            return *newest;
        }
#endif
        (void)kernel_name;
        return *static_cast<const configuration *>(sim_take_launching());
    }

    const dim3 grid, block;
    const size_t shared;
    const cudaStream_t stream;
    const char *const file;
    const int line;

private:
    bool used;
    configuration *const outer;
    static inline thread_local configuration *newest = nullptr;
};

}

#endif
