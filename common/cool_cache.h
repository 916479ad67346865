/*
 * What comes before each timed run, so that all runs of all programs start alike: on a cache
 * that holds nothing of use and nothing that must still be written back, and behind work that
 * keeps the device busy until the host has queued the run. docs/measuring.md says why.
 */
#ifndef COOL_CACHE_H
#define COOL_CACHE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cache {
    int stays_warm; /* --warm: what is in it stays there */
    void *d_scratch;
    size_t scratch_bytes;
    unsigned int reading_blocks;
    long long wait_cycles; /* of 50 microseconds; on the simulator, how many such waits */
};

/*
 * Gets ready for the current device: takes the larger of 256 MB and twice the L2 cache of its
 * memory, until the program ends. On the simulator it takes nothing. Exits with 3 if the
 * device has no such memory.
 */
struct cache open_cache(int device, int stays_warm);

/*
 * Queues, in the default stream and without waiting for it: the reading of the scratch memory,
 * which drives everything else out of L2, and then 50 microseconds in which the device does
 * nothing else. Of a cache that stays warm only the latter.
 */
void cool_cache(const struct cache *cache);

/*
 * Milliseconds between two events with an empty kernel between them, queued in the same way:
 * the median of that many launches, at least 5. On the simulator it is modelled, and 0 where its
 * clock is off; on a GPU it is 0 for 0 launches, where nothing is timed.
 */
double empty_launch(const struct cache *cache, int launches);

#ifdef __cplusplus
}
#endif

#endif
