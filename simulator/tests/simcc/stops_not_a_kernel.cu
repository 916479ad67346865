// A launch of what is no kernel cannot be told by its form: it is named when the program runs.
// exit: 3
// err: stops_not_a_kernel.cu:6: what is launched here is no __global__ function
#include <stdio.h>
static void ordinary() { puts("called"); fflush(stdout); }
int main() { ordinary<<<1, 1>>>(); return 0; }
// out: called
