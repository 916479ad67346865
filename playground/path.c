#include "path.h"

#include <stdarg.h>
#include <stdio.h>

struct path path_of(const char *format, ...)
{
    struct path path;
    va_list more;

    va_start(more, format);
    vsnprintf(path.text, sizeof path.text, format, more);
    va_end(more);
    return path;
}
