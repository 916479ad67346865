/*
 * Prints all constants of all tables as SIM_DEVICE takes them, how many they are, and the peak
 * bandwidths in GB/s. Run by tests/devices.t.
 */
#include <stdio.h>

#include "base/device.h"

int main(void)
{
    int seen = 0;
    for (int i = 0; devices[i]; i++)
        for (const struct device_constant *c = device_constants; c->name; c++, seen++) {
            double value = *(const double *)((const char *)devices[i] + c->offset);
            printf("%s,%s=%.17g\n", devices[i]->key, c->name, value);
        }
    printf("%d constants\n", seen);
    for (int i = 0; devices[i]; i++)
        printf("%s peak %.1f\n", devices[i]->key, device_peak_bandwidth(devices[i]) / 1e9);
    return 0;
}
