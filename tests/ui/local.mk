# SPDX-License-Identifier: GPL-2.0-or-later

# Programs that the tests run: they make profiles, read one and write it back, and measure what reading one takes.
check_PROGRAMS += tests/ui/make_profile tests/ui/measure tests/ui/write_back
tests_ui_measure_SOURCES = tests/ui/measure.c
tests_ui_measure_CPPFLAGS = $(ui_cppflags)
tests_ui_measure_CFLAGS = $(ui_cflags)
tests_ui_measure_LDADD = $(ui_ldadd)
tests_ui_make_profile_SOURCES = \
	tests/ui/make_profile.c \
	tests/ui/profiles/kind_big.c \
	tests/ui/profiles/kind_callers.c \
	tests/ui/profiles/kind_hostile.c \
	tests/ui/profiles/kind_of_samples.c \
	tests/ui/profiles/kind_paper.c \
	tests/ui/profiles/kind_plain.c \
	tests/ui/profiles/kind_rank.c \
	tests/ui/profiles/kind_sample.c \
	tests/ui/profiles/kinds.h \
	tests/ui/profiles/put_cells.c \
	tests/ui/profiles/put_cells.h \
	tests/ui/profiles/put_program.c \
	tests/ui/profiles/put_program.h \
	tests/ui/profiles/put_random.c \
	tests/ui/profiles/put_random.h \
	tests/ui/profiles/put_records.c \
	tests/ui/profiles/put_records.h \
	tests/ui/profiles/put_run.c \
	tests/ui/profiles/put_run.h \
	tests/ui/profiles/put_sampling.c \
	tests/ui/profiles/put_sampling.h \
	tests/ui/profiles/put_sharing.c \
	tests/ui/profiles/put_sharing.h
tests_ui_make_profile_CPPFLAGS = $(ui_cppflags)
tests_ui_make_profile_CFLAGS = $(ui_cflags)
tests_ui_make_profile_LDADD = $(ui_ldadd)
tests_ui_write_back_SOURCES = tests/ui/write_back.c
tests_ui_write_back_CPPFLAGS = $(ui_cppflags)
tests_ui_write_back_CFLAGS = $(ui_cflags)
tests_ui_write_back_LDADD = $(ui_ldadd)

# Traces.
check_PROGRAMS += tests/ui/make_trace
tests_ui_make_trace_SOURCES = \
	tests/trace/zstd_pack.c \
	tests/trace/zstd_pack.h \
	tests/ui/make_trace.c
tests_ui_make_trace_CPPFLAGS = $(ui_cppflags)
tests_ui_make_trace_CFLAGS = $(ui_cflags)
tests_ui_make_trace_LDADD = $(ui_ldadd)

# The analyser once more, under sanitizers.
check_LIBRARIES += tests/ui/libui-sanitized.a
tests_ui_libui_sanitized_a_SOURCES = $(ui_sources)
nodist_tests_ui_libui_sanitized_a_SOURCES = $(ui_built_sources)
tests_ui_libui_sanitized_a_CPPFLAGS = $(ui_cppflags)
tests_ui_libui_sanitized_a_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
ui_sanitized_ldadd = tests/ui/libui-sanitized.a libcore-sanitized.a tests/ui/libui-sanitized.a $(ui_libs)

ui_unit_tests = \
	tests/ui/test_altered \
	tests/ui/test_attribute \
	tests/ui/test_attribute_random \
	tests/ui/test_blocks \
	tests/ui/test_budgets \
	tests/ui/test_cells \
	tests/ui/test_compare \
	tests/ui/test_copied \
	tests/ui/test_estimate \
	tests/ui/test_help \
	tests/ui/test_keys \
	tests/ui/test_method \
	tests/ui/test_phase_search \
	tests/ui/test_reached \
	tests/ui/test_reads \
	tests/ui/test_loops \
	tests/ui/test_short_name \
	tests/ui/test_symbol \
	tests/ui/test_skid_trained \
	tests/ui/test_source_uses \
	tests/ui/test_strides \
	tests/ui/test_sweep_counts \
	tests/ui/test_whatif \
	tests/ui/test_whatif_changes \
	tests/ui/test_whatif_order
