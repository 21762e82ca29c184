# SPDX-License-Identifier: GPL-2.0-or-later

# Programs to run under the tool. They are what their sources say: nothing is made a vector, unrolled, folded or cloned. Valgrind
# 3.19 does not read all of clang's DWARF 5.
e2e_plain_flags = $(DISTINCT_CFLAGS) -O1 -gdwarf-4 -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops
e2e_cflags = $(AM_CFLAGS) $(e2e_plain_flags)
e2e_cxxflags = -Wall -Wextra $(e2e_plain_flags)
e2e_cppflags = $(HOSTED_CPPFLAGS) $(CLIENT_CPPFLAGS) -I$(top_srcdir)

check_PROGRAMS += \
	tests/e2e/programs/accesses \
	tests/e2e/programs/attribution \
	tests/e2e/programs/blocking_calls \
	tests/e2e/programs/chains \
	tests/e2e/programs/changing_code \
	tests/e2e/programs/counted \
	tests/e2e/programs/in_turn \
	tests/e2e/programs/crossing \
	tests/e2e/programs/deaths \
	tests/e2e/programs/exceptions \
	tests/e2e/programs/exchange \
	tests/e2e/programs/faults \
	tests/e2e/programs/fields \
	tests/e2e/programs/kernel_waits \
	tests/e2e/programs/machine_seen \
	tests/e2e/programs/many_paths \
	tests/e2e/programs/minutes \
	tests/e2e/programs/own_stacks \
	tests/e2e/programs/pages \
	tests/e2e/programs/paths \
	tests/e2e/programs/paths_by_pointer \
	tests/e2e/programs/patterns \
	tests/e2e/programs/phases \
	tests/e2e/programs/plugin1.so \
	tests/e2e/programs/plugin2.so \
	tests/e2e/programs/processes \
	tests/e2e/programs/raw_threads \
	tests/e2e/programs/recursive \
	tests/e2e/programs/sampled \
	tests/e2e/programs/forks \
	tests/e2e/programs/forms \
	tests/e2e/programs/memory_limit \
	tests/e2e/programs/near_words \
	tests/e2e/programs/overlap \
	tests/e2e/programs/rights \
	tests/e2e/programs/sandboxed \
	tests/e2e/programs/scattered \
	tests/e2e/programs/shared.so \
	tests/e2e/programs/shared_waits \
	tests/e2e/programs/sharing \
	tests/e2e/programs/signals \
	tests/e2e/programs/spreads \
	tests/e2e/programs/stepped \
	tests/e2e/programs/streams \
	tests/e2e/programs/strides \
	tests/e2e/programs/straddle \
	tests/e2e/programs/threads \
	tests/e2e/programs/stages \
	tests/e2e/programs/traced \
	tests/e2e/programs/troubles \
	tests/e2e/programs/waiter \
	tests/e2e/programs/waits \
	tests/e2e/programs/wakes
