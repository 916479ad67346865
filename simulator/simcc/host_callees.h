/*
 * Functions that only functions of the host call: members of classes, templates, what the C++
 * library has in its headers. nvcc gives a kernel no way to them either.
 */
#ifndef SIMCC_HOST_CALLEES_H
#define SIMCC_HOST_CALLEES_H

#include "text.h"

/*
 * Copies the assembly (x86-64, AT&T syntax) to output, with the hooks of such functions left out.
 * The host's functions are those with a mark (host_code.h). A function that other files may have,
 * too, gets a name of its own: there a kernel may call it. source: the text that was compiled.
 */
void drop_hooks_of_callees(const struct text *assembly, const struct text *source,
                           struct text *output);

#endif
