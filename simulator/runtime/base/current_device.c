/*
 * The devices by number: see current_device.h.
 */
#include "base/current_device.h"

static _Thread_local int current;
int device_at_work;

int current_device(void)
{
    return current;
}

void current_device_set(int ordinal)
{
    current = ordinal;
}
