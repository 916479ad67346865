/*
 * Prints how many blocks fit on a multiprocessor of a device and what limits them, without
 * the host API: occupancy DEVICE THREADS SHARED_BYTES REGISTERS. Run by tests/devices.t.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device.h"
#include "clock/occupancy.h"

int main(int count, char **words)
{
    static const char *const names[] = {
        [OCCUPANCY_THREADS] = "threads",
        [OCCUPANCY_BLOCKS] = "blocks",
        [OCCUPANCY_SHARED_MEMORY] = "shared memory",
        [OCCUPANCY_REGISTERS] = "registers",
    };
    for (int i = 0; count == 5 && devices[i]; i++)
        if (!strcmp(devices[i]->key, words[1])) {
            enum occupancy_limit limit;
            int blocks = occupancy_blocks(devices[i], atoi(words[2]), (size_t)atoi(words[3]),
                                          atoi(words[4]), &limit);
            printf("%d %s\n", blocks, names[limit]);
            return 0;
        }
    return 1;
}