check_PROGRAMS += tests/ui/damage_program tests/ui/damage_trace tests/ui/list_session tests/ui/memspy-asan $(ui_unit_tests)
tests_ui_damage_program_SOURCES = tests/ui/damage_program.c
tests_ui_damage_program_CPPFLAGS = $(ui_cppflags)
tests_ui_damage_program_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_damage_program_LDADD = $(ui_sanitized_ldadd)
tests_ui_damage_trace_SOURCES = \
	tests/trace/fuzz_checksums.c \
	tests/trace/fuzz_checksums.h \
	tests/ui/damage_trace.c \
	tests/ui/fuzz_trace.c \
	tests/ui/fuzz_trace.h
tests_ui_damage_trace_CPPFLAGS = $(ui_cppflags)
tests_ui_damage_trace_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_damage_trace_LDADD = $(ui_sanitized_ldadd)
tests_ui_list_session_SOURCES = tests/ui/list_session.c
tests_ui_list_session_CPPFLAGS = $(ui_cppflags)
tests_ui_list_session_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_list_session_LDADD = $(ui_sanitized_ldadd)
tests_ui_memspy_asan_SOURCES = ui/ui_main.c
tests_ui_memspy_asan_CPPFLAGS = $(ui_cppflags)
tests_ui_memspy_asan_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_memspy_asan_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_altered_SOURCES = tests/ui/test_altered.c
tests_ui_test_altered_CPPFLAGS = $(ui_cppflags)
tests_ui_test_altered_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_altered_LDADD = $(ui_sanitized_ldadd)
attributing_sources = \
	tests/check.h \
	tests/ui/attributing.c \
	tests/ui/attributing.h \
	tests/ui/close.h \
	tests/ui/fake_uses.c \
	tests/ui/fake_uses.h \
	tests/ui/paper_figure.c \
	tests/ui/paper_figure.h
tests_ui_test_attribute_SOURCES = $(attributing_sources) tests/ui/test_attribute.c
tests_ui_test_attribute_CPPFLAGS = $(ui_cppflags)
tests_ui_test_attribute_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_attribute_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_skid_trained_SOURCES = $(attributing_sources) tests/ui/test_skid_trained.c
tests_ui_test_skid_trained_CPPFLAGS = $(ui_cppflags)
tests_ui_test_skid_trained_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_skid_trained_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_attribute_random_SOURCES = $(attributing_sources) tests/ui/test_attribute_random.c
tests_ui_test_attribute_random_CPPFLAGS = $(ui_cppflags)
tests_ui_test_attribute_random_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_attribute_random_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_strides_SOURCES = $(attributing_sources) tests/ui/test_strides.c
tests_ui_test_strides_CPPFLAGS = $(ui_cppflags)
tests_ui_test_strides_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_strides_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_reached_SOURCES = $(attributing_sources) tests/ui/test_reached.c
tests_ui_test_reached_CPPFLAGS = $(ui_cppflags)
tests_ui_test_reached_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_reached_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_cells_SOURCES = tests/check.h tests/ui/test_cells.c
tests_ui_test_cells_CPPFLAGS = $(ui_cppflags)
tests_ui_test_cells_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_cells_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_copied_SOURCES = tests/check.h tests/ui/fake_uses.c tests/ui/fake_uses.h tests/ui/test_copied.c
tests_ui_test_copied_CPPFLAGS = $(ui_cppflags)
tests_ui_test_copied_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_copied_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_compare_SOURCES = \
	tests/check.h \
	tests/ui/close.h \
	tests/ui/fake_uses.c \
	tests/ui/fake_uses.h \
	tests/ui/test_compare.c
