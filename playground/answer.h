/*
 * Answers to requests.
 */
#ifndef ANSWER_H
#define ANSWER_H

#include <microhttpd.h>
#include <stddef.h>

/* A page that this server's own page may show in a frame, and which can reach nothing from there.
 */
#define SANDBOX                                                                                    \
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src "            \
    "'unsafe-inline'; img-src data:; frame-ancestors 'self'"
/* The server's own page. Editors set styles of their own. */
#define OWN_PAGE                                                                                   \
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' "     \
    "data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "           \
    "frame-ancestors 'none'"

/* Adds what all answers have, and the policy for pages, or NULL for OWN_PAGE; sends it. */
enum MHD_Result answer_with(struct MHD_Connection *connection, unsigned status,
                            struct MHD_Response *response, const char *type, const char *policy);

/* Sends the text, which is freed; version: of a file, or NULL. */
enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned status, char *text,
                            size_t length, const char *type, const char *version);

/* Sends a line of plain text that stays. */
enum MHD_Result answer_line(struct MHD_Connection *connection, unsigned status, const char *line);

/* Sends a file, or 404. */
enum MHD_Result answer_file(struct MHD_Connection *connection, const char *path, const char *type,
                            const char *policy);

#endif
