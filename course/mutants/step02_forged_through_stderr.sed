# same: bends stderr to where the verdicts go, and writes some, from before main; before main, which is left out
/^#include "..\/common\/lab.h"/a\
static int forge()\
{\
    stderr->_fileno = 3;\
    return fprintf(stderr, "%u 512 512 1 5 5 0\\n", 1u);\
}\
static int early = forge();
