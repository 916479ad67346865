// What the driver API has beside questions is refused by name.
// fails: 8: error: the simulator has no driver API (CUmodule): use the runtime API: cudaMalloc, kernel<<<grid, block>>>
// fails: 9: error: the simulator has no driver API (cuCtxSynchronize): use the runtime API: cudaMalloc, kernel<<<grid, block>>>
#include <cuda.h>
int main()
{
    cuInit(0);
    CUmodule module;
    return cuCtxSynchronize();
}
