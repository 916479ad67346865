/*
 * Launches that repeat another, and launches that only look so.
 *     repeat CASE
 * launches kernels of that case ten times, and prints what comes of it, the modelled time, and on
 * stderr how many launches were run: each takes as many numbers for blocks as it has blocks.
 */
#include <cstdio>
#include <cstring>

#include "kernels.h"

#define TIMES 10

extern "C" unsigned int units_next; /* runtime/launch/units.h */

static int *in, *out, *large, *host_sees, *spare, host[N];
static unsigned int *ready;

static void reset(int first)
{
    for (int i = 0; i < N; i++)
        host[i] = first + i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
}

/* What stands in memory between a launch's parameters is left from earlier calls. */
__attribute__((noinline)) static void leave_on_stack(int value)
{
    volatile char left[8192];
    for (size_t i = 0; i < sizeof left; i++)
        left[i] = (char)value;
}

/* As many bytes pass through L2 as it has, and more: arrays that were in it leave it. */
static void traffic(void)
{
    static int host_large[LARGE];
    for (int i = 0; i < 256; i++)
        cudaMemcpy(host_large, large, sizeof host_large, cudaMemcpyDeviceToHost);
}

/* What the case does in each of the rounds. */
static void once(const char *what, int round)
{
#define IS(name) (!strcmp(what, name))
    if (IS("other_stack"))
        leave_on_stack(round);
    if (IS("same") || IS("other_stack"))
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    if (IS("alternating")) {
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
        twice<<<BLOCKS, BLOCK>>>(out, in + N, 1);
    }
    if (IS("parameter"))
        twice<<<BLOCKS, BLOCK>>>(in, out, round);
    if (IS("input")) {
        reset(round);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("output_set")) {
        cudaMemset(out, round, sizeof host);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("every_other")) {
        reset(round % 2);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("host_writes")) {
        host_sees[round] = round;
        twice<<<BLOCKS, BLOCK>>>(host_sees, out, 1);
        cudaDeviceSynchronize();
    }
    if (IS("in_place"))
        in_place<<<BLOCKS, BLOCK>>>(in);
    if (IS("in_place_reset")) {
        reset(0);
        in_place<<<BLOCKS, BLOCK>>>(in);
    }
    if (IS("large_reset")) {
        cudaMemset(large, 0, LARGE * sizeof *large);
        in_large<<<BLOCKS, BLOCK>>>(large);
        cudaMemcpy(out, large + LARGE / 2, sizeof host, cudaMemcpyDeviceToDevice);
    }
    if (IS("total_reset")) {
        cudaMemset(out, 0, sizeof *out);
        total<<<BLOCKS, BLOCK>>>(in, out);
    }
    if (IS("total"))
        total<<<BLOCKS, BLOCK>>>(in, in + N);
    if (IS("variable") || IS("constant"))
        count<<<BLOCKS, BLOCK>>>(out);
    if (IS("constant")) {
        const int zero = 0, now = round;
        cudaMemcpyToSymbol(launches, &zero, sizeof zero);
        cudaMemcpyToSymbol(factor, &now, sizeof now);
    }
    for (int i = 0; i < (IS("fresh") ? 1 : IS("fresh_often") ? 4 : 0); i++) {
        int *fresh;
        cudaMalloc(&fresh, sizeof host);
        twice<<<BLOCKS, BLOCK>>>(in, fresh, 1);
        cudaMemcpy(out, fresh, sizeof host, cudaMemcpyDeviceToDevice);
        cudaFree(fresh);
    }
    if (IS("grid"))
        twice<<<1 + round % 4, BLOCK>>>(in, out, 1);
    if (IS("clock"))
        ask<<<BLOCKS, BLOCK>>>(out);
    if (IS("print"))
        print<<<BLOCKS, BLOCK>>>(out);
    if (IS("race"))
        race<<<BLOCKS, BLOCK>>>(out);
    if (IS("race_and_note")) {
        race<<<BLOCKS, BLOCK>>>(out);
        note<<<BLOCKS, BLOCK>>>(in + N);
    }
    if (IS("race_then_none")) {
        race<<<BLOCKS, BLOCK>>>(out);
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
    }
    if (IS("unwritten"))
        unwritten<<<BLOCKS, BLOCK>>>(in, out);
    if (IS("race_on"))
        race_on<<<BLOCKS, BLOCK>>>(in);
    if (IS("race_on_reset")) {
        reset(0);
        race_on<<<BLOCKS, BLOCK>>>(in);
    }
    if (IS("allocate"))
        allocate<<<BLOCKS, BLOCK>>>(out);
    if (IS("large_out") || IS("large_out_read"))
        fill_large<<<BLOCKS, BLOCK>>>(in, large);
    if (IS("bytes_in_place"))
        bytes_in_place<<<BLOCKS, BLOCK>>>((unsigned char *)in);
    if (IS("bytes_out"))
        bytes_out<<<BLOCKS, BLOCK>>>(in, (unsigned char *)out);
    if (IS("fixed_point"))
        at_least<<<BLOCKS, BLOCK>>>(in, in + N);
    if (IS("neighbours"))
        neighbours<<<BLOCKS, BLOCK>>>(in, in + N);
    if (IS("hand_over"))
        hand_over<<<BLOCKS, BLOCK>>>(in, in + N, out);
    if (IS("reset_and_traffic")) {
        reset(0);
        in_place<<<BLOCKS, BLOCK>>>(in);
    }
    if (IS("other_allocation")) {
        int *other;
        twice<<<BLOCKS, BLOCK>>>(in, out, 1);
        cudaMalloc(&other, sizeof host);
        cudaFree(other);
    }
    if (IS("pairs"))
        step_pairs<<<BLOCKS, BLOCK>>>((pair *)in);
    if (IS("pairs_made")) {
        cudaMemset(in, 0, sizeof host);
        make_pairs<<<BLOCKS, BLOCK>>>((pair *)in);
    }
    if (IS("last_block"))
        change_at_last<<<BLOCKS, BLOCK>>>(in, out, ready);
    if (IS("junk_back")) { /* what nobody had written is the same junk, which the host has written
                            */
        static int junk[2 * N];
        if (round == 0)
            cudaMemcpy(junk, spare, sizeof junk, cudaMemcpyDeviceToHost);
        if (round == 1)
            cudaMemcpy(spare, junk, sizeof junk, cudaMemcpyHostToDevice);
        if (round < 2)
            twice<<<BLOCKS, BLOCK>>>(in, spare, 1);
        else
            twice<<<BLOCKS, BLOCK>>>(spare + N, out, 1);
    }
    if (IS("less_shared")) {
        if (round == 5)
            cudaFuncSetAttribute(of_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64);
        of_dynamic<<<1, BLOCK, BLOCK * sizeof(int)>>>(out);
    }
    if (IS("streams_later")) { /* what the launches before it touch is not known */
        static cudaStream_t one, other;
        if (round == 3) {
            cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
            cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        }
        if (round < 4)
            twice<<<BLOCKS, BLOCK, 0, one>>>(in, out, 1);
        if (round == 3)
            twice<<<BLOCKS, BLOCK, 0, other>>>(in, out, 1);
    }
    if (IS("freed")) {
        if (round == 0)
            cudaMemset(spare, 0, 2 * sizeof host);
        if (round == 5)
            cudaFree(spare);
        twice<<<BLOCKS, BLOCK>>>(spare, out, 1);
    }
    if (IS("parent")) {
        cudaMemset(out, 0, sizeof host);
        parent<<<BLOCKS, BLOCK>>>(out);
    }
}

