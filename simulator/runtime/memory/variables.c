/*
 * Variables of several devices: see variables.h.
 */
#include "memory/variables.h"

#include <string.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"

static struct entry {
    struct allocation *variable;
    char *bytes[DEVICES_MOST]; /* of devices whose bytes are not at the variable's address */
} * entries;
static size_t count;
static int shown; /* the device whose bytes are at the variables' addresses */

void variables_add(struct allocation *variable)
{
    if (settings.devices == 1)
        return;
    entries = allocate_again(entries, (count + 1) * sizeof *entries);
    struct entry *entry = &entries[count++];
    *entry = (struct entry){.variable = variable};
    for (int device = 0; device < settings.devices; device++) {
        entry->bytes[device] = allocate(variable->size);
        memcpy(entry->bytes[device], (void *)variable->real, variable->size);
    }
}

void variables_show(int device)
{
    if (device == shown)
        return;
    for (struct entry *entry = entries; entry < entries + count; entry++) {
        void *address = (void *)entry->variable->real;
        size_t size = entry->variable->size;
        memcpy(entry->bytes[shown], address, size);
        if (memcmp(address, entry->bytes[device], size)) /* constants may lie in read-only memory */
            memcpy(address, entry->bytes[device], size);
    }
    shown = device;
}
