/*
 * Which device's kernels may use the memory of which other: peer access.
 */
#ifndef PEERS_H
#define PEERS_H

/* Kernels of the device may use the other's memory from now on, or no longer. */
void peers_allow(int device, int other, int allowed);

/* 1 if they may; also for its own memory. */
int peers_reach(int device, int other);

#endif
