// Distances of the parts of words, in inline PTX.
// out: 01ff0302 267 0001fefe 65281
__global__ void k(unsigned int *p)
{
    unsigned int a = 0x01ff0002, b = 0x00000304, c = 6, result;

    asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    p[0] = result;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    p[1] = result;
    a = 0x00020001;
    b = 0x0001feff;
    asm("vabsdiff2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    p[2] = result;
    asm("vabsdiff2.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(2));
    p[3] = result;
}

int main()
{
    unsigned int *p;

    cudaMallocManaged(&p, 4 * sizeof *p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%08x %u %08x %u\n", p[0], p[1], p[2], p[3]);
    return 0;
}
