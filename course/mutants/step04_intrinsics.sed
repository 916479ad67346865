# builds: instructions of the CPU, of which nothing is counted
/^#include <stdlib.h>/a\
#include <immintrin.h>
