# Files that are compiled together, a row for each unit, which is named after the first of them: a start of the compiler,
# and the headers, cost as much as a small file. A file that stands in no row is compiled by itself. So are those that
# accesses pass (PASSED), and those with flags of their own. Two files of a row may not have a name for themselves
# (static, a macro, a type) that is the same: where the compiler says so, take one out of its row, or give it another name.
# tests/layers.t looks for variables of one name, of which the compiler says nothing.
$(call unit,simcc,accesses arguments assemble assembly assignments batch_code batches bit_fields block branch_sides by_gcc cache \
    calls)
$(call unit,simcc,ahead clang_headers classes command compile declarations declared definitions edits endless files \
    flag_table)
$(call unit,simcc,embedded flags forms functions gcc_listing hidden_stores host_callees host_code in_place indices \
    instruction kernel_end)
$(call unit,simcc,jam kernels lambdas lane_function lane_phase launches libraries link local_arrays loops machine \
    main missing)
$(call unit,simcc,listing odd_sizes operand options precompiled preprocess ptx_compute ptx_cooperate ptx_read \
    reached relocatable response_file)
$(call unit,simcc,messages mnemonics operations pairing phase_words process scopes shared shared_sizes simple_types \
    syntax text)
$(call unit,simcc,parts ptx_access sides translate translation unseen_loads unseen_stores values variables \
    vector_arrays visible whole_copies)
$(call unit,simcc,phase_loop phase_text phases uniform whole_operands word_lists words)
$(call unit,simcc,ptx tokens)
$(call unit,runtime/arithmetic,fast integer narrow narrow_format random_skip sobol special)
$(call unit,runtime/base,allocate api_lock current_device device errors fibre hash instrument look operations \
    program real_time)
$(call unit,runtime/base,run setting_names settings spin)
$(call unit,runtime/check,alike barriers describe misuse observed pair past quick_stripes race streams target units)
$(call unit,runtime/check,judge race_candidates vector_clock watched)
$(call unit,runtime/clock,asked atomic_order chain divergence host_clock launch_clock line_cache loops \
    memory_atomics memory_l2 memory_system multiprocessor present)
$(call unit,runtime/clock,line_sharing memory_coalesced occupancy pc_cycles prices queue recording viewed warp_time what_if \
    wide_integers without)
$(call unit,runtime/cublas,call element gemm handle matrix_vector operand status times transfer vectors)
$(call unit,runtime/cuda_api,copied copies device device_properties graph_memory host_atomics host_copies \
    host_devices host_free host_graph_nodes host_graphs host_kernels)
$(call unit,runtime/cuda_api,host_memory host_peers host_random host_streams host_symbols start texture_limits \
    timing unwritten)
$(call unit,runtime/cuda_api,generators host_pools host_surfaces host_textures layers)
$(call unit,runtime/launch,block block_schedule bounds children debugger deferred_launch ending forked graph handles \
    heap interrupt)
$(call unit,runtime/launch,launch ordered progress relaunch repeat run same_launch slot undefined watchdog)
$(call unit,runtime/memory,allocation arena host_writes mirror peers state_pages touched_dirty touched_order \
    touched_others touched_pages)
$(call unit,runtime/nccl,buffers call collectives communicators connection group match perform times types wait wire)
$(call unit,runtime/nccl,clique report)
$(call unit,runtime/report,advice chinese columns counters findings findings_print kernel kernel_name modelled \
    modelled_columns paths report)
$(call unit,runtime/report,line_helper phases report_clock report_lines report_tables report_what_if shown tool \
    totals visits)
$(call unit,runtime/view,arrays choice details json launch_selection output parameters start steps values \
    write_arrays write_blocks)
$(call unit,runtime/view,kinds model positions view write_findings write_launch write_time write_trace_events)
