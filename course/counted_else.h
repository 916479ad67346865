/*
 * Tests of an idea beside the limits, as course/exercise.h describes them. The table of exercises
 * names those of each.
 */
#ifndef COUNTED_ELSE_H
#define COUNTED_ELSE_H

#include <stdio.h>

struct subject;

/* Nothing is written back, where threads lack numbers either. */
int judge_end(struct subject *subject, FILE *details);

/* Loads are as wide wherever the numbers begin. */
int judge_shifted(struct subject *subject, FILE *details);

/* The sums of many blocks are added up in parallel. */
int judge_many_sums(struct subject *subject, FILE *details);

/* The template's block size decides (course/counted_template.c). */
int judge_template(struct subject *subject, FILE *details);

/* Other operators load and exchange no more than sums of floats do (course/counted_operators.c). */
int judge_operators(struct subject *subject, FILE *details);

#endif
