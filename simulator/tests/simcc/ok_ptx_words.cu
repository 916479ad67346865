// Parts of words, in inline PTX: distances, sums, the smaller, the larger, the middle.
// out: 01ff0302 267 0001fefe 65281
// out: 01fc0d0a ffffff0a 00020806 c000ff02 456
// out: 80800000 ffff8007 7fff0003 8001fffc 49154
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

#define OF_PARTS(name) asm(name " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c)); *p++ = result

__global__ void of_bytes(unsigned int *p)
{
    unsigned int a = 0x41fe0702, b = 0xc0fe0608, c = 0, result;

    OF_PARTS("vadd4.u32.u32.u32");
    a = 0x80fffe02, b = 0x80020608;
    OF_PARTS("vadd4.u32.u32.u32.sat");
    a = 0x00040a08, b = 0x01020202;
    OF_PARTS("vsub4.u32.u32.u32.sat");
    a = 0xc001ff02, b = 0xc000ff02;
    OF_PARTS("vmin4.u32.u32.u32");
    c = 6, b = 0;
    OF_PARTS("vmax4.u32.u32.u32.add");
}

__global__ void of_halves(unsigned int *p)
{
    unsigned int a = 0x80008000, b = 0x00808000, c = 0, result;

    OF_PARTS("vadd2.u32.u32.u32");
    a = 0xfffe8000, b = 0x00030007;
    OF_PARTS("vadd2.u32.u32.u32.sat");
    a = 0x80000003, b = 0x00010000;
    OF_PARTS("vsub2.u32.u32.u32.sat");
    a = 0x80010001, b = 0x8000fffc;
    OF_PARTS("vmax2.u32.u32.u32");
    a = 0x80000001, b = 0xffff0002, c = 0;
    OF_PARTS("vavrg2.u32.u32.u32.add");
}

int main()
{
    unsigned int *p;

    cudaMallocManaged(&p, 5 * sizeof *p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%08x %u %08x %u\n", p[0], p[1], p[2], p[3]);
    of_bytes<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%08x %08x %08x %08x %u\n", p[0], p[1], p[2], p[3], p[4]);
    of_halves<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%08x %08x %08x %08x %u\n", p[0], p[1], p[2], p[3], p[4]);
    return 0;
}
