/*
 * The compiler's messages in words of CUDA: which of the program's names the simulator lacks, and
 * what to do instead.
 */
#ifndef SIMCC_MESSAGES_H
#define SIMCC_MESSAGES_H

/*
 * Prints what a compiler has said of a program that did not compile. Where it did not know names
 * of CUDA's, that is said in one line each, and the rest, which mostly follows from it, is left
 * out unless all is wanted.
 */
void print_messages(const char *messages, int all);

/* Of a message that begins FILE:LINE: the length of that, without a column; 0 of any other. */
int place_length(const char *line);

#endif
