/*
 * Says in a language what comes in English, line by line, for the course's scripts.
 *
 *     in_language en|zh [code] <TEXT
 *
 * code: only what stands between lines that begin with ```, as on a page. Run it in the lab's or
 * the handout's folder. Exit status: 0, 2 if there is no such language.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"

int main(int argc, char **argv)
{
    int only_code = argc == 3 && strcmp(argv[2], "code") == 0, is_code = !only_code;
    char *line = NULL;
    size_t room = 0;

    if (argc < 2 || argc > 3 || (argc == 3 && !only_code) || !choose_language(argv[1])) {
        fprintf(stderr, "usage: in_language en|zh [code]\n");
        return 2;
    }
    while (getline(&line, &room, stdin) > 0) {
        int is_fence = only_code && strncmp(line, "```", 3) == 0;

        if (is_fence)
            is_code = !is_code;
        if (is_fence || !is_code) {
            fputs(line, stdout);
        } else {
            char *said = in_language(line);

            fputs(said, stdout);
            free(said);
        }
    }
    free(line);
    return 0;
}
