/*
 * The view of a run, or of two beside each other, as a page.
 */
#ifndef VIEW_PAGE_H
#define VIEW_PAGE_H

#include <microhttpd.h>

/*
 * Sends the simulator's page with the data of that file in it, and of a second one unless that is
 * NULL, for a frame that is fenced in.
 */
enum MHD_Result answer_view(struct MHD_Connection *connection, const char *data, const char *other);

#endif
