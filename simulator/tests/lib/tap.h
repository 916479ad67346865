/*
 * The least of TAP, the protocol that prove reads: "ok 1 - name", "not ok 2 - name".
 */
#ifndef TAP_H
#define TAP_H

#include <stdio.h>

static int tap_count, tap_failures;

/* Notes one test; on failure its place is printed too. */
#define OK(condition, name)                                                                        \
    do {                                                                                           \
        int passed_ = (condition);                                                                 \
        printf("%sok %d - %s\n", passed_ ? "" : "not ", ++tap_count, name);                        \
        if (!passed_) {                                                                            \
            tap_failures++;                                                                        \
            printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition);                               \
        }                                                                                          \
    } while (0)

/* Ends the plan; returns main's exit status. */
static int tap_end(void)
{
    printf("1..%d\n", tap_count);
    return tap_failures > 0;
}

#endif
