// fails: 4: error: the simulator has no such part of Thrust (thrust/async/reduce.h): there are host_vector
// Said in one line, in place of the compiler's.
#include <stdio.h>
#include <thrust/async/reduce.h>
int main() { return 0; }
