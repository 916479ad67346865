/*
 * A clock for the host side.
 */
#ifndef SECONDS_H
#define SECONDS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds since some fixed moment; never runs backwards. Two calls, one difference. */
double seconds(void);

#ifdef __cplusplus
}
#endif

#endif
