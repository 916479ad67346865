/*
 * Branches that lanes take or not: what a warp issues for them. A branch around few instructions is
 * none, as nvcc predicates them. Prints a row for each launch: loop,form,instructions,lanes. With
 * an argument it launches only those with such lanes: none, all or some. instructions: of each side
 * of the branch. lanes: which of a warp's take it. branches.sh has Nsight Compute count what these
 * launches issue; tests/clock_branches.t has the model's beside it.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { BLOCK = 128, TRIPS = 16, STRIDE = 32, NUMBERS = BLOCK + TRIPS * STRIDE };
enum loop { NO_LOOP, COUNTED, WHILE, LOOPS };
enum form { PLAIN, IF, IF_ELSE, STORE, BREAK, FORMS };
enum lanes { NONE, ALL, SOME, LANES };

/* Two instructions, STEPS times. */
template <int STEPS> static __device__ __forceinline__ int work(int value, int number)
{
    if constexpr (STEPS > 0)
        return work<STEPS - 1>((value ^ (7 * STEPS + 3)) * number, number);
    return value;
}

/* As many others: nvcc would make one side of two that are alike. */
template <int STEPS> static __device__ __forceinline__ int other_work(int value, int number)
{
    if constexpr (STEPS > 0)
        return other_work<STEPS - 1>((value & ~(5 << STEPS)) * number, number);
    return value;
}

/* One turn. Returns whether the loop goes on. */
template <enum form FORM, int STEPS>
static __device__ __forceinline__ bool turn(int &value, int number, int *stored)
{
    if constexpr (FORM == PLAIN || FORM == BREAK)
        value = work<STEPS>(value, number);
    if constexpr (FORM == BREAK)
        return number != 7;
    if constexpr (FORM == IF || FORM == STORE) {
        if (number & 1) {
            value = work<STEPS>(value, number);
            if constexpr (FORM == STORE)
                *stored = value;
        }
    }
    if constexpr (FORM == IF_ELSE) {
        if (number & 1)
            value = work<STEPS>(value, number);
        else
            value = other_work<STEPS>(value, number);
    }
    return true;
}

template <enum loop LOOP, enum form FORM, int STEPS>
__global__ void branch(const int *numbers, int *results, int trips)
{
    unsigned int i = threadIdx.x;
    int value = (int)i, *stored = results + BLOCK + i;
    if constexpr (LOOP == NO_LOOP)
        turn<FORM, STEPS>(value, numbers[i], stored);
    if constexpr (LOOP == COUNTED)
        for (int t = 0; t < trips; t++)
            if (!turn<FORM, STEPS>(value, numbers[i + t * STRIDE], stored))
                break;
    if constexpr (LOOP == WHILE)
        for (int t = 0; numbers[i + t * STRIDE] > 3; t++)
            if (!turn<FORM, STEPS>(value, numbers[i + t * STRIDE], stored))
                break;
    results[i] = value;
}

static const char *const loop_names[LOOPS] = {"none", "counted", "while"};
static const char *const form_names[FORMS] = {"plain", "if", "else", "store", "break"};
static const char *const lane_names[LANES] = {"none", "all", "some"};
static int *d_numbers[LANES], *d_results;
static const char *chosen; /* NULL: all */

template <enum loop LOOP, enum form FORM, int STEPS> static void launch(void)
{
    for (int lanes = 0; lanes < LANES; lanes++) {
        if (chosen && strcmp(chosen, lane_names[lanes]) != 0)
            continue;
        branch<LOOP, FORM, STEPS><<<1, BLOCK>>>(d_numbers[lanes], d_results, TRIPS);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        printf("%s,%s,%d,%s\n", loop_names[LOOP], form_names[FORM], 2 * STEPS, lane_names[lanes]);
    }
}

template <enum loop LOOP, enum form FORM> static void launch_sizes(void)
{
    launch<LOOP, FORM, 1>();
    launch<LOOP, FORM, 4>();
    launch<LOOP, FORM, 5>();
    launch<LOOP, FORM, 10>();
    launch<LOOP, FORM, 11>();
    launch<LOOP, FORM, 14>();
}

template <enum loop LOOP> static void launch_forms(void)
{
    launch_sizes<LOOP, PLAIN>();
    launch_sizes<LOOP, IF>();
    launch_sizes<LOOP, IF_ELSE>();
    launch_sizes<LOOP, STORE>();
    if constexpr (LOOP != NO_LOOP)
        launch_sizes<LOOP, BREAK>();
}

/* Numbers for a kernel's loops, of which none ends before TRIPS turns: 0 ends one that asks. */
static int *numbers_for(enum lanes lanes)
{
    static int numbers[NUMBERS];
    int *d_memory;
    for (int i = 0; i < NUMBERS; i++) {
        int odd = lanes == ALL || (lanes == SOME && (i * 37 >> 3 & 1));
        numbers[i] = i < TRIPS * STRIDE ? 16 + 2 * (i % 50) + odd : 0;
    }
    CHECK(cudaMalloc((void **)&d_memory, sizeof numbers));
    CHECK(cudaMemcpy(d_memory, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    return d_memory;
}

int main(int argc, char **argv)
{
    chosen = argc > 1 ? argv[1] : NULL;
    for (int lanes = 0; lanes < LANES; lanes++)
        d_numbers[lanes] = numbers_for((enum lanes)lanes);
    CHECK(cudaMalloc((void **)&d_results, 2 * BLOCK * sizeof *d_results));
    printf("loop,form,instructions,lanes\n");
    launch_forms<NO_LOOP>();
    launch_forms<COUNTED>();
    launch_forms<WHILE>();
    for (int lanes = 0; lanes < LANES; lanes++)
        CHECK(cudaFree(d_numbers[lanes]));
    CHECK(cudaFree(d_results));
    return 0;
}
