/* Part of thread/thread_operators.cuh; the name is kept for programs that ask for it. */
#include "thread/thread_operators.cuh"