tests_e2e_programs_accesses_SOURCES = tests/e2e/programs/accesses.c
tests_e2e_programs_accesses_CFLAGS = $(e2e_cflags) -fno-pie
tests_e2e_programs_accesses_LDFLAGS = -no-pie
tests_e2e_programs_attribution_SOURCES = tests/e2e/programs/attribution.c tests/e2e/programs/shared.h
tests_e2e_programs_attribution_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_attribution_CFLAGS = $(e2e_cflags)
tests_e2e_programs_attribution_LDFLAGS = -Wl,-rpath,'$$ORIGIN'
tests_e2e_programs_attribution_LDADD = tests/e2e/programs/shared.so -ldl
tests_e2e_programs_blocking_calls_SOURCES = tests/e2e/programs/blocking_calls.c tests/e2e/programs/threads.h
tests_e2e_programs_blocking_calls_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_blocking_calls_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_blocking_calls_LDADD = -lrt
tests_e2e_programs_chains_SOURCES = tests/e2e/programs/chains.c
tests_e2e_programs_chains_CFLAGS = $(e2e_cflags)
tests_e2e_programs_changing_code_SOURCES = tests/e2e/programs/changing_code.c
tests_e2e_programs_changing_code_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_changing_code_CFLAGS = $(e2e_cflags)
tests_e2e_programs_in_turn_SOURCES = tests/e2e/programs/in_turn.c
tests_e2e_programs_in_turn_CFLAGS = $(e2e_cflags)
tests_e2e_programs_counted_SOURCES = tests/e2e/programs/counted.c
tests_e2e_programs_counted_CFLAGS = $(e2e_cflags) -fno-pie -fno-optimize-sibling-calls
tests_e2e_programs_counted_LDFLAGS = -no-pie
tests_e2e_programs_exceptions_SOURCES = tests/e2e/programs/exceptions.cc
tests_e2e_programs_exceptions_CXXFLAGS = $(e2e_cxxflags)
tests_e2e_programs_exchange_SOURCES = tests/e2e/programs/exchange.c tests/e2e/programs/kinds_of_work.h
tests_e2e_programs_exchange_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_plugin1_so_SOURCES = tests/e2e/programs/plugin.c
tests_e2e_programs_plugin1_so_CPPFLAGS = -DPLUGIN_WORDS=words1 -DPLUGIN_FILL=fill1
tests_e2e_programs_plugin1_so_CFLAGS = $(e2e_cflags) -fPIC
tests_e2e_programs_plugin1_so_LDFLAGS = -shared
tests_e2e_programs_plugin2_so_SOURCES = tests/e2e/programs/plugin.c
tests_e2e_programs_plugin2_so_CPPFLAGS = -DPLUGIN_WORDS=words2 -DPLUGIN_FILL=fill2
tests_e2e_programs_plugin2_so_CFLAGS = $(e2e_cflags) -fPIC
tests_e2e_programs_plugin2_so_LDFLAGS = -shared
tests_e2e_programs_shared_so_SOURCES = tests/e2e/programs/shared.c tests/e2e/programs/shared.h
tests_e2e_programs_shared_so_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_shared_so_CFLAGS = $(e2e_cflags) -fPIC
tests_e2e_programs_shared_so_LDFLAGS = -shared -Wl,-soname,shared.so
tests_e2e_programs_minutes_SOURCES = tests/e2e/programs/minutes.c
tests_e2e_programs_minutes_CFLAGS = $(e2e_cflags)
tests_e2e_programs_phases_SOURCES = tests/e2e/programs/kinds_of_work.h tests/e2e/programs/phases.c
tests_e2e_programs_phases_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_processes_SOURCES = tests/e2e/programs/processes.c
tests_e2e_programs_processes_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_processes_CFLAGS = $(e2e_cflags)
tests_e2e_programs_many_paths_SOURCES = tests/e2e/programs/many_paths.c
tests_e2e_programs_many_paths_CFLAGS = $(e2e_cflags)
tests_e2e_programs_recursive_SOURCES = tests/e2e/programs/recursive.c
tests_e2e_programs_recursive_CFLAGS = $(e2e_cflags)
tests_e2e_programs_forks_SOURCES = tests/e2e/programs/forks.c
tests_e2e_programs_forks_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_forks_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_forms_SOURCES = tests/e2e/programs/forms.c
tests_e2e_programs_forms_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_forms_CFLAGS = $(e2e_cflags)
tests_e2e_programs_sampled_SOURCES = tests/e2e/programs/sampled.c
tests_e2e_programs_sampled_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_sampled_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_memory_limit_SOURCES = tests/e2e/programs/memory_limit.c
tests_e2e_programs_memory_limit_CFLAGS = $(e2e_cflags)
tests_e2e_programs_near_words_SOURCES = tests/e2e/programs/near_words.c
tests_e2e_programs_near_words_CFLAGS = $(e2e_cflags) -pthread

