// Inline PTX: special registers, arithmetic, carries, bits, predicates, loads and stores, copies
// to shared memory, shuffles, votes, branches, operands by name.
// out: 1 1 ffffffff 6 40000000 fffffff9 41 44442222 4
// out: 12 fffffff8 f00 20 bcdef012 2 1 a 0
// out: fffffffe00000001 600000005 10 3.5 122 3e00
// out: 4 ffff0000 3f800000 40400000 1f0 6 64 31
#include <stdint.h>
#include <stdio.h>

struct found {
    uint32_t value[32];
    uint64_t wide[4];
    float real[4];
    unsigned short half;
};

__device__ unsigned lane()
{
    unsigned result;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(result));
    return result;
}

// constraints that macros put together
#define ADD(letter) \
    __device__ unsigned add_##letter(unsigned x, unsigned y) \
    { \
        unsigned result; \
        asm("add.u32 %0, %1, %[y];" : "=" #letter(result) : #letter(x), [y] "" #letter(y)); \
        return result; \
    }
ADD(r)

__device__ unsigned shared_address(const void *pointer)
{
    return (unsigned)__cvta_generic_to_shared(pointer);
}

__device__ void arithmetic(found *f)
{
    unsigned low, high, v;
    unsigned long long w;
    float x;

    asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;"
        : "=r"(low), "=r"(high)
        : "r"(0xffffffffu), "r"(2));
    f->value[0] = low;
    f->value[1] = high;
    asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, %4, 0;"
        : "=r"(low), "=r"(high)
        : "r"(1), "r"(2), "r"(7));
    f->value[2] = low;
    f->value[3] = high;
    asm("mul.hi.u32 %0, %1, %1;" : "=r"(v) : "r"(0x80000000u));
    f->value[4] = v;
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(v) : "r"(-3), "r"(4), "r"(5));
    f->value[5] = add_r(v, 0);
    asm("mul.wide.u32 %0, %1, %1;" : "=l"(w) : "r"(0xffffffffu));
    f->wide[0] = w;
    asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(5), "r"(6));
    f->wide[1] = w;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(w));
    f->value[6] = low + 10 * high;
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(v) : "r"(0x11112222), "r"(0x33334444));
    f->value[7] = v;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(v) : "r"(1), "r"(2), "r"(7));
    f->value[8] = v;
    asm("bfe.u32 %0, %1, 8, 8;" : "=r"(v) : "r"(0xabcd1234));
    f->value[9] = v;
    asm("bfe.s32 %0, %1, 4, 4;" : "=r"(v) : "r"(0x80));
    f->value[10] = v;
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(v) : "r"(0xf), "r"(0));
    f->value[11] = v;
    asm("{ .reg .u32 a<2>; popc.b32 a0, %1; clz.b32 a1, %1; add.u32 %0, a0, a1; }"
        : "=r"(v)
        : "r"(0xff));
    f->value[12] = v;
    asm("shf.l.wrap.b32 %0, %1, %2, 8;" : "=r"(v) : "r"(0x12345678), "r"(0x9abcdef0));
    f->value[13] = v;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(2.f), "f"(3.f), "f"(4.f));
    f->real[0] = x;
    asm("add.f32 %0, %1, 0f3f800000;" : "=f"(x) : "f"(2.5f));
    f->real[1] = x;
    asm("cvt.rni.s32.f32 %[to], %[from];" : [to] "=r"(v) : [from] "f"(2.5f));
    f->value[14] = v;
    asm("{ .reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h; }" : "=h"(f->half) : "f"(1.5f));
    asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.s32 %0, 1, 0, p; }"
        : "=r"(v)
        : "r"(-3), "r"(4));
    f->value[15] = v;
    asm("{ .reg .u32 i; .reg .pred q; mov.u32 i, 0;\n"
        "again: add.u32 i, i, 1; // counts\n"
        "setp.lt.u32 q, i, 10; @q bra again; mov.u32 %0, i; }"
        : "=r"(v));
    f->value[16] = v;
    v = 3;
    asm("shl.b32 %0, %0, 33;" : "+r"(v));
    f->value[17] = v;
}

__global__ void work(found *f, const float *in, unsigned *total)
{
    __shared__ __align__(16) float s[128];
    unsigned v, x, y, z, w, i = threadIdx.x;
    float r;

    if (i == 0)
        arithmetic(f);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;\n"
                 "cp.async.commit_group;\n" ::"r"(shared_address(s + 4 * i)),
                 "l"(in + 4 * i));
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("ld.shared.f32 %0, [%1+8];" : "=f"(r) : "r"(shared_address(s + 127 - 4 * i - 3)));
    if (i == 1)
        f->real[2] = r;
    asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(v) : "r"(i));
    if (i == 3)
        f->value[20] = v;
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 15; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(v)
                 : "r"(i));
    if (i == 4)
        f->value[21] = v;
    asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
        : "l"(in));
    if (i == 5)
        asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" ::"l"(&f->value[22]), "r"(y), "r"(w));
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(total), "r"(2) : "memory");
    asm volatile("atom.global.max.u32 %0, [%1], %2;" : "=r"(v) : "l"(total + 1), "r"(i));
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(v) : "r"(i));
    if (i == 6) {
        f->value[24] = v;
        f->value[25] = lane();
    } else
        asm volatile("membar.gl;");
}

int main()
{
    found *f;
    float *in;
    unsigned *total;

    cudaMallocManaged(&f, sizeof *f);
    cudaMallocManaged(&in, 512);
    cudaMallocManaged(&total, 8);
    for (int i = 0; i < 128; i++)
        in[i] = (float)i;
    total[0] = total[1] = 0;
    work<<<1, 32>>>(f, in, total);
    cudaDeviceSynchronize();
    for (int i = 0; i < 18; i++)
        printf("%x%c", f->value[i], i % 9 == 8 ? '\n' : ' ');
    printf("%llx %llx %g %g %g %x\n", (unsigned long long)f->wide[0],
           (unsigned long long)f->wide[1], f->real[0], f->real[1], f->real[2], f->half);
    for (int i = 20; i < 26; i++)
        printf("%x ", f->value[i]);
    printf("%u %u\n", total[0], total[1]);
    return 0;
}
