// Inline PTX: strong loads and stores of 1, 2, 4 and 8 bytes and of vectors touch their own bytes
// alone.
//
// out: aabb11cc 1122ddee 33 4455 66778899 1111111122222222
// out: 1 2 3 4 7 8
#include <stdint.h>
#include <stdio.h>

struct found {
    uint32_t words[2];
    uint8_t byte;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    uint32_t vector[4];
    alignas(8) uint32_t pair[2];
};

__global__ void work(found *f, uint32_t *own, const uint8_t *bytes)
{
    unsigned t = threadIdx.x, byte, four, a, b, c, d;
    unsigned short two;
    unsigned long long eight;
    uint8_t *of_word = (uint8_t *)own;
    if (t == 0) /* every other byte is another thread's, in no order with this one */
        asm volatile("st.relaxed.gpu.u8 [%0], %1;" ::"l"(of_word + 1), "r"(0x11) : "memory");
    else if (t == 1)
        of_word[0] = 0xcc;
    else if (t == 2)
        asm volatile("st.release.gpu.u16 [%0], %1;" ::"l"(of_word + 6), "h"((short)0x1122)
                     : "memory");
    else if (t == 3)
        of_word[2] = 0xbb, of_word[3] = 0xaa, of_word[4] = 0xee, of_word[5] = 0xdd;
    __syncthreads();
    if (t < 2)
        f->words[t] = own[t];
    if (t != 0)
        return;
    asm volatile("ld.relaxed.gpu.u8 %0, [%1];" : "=r"(byte) : "l"(bytes + 1) : "memory");
    asm volatile("ld.acquire.cta.u16 %0, [%1];" : "=h"(two) : "l"(bytes + 2) : "memory");
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(four) : "l"(bytes + 4) : "memory");
    asm volatile("ld.relaxed.sys.u64 %0, [%1];" : "=l"(eight) : "l"(bytes + 8) : "memory");
    f->byte = (uint8_t)byte;
    f->two = two;
    f->four = four;
    f->eight = eight;
    asm volatile("st.relaxed.gpu.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(own + 4), "r"(1), "r"(2),
                 "r"(3), "r"(4)
                 : "memory");
    asm volatile("ld.acquire.gpu.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(own + 4)
                 : "memory");
    f->vector[0] = a, f->vector[1] = b, f->vector[2] = c, f->vector[3] = d;
    asm volatile("st.volatile.v2.u32 [%0], {%1, %2};" ::"l"(f->pair), "r"(7), "r"(8) : "memory");
}

int main()
{
    found *f;
    uint32_t *own;
    uint8_t *bytes;

    cudaMallocManaged(&f, sizeof *f);
    cudaMallocManaged(&own, 64);
    cudaMallocManaged(&bytes, 16);
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(i < 1    ? 0xff
                             : i == 1 ? 0x33
                             : i < 4  ? 0x55 - (i - 2) * 0x11
                             : i < 8  ? 0x99 - (i - 4) * 0x11
                             : i < 12 ? 0x22
                                      : 0x11);
    work<<<1, 32>>>(f, own, bytes);
    cudaDeviceSynchronize();
    printf("%x %x %x %x %x %llx\n", f->words[0], f->words[1], f->byte, f->two, f->four,
           (unsigned long long)f->eight);
    printf("%u %u %u %u %u %u\n", f->vector[0], f->vector[1], f->vector[2], f->vector[3],
           f->pair[0], f->pair[1]);
    return 0;
}
