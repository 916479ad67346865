/* Asks NCCL for its version, through common/gpus/library.c. */
#include <stdio.h>

#include "../../common/gpus/check_nccl.h"

int main(void)
{
    int version;

    CHECK_NCCL(ncclGetVersion(&version));
    printf("version %d\n", version);
    return 0;
}
