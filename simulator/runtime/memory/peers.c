/*
 * Peer access: see peers.h.
 */
#include "memory/peers.h"

#include "base/current_device.h"

static unsigned char allowed_to[DEVICES_MOST][DEVICES_MOST];

void peers_allow(int device, int other, int allowed)
{
    allowed_to[device][other] = (unsigned char)allowed;
}

int peers_reach(int device, int other)
{
    return device == other || allowed_to[device][other];
}
