/*
 * The launches that the view will show: one for each kernel and shape, and of these the few most
 * important.
 */
#ifndef LAUNCH_SELECTION_H
#define LAUNCH_SELECTION_H

#include "view/recorded.h"

#define SELECTED_MOST 4

/* Takes over a launch that has ended: keeps it, or frees it. */
void launch_selection_add(struct view_launch *launch);

/* The kept launches, the most important first: those with findings, then by modelled time. */
struct view_launch **launch_selection_list(unsigned *count);

#endif
