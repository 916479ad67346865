/*
 * What the server answers to which request: playground/README.md lists them.
 */
#ifndef ROUTES_H
#define ROUTES_H

#include <microhttpd.h>

/* A request's body, as it arrives. */
struct body {
    char *text;
    size_t length;
    int is_too_long;
};

/* rest: the address behind the token. */
enum MHD_Result answer(struct MHD_Connection *connection, const char *method, const char *rest,
                       const struct body *body);

#endif
