/* Asks NCCL for its version, through common/nccl/library.c. */
#include <stdio.h>

#include "../../common/nccl/check_nccl.h"

int main(void)
{
    int version;

    CHECK_NCCL(ncclGetVersion(&version));
    printf("version %d\n", version);
    return 0;
}
