# SPDX-License-Identifier: GPL-2.0-or-later

fetch_tests = tests/fetch/test_fetches
check_PROGRAMS += $(fetch_tests)
TESTS += $(fetch_tests) tests/fetch/run_mutations
EXTRA_DIST += tests/fetch/mutations tests/fetch/run_mutations

# libtest-machine.a: tests/coherence/local.mk.
tests_fetch_test_fetches_SOURCES = \
	tests/fetch/code_world.c \
	tests/fetch/code_world.h \
	tests/fetch/naive_fetch.c \
	tests/fetch/naive_fetch.h \
	tests/fetch/test_fetches.c
tests_fetch_test_fetches_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_fetch_test_fetches_LDADD = libcore-sanitized.a tests/coherence/libtest-machine.a libcore-sanitized.a
