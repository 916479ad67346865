/*
 * How far a floating-point sum is from the true one, and how far it may be.
 *
 * u stands for the unit roundoff: half the distance from 1 to the next number,
 * the largest relative error of one rounding.
 */
#ifndef EXACT_SUM_H
#define EXACT_SUM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UNIT_ROUNDOFF_FLOAT  0x1p-24
#define UNIT_ROUNDOFF_DOUBLE 0x1p-53

/* A number of about 106 bits: the sum, not carried out, of two doubles. */
struct double_double {
    double high, low;
};

/* sum + number, carried out in double-double: what exact_sum does with each number. */
struct double_double add_to_exact(struct double_double sum, double number);

/*
 * The sum of n doubles, each addition carried out in double-double: the low part
 * takes up what the high one rounds off. One such addition errs by at most 2 u^2
 * of its result (Joldes, Muller and Popescu, "Tight and rigorous error bounds for
 * basic building blocks of double-word arithmetic", ACM Transactions on
 * Mathematical Software 44(2), 2017), n of them on numbers of one sign by at most
 * about 2 n u^2 of the sum: for n below 2^31 less than 2^-21 of a single rounding
 * of a double, and so nothing beside the errors that are judged here.
 */
struct double_double exact_sum(const double *numbers, size_t n);

/* The plain loop: one running sum, in double. */
double running_sum(const double *numbers, size_t n);

/*
 * Kahan's compensated sum, in double: what an addition rounds off is given to the
 * next one. It errs by about 2 u of the sum of the magnitudes, whatever n is
 * (Higham, as below).
 */
double kahan_sum(const double *numbers, size_t n);

/* value - exact, rounded once at the end. NaN if value is NaN. */
double error_of(double value, struct double_double exact);

/*
 * The most by which a sum can err in which no number passes through more than
 * `additions` additions, each rounded with unit roundoff u, in whatever order:
 * every number reaches the result multiplied by at most that many factors 1 + d
 * with |d| <= u, whose product differs from 1 by at most
 *
 *     gamma = additions * u / (1 - additions * u),
 *
 * so that the error is at most gamma times the sum of the magnitudes. For a
 * running sum `additions` is n - 1, for a tree the number of its rounds: N. J.
 * Higham, "The accuracy of floating point summation", SIAM Journal on Scientific
 * Computing 14(4), 1993, pages 783 to 799; and his "Accuracy and Stability of
 * Numerical Algorithms", 2nd edition, SIAM, 2002, chapters 3 and 4.
 *
 * Infinite where additions * u reaches 1: then nothing is promised.
 */
double error_bound(double additions, double unit_roundoff, double sum_of_magnitudes);

/* Whether value is finite and no further than bound from exact. No for a NaN, whichever it is. */
int is_within(double value, struct double_double exact, double bound);

#ifdef __cplusplus
}
#endif

#endif
