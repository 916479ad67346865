/*
 * Tests of an idea beside the limits, as course/exercise.h describes them. The table of exercises
 * names those of each.
 */
#ifndef COUNTED_ELSE_H
#define COUNTED_ELSE_H

#include <stddef.h>
#include <stdio.h>

struct phases;
struct run_case;
struct subject;

/* The sums of many blocks are added up in parallel, in each launch (course/counted_sums.c). */
int judge_many_sums(struct subject *subject, const struct run_case *launch, size_t place,
                    FILE *details);

/* The template's block size decides (course/counted_template.c). */
int judge_template(struct subject *subject, FILE *details);

/* No function with a barrier calls itself (course/counted_calls.c). */
int judge_calls(struct subject *subject, FILE *details);

/* Other operators load and exchange no more than sums of floats do (course/counted_operators.c). */
int judge_operators(struct subject *subject, FILE *details);

/*
 * Whether all warps take parts of a tile in such a launch, by exchanges. place: among those that
 * were counted.
 */
int is_operator_shared_out(const struct phases *phases, const struct run_case *it, unsigned place,
                           FILE *details);

/* Judges launches up to the first that is over a limit, which is reported first (course/counted.c).
 */
int judge_all(struct subject *subject, const struct run_case *launches, size_t count,
              FILE *details);

/*
 * Whether the idea is seen in the launches with the numbers that the code names, and of any n and
 * grid, as far as that can be told (course/counted_rough.c).
 */
int judge_roughly(struct subject *subject, FILE *details);

/* Whether the limits are kept in a launch that was made for its sum, so far as phases tell; place:
 * of its first kernel among all that were counted (course/counted_made.c). */
int is_idea_in_made(struct subject *subject, const struct run_case *it, unsigned place,
                    FILE *details);

/* Whether launches beside the numbers that the code names keep the limits (course/beside.c). */
int judge_beside(struct subject *subject, FILE *details);

#endif
