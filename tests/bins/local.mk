# SPDX-License-Identifier: GPL-2.0-or-later

bins_tests = \
	tests/bins/test_account \
	tests/bins/test_batches \
	tests/bins/test_code_lines \
	tests/bins/test_fetches \
	tests/bins/test_dependence \
	tests/bins/test_contexts \
	tests/bins/test_flow \
	tests/bins/test_known \
	tests/bins/test_map \
	tests/bins/test_owner \
	tests/bins/test_profile \
	tests/bins/test_references \
	tests/bins/test_site \
	tests/bins/test_spread \
	tests/bins/test_stages \
	tests/bins/test_sweep \
	tests/bins/test_table \
	tests/bins/test_timeline \
	tests/bins/test_uncounted \
	tests/bins/test_writer
check_PROGRAMS += $(bins_tests)
TESTS += $(bins_tests) tests/bins/run_mutations
EXTRA_DIST += \
	tests/bins/mutations \
	tests/bins/run_mutations \
	tests/bins/test_profile.expected

# libtest-machine.a: tests/coherence/local.mk.
bins_test_libraries = libcore-sanitized.a tests/coherence/libtest-machine.a libcore-sanitized.a

tests_bins_test_account_SOURCES = \
	tests/bins/account_world.c \
	tests/bins/account_world.h \
	tests/bins/bounded_sharing.c \
	tests/bins/bounded_sharing.h \
	tests/bins/naive_account.c \
	tests/bins/naive_account.h \
	tests/bins/naive_sharing.c \
	tests/bins/naive_sharing.h \
	tests/bins/test_account.c
tests_bins_test_account_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_account_LDADD = $(bins_test_libraries)

tests_bins_test_batches_SOURCES = tests/check.h tests/bins/test_batches.c
tests_bins_test_batches_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_batches_LDADD = $(bins_test_libraries)

tests_bins_test_code_lines_SOURCES = tests/check.h tests/bins/test_code_lines.c
tests_bins_test_code_lines_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_code_lines_LDADD = $(bins_test_libraries)

tests_bins_test_dependence_SOURCES = tests/check.h tests/bins/test_dependence.c
tests_bins_test_dependence_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_dependence_LDADD = $(bins_test_libraries)

tests_bins_test_contexts_SOURCES = tests/check.h tests/bins/test_contexts.c
tests_bins_test_contexts_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_contexts_LDADD = $(bins_test_libraries)

tests_bins_test_flow_SOURCES = tests/check.h tests/bins/test_flow.c
tests_bins_test_flow_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_flow_LDADD = $(bins_test_libraries)

tests_bins_test_fetches_SOURCES = tests/check.h tests/bins/test_fetches.c
tests_bins_test_fetches_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_fetches_LDADD = $(bins_test_libraries)

tests_bins_test_known_SOURCES = tests/bins/test_known.c
tests_bins_test_known_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_known_LDADD = $(bins_test_libraries)

tests_bins_test_map_SOURCES = tests/bins/test_map.c
tests_bins_test_map_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_map_LDADD = $(bins_test_libraries)

tests_bins_test_owner_SOURCES = tests/check.h tests/bins/test_owner.c
tests_bins_test_owner_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_owner_LDADD = $(bins_test_libraries)

tests_bins_test_profile_SOURCES = tests/check.h tests/bins/test_profile.c
tests_bins_test_profile_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_profile_LDADD = $(bins_test_libraries)

tests_bins_test_references_SOURCES = tests/check.h tests/bins/test_references.c
tests_bins_test_references_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_references_LDADD = $(bins_test_libraries)

tests_bins_test_site_SOURCES = tests/check.h tests/bins/test_site.c
tests_bins_test_site_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_site_LDADD = $(bins_test_libraries)

tests_bins_test_spread_SOURCES = tests/check.h tests/bins/test_spread.c
tests_bins_test_spread_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_spread_LDADD = $(bins_test_libraries)

tests_bins_test_stages_SOURCES = tests/check.h tests/bins/test_stages.c
tests_bins_test_stages_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_stages_LDADD = $(bins_test_libraries)

tests_bins_test_sweep_SOURCES = tests/bins/test_sweep.c
tests_bins_test_sweep_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_sweep_LDADD = $(bins_test_libraries)

tests_bins_test_table_SOURCES = tests/check.h tests/bins/test_table.c
tests_bins_test_table_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_table_LDADD = $(bins_test_libraries)

tests_bins_test_timeline_SOURCES = tests/check.h tests/bins/test_timeline.c
tests_bins_test_timeline_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_timeline_LDADD = $(bins_test_libraries)

tests_bins_test_uncounted_SOURCES = tests/check.h tests/bins/test_uncounted.c
tests_bins_test_uncounted_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_uncounted_LDADD = $(bins_test_libraries)

tests_bins_test_writer_SOURCES = tests/check.h tests/bins/test_writer.c
tests_bins_test_writer_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_writer_LDADD = $(bins_test_libraries)
