# builds: calls the simulator directly
s/^    unsigned int tid = .*/&\n    sim_warp_barrier(0xFFFFFFFF);/
