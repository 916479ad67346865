// fails: 4: fatal error: thrust/async/reduce.h
// fails: simcc: the simulator has no such part of Thrust
#include <stdio.h>
#include <thrust/async/reduce.h>
int main() { return 0; }
