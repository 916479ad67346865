/*
 * The launches that the view will show: one for each kernel and shape, and of these the few most
 * important.
 */
#ifndef VIEW_KEPT_H
#define VIEW_KEPT_H

#include "view/recorded.h"

#define KEPT_MOST 4

/* Takes over a launch that has ended: keeps it, or frees it. */
void kept_add(struct view_launch *launch);

/* The kept launches, the most important first: those with findings, then by modelled time. */
struct view_launch **kept_list(unsigned *count);

#endif