tests_ui_test_compare_CPPFLAGS = $(ui_cppflags)
tests_ui_test_compare_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_compare_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_budgets_SOURCES = tests/ui/test_budgets.c
tests_ui_test_budgets_CPPFLAGS = $(ui_cppflags)
tests_ui_test_budgets_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_budgets_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_blocks_SOURCES = tests/ui/test_blocks.c
tests_ui_test_blocks_CPPFLAGS = $(ui_cppflags)
tests_ui_test_blocks_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_blocks_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_estimate_SOURCES = tests/check.h tests/ui/close.h tests/ui/test_estimate.c
tests_ui_test_estimate_CPPFLAGS = $(ui_cppflags)
tests_ui_test_estimate_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_estimate_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_sweep_counts_SOURCES = tests/ui/test_sweep_counts.c
tests_ui_test_sweep_counts_CPPFLAGS = $(ui_cppflags)
tests_ui_test_sweep_counts_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_sweep_counts_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_method_SOURCES = tests/check.h tests/ui/close.h tests/ui/test_method.c
tests_ui_test_method_CPPFLAGS = $(ui_cppflags)
tests_ui_test_method_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_method_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_phase_search_SOURCES = tests/ui/test_phase_search.c
tests_ui_test_phase_search_CPPFLAGS = $(ui_cppflags)
tests_ui_test_phase_search_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_phase_search_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_reads_SOURCES = \
	tests/check.h \
	tests/ui/close.h \
	tests/ui/fake_uses.c \
	tests/ui/fake_uses.h \
	tests/ui/paper_figure.c \
	tests/ui/paper_figure.h \
	tests/ui/test_reads.c
tests_ui_test_reads_CPPFLAGS = $(ui_cppflags)
tests_ui_test_reads_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_reads_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_help_SOURCES = tests/ui/test_help.c
tests_ui_test_help_CPPFLAGS = $(ui_cppflags)
tests_ui_test_help_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_help_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_loops_SOURCES = tests/ui/test_loops.c
tests_ui_test_loops_CPPFLAGS = $(ui_cppflags)
tests_ui_test_loops_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_loops_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_symbol_SOURCES = tests/check.h tests/ui/test_symbol.c
tests_ui_test_symbol_CPPFLAGS = $(ui_cppflags)
tests_ui_test_symbol_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_symbol_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_short_name_SOURCES = tests/ui/test_short_name.c
tests_ui_test_short_name_CPPFLAGS = $(ui_cppflags)
tests_ui_test_short_name_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_short_name_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_source_uses_SOURCES = tests/ui/test_source_uses.c
tests_ui_test_source_uses_CPPFLAGS = $(ui_cppflags)
tests_ui_test_source_uses_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_source_uses_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_keys_SOURCES = tests/ui/test_keys.c
tests_ui_test_keys_CPPFLAGS = $(ui_cppflags)
tests_ui_test_keys_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_keys_LDADD = $(ui_sanitized_ldadd)

tests_ui_test_whatif_SOURCES = tests/coherence/dice.h tests/ui/test_whatif.c
tests_ui_test_whatif_CPPFLAGS = $(ui_cppflags)
tests_ui_test_whatif_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_whatif_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_whatif_changes_SOURCES = tests/ui/test_whatif_changes.c
tests_ui_test_whatif_changes_CPPFLAGS = $(ui_cppflags)
tests_ui_test_whatif_changes_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_whatif_changes_LDADD = $(ui_sanitized_ldadd)
tests_ui_test_whatif_order_SOURCES = tests/coherence/dice.h tests/ui/test_whatif_order.c
tests_ui_test_whatif_order_CPPFLAGS = $(ui_cppflags)
tests_ui_test_whatif_order_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_whatif_order_LDADD = $(ui_sanitized_ldadd)

# Replays a trace in another order, or in its own.
check_PROGRAMS += tests/ui/replay_in_order
tests_ui_replay_in_order_SOURCES = tests/ui/replay_in_order.c
tests_ui_replay_in_order_CPPFLAGS = $(ui_cppflags)
tests_ui_replay_in_order_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_replay_in_order_LDADD = $(ui_sanitized_ldadd)

