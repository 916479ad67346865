/*
 * Which of several names somebody may have meant.
 */
#ifndef NEAREST_H
#define NEAREST_H

/*
 * How many letters to put in, take out or exchange to make one name of the other; letters
 * after the first 63 of a name do not count.
 */
unsigned name_distance(const char *one, const char *other);

#endif
