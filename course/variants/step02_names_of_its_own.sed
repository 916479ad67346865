# variables with names that the simulator's sources have too, which nobody else sees
/^#include "..\/common\/lab.h"/a\
int settings[100], recorder, memory;
