# builds: a variable in place of one of the simulator's own
/^#include "..\/common\/lab.h"/a\
int settings[100];
