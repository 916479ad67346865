/*
 * The compiler's messages in words of CUDA: which of the program's names the simulator lacks, with
 * advice.
 */
#ifndef SIMCC_MESSAGES_H
#define SIMCC_MESSAGES_H

/*
 * Prints a compiler's messages about a program that did not compile. Each name of CUDA's that it
 * did not know gets one line. The rest, which mostly follows from these, is left out unless all is
 * wanted.
 */
void print_messages(const char *messages, int all);

/* Of a message that begins FILE:LINE: the length of that, without a column; 0 of any other. */
int place_length(const char *line);

#endif