check_PROGRAMS += tests/ui/copy_samples
tests_ui_copy_samples_SOURCES = tests/ui/copy_samples.c
tests_ui_copy_samples_CPPFLAGS = $(ui_cppflags)
tests_ui_copy_samples_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_copy_samples_LDADD = $(ui_sanitized_ldadd)
# Prints which data functions use. With sanitizers: what it reads may be damaged.
check_PROGRAMS += tests/ui/dump_uses
tests_ui_dump_uses_SOURCES = tests/ui/dump_uses.c
tests_ui_dump_uses_CPPFLAGS = $(ui_cppflags)
tests_ui_dump_uses_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_dump_uses_LDADD = $(ui_sanitized_ldadd)
EXTRA_DIST += tests/ui/uses/copies.c tests/ui/uses/copies.cc tests/ui/uses/grid.f90 tests/ui/uses/paper.c tests/ui/uses/shop.cc tests/ui/uses/spills.c

check_PROGRAMS += tests/ui/test_mpi_orders
TESTS += tests/ui/test_mpi_orders
tests_ui_test_mpi_orders_SOURCES = tests/ui/test_mpi_orders.c ui/cluster/cluster_mpi_orders.c ui/cluster/cluster_mpi_orders.h
tests_ui_test_mpi_orders_CPPFLAGS = $(ui_cppflags)
tests_ui_test_mpi_orders_CFLAGS = $(ui_cflags) $(SANITIZE_CFLAGS)
tests_ui_test_mpi_orders_LDADD = $(ui_sanitized_ldadd)

ui_test_scripts = \
	tests/ui/test_bad_input \
	tests/ui/test_check \
	tests/ui/test_command_line \
	tests/ui/test_completion \
	tests/ui/test_curves \
	tests/ui/test_db \
	tests/ui/test_diff \
	tests/ui/test_export \
	tests/ui/test_callers \
	tests/ui/test_export_formats \
	tests/ui/test_format \
	tests/ui/test_host_trees \
	tests/ui/test_machines \
	tests/ui/test_measure \
	tests/ui/test_merge \
	tests/ui/test_name_file \
	tests/ui/test_no_hosts \
	tests/ui/test_phases \
	tests/ui/test_progress \
	tests/ui/test_page \
	tests/ui/test_report \
	tests/ui/test_run \
	tests/ui/test_sampled \
	tests/ui/test_samples \
	tests/ui/test_samples_texts \
	tests/ui/test_session \
	tests/ui/test_session_product \
	tests/ui/test_size \
	tests/ui/test_sweep \
	tests/ui/test_annotate \
	tests/ui/test_defaults \
	tests/ui/test_import \
	tests/ui/test_pprof \
	tests/ui/test_trace \
	tests/ui/test_transcripts \
	tests/ui/test_uses \
	tests/ui/test_wrong_files
TESTS += $(ui_unit_tests) $(ui_test_scripts) tests/ui/run_mutations
EXTRA_DIST += tests/ui/mutations tests/ui/run_mutations

