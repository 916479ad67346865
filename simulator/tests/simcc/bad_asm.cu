// fails: 6: error: the simulator has no PTX instruction wgmma.fence.sync.aligned in this form: write it in C; docs/programs.md lists those that it has
__global__ void k(unsigned *p)
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;\n"
                 "wgmma.fence.sync.aligned;" : "=r"(lane));
    *p = lane;
}
int main() { return 0; }