tests_e2e_programs_overlap_SOURCES = tests/e2e/programs/overlap.c
tests_e2e_programs_overlap_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_rights_SOURCES = tests/e2e/programs/rights.c
tests_e2e_programs_rights_CFLAGS = $(e2e_cflags)
tests_e2e_programs_sandboxed_SOURCES = tests/e2e/programs/sandboxed.c
tests_e2e_programs_sandboxed_CFLAGS = $(e2e_cflags)
tests_e2e_programs_sharing_SOURCES = tests/e2e/programs/sharing.c
tests_e2e_programs_sharing_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_spreads_SOURCES = tests/e2e/programs/spreads.c
tests_e2e_programs_spreads_CFLAGS = $(e2e_cflags)
tests_e2e_programs_stepped_SOURCES = tests/e2e/programs/stepped.c
tests_e2e_programs_stepped_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_stepped_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_streams_SOURCES = tests/e2e/programs/streams.c
tests_e2e_programs_streams_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_strides_SOURCES = tests/e2e/programs/strides.c
tests_e2e_programs_strides_CFLAGS = $(e2e_cflags)
tests_e2e_programs_pages_SOURCES = tests/e2e/programs/pages.c
tests_e2e_programs_pages_CFLAGS = $(e2e_cflags)
tests_e2e_programs_crossing_SOURCES = tests/e2e/programs/crossing.c
tests_e2e_programs_crossing_CFLAGS = $(e2e_cflags)
tests_e2e_programs_straddle_SOURCES = tests/e2e/programs/straddle.c
tests_e2e_programs_straddle_CFLAGS = $(e2e_cflags)
tests_e2e_programs_machine_seen_SOURCES = tests/e2e/programs/machine_seen.c
tests_e2e_programs_machine_seen_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_machine_seen_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_own_stacks_SOURCES = tests/e2e/programs/own_stacks.c
tests_e2e_programs_own_stacks_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_own_stacks_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_threads_SOURCES = tests/e2e/programs/threads.c tests/e2e/programs/threads.h
tests_e2e_programs_threads_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_threads_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_stages_SOURCES = tests/e2e/programs/stages.c tests/e2e/programs/threads.h
tests_e2e_programs_stages_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_stages_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_traced_SOURCES = tests/e2e/programs/traced.c tests/e2e/programs/threads.h
tests_e2e_programs_traced_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_traced_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_troubles_SOURCES = tests/e2e/programs/troubles.c
tests_e2e_programs_troubles_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_waiter_SOURCES = tests/e2e/programs/waiter.c
tests_e2e_programs_waiter_CFLAGS = $(e2e_cflags)
tests_e2e_programs_deaths_SOURCES = tests/e2e/programs/deaths.c tests/e2e/programs/threads.h
tests_e2e_programs_deaths_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_deaths_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_fields_SOURCES = tests/e2e/programs/fields.c
tests_e2e_programs_fields_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_raw_threads_SOURCES = tests/e2e/programs/raw_threads.c tests/e2e/programs/threads.h
tests_e2e_programs_raw_threads_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_raw_threads_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_shared_waits_SOURCES = tests/e2e/programs/shared_waits.c tests/e2e/programs/threads.h
tests_e2e_programs_shared_waits_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_shared_waits_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_shared_waits_LDADD = -lrt
tests_e2e_programs_kernel_waits_SOURCES = tests/e2e/programs/kernel_waits.c tests/e2e/programs/threads.h
tests_e2e_programs_kernel_waits_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_kernel_waits_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_faults_SOURCES = tests/e2e/programs/faults.c tests/e2e/programs/threads.h
tests_e2e_programs_faults_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_faults_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_faults_LDFLAGS = -pthread

