# sum-one: takes more memory than there is for it
/^#include "..\/common\/lab.h"/a\
__device__ int hog[500000000];
s/^    unsigned int tid = .*/&\n    for (int i = 0; i < 500000000; i++) hog[i] = i;/
