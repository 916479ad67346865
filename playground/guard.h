/*
 * Requests are answered only from the page of this server, which takes the token to get.
 */
#ifndef GUARD_H
#define GUARD_H

#include <microhttpd.h>

/* Draws the token, and lists the origins. Returns 0 if the system has no random numbers. */
int guard_start(void);

/*
 * 1 if the request's host is this server, its origin, where it has one, this server's page, and the
 * address begins with the token; then *rest is what follows "/TOKEN/". What changes something must
 * have an origin.
 */
int guard_allows(struct MHD_Connection *connection, const char *method, const char *address,
                 const char **rest);

#endif
