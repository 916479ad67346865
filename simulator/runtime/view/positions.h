/*
 * Positions in the source, by the numbers of the format.
 */
#ifndef VIEW_POSITIONS_H
#define VIEW_POSITIONS_H

#include "base/site.h"
#include "report/lines.h"
#include "view/json.h"
#include "view/recorded.h"

/* Looks up the lines of all events of the launches at once; one by one would take long. */
void positions_prepare(struct view_launch *const *launches, unsigned count);

/* The number of a line, of an event's line, of a pc's line; 0 if it is unknown. */
unsigned position_of_line(struct line line);
unsigned position_of(event_t event);
unsigned position_of_pc(uintptr_t pc);

/*
 * Writes the members files and positions, when all numbers are assigned. Returns how many lines of
 * the files were left out for lack of room.
 */
uint64_t positions_write(struct json *json);

#endif
