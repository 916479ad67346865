/*
 * An exercise of the course: which kernel a step asks for, how it is launched, and how its idea is
 * recognised. The table of all is course/exercises.c.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stddef.h>
#include <stdio.h>

struct run_case;
struct shape;
struct subject;

enum { FURTHER_MOST = 2 };

struct exercise {
    int number;                /* of the step */
    const char *kernel;        /* its name, which a submission must keep */
    const struct shape *shape; /* of its launch: course/shapes/shape.h */
    unsigned data_blocks;      /* that each block adds up; 0 where that depends on the launch */
    /* the clock's time for the solution's counted launch, microseconds: by g++, or clang within 6 %
     */
    double modelled_us;
    const char *questions[3]; /* counters of that launch, for predict.txt */

    /*
     * The idea's tests beside the limits of course/rules.c, in this order. Each returns 1 if it is
     * passed; else 0, and adds to details what is wrong.
     */
    int (*further[FURTHER_MOST])(struct subject *subject, FILE *details);
    /* The same for each launch that was drawn, by its place among them; or NULL. */
    int (*judge_each)(struct subject *subject, const struct run_case *launch, size_t place,
                      FILE *details);
};

#endif
