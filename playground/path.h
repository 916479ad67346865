/*
 * Names of files, put together.
 */
#ifndef PATH_H
#define PATH_H

enum { PATH_BYTES = 4096 };

struct path {
    char text[PATH_BYTES];
};

/* As printf makes it; one that is too long is cut, and there is no such file. */
struct path path_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
