/*
 * How far names are apart, to suggest one for another.
 */
#ifndef NEAREST_H
#define NEAREST_H

/*
 * The number of letters to insert, delete or replace to make one name of the other; letters
 * after the first 63 of a name do not count.
 */
unsigned name_distance(const char *one, const char *other);

#endif
