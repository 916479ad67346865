/*
 * The line of code of which no line is known, and of its surroundings neither: asked at once, or of
 * a helper, as a confined program asks. tests/findings.t counts how often addr2line runs for that.
 */
#include <stdio.h>

#include "report/line_helper.h"
#include "report/lines.h"

extern const uintptr_t lineless;

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1 && !line_helper_start())
        return 1;
    printf("%s:%d\n", line_of(lineless).file, line_of(lineless).number);
    return 0;
}