tests_e2e_programs_signals_SOURCES = tests/e2e/programs/signals.c tests/e2e/programs/threads.h
tests_e2e_programs_signals_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_signals_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_scattered_SOURCES = tests/e2e/programs/scattered.c tests/e2e/programs/threads.h
tests_e2e_programs_scattered_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_scattered_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_paths_SOURCES = tests/e2e/programs/paths.c
tests_e2e_programs_paths_CFLAGS = $(e2e_cflags) -fomit-frame-pointer
tests_e2e_programs_paths_by_pointer_SOURCES = tests/e2e/programs/paths.c
tests_e2e_programs_paths_by_pointer_CFLAGS = $(e2e_cflags) -fno-omit-frame-pointer
tests_e2e_programs_patterns_SOURCES = tests/e2e/programs/patterns.c tests/e2e/programs/threads.h
tests_e2e_programs_patterns_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_patterns_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_waits_SOURCES = tests/e2e/programs/waits.c tests/e2e/programs/threads.h
tests_e2e_programs_waits_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_waits_CFLAGS = $(e2e_cflags) -pthread
tests_e2e_programs_wakes_SOURCES = tests/e2e/programs/wakes.c tests/e2e/programs/threads.h
tests_e2e_programs_wakes_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_wakes_CFLAGS = $(e2e_cflags) -pthread

# Parallel kernels, whose results do not depend on how a compiler rounds.
check_PROGRAMS += \
	tests/e2e/programs/kernels/fourier \
	tests/e2e/programs/kernels/lu \
	tests/e2e/programs/kernels/nbody \
	tests/e2e/programs/kernels/radix \
	tests/e2e/programs/kernels/redblack
e2e_kernel_flags = $(e2e_cflags) -ffp-contract=off -pthread
tests_e2e_programs_kernels_fourier_SOURCES = tests/e2e/programs/kernels/fourier.c tests/e2e/programs/kernels/kernels.h
tests_e2e_programs_kernels_fourier_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_kernels_fourier_CFLAGS = $(e2e_kernel_flags)
tests_e2e_programs_kernels_fourier_LDADD = -lm
tests_e2e_programs_kernels_lu_SOURCES = tests/e2e/programs/kernels/lu.c tests/e2e/programs/kernels/kernels.h
tests_e2e_programs_kernels_lu_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_kernels_lu_CFLAGS = $(e2e_kernel_flags)
tests_e2e_programs_kernels_lu_LDADD = -lm
tests_e2e_programs_kernels_nbody_SOURCES = tests/e2e/programs/kernels/nbody.c tests/e2e/programs/kernels/kernels.h
tests_e2e_programs_kernels_nbody_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_kernels_nbody_CFLAGS = $(e2e_kernel_flags)
tests_e2e_programs_kernels_nbody_LDADD = -lm
tests_e2e_programs_kernels_radix_SOURCES = tests/e2e/programs/kernels/radix.c tests/e2e/programs/kernels/kernels.h
tests_e2e_programs_kernels_radix_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_kernels_radix_CFLAGS = $(e2e_kernel_flags)
tests_e2e_programs_kernels_radix_LDADD = -lm
tests_e2e_programs_kernels_redblack_SOURCES = tests/e2e/programs/kernels/redblack.c tests/e2e/programs/kernels/kernels.h
tests_e2e_programs_kernels_redblack_CPPFLAGS = $(e2e_cppflags)
tests_e2e_programs_kernels_redblack_CFLAGS = $(e2e_kernel_flags)
tests_e2e_programs_kernels_redblack_LDADD = -lm

# The tool as --disable-exact-interleaving builds it, for test_plain_slices.
check_PROGRAMS += tests/e2e/memspy-plain
tests_e2e_memspy_plain_SOURCES = $(memspy_tool_sources) $(memspy_pack_sources)
tests_e2e_memspy_plain_CPPFLAGS = $(TOOL_CPPFLAGS) $(memspy_version_cppflags) -DEXACT_INTERLEAVING=0 -DHAVE_STATIC_ZSTD=0
tests_e2e_memspy_plain_CFLAGS = $(TOOL_CFLAGS)
tests_e2e_memspy_plain_LDADD = libcore-tool.a $(VALGRIND_CORE_LIBS)
tests_e2e_memspy_plain_LINK = $(memspy_@VG_ARCH@_@VG_OS@_LINK)

