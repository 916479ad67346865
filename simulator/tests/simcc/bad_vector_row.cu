// fails: 5: error: the simulator does not share out a row of numbers among vectors: give each its own braces
// fails: 9: error: the simulator does not share out a row of numbers among vectors
// fails: 10: error: the simulator does not share out a row of numbers among vectors
#include <stdio.h>
__constant__ float2 c[2] = {1, 2, 3, 4};

int main()
{
    int4 a[2] = {1, 2, 3, 4, -5, 6, 7, 8};
    static const uchar2 b[3][1]{7, 8};

    printf("%d %d\n", a[1].x, b[0][0].x);
    return 0;
}