ui_transcripts = \
	tests/ui/transcripts/callers.commands \
	tests/ui/transcripts/callers.expected \
	tests/ui/transcripts/changes.commands \
	tests/ui/transcripts/changes.expected \
	tests/ui/transcripts/mpki.commands \
	tests/ui/transcripts/mpki.expected \
	tests/ui/transcripts/check.commands \
	tests/ui/transcripts/check.expected \
	tests/ui/transcripts/check-baseline.commands \
	tests/ui/transcripts/check-baseline.expected \
	tests/ui/transcripts/check-junit.commands \
	tests/ui/transcripts/check-junit.expected \
	tests/ui/transcripts/check-markdown.commands \
	tests/ui/transcripts/check-markdown.expected \
	tests/ui/transcripts/check-sampled.commands \
	tests/ui/transcripts/check-sampled.expected \
	tests/ui/transcripts/check-wrong.commands \
	tests/ui/transcripts/check-wrong.expected \
	tests/ui/transcripts/diff-machines.commands \
	tests/ui/transcripts/diff-machines.expected \
	tests/ui/transcripts/diff-narrow.commands \
	tests/ui/transcripts/diff-narrow.expected \
	tests/ui/transcripts/diff-nothing.commands \
	tests/ui/transcripts/diff-nothing.expected \
	tests/ui/transcripts/diff-of-samples.commands \
	tests/ui/transcripts/diff-of-samples.expected \
	tests/ui/transcripts/diff-refused.commands \
	tests/ui/transcripts/diff-refused.expected \
	tests/ui/transcripts/diff-same.commands \
	tests/ui/transcripts/diff-same.expected \
	tests/ui/transcripts/diff-sampled.commands \
	tests/ui/transcripts/diff-sampled.expected \
	tests/ui/transcripts/diff.commands \
	tests/ui/transcripts/diff.expected \
	tests/ui/transcripts/errors.commands \
	tests/ui/transcripts/errors.expected \
	tests/ui/transcripts/findings-hostile.commands \
	tests/ui/transcripts/findings-hostile.expected \
	tests/ui/transcripts/findings-shared.commands \
	tests/ui/transcripts/findings-shared.expected \
	tests/ui/transcripts/findings.commands \
	tests/ui/transcripts/findings.expected \
	tests/ui/transcripts/help.commands \
	tests/ui/transcripts/help.expected \
	tests/ui/transcripts/hostile.commands \
	tests/ui/transcripts/hostile.expected \
	tests/ui/transcripts/least.commands \
	tests/ui/transcripts/least.expected \
	tests/ui/transcripts/levels.commands \
	tests/ui/transcripts/levels.expected \
	tests/ui/transcripts/loader.commands \
	tests/ui/transcripts/loader.expected \
	tests/ui/transcripts/narrow-sample.commands \
	tests/ui/transcripts/narrow-sample.expected \
	tests/ui/transcripts/machines.commands \
	tests/ui/transcripts/machines.expected \
	tests/ui/transcripts/machines-side.commands \
	tests/ui/transcripts/machines-side.expected \
	tests/ui/transcripts/machines-wrong.commands \
	tests/ui/transcripts/machines-wrong.expected \
	tests/ui/transcripts/narrow.commands \
	tests/ui/transcripts/narrow.expected \
	tests/ui/transcripts/no-misses.commands \
	tests/ui/transcripts/no-misses.expected \
	tests/ui/transcripts/no-stall.commands \
	tests/ui/transcripts/no-stall.expected \
	tests/ui/transcripts/nothing.commands \
	tests/ui/transcripts/nothing.expected \
	tests/ui/transcripts/of-accesses.commands \
	tests/ui/transcripts/of-accesses.expected \
	tests/ui/transcripts/of-samples.commands \
	tests/ui/transcripts/of-samples.expected \
	tests/ui/transcripts/of-served-accesses.commands \
	tests/ui/transcripts/of-served-accesses.expected \
	tests/ui/transcripts/paper.commands \
	tests/ui/transcripts/paper.expected \
	tests/ui/transcripts/parts.commands \
	tests/ui/transcripts/parts.expected \
	tests/ui/transcripts/phased.commands \
	tests/ui/transcripts/phased.expected \
	tests/ui/transcripts/references.commands \
	tests/ui/transcripts/references.expected \
	tests/ui/transcripts/sample.commands \
	tests/ui/transcripts/sample.expected \
	tests/ui/transcripts/sampled-nothing.commands \
	tests/ui/transcripts/sampled-nothing.expected \
	tests/ui/transcripts/sampled-sample.commands \
	tests/ui/transcripts/sampled-sample.expected \
	tests/ui/transcripts/sampled.commands \
	tests/ui/transcripts/sampled.expected \
	tests/ui/transcripts/strata.commands \
	tests/ui/transcripts/strata.expected \
	tests/ui/transcripts/top.commands \
	tests/ui/transcripts/top.expected \
	tests/ui/transcripts/trace.expected \
	tests/ui/transcripts/trace.words \
	tests/ui/transcripts/translated.commands \
	tests/ui/transcripts/translated.expected \
	tests/ui/transcripts/wide.commands \
	tests/ui/transcripts/wide.expected
EXTRA_DIST += tests/ui/browser.py tests/ui/common.py tests/ui/elf.py tests/ui/other_traces.py tests/ui/samples.py tests/ui/sealed.py tests/ui/perf/clocked.txt tests/ui/perf/clocked-flat.txt tests/ui/names_of_version_1.memspy $(ui_test_scripts) $(ui_transcripts)
