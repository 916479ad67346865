/*
 * What the clock's model says of launches beside their time: instructions, and what warps wait for.
 *     limits DEVICE LIST
 * DEVICE and LIST are as for fit (fit.c). Prints a row of csv for each time of the list.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/device.h"
#include "clock/pc_cycles.h"
#include "measured.h"

/* enum time_cause, in its order, and what Nsight Compute counts with shared memory. */
static const char *const columns =
    "name,microseconds,instructions,memory_bytes,issue,result,shared,"
    "l1,l2,bandwidth,loads,atomics,barrier,blocks,constants,special\n";

/* The launches of one time together: causes are shares of the longest launch. */
static void print_row(const struct measured *measured)
{
    struct launch_time longest = {.kernel = 0};
    double kernel = 0, instructions = 0, bytes = 0, cycles;
    for (unsigned i = 0; i < measured->launches; i++) {
        struct launch_time time = launch_clock(&device, &measured->launch[i]);
        kernel += time.kernel;
        instructions += time.instructions;
        bytes += time.memory_bytes;
        if (time.kernel >= longest.kernel)
            longest = time;
        while (pc_cycles_take(&cycles)) /* nobody asks where the time went */
            ;
    }
    printf("%s,%.3f,%.0f,%.0f", measured->name, kernel / 1000, instructions, bytes);
    longest.cause[TIME_L1] -= longest.constants;
    longest.cause[TIME_ISSUE] -= longest.special;
    for (unsigned i = 0; i < TIME_CAUSES; i++)
        printf(",%.4f", longest.cause[i] + longest.meanwhile[i]);
    printf(",%.4f,%.4f\n", longest.constants, longest.special);
}

int main(int words, char **word)
{
    if (words != 3) {
        fprintf(stderr, "usage: limits DEVICE LIST\n");
        return 2;
    }
    setenv("SIM_DEVICE", word[1], 1);
    device_read();
    pc_cycles_start();
    struct measured_times measured = measured_read(word[2]);
    printf("%s", columns);
    for (unsigned i = 0; i < measured.count; i++)
        print_row(&measured.time[i]);
    return 0;
}
