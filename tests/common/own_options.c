/*
 * A program with options of its own, for tests/command_line.t: prints what it was given.
 */
#include <stdio.h>

#include "../../common/options.h"

int main(int argc, char **argv)
{
    static const char *const fruits[] = {"apple", "pear", NULL};
    unsigned long long fruit = 1, rows = 7;
    const struct own_option own[] = {
        {"--fruit", "what is added up", &fruit, fruits, 0, 0},
        {"--rows", "rows of the matrix", &rows, NULL, 2, 100},
        {NULL, NULL, NULL, NULL, 0, 0},
    };
    const struct command_line allowed = {1000, 1000, N_MAX_64_BIT, 512, 64, own};
    struct options options = parse_command_line(argc, argv, &allowed);

    printf("n %llu, fruit %llu, rows %llu\n", options.n, fruit, rows);
    return 0;
}