# What test_tri compares examples/tri with.
check_PROGRAMS += tests/e2e/tri_oracle
tests_e2e_tri_oracle_SOURCES = \
	examples/tri/tri_matrix.c \
	examples/tri/tri_order.c \
	examples/tri/tri_system.c \
	tests/e2e/tri_oracle.c
tests_e2e_tri_oracle_CPPFLAGS = $(HOSTED_CPPFLAGS)
tests_e2e_tri_oracle_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_e2e_tri_oracle_LDADD = $(machine_test_libraries)

# What test_lossless compares with.
check_PROGRAMS += tests/e2e/compare_trace
tests_e2e_compare_trace_SOURCES = \
	tests/e2e/cat_line.c \
	tests/e2e/cat_line.h \
	tests/e2e/compare_trace.c \
	tests/trace/legal_order.c \
	tests/trace/legal_order.h
tests_e2e_compare_trace_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_e2e_compare_trace_CPPFLAGS = $(HOSTED_CPPFLAGS)
tests_e2e_compare_trace_LDADD = $(machine_test_libraries)

# What test_kernels compares with.
check_PROGRAMS += tests/e2e/naive_trace
tests_e2e_naive_trace_SOURCES = tests/e2e/naive_trace.c tests/e2e/cat_line.c tests/e2e/cat_line.h
tests_e2e_naive_trace_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_e2e_naive_trace_CPPFLAGS = $(HOSTED_CPPFLAGS)
tests_e2e_naive_trace_LDADD = $(machine_test_libraries)

# What test_sharing compares with.
check_PROGRAMS += tests/e2e/sharing_oracle
tests_e2e_sharing_oracle_SOURCES = tests/e2e/sharing_oracle.c
tests_e2e_sharing_oracle_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_e2e_sharing_oracle_LDADD = $(machine_test_libraries)

