/*
 * threadIdx and its kin, under the names that a debugger looks for: programs have this file's debug
 * information, alone of the runtime's. To all else they are those of sim/sim.h.
 */
struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
};

#define BUILTIN(type, name, of_simulator)                                                          \
    static _Thread_local struct type name __attribute__((used));                                   \
    __asm__(".globl " #of_simulator "\n"                                                           \
            ".type " #of_simulator ", %tls_object\n"                                               \
            ".set " #of_simulator ", " #name "\n")

BUILTIN(uint3, threadIdx, sim_thread_index);
BUILTIN(uint3, blockIdx, sim_block_index);
BUILTIN(dim3, blockDim, sim_block_size);
BUILTIN(dim3, gridDim, sim_grid_size);
