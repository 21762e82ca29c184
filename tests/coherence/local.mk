# SPDX-License-Identifier: GPL-2.0-or-later

# What the tests of the machine share.
check_LIBRARIES += tests/coherence/libtest-machine.a
tests_coherence_libtest_machine_a_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_libtest_machine_a_SOURCES = \
	tests/coherence/dice.h \
	tests/coherence/naive.h \
	tests/coherence/naive_access.c \
	tests/coherence/naive_cache.c \
	tests/coherence/naive_cache.h \
	tests/coherence/naive_coherence.c \
	tests/coherence/naive_coherence.h \
	tests/coherence/naive_fetch.c \
	tests/coherence/naive_fetch.h \
	tests/coherence/naive_fills.c \
	tests/coherence/naive_fills.h \
	tests/coherence/naive_machine.c \
	tests/coherence/naive_machine.h \
	tests/coherence/naive_nodes.c \
	tests/coherence/naive_nodes.h \
	tests/coherence/naive_prefetch.c \
	tests/coherence/naive_prefetch.h \
	tests/coherence/naive_recent.c \
	tests/coherence/naive_recent.h \
	tests/coherence/naive_requests.c \
	tests/coherence/naive_requests.h \
	tests/coherence/naive_traffic.c \
	tests/coherence/naive_traffic.h \
	tests/coherence/naive_window.c \
	tests/coherence/naive_window.h \
	tests/coherence/plat_test.c \
	tests/coherence/plat_test.h \
	tests/coherence/workload.c \
	tests/coherence/workload.h

machine_test_libraries = libcore-sanitized.a tests/coherence/libtest-machine.a libcore-sanitized.a

machine_tests = \
	tests/coherence/test_against_naive \
	tests/coherence/test_cache \
	tests/coherence/test_config \
	tests/coherence/test_host \
	tests/coherence/test_labels \
	tests/coherence/test_laws \
	tests/coherence/test_order \
	tests/coherence/test_patterns \
	tests/coherence/test_protocol \
	tests/coherence/test_requests \
	tests/coherence/test_rules \
	tests/coherence/test_twins \
	tests/coherence/test_window
check_PROGRAMS += $(machine_tests)
TESTS += $(machine_tests) tests/coherence/run_mutations
EXTRA_DIST += tests/coherence/run_mutations tests/coherence/mutations

tests_coherence_test_against_naive_SOURCES = tests/coherence/test_against_naive.c
tests_coherence_test_against_naive_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_against_naive_LDADD = $(machine_test_libraries)

tests_coherence_test_cache_SOURCES = tests/coherence/test_cache.c
tests_coherence_test_cache_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_cache_LDADD = $(machine_test_libraries)

tests_coherence_test_config_SOURCES = tests/check.h tests/coherence/test_config.c
tests_coherence_test_config_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_config_LDADD = $(machine_test_libraries)

tests_coherence_test_host_SOURCES = tests/check.h tests/coherence/test_host.c
tests_coherence_test_host_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_host_LDADD = $(machine_test_libraries)

tests_coherence_test_labels_SOURCES = tests/coherence/test_labels.c
tests_coherence_test_labels_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_labels_LDADD = $(machine_test_libraries)

tests_coherence_test_laws_SOURCES = tests/coherence/test_laws.c
tests_coherence_test_laws_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_laws_LDADD = $(machine_test_libraries)

tests_coherence_test_order_SOURCES = tests/coherence/test_order.c
tests_coherence_test_order_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_order_LDADD = $(machine_test_libraries)

tests_coherence_test_patterns_SOURCES = tests/coherence/test_patterns.c
tests_coherence_test_patterns_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_patterns_LDADD = $(machine_test_libraries)

tests_coherence_test_protocol_SOURCES = tests/coherence/test_protocol.c
tests_coherence_test_protocol_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_protocol_LDADD = $(machine_test_libraries)

tests_coherence_test_requests_SOURCES = tests/coherence/test_requests.c
tests_coherence_test_requests_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_requests_LDADD = $(machine_test_libraries)

tests_coherence_test_rules_SOURCES = tests/coherence/test_rules.c
tests_coherence_test_rules_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_rules_LDADD = $(machine_test_libraries)

tests_coherence_test_twins_SOURCES = tests/coherence/test_twins.c
tests_coherence_test_twins_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_twins_LDADD = $(machine_test_libraries)

tests_coherence_test_window_SOURCES = tests/coherence/test_window.c
tests_coherence_test_window_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_window_LDADD = $(machine_test_libraries)
