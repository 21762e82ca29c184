# SPDX-License-Identifier: GPL-2.0-or-later

bins_tests = \
	tests/bins/test_account \
	tests/bins/test_map
check_PROGRAMS += $(bins_tests)
TESTS += $(bins_tests) tests/bins/run_mutations
EXTRA_DIST += tests/bins/run_mutations tests/bins/mutations

tests_bins_test_map_SOURCES = tests/bins/test_map.c tests/coherence/plat_test.c tests/coherence/plat_test.h
tests_bins_test_map_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_map_LDADD = libcore-sanitized.a

# libtest-machine.a: tests/coherence/local.mk.
tests_bins_test_account_SOURCES = \
	tests/bins/account_world.c \
	tests/bins/account_world.h \
	tests/bins/naive_account.c \
	tests/bins/naive_account.h \
	tests/bins/test_account.c
tests_bins_test_account_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_account_LDADD = libcore-sanitized.a tests/coherence/libtest-machine.a
