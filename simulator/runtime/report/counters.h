/*
 * The counters: counts by site (struct counts in base/site.h).
 */
#ifndef COUNTERS_H
#define COUNTERS_H

/*
 * Once, before main: adds the instrument that counts. With SIM_COUNTERS=0 it counts no requests: no
 * report needs them then, and they take time.
 */
void counters_start(void);

#endif
