/*
 * Cooperative groups: groups of threads as objects, with barriers and exchanges
 * among their members. Here: thread_block, grid_group, thread_block_tile up to a
 * warp, coalesced_group, thread_group. reduce and the scans have headers of their own.
 */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"
#include "sim/groups_block.h"
#include "sim/groups_coalesced.h"
#include "sim/groups_tile.h"

#endif
