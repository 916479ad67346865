// Forms of instructions that are not the one known: none may be taken for another.
// fails: 12: error: the simulator has no PTX instruction add.frob.u32 in this form
// fails: 13: error: the simulator has no PTX instruction bar.red.popc.u32 in this form
// fails: 14: error: the simulator has no PTX instruction setp.lt.and.u32 in this form
// fails: 15: error: the simulator has no PTX instruction shfl.down.b32 in this form
// fails: 16: error: the simulator has no PTX instruction add.u32 in this form
// fails: 17: error: an operand's constraint is none of PTX: r, l, h, f, d or n
// fails: 18: error: the simulator has no PTX instruction mov.u32 in this form
__global__ void k(unsigned *p)
{
    unsigned a = 1, b = 2;
    asm("add.frob.u32 %0, %1, %2;" : "=r"(a) : "r"(a), "r"(b));
    asm volatile("bar.red.popc.u32 %0, 1, %1, p;" : "=r"(a) : "r"(b));
    asm("{.reg .pred q; setp.lt.and.u32 q, %0, %1, q;}" : : "r"(a), "r"(b));
    asm("shfl.down.b32 %0, %1, 1, 31;" : "=r"(a) : "r"(b));
    asm("add.u32 %0, %1;" : "=r"(a) : "r"(b));
    asm("add.u32 %0, %1, %1;" : "=q"(a) : "r"(b));
    asm("mov.u32 %0, %%pm0+4;" : "=r"(a));
    *p = a;
}
int main() { return 0; }
