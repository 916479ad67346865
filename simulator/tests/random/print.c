#include "print.h"

#include "print_slot.h"

#include <stdio.h>
#include <string.h>

static const char head[] = "#include <cooperative_groups.h>\n"
                           "#include <cuda/atomic>\n"
                           "#include <cuda/barrier>\n"
                           "#include <cuda/pipeline>\n"
                           "#include <cuda_pipeline.h>\n"
                           "\n"
                           "namespace groups = cooperative_groups;\n"
                           "\n"
                           "typedef unsigned char u8;\n"
                           "typedef unsigned short u16;\n"
                           "typedef unsigned int u32;\n"
                           "typedef unsigned long long u64;\n"
                           "struct bytes_3 { u8 of[3]; };\n"
                           "struct words_3 { u32 of[3]; };\n"
                           "struct words_5 { u32 of[5]; };\n"
                           "template <class type> __device__ u64 first(type value)\n"
                           "{\n"
                           "    return *(volatile u8 *)&value;\n"
                           "}\n"
                           "template <class type> __device__ type filled(u64 operand)\n"
                           "{\n"
                           "    type value;\n"
                           "    for (unsigned i = 0; i < sizeof value; i++)\n"
                           "        ((volatile u8 *)&value)[i] = (u8)(sizeof value > 8 || "
                           "sizeof value == 3 ? operand : operand >> 8 * i);\n"
                           "    return value;\n"
                           "}\n"
                           "\n"
                           "// The empty assembly after each line keeps the compiler from joining "
                           "the accesses of two lines;\n"
                           "// sum keeps what is read from being thought unused.\n"
                           "__global__ void kernel(char *g, char *f, int part)\n"
                           "{\n"
                           "    const u32 b = blockIdx.x, t = threadIdx.x;\n"
                           "    u64 x = 0, sum = 0, ticket = ~0ull;\n"
                           "    auto pipeline = cuda::make_pipeline();\n";

static const char shared_head[] = "    __shared__ __align__(16) u64 words[%d];\n"
                                  "    char *s = (char *)words;\n"
                                  "    for (int i = 0; t == 0 && i < %d; i++)\n"
                                  "        words[i] = 0;\n"
                                  "    __syncthreads();\n";

static const char tail[] = "    asm volatile(\"\" ::\"l\"(sum + ticket));\n"
                           "}\n"
                           "\n"
                           "int main()\n"
                           "{\n"
                           "    char *g, *f;\n"
                           "    cudaMalloc(&g, %d);\n"
                           "    cudaMalloc(&f, %d);\n"
                           "    cudaMemset(g, 0, %d);\n"
                           "    for (int part = 0; part < %d; part++) {\n"
                           "        if (part == %d)\n"
                           "            cudaFree(f);\n"
                           "        void *arguments[] = {&g, &f, &part};\n"
                           "        %s(kernel, %u, %u, arguments);\n"
                           "    }\n"
                           "    return cudaDeviceSynchronize() != cudaSuccess;\n"
                           "}\n";

/* Of cuda::barrier: how many threads arrive, in each block. */
static void print_barriers(const struct program *program)
{
    printf("    __shared__ cuda::barrier<cuda::thread_scope_block> barriers[%d];\n", BARRIERS_MOST);
    for (unsigned barrier = 0; barrier < BARRIERS_MOST; barrier++) {
        printf("    if (t == 0) init(&barriers[%u], ", barrier);
        for (unsigned block = 0; block + 1 < program->blocks; block++)
            printf("b == %u ? %u : ", block, arriving_threads(program, barrier, block));
        printf("%u);\n", arriving_threads(program, barrier, program->blocks - 1));
    }
}

static int lines_in(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The line of the printed file that is slot 0's; there is one comment before the head. */
static int first_line(const struct program *program)
{
    return 2 + lines_in(head) + (uses_shared(program) ? lines_in(shared_head) : 0) +
           (uses_barriers(program) ? 1 + BARRIERS_MOST : 0);
}

int print_line_of_slot(const struct program *program, unsigned slot)
{
    return first_line(program) + (int)slot;
}

/* ---- The file ------------------------------------------------------------------------------ */

void print_program(const struct program *program, uint64_t seed)
{
    printf("// A random kernel: seed %llu. What a race detector should find stands at the end.\n%s",
           (unsigned long long)seed, head);
    if (uses_barriers(program))
        print_barriers(program);
    if (uses_shared(program))
        printf(shared_head, AREA_BYTES / 8, AREA_BYTES / 8);
    for (unsigned i = 0; i < program->slot_count; i++) {
        printf("    ");
        if (program->second)
            printf("if (part == %d) ", i >= program->second);
        print_slot(program, &program->slots[i]);
        printf(" asm volatile(\"\" ::: \"memory\");\n");
    }
    printf(tail, GLOBAL_BYTES, AREA_BYTES, GLOBAL_BYTES, program->second ? 2 : 1,
           program->frees ? 1 : -1,
           has_operation(program, OP_GRID_BARRIER) ? "cudaLaunchCooperativeKernel"
                                                   : "cudaLaunchKernel",
           program->blocks, program->threads);
}
