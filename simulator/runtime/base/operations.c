#include "base/operations.h"
#include <stddef.h>
const struct operations *operations_at(uint64_t pc)
{
    (void)pc;
    return NULL;
}