e2e_test_scripts = \
	tests/e2e/test_accesses \
	tests/e2e/test_advice \
	tests/e2e/test_advice_formats \
	tests/e2e/test_allocators \
	tests/e2e/test_attribution \
	tests/e2e/test_block_owners \
	tests/e2e/test_budgets \
	tests/e2e/test_by_phase \
	tests/e2e/test_cache \
	tests/e2e/test_intervals \
	tests/e2e/test_blocking \
	tests/e2e/test_blocks \
	tests/e2e/test_cachegrind \
	tests/e2e/test_callers \
	tests/e2e/test_causes \
	tests/e2e/test_chains \
	tests/e2e/test_cluster \
	tests/e2e/test_compare \
	tests/e2e/test_count_function \
	tests/e2e/test_damaged_programs \
	tests/e2e/test_deaths \
	tests/e2e/test_debugger \
	tests/e2e/test_default_machine \
	tests/e2e/test_defects \
	tests/e2e/test_dependences \
	tests/e2e/test_diff \
	tests/e2e/test_fast \
	tests/e2e/test_examples \
	tests/e2e/test_faults \
	tests/e2e/test_fields \
	tests/e2e/test_findings \
	tests/e2e/test_first_screen \
	tests/e2e/test_getting_started \
	tests/e2e/test_icache \
	tests/e2e/test_ir_checks \
	tests/e2e/test_kernels \
	tests/e2e/test_limits \
	tests/e2e/test_import \
	tests/e2e/test_inlined \
	tests/e2e/test_linkers \
	tests/e2e/test_lossless \
	tests/e2e/test_matmul \
	tests/e2e/test_metric \
	tests/e2e/test_measured_host \
	tests/e2e/test_mpi \
	tests/e2e/test_named_commands \
	tests/e2e/test_names \
	tests/e2e/test_native \
	tests/e2e/test_options \
	tests/e2e/test_own_stacks \
	tests/e2e/test_page \
	tests/e2e/test_parallel_programs \
	tests/e2e/test_paths \
	tests/e2e/test_plain_slices \
	tests/e2e/test_near_words \
	tests/e2e/test_overlap \
	tests/e2e/test_prefetch \
	tests/e2e/test_processes \
	tests/e2e/test_program_lines \
	tests/e2e/test_programs \
	tests/e2e/test_rebuild \
	tests/e2e/test_receivers \
	tests/e2e/test_references \
	tests/e2e/test_replay \
	tests/e2e/test_reproducible \
	tests/e2e/test_memory_limit \
	tests/e2e/test_outputs \
	tests/e2e/test_rights \
	tests/e2e/test_sandbox \
	tests/e2e/test_scopes \
	tests/e2e/test_stages \
	tests/e2e/test_sharing \
	tests/e2e/test_sample \
	tests/e2e/test_attribute \
	tests/e2e/test_attributed_kinds \
	tests/e2e/test_samples \
	tests/e2e/test_slack \
	tests/e2e/test_spreads \
	tests/e2e/test_stable_names \
	tests/e2e/test_stack_vars \
	tests/e2e/test_stepped \
	tests/e2e/test_stripped \
	tests/e2e/test_live_sweep \
	tests/e2e/test_sweep \
	tests/e2e/test_machine_seen \
	tests/e2e/test_threads \
	tests/e2e/test_time \
	tests/e2e/test_tls \
	tests/e2e/test_toggles \
	tests/e2e/test_trace \
	tests/e2e/test_trace_control \
	tests/e2e/test_trace_killed \
	tests/e2e/test_trace_memory \
	tests/e2e/test_traffic \
	tests/e2e/test_translation \
	tests/e2e/test_tri \
	tests/e2e/test_twins \
	tests/e2e/test_vectors \
	tests/e2e/test_vgdb \
	tests/e2e/test_waiting \
	tests/e2e/test_what_if
