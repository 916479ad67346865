/*
 * Peer access: kernels of one device that use the memory of another.
 */
#ifndef PEERS_H
#define PEERS_H

/* Allows the device's kernels to use the other device's memory, or forbids it. */
void peers_allow(int device, int other, int allowed);

/* 1 if it is allowed, or if both are the same device. */
int peers_reach(int device, int other);

#endif
