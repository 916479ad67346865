/*
 * Places in the source, by numbers, as the format has them.
 */
#ifndef VIEW_POSITIONS_H
#define VIEW_POSITIONS_H

#include "base/site.h"
#include "report/lines.h"
#include "view/json.h"
#include "view/recorded.h"

/* Asks for the lines of all that the launches name, at once: one by one would take long. */
void positions_prepare(struct view_launch *const *launches, unsigned count);

/* The numbers of a line, of an event's, of a pc's; 0 if it is unknown. */
unsigned position_of_line(struct line line);
unsigned position_of(event_t event);
unsigned position_of_pc(uintptr_t pc);

/*
 * Writes the members files and positions, once all numbers are given out; returns how many
 * lines of the files were left out for want of room.
 */
uint64_t positions_write(struct json *json);

#endif
