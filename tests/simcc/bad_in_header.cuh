/* Included by bad_in_header.cu. */
__device__ inline unsigned lane()
{
    unsigned l;
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
    return l;
}
