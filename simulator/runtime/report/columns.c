/*
 * The counters, with their names in the reports and in ncu.
 */
#include "report/report_parts.h"

#define SUM(name, expression)                                                                      \
    static double name(const struct totals *t)                                                     \
    {                                                                                              \
        return (double)(expression);                                                               \
    }
SUM(global_load_requests, t->global_load.requests)
SUM(global_load_sectors, t->global_load.sectors)
SUM(global_load_bytes, t->global_load.bytes)
SUM(global_load_efficiency, efficiency(&t->global_load))
SUM(global_load_lanes, lanes_per_request(&t->global_load))
SUM(global_store_requests, t->global_store.requests)
SUM(global_store_sectors, t->global_store.sectors)
SUM(global_store_bytes, t->global_store.bytes)
SUM(global_store_efficiency, efficiency(&t->global_store))
SUM(global_store_lanes, lanes_per_request(&t->global_store))
SUM(global_atomic_requests, t->global_atomic.requests)
SUM(global_atomic_sectors, t->global_atomic.sectors)
SUM(shared_load_requests, t->shared_load.requests)
SUM(shared_load_wavefronts, t->shared_load.wavefronts)
SUM(shared_load_conflicts, conflict_degree(&t->shared_load))
SUM(shared_load_lanes, lanes_per_request(&t->shared_load))
SUM(shared_store_requests, t->shared_store.requests)
SUM(shared_store_wavefronts, t->shared_store.wavefronts)
SUM(shared_store_conflicts, conflict_degree(&t->shared_store))
SUM(shared_store_lanes, lanes_per_request(&t->shared_store))
SUM(shared_atomic_requests, t->shared_atomic.requests)
SUM(local_load_requests, t->local_load.requests)
SUM(local_load_sectors, t->local_load.sectors)
SUM(local_store_requests, t->local_store.requests)
SUM(local_store_sectors, t->local_store.sectors)
SUM(divergent_branches, t->diverged)
SUM(block_barriers, t->block_barriers)
SUM(warp_barriers, t->warp_barriers)
SUM(warp_exchanges, t->exchanges)

#define RATIO_BYTES "smsp__sass_average_data_bytes_per_sector_mem_global_op_"
#define L1          "l1tex__t_"
#define SHARED      "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_"

const struct column columns[] = {
    {"global_load_requests", "global load requests", L1 "requests_pipe_lsu_mem_global_op_ld.sum",
     global_load_requests, 0, ""},
    {"global_load_sectors", "global load sectors (32 bytes)",
     L1 "sectors_pipe_lsu_mem_global_op_ld.sum", global_load_sectors, 0, ""},
    {"global_load_bytes", "global load bytes, each once", NULL, global_load_bytes, 0, ""},
    {"global_load_efficiency", "global load efficiency", RATIO_BYTES "ld.pct",
     global_load_efficiency, 1, "%"},
    {"global_load_lanes", "active lanes per global load", NULL, global_load_lanes, 1, ""},
    {"global_store_requests", "global store requests", L1 "requests_pipe_lsu_mem_global_op_st.sum",
     global_store_requests, 0, ""},
    {"global_store_sectors", "global store sectors (32 bytes)",
     L1 "sectors_pipe_lsu_mem_global_op_st.sum", global_store_sectors, 0, ""},
    {"global_store_bytes", "global store bytes, each once", NULL, global_store_bytes, 0, ""},
    {"global_store_efficiency", "global store efficiency", RATIO_BYTES "st.pct",
     global_store_efficiency, 1, "%"},
    {"global_store_lanes", "active lanes per global store", NULL, global_store_lanes, 1, ""},
    {"global_atomic_requests", "global atomic requests", NULL, global_atomic_requests, 0, ""},
    {"global_atomic_sectors", "global atomic sectors", NULL, global_atomic_sectors, 0, ""},
    {"shared_load_requests", "shared load requests", "smsp__sass_inst_executed_op_shared_ld.sum",
     shared_load_requests, 0, ""},
    {"shared_load_wavefronts", "shared load wavefronts", SHARED "ld.sum", shared_load_wavefronts, 0,
     ""},
    {"shared_load_conflicts", "shared load bank-conflict degree", NULL, shared_load_conflicts, 1,
     ""},
    {"shared_load_lanes", "active lanes per shared load", NULL, shared_load_lanes, 1, ""},
    {"shared_store_requests", "shared store requests", "smsp__sass_inst_executed_op_shared_st.sum",
     shared_store_requests, 0, ""},
    {"shared_store_wavefronts", "shared store wavefronts", SHARED "st.sum", shared_store_wavefronts,
     0, ""},
    {"shared_store_conflicts", "shared store bank-conflict degree", NULL, shared_store_conflicts, 1,
     ""},
    {"shared_store_lanes", "active lanes per shared store", NULL, shared_store_lanes, 1, ""},
    {"shared_atomic_requests", "shared atomic requests", NULL, shared_atomic_requests, 0, ""},
    {"divergent_branches", "divergent branches", NULL, divergent_branches, 0, ""},
    {"block_barriers", "block barriers, all blocks", NULL, block_barriers, 0, ""},
    {"warp_barriers", "warp barriers, all warps", NULL, warp_barriers, 0, ""},
    {"warp_exchanges", "warp exchanges (shuffles, votes, ...)", NULL, warp_exchanges, 0, ""},
    {"local_load_requests", "local load requests", L1 "requests_pipe_lsu_mem_local_op_ld.sum",
     local_load_requests, 0, ""},
    {"local_load_sectors", "local load sectors (32 bytes)",
     L1 "sectors_pipe_lsu_mem_local_op_ld.sum", local_load_sectors, 0, ""},
    {"local_store_requests", "local store requests", L1 "requests_pipe_lsu_mem_local_op_st.sum",
     local_store_requests, 0, ""},
    {"local_store_sectors", "local store sectors (32 bytes)",
     L1 "sectors_pipe_lsu_mem_local_op_st.sum", local_store_sectors, 0, ""},
};
const unsigned column_count = sizeof columns / sizeof *columns;