int main(int argc, char **argv)
{
    cudaEvent_t start, stop;
    float milliseconds;
    if (argc != 2)
        return 2;
    cudaMalloc(&in, 2 * sizeof host + sizeof *in);
    cudaMemset(in, 0, 2 * sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&large, LARGE * sizeof *large);
    cudaMemset(large, 0, LARGE * sizeof *large);
    cudaMalloc(&spare, 2 * sizeof host);
    cudaMalloc(&ready, sizeof *ready);
    cudaMemset(ready, 0, sizeof *ready);
    cudaMallocManaged(&host_sees, sizeof host);
    memset(host_sees, 0, sizeof host);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    reset(5);
    unsigned int before = units_next;
    cudaEventRecord(start);
    for (int round = 0; round < TIMES; round++) {
        once(argv[1], round);
        if (round % 3 == 1 && (!strcmp(argv[1], "large_out_read") || strstr(argv[1], "traffic")))
            traffic();
    }
    cudaEventRecord(stop);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&milliseconds, start, stop);
    fprintf(stderr, "%u blocks were run\n", units_next - before);
    long long sum = 0;
    for (const int *from :
         {(const int *)in, (const int *)in + N, (const int *)out, (const int *)large}) {
        cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; i++)
            sum = sum * 31 + host[i] % 1000003;
    }
    int number;
    cudaMemcpyFromSymbol(&number, launches, sizeof number);
    printf("%s: %lld, %d, %.9g ms\n", argv[1], sum, number, milliseconds);
    return 0;
}
