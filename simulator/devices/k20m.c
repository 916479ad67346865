/*
 * Tesla K20m (Kepler, GK110).
 */
#include "devices/devices.h"

const struct device device_k20m = {
    .key = "k20m",
    .name = "Tesla K20m",
    .major = 3, /* CUDA C Programming Guide, compute capabilities table */
    .minor = 5,

    /* Tesla K20 board specification */
    .multiprocessors = 13,

    /* fitted: docs/clock_model.md (the board specification's clock) */
    .clock = 706,

    /* reported by the device's attributes, as deviceQuery prints them, with ECC */
    .clock_limit = 706,
    .memory_clock = 2600,
    .bus_width = 320,
    .memory = 4800,
    .l2_size = 1280,
    .l2_halves = 1,

    /* CUDA C Programming Guide, compute capabilities table; nothing is reserved */
    .l1_size = 64,
    .shared_size = 48,
    .shared_opt_in = 48,
    .shared_reserved = 0,
    .registers = 65536,
    .threads = 2048,
    .blocks = 16,
    .schedulers = 4,

    /* CUDA C Programming Guide, constant memory: as many requests as addresses */
    .constant_address = 1,

    /* CUDA C Programming Guide, arithmetic throughput table, shared by four schedulers that each
     * issue two at a time */
    .issue_width = 2,
    .integer_issue = 32.0 / 40,
    .integer_units = 1,
    .multiply_issue = 4,
    .float_issue = 32.0 / 48,
    .double_issue = 2,

    /* fitted: docs/clock_model.md */
    .convert_issue = 4,
    .to_float_issue = 4,
    .integer_divide = 11,
    .integer_divide_latency = 60,
    .float_divide = 8,
    .double_divide = 20,
    .latency = 13.5,
    .double_latency = 10,
    .issue_wait = 0.01, /* next to nothing: the texts' times were fitted without */
    .comparison_wait = 0.01,
    .branch_wait = 0.01,
    .issued_ahead = 64, /* never measured: as many as there may be */
    .straight_share = 0.9,
    .loop_share = 0.3,
    .work_share = 1, /* before Maxwell, few instructions had three operands */
    .unrolled = 4,
    .unrolled_unequal = 4,

    /* fitted: docs/clock_model.md; whether L1 holds global memory: CUDA C Programming Guide,
       compute capabilities table */
    .shared_latency = 26,
    .shared_cycles = 1,
    .shared_conflict = 1,
    .shared_replay = 1.15,
    .shared_ahead = 0.01,
    .exchange_latency = 26,
    .exchange_cycles = 1,
    .global_in_l1 = 0,
    .l1_latency = 35,
    .l1_cycles = 1,
    .store_latency = 5,
    .l2_kept = 1,
    .l2_latency = 220,
    .l2_bandwidth = 64,
    .l2_queue = 1, /* never measured: nearly none */
    .l2_line = 1.9,
    .l2_partial_line = 3.7,
    .l2_partial_sector = 1,
    .local_sector = 2.1,
    .l2_alone = 1,
    .l2_total = 640,
    .memory_latency = 330,
    .memory_queue = 1,
    .mixed_queue = 1,
    .memory_share = 1,
    .mixed_share = 0.98,
    .memory_granule = 64,
    .memory_scatter = 1.3,
    .partial_write = 6,
    .sectors_under_way = 512,

    /* fitted: docs/clock_model.md */
    .atomic_latency = 250,
    .atomic_interval = 1.28,
    .atomic_whole = 1.05,
    .float_atomic_interval = 3.1,
    .atomic_sector = 0.6,
    .swap_interval = 0.43,
    .atomic_units = 40,
    .atomic_unit_bytes = 512,
    .shared_atomic = 20,
    .fence_latency = 300,
    .barrier_latency = 18,
    .barrier_warp = 2,
    .warp_barrier = 2,
    .grid_barrier = 4000,

    /* fitted: docs/clock_model.md */
    .block_start = 300,
    .first_start = 0.01,
    .block_interval = 40,
    .block_warp = 4,
    .block_total = 1,
    .launch = 4000,
    .launch_gap = 2500,
    .host_call = 4000,
    .copy_start = 5000,
    .copy_share = 0.7,
    .fill_share = 0.75,
    .bus_bandwidth = 6,
    .bus_latency = 12000,
    .pageable_to_device = 3,
    .pageable_to_host = 3,

    /* over PCI Express, as between host and device */
    .peer_bandwidth = 6,

    /* assumed: there is no recording */
    .collective_latency = 20000,
};
