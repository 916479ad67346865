/*
 * NVIDIA GeForce RTX 2070 SUPER (Turing, TU104).
 */
#include "devices/devices.h"

const struct device device_rtx2070s = {
    .key = "rtx2070s",
    .name = "NVIDIA GeForce RTX 2070 SUPER",
    .major = 7, /* CUDA C Programming Guide, compute capabilities table */
    .minor = 5,

    /* NVIDIA Turing GPU architecture whitepaper and the product page */
    .multiprocessors = 40,

    /* fitted: docs/clock_model.md (the product page's boost clock) */
    .clock = 1770,

    /* product page: boost clock; memory of 14 Gbit/s, 256 bits, 448 GB/s */
    .clock_limit = 1770,
    .memory_clock = 7001,
    .bus_width = 256,

    /* reported by the device's attributes: of 8 GB */
    .memory = 7982,

    /* NVIDIA Turing GPU architecture whitepaper */
    .l2_size = 4 * 1024,
    .l2_halves = 1,

    /* CUDA C Programming Guide, compute capabilities table; nothing is reserved */
    .l1_size = 96,
    .shared_size = 64,
    .shared_opt_in = 64,
    .shared_reserved = 0,
    .registers = 65536,
    .threads = 1024,
    .blocks = 16,
    .schedulers = 4,

    /* CUDA C Programming Guide, constant memory: as many requests as addresses */
    .constant_address = 1,

    /* CUDA C Programming Guide, arithmetic throughput table, shared by four schedulers */
    .issue_width = 1,
    .integer_issue = 2,
    .integer_units = 1,
    .multiply_issue = 2,
    .float_issue = 2,
    .double_issue = 64,

    /* fitted: docs/clock_model.md */
    .convert_issue = 8,
    .to_float_issue = 8,
    .integer_divide = 6,
    .integer_divide_latency = 60,
    .float_divide = 8,
    .double_divide = 20,
    .latency = 4.5,
    .double_latency = 40,
    .issue_wait = 0.01, /* next to nothing: the texts' times were fitted without */
    .comparison_wait = 0.01,
    .branch_wait = 0.01,
    .issued_ahead = 64, /* never measured: as many as there may be */
    .straight_share = 0.9,
    .loop_share = 0.3,
    .work_share = 0.6,
    .unrolled = 4,
    .unrolled_unequal = 4,

    /* fitted: docs/clock_model.md; whether L1 holds global memory: CUDA C Programming Guide,
       compute capabilities table */
    .shared_latency = 22,
    .shared_cycles = 1,
    .shared_conflict = 1,
    .shared_replay = 2,
    .shared_ahead = 0.01,
    .exchange_latency = 22,
    .exchange_cycles = 1,
    .global_in_l1 = 1,
    .l1_latency = 32,
    .l1_cycles = 1,
    .store_latency = 60,
    .l2_kept = 1,
    .l2_latency = 190,
    .l2_bandwidth = 64,
    .l2_queue = 1, /* never measured: nearly none */
    .l2_line = 1.9,
    .l2_partial_line = 3.7,
    .l2_partial_sector = 1,
    .local_sector = 2.1,
    .l2_alone = 1,
    .l2_total = 1024,
    .memory_latency = 440,
    .memory_queue = 1,
    .mixed_queue = 1,
    .memory_share = 0.9,
    .mixed_share = 0.85,
    .memory_granule = 64,
    .memory_scatter = 1.3,
    .partial_write = 6,
    .sectors_under_way = 512,

    /* fitted: docs/clock_model.md */
    .atomic_latency = 350,
    .atomic_interval = 1.28,
    .atomic_whole = 1.05,
    .float_atomic_interval = 3.1,
    .atomic_sector = 0.6,
    .swap_interval = 0.43,
    .atomic_units = 40,
    .atomic_unit_bytes = 512,
    .shared_atomic = 2,
    .fence_latency = 350,
    .barrier_latency = 100,
    .barrier_warp = 2,
    .warp_barrier = 2,
    .grid_barrier = 1500,

    /* fitted: docs/clock_model.md */
    .block_start = 3200,
    .first_start = 0.01,
    .block_interval = 20,
    .block_warp = 4,
    .block_total = 1,
    .launch = 3500,
    .launch_gap = 1000,
    .host_call = 2000,
    .copy_start = 2500,
    .copy_share = 0.85,
    .fill_share = 0.9,
    .bus_bandwidth = 12,
    .bus_latency = 9000,
    .pageable_to_device = 6,
    .pageable_to_host = 6,

    /* over PCI Express, as between host and device */
    .peer_bandwidth = 12,

    /* assumed: there is no recording */
    .collective_latency = 20000,
};
