// fails: 5: error: the simulator has no inline PTX assembly (asm)
__global__ void k(unsigned *p)
{
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    *p = lane;
}
int main() { return 0; }
