/* Included by bad_in_header.cu. */
__device__ inline unsigned part(unsigned address)
{
    unsigned l;
    asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(l) : "r"(address));
    return l;
}
