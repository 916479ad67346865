#define _GNU_SOURCE
#include "submitted.h"

#include <string.h>
#include <sys/stat.h>

FILE *open_submitted(const char *student, const char *step, const char *name, const char **why)
{
    char path[4096];
    struct stat status;
    FILE *file = NULL;

    snprintf(path, sizeof path, "%s/%s", student, step);
    if (lstat(path, &status) != 0) {
        *why = "not handed in";
    } else if (!S_ISDIR(status.st_mode)) {
        *why = "its folder is a link or a file, which is not followed";
    } else {
        snprintf(path, sizeof path, "%s/%s/%s", student, step, name);
        if (lstat(path, &status) != 0)
            *why = "not handed in";
        else if (!S_ISREG(status.st_mode))
            *why = "a link or no plain file, which is not read";
        else if (status.st_size > SUBMITTED_BYTES)
            *why = "larger than 1 MiB";
        else if ((file = fopen(path, "r")) == NULL)
            *why = "cannot be read";
    }
    return file;
}

void submitted_name(char *name, size_t bytes, const char *student, const char *step)
{
    int is_own = strcmp(student, ".") == 0;

    snprintf(name, bytes, "%s%s%s/reduce.cu", is_own ? "" : student, is_own ? "" : "/", step);
    for (; *name != '\0'; name++) /* it is printed, and given to the compiler */
        if (*name < ' ' || *name > '~' || *name == '"' || *name == '\\')
            *name = '?';
}
