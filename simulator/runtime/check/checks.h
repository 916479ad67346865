/*
 * The checks as an instrument: who of this room is told of what.
 */
#ifndef CHECKS_H
#define CHECKS_H

/* Once, before main: adds the instrument, but with SIM_CHECKS=0. */
void checks_start(void);

#endif
