// fails: 4: fatal error: thrust/reduce.h
// fails: simcc: the simulator has no Thrust
#include <stdio.h>
#include <thrust/reduce.h>
int main() { return 0; }
