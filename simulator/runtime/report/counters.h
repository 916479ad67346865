/*
 * The counters: what is counted by site (struct counts in base/site.h).
 */
#ifndef COUNTERS_H
#define COUNTERS_H

/*
 * Once, before main: adds the instrument that counts. With SIM_COUNTERS=0 it counts no requests,
 * which nobody asks for then and which take time.
 */
void counters_start(void);

#endif
