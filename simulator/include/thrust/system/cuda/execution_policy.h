/* Part of execution_policy.h; the name is kept for programs that ask for it. */
#include "../../execution_policy.h"
