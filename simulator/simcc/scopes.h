/*
 * Scopes: the namespace, class or function that each brace of the source begins, and so the side on
 * which the code in it runs.
 */
#ifndef SIMCC_SCOPES_H
#define SIMCC_SCOPES_H

#include "translation.h"

/* position is a {: begins its scope; with device_only, drops the body of a host's function. */
void open_scope(struct translation *translation, size_t position);
/* position is a }: ends the innermost scope. */
void close_scope(struct translation *translation, size_t position);

#endif
