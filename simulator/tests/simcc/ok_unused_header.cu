// The header of a library that is not here, of which nothing is used.
// out: 7
#include <cublas_v2.h>
#include <stdio.h>

int main()
{
    printf("7\n");
    return 0;
}
