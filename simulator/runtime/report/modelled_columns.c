/*
 * The modelled values of the CSV files, each of one launch on average, shares in percent; and the
 * reports' names of causes and bounds.
 */
#include "report/report_parts.h"

const char *const cause_names[TIME_CAUSES] = {
    [TIME_ISSUE] = "instruction issue",
    [TIME_RESULT] = "waiting for results",
    [TIME_SHARED] = "shared memory",
    [TIME_L1] = "L1",
    [TIME_L2] = "L2",
    [TIME_BANDWIDTH] = "memory bandwidth",
    [TIME_LOADS] = "waiting for loads",
    [TIME_ATOMICS] = "atomics",
    [TIME_BARRIER] = "barriers and fences",
    [TIME_BLOCKS] = "block starts and tail",
};

const char *const bound_names[BOUNDS] = {
    [BOUND_MEMORY] = "memory bandwidth",
    [BOUND_L2] = "L2 bandwidth",
    [BOUND_ISSUE] = "instruction issue",
    [BOUND_BLOCKS] = "block starts",
};

#define VALUE(name, expression)                                                                    \
    static double name(const struct profile *p)                                                    \
    {                                                                                              \
        return expression;                                                                         \
    }
#define SHARE(name, cause) VALUE(name, 100 * modelled_share(&p->modelled, cause))
#define BOUND(name, bound)                                                                         \
    VALUE(name, modelled_bound(&p->modelled, bound, profile_blocks(p)) / 1000)
VALUE(kernel_time, p->modelled.kernel / (double)p->launches / 1000)
VALUE(launch_time, p->modelled.launch / (double)p->launches / 1000)
SHARE(share_issue, TIME_ISSUE)
SHARE(share_results, TIME_RESULT)
SHARE(share_shared, TIME_SHARED)
SHARE(share_l1, TIME_L1)
SHARE(share_l2, TIME_L2)
SHARE(share_bandwidth, TIME_BANDWIDTH)
SHARE(share_loads, TIME_LOADS)
SHARE(share_atomics, TIME_ATOMICS)
SHARE(share_barriers, TIME_BARRIER)
SHARE(share_blocks, TIME_BLOCKS)
BOUND(bound_memory, BOUND_MEMORY)
BOUND(bound_l2, BOUND_L2)
BOUND(bound_issue, BOUND_ISSUE)
BOUND(bound_blocks, BOUND_BLOCKS)
VALUE(instructions, p->modelled.instructions / (double)p->launches)
VALUE(l2_bytes, p->modelled.l2_bytes / (double)p->launches)
VALUE(memory_bytes, p->modelled.memory_bytes / (double)p->launches)
VALUE(under_way, modelled_under_way(&p->modelled))
VALUE(resident_blocks, p->modelled.last.resident)
VALUE(resident_warps, p->modelled.last.resident_warps)
VALUE(occupancy, 100 * modelled_occupancy(&p->modelled))
VALUE(waves, p->modelled.last.waves)

const struct modelled_column modelled_columns[] = {
    {"modelled_us", 3, kernel_time},
    {"modelled_launch_us", 3, launch_time},
    {"modelled_share_issue", 2, share_issue},
    {"modelled_share_results", 2, share_results},
    {"modelled_share_shared", 2, share_shared},
    {"modelled_share_l1", 2, share_l1},
    {"modelled_share_l2", 2, share_l2},
    {"modelled_share_bandwidth", 2, share_bandwidth},
    {"modelled_share_loads", 2, share_loads},
    {"modelled_share_atomics", 2, share_atomics},
    {"modelled_share_barriers", 2, share_barriers},
    {"modelled_share_blocks", 2, share_blocks},
    {"modelled_bound_memory_us", 3, bound_memory},
    {"modelled_bound_l2_us", 3, bound_l2},
    {"modelled_bound_issue_us", 3, bound_issue},
    {"modelled_bound_blocks_us", 3, bound_blocks},
    {"modelled_instructions", 0, instructions},
    {"modelled_l2_bytes", 0, l2_bytes},
    {"modelled_memory_bytes", 0, memory_bytes},
    {"modelled_bytes_under_way", 0, under_way},
    {"modelled_resident_blocks", 0, resident_blocks},
    {"modelled_resident_warps", 0, resident_warps},
    {"modelled_occupancy", 2, occupancy},
    {"modelled_waves", 2, waves},
};
const unsigned modelled_column_count = sizeof modelled_columns / sizeof *modelled_columns;