TESTS += $(e2e_test_scripts)
# (test_allocators, test_block_owners, test_defects, test_limits, test_linkers, test_names, test_parallel_programs, test_rebuild, test_receivers, test_stable_names, test_stack_vars, test_tls and test_twins build these programs themselves, in many ways or with special libraries.)
EXTRA_DIST += \
	tests/e2e/common.py \
	tests/e2e/one_node_slurm.py \
	tests/e2e/programs/allocators.c \
	tests/e2e/programs/allocators.cc \
	tests/e2e/programs/causes/blanks.c \
	tests/e2e/programs/causes/busy.c \
	tests/e2e/programs/causes/chain.c \
	tests/e2e/programs/causes/chained.c \
	tests/e2e/programs/causes/cleared.c \
	tests/e2e/programs/causes/copied_passes.c \
	tests/e2e/programs/causes/counted.c \
	tests/e2e/programs/causes/dependent_passes.c \
	tests/e2e/programs/causes/doubled.cc \
	tests/e2e/programs/causes/first_touch.c \
	tests/e2e/programs/causes/flagged.c \
	tests/e2e/programs/causes/grows.c \
	tests/e2e/programs/causes/handed_on.c \
	tests/e2e/programs/causes/histogram.c \
	tests/e2e/programs/causes/identifiers.c \
	tests/e2e/programs/causes/images.c \
	tests/e2e/programs/causes/in_order_list.c \
	tests/e2e/programs/causes/iterations.c \
	tests/e2e/programs/causes/kept_strings.cc \
	tests/e2e/programs/causes/larger_blocks.c \
	tests/e2e/programs/causes/last_rows.c \
	tests/e2e/programs/causes/lookup.c \
	tests/e2e/programs/causes/main_program.F90 \
	tests/e2e/programs/causes/new_memory.c \
	tests/e2e/programs/causes/numbered.c \
	tests/e2e/programs/causes/one_loop.c \
	tests/e2e/programs/causes/padded_slots.c \
	tests/e2e/programs/causes/planes.c \
	tests/e2e/programs/causes/pooled.c \
	tests/e2e/programs/causes/probes.c \
	tests/e2e/programs/causes/readings.cc \
	tests/e2e/programs/causes/records.c \
	tests/e2e/programs/causes/resized.cc \
	tests/e2e/programs/causes/searched.cc \
	tests/e2e/programs/causes/sixteen_loops.c \
	tests/e2e/programs/causes/slots.cc \
	tests/e2e/programs/causes/sorted.cc \
	tests/e2e/programs/causes/stripes.c \
	tests/e2e/programs/causes/tallies.c \
	tests/e2e/programs/causes/tiles.c \
	tests/e2e/programs/causes/wide.c \
	tests/e2e/programs/causes/two_lists.c \
	tests/e2e/programs/causes/two_logs.c \
	tests/e2e/programs/causes/waits.c \
	tests/e2e/programs/lines/saved.c \
	tests/e2e/programs/lines/tickets.cc \
	tests/e2e/programs/defects/aliased.c \
	tests/e2e/programs/defects/columns.c \
	tests/e2e/programs/defects/contended.cc \
	tests/e2e/programs/defects/counters.c \
	tests/e2e/programs/defects/gather.c \
	tests/e2e/programs/defects/good_and_bad.c \
	tests/e2e/programs/defects/growing_vector.cc \
	tests/e2e/programs/defects/guarded.cc \
	tests/e2e/programs/defects/handed_over.c \
	tests/e2e/programs/defects/hash_nodes.cc \
	tests/e2e/programs/defects/hot_fields.c \
	tests/e2e/programs/defects/mutex.c \
	tests/e2e/programs/defects/passes.c \
	tests/e2e/programs/defects/per_thread.cc \
	tests/e2e/programs/defects/pointers.cc \
	tests/e2e/programs/defects/power_of_two.c \
	tests/e2e/programs/defects/read_beside_written.c \
	tests/e2e/programs/defects/rows.F90 \
	tests/e2e/programs/defects/same_sets.c \
	tests/e2e/programs/defects/shuffled_list.c \
	tests/e2e/programs/defects/small_blocks.c \
	tests/e2e/programs/defects/square.cc \
	tests/e2e/programs/defects/std_list.cc \
	tests/e2e/programs/defects/team.c \
	tests/e2e/programs/defects/transposed.c \
	tests/e2e/programs/defects/tree.c \
	tests/e2e/programs/defects/vertical.cc \
	tests/e2e/programs/defects/wide_flags.c \
	tests/e2e/programs/callers/callers.c \
	tests/e2e/programs/callers/closures.rs \
	tests/e2e/programs/callers/exceptions.cc \
	tests/e2e/programs/callers/handlers.c \
	tests/e2e/programs/callers/recursion.f90 \
	tests/e2e/programs/callers/parts.c \
	tests/e2e/programs/callers/tail.c \
	tests/e2e/programs/dependent.c \
	tests/e2e/programs/dependent.cc \
	tests/e2e/programs/holders.c \
	tests/e2e/programs/inlined.c \
	tests/e2e/programs/inlines/apart.c \
	tests/e2e/programs/inlines/inlines.c \
	tests/e2e/programs/inlines/inlines.cc \
	tests/e2e/programs/inlines/inlines.f90 \
	tests/e2e/programs/inlines/inlines.rs \
	tests/e2e/programs/library/searched.h \
	tests/e2e/programs/limits.c \
	tests/e2e/programs/mpi/cg.c \
	tests/e2e/programs/mpi/halo.c \
	tests/e2e/programs/go/callbacks.go \
	tests/e2e/programs/go/channels.go \
	tests/e2e/programs/go/garbage.go \
	tests/e2e/programs/go/goroutines.go \
	tests/e2e/programs/go/loopback.go \
	tests/e2e/programs/go/mutexes.go \
	tests/e2e/programs/go/processes.go \
	tests/e2e/programs/go/selects.go \
	tests/e2e/programs/go/stacks.go \
	tests/e2e/programs/go/timers.go \
	tests/e2e/programs/names/arguments.c \
	tests/e2e/programs/names/arguments.cc \
	tests/e2e/programs/names/bare.c \
	tests/e2e/programs/names/caller.c \
	tests/e2e/programs/names/names.c \
	tests/e2e/programs/names/names.cc \
	tests/e2e/programs/names/names.f90 \
	tests/e2e/programs/names/names.rs \
	tests/e2e/programs/owners/chunks.c \
	tests/e2e/programs/owners/pieces.c \
	tests/e2e/programs/owners/pieces.h \
	tests/e2e/programs/owners/use_pieces.c \
	tests/e2e/programs/stages.f90 \
	tests/e2e/programs/stable/automatic.f90 \
	tests/e2e/programs/stable/bindings.cc \
	tests/e2e/programs/stable/copied.c \
	tests/e2e/programs/stable/copied.cc \
	tests/e2e/programs/stable/estuary.f90 \
	tests/e2e/programs/stable/gathered.c \
	tests/e2e/programs/stable/harvest.c \
	tests/e2e/programs/stable/market.c \
	tests/e2e/programs/stable/one_line.c \
	tests/e2e/programs/stable/one_line.cc \
	tests/e2e/programs/stable/pools.c \
	tests/e2e/programs/stable/regions.c \
	tests/e2e/programs/stable/shapes.cc \
	tests/e2e/programs/stable/tide.c \
	tests/e2e/programs/stable/tide.cc \
	tests/e2e/programs/stable/unrolled.c \
	tests/e2e/programs/stable/unrolled.cc \
	tests/e2e/programs/stable/wood.c \
	tests/e2e/programs/stable/year.c \
	tests/e2e/programs/across.c \
	tests/e2e/programs/native.c \
	tests/e2e/programs/faulting.c \
	tests/e2e/programs/recording.c \
	tests/e2e/programs/members.c \
	tests/e2e/programs/openmp.c \
	tests/e2e/programs/parts.c \
	tests/e2e/programs/pools.c \
	tests/e2e/programs/rebuild.cc \
	tests/e2e/programs/regions.c \
	tests/e2e/programs/scattering.cc \
	tests/e2e/programs/receivers.c \
	tests/e2e/programs/rust/statics.rs \
	tests/e2e/programs/rust/threads.rs \
	tests/e2e/programs/rust/unwinding.rs \
	tests/e2e/programs/scopes.c \
	tests/e2e/programs/sections.c \
	tests/e2e/programs/stepping/conditions.c \
	tests/e2e/programs/stepping/step.c \
	tests/e2e/programs/toggles/bodies.c \
	tests/e2e/programs/toggles/clones.c \
	tests/e2e/programs/toggles/shapes.cc \
	tests/e2e/programs/spilled.c \
	tests/e2e/programs/slices.c \
	tests/e2e/programs/stack_vars.c \
	tests/e2e/programs/sum_words.S \
	tests/e2e/programs/steady.c \
	tests/e2e/programs/steady.cc \
	tests/e2e/programs/tasks.cc \
	tests/e2e/programs/tls.c \
	tests/e2e/programs/tls_library.c \
	tests/e2e/programs/unique.cc \
	tests/e2e/programs/untold.c \
	tests/e2e/programs/what_if/apart.c \
	tests/e2e/programs/what_if/bursts.c \
	tests/e2e/programs/what_if/elements.c \
	tests/e2e/programs/what_if/orders.c \
	tests/e2e/programs/what_if/steps.c \
	tests/e2e/real_programs.py \
	tests/e2e/repeats.py \
	$(e2e_test_scripts)
