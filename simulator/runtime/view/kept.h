/*
 * The launches that will be shown: of each kernel and shape one, and of those the few that
 * matter most.
 */
#ifndef VIEW_KEPT_H
#define VIEW_KEPT_H

#include "view/recorded.h"

#define KEPT_MOST 4

/* Takes a launch that has ended: keeps it, or frees it. */
void kept_add(struct view_launch *launch);

/* Those that are kept, what matters most first: with findings, then by modelled time. */
struct view_launch **kept_list(unsigned *count);

#endif
