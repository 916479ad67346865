/*
 * The one kernel that performs every random program: each slot is a function of its own (slot.cu).
 */
#include <stdint.h>

#include <cuda/barrier>

#include "interpreter.h"

/* A list of what(0) to what(24), one more than there are slots: the last marks the others' end. */
#define FOR_ALL(what)                                                                              \
    what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10)       \
    what(11) what(12) what(13) what(14) what(15) what(16) what(17) what(18) what(19) what(20)      \
    what(21) what(22) what(23) what(24)
static_assert(SLOTS_MOST == 24, "a slot for each");

#define DECLARE(number)                                                                            \
    extern "C" __device__ uint64_t perform_##number(unsigned slot, uint64_t x, char *global,       \
                                                    char *shared, char *fresh, void *barriers);
FOR_ALL(DECLARE)

/* x: what the thread read last. No ticket is as large as the one that it starts with. */
#define SLOT(number)                                                                               \
    if (number < SLOTS_MOST && takes_part(number, ticket)) {                                       \
        x = perform_##number(number, x, global, (char *)shared, fresh, barriers);                  \
        if (operation_of(number) == OP_TICKET)                                                     \
            ticket = x;                                                                            \
        if (operation_of(number) == OP_EXIT) {                                                     \
            log_end();                                                                             \
            return;                                                                                \
        }                                                                                          \
    }

__global__ void interpret(char *global, char *fresh)
{
    __shared__ __align__(16) uint64_t shared[AREA_BYTES / 8];
    __shared__ cuda::barrier<cuda::thread_scope_block> barriers[BARRIERS_MOST];
    uint64_t x = 0, ticket = ~0ull;
    if (shared_wanted()) {
        for (int i = 0; threadIdx.x == 0 && i < AREA_BYTES / 8; i++)
            shared[i] = 0;
        for (int i = 0; threadIdx.x == 0 && i < BARRIERS_MOST; i++)
            init(&barriers[i], arrivals_of(i));
        __syncthreads();
    }
    FOR_ALL(SLOT)
    log_end();
}

#define ADDRESS(number) (uintptr_t) perform_##number,

/* The functions are linked in their order, without anything between them. */
unsigned slot_of_address(uintptr_t pc)
{
    static const uintptr_t starts[] = {FOR_ALL(ADDRESS)};
    unsigned slot = SLOTS_MOST;
    for (unsigned i = 0; i < SLOTS_MOST; i++)
        if (pc > starts[i] && pc <= starts[i + 1])
            slot = i;
    return slot;
}

int launch_interpreter(unsigned blocks, unsigned threads, int is_cooperative, char *global,
                       char *fresh)
{
    void *arguments[] = {&global, &fresh};
    cudaError_t error = cudaSuccess;
    if (is_cooperative)
        error = cudaLaunchCooperativeKernel(interpret, blocks, threads, arguments);
    else
        interpret<<<blocks, threads>>>(global, fresh);
    return error ? error : cudaDeviceSynchronize();
}
