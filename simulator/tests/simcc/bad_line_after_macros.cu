// Macros of system headers bring line markers into the middle of what is moved or erased.
// fails: 13: error:
// fails: not_declared
#include <limits.h>
#include <stdio.h>
template <int N> __launch_bounds__(N < INT_MAX ? CHAR_BIT : 2) __global__ void k(int *p)
{
    extern __shared__ __align__(CHAR_BIT) int s[];
    p[0] = s[0];
}
int main()
{
    k<CHAR_BIT + INT_MAX / INT_MAX><<<1, CHAR_BIT>>>(NULL), not_declared();
    return 0;
}
