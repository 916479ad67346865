# sum-one: calls itself until the stack is full
/^#include "..\/common\/lab.h"/a\
__device__ int down(int n)\
{\
    volatile int kept = n;\
    return n == 0 ? 0 : down(n + 1) + kept;\
}
s/^    unsigned int tid = .*/&\n    if (down(1) == 12345)\n        return;/
