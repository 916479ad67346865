#include "exercises.h"

#include <stdlib.h>
#include <string.h>

#include "counted_else.h"
#include "shapes/shapes.h"

/* clang-format off */
const struct exercise exercises[] = {
    { 2, "reduceNeighboredSmem_2", &block_sums, 1, 1.762,
         {"global_load_sectors", "global_store_sectors", "shared_store_requests"}, {NULL}, NULL},
    { 3, "reduceNeighboredSmemNoDivergence_3", &block_sums, 1, 1.249,
         {"shared_store_requests", "shared_load_requests", "shared_load_wavefronts"}, {NULL}, NULL},
    { 4, "reduceInterleavedSmem_4", &block_sums, 1, 1.125,
         {"shared_load_requests", "shared_load_wavefronts", "block_barriers"}, {NULL}, NULL},
    { 5, "reduceUnrolling2_5", &block_sums, 2, 1.194,
         {"global_load_sectors", "global_store_sectors", "shared_load_wavefronts"}, {NULL}, NULL},
    { 6, "reduceUnrollingWarp8_6", &block_sums, 8, 1.106,
         {"global_load_sectors", "block_barriers", "warp_barriers"}, {NULL}, NULL},
    { 7, "reduceCompleteUnrolling8_7", &block_sums, 8, 1.108,
         {"block_barriers", "global_load_sectors", "shared_store_requests"}, {judge_calls}, NULL},
    { 8, "reduceCompleteUnrolling8Template_8", &block_size_template, 8, 1.076,
         {"block_barriers", "global_store_sectors", "shared_store_requests"},
         {judge_calls, judge_template}, NULL},
    { 9, "reduceRegisters_9", &block_size_template, 8, 1.028,
         {"global_load_sectors", "global_load_requests", "global_store_sectors"},
         {judge_calls, judge_template}, NULL},
    {10, "reduceShuffle_10", &block_sums, 8, 0.927,
         {"block_barriers", "warp_exchanges", "shared_store_requests"}, {NULL}, NULL},
    {11, "reduceVectorized_11", &block_sums, 8, 0.934,
         {"global_load_requests", "global_load_sectors", "warp_exchanges"}, {NULL}, NULL},
    {12, "reduceGridStride_12", &two_kernels, 0, 1.412,
         {"global_load_requests", "global_store_sectors", "block_barriers"},
         {NULL}, judge_many_sums},
    {13, "reduceSinglePass_13", &ticket, 0, 2.918,
         {"global_load_sectors", "global_atomic_requests", "block_barriers"},
         {NULL}, judge_many_sums},
    {16, "reduceAnyType_16", &any_type, 0, 2.282,
         {"global_load_requests", "global_atomic_requests", "warp_exchanges"},
         {judge_operators}, NULL},
    {17, "reduceRowsByWarp_17", &rows, 0, 0.813,
         {"global_load_requests", "global_store_requests", "warp_exchanges"}, {NULL}, NULL},
};
/* clang-format on */
const size_t exercise_count = sizeof exercises / sizeof exercises[0];

int is_clang(void)
{
    const char *chosen = getenv("CXX");

    return chosen != NULL && strstr(chosen, "clang") != NULL;
}

unsigned shared_of_thread(const struct exercise *exercise)
{
    enum { LAST_DYNAMIC = 9 };

    return exercise->number <= LAST_DYNAMIC ? sizeof(int) : 0;
}

const struct exercise *exercise_of(const char *folder)
{
    int number = 0;

    if (sscanf(folder, "step%2d_", &number) != 1)
        return NULL;
    for (size_t i = 0; i < exercise_count; i++)
        if (exercises[i].number == number)
            return &exercises[i];
    return NULL;
}
