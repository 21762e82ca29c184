# SPDX-License-Identifier: GPL-2.0-or-later

# What the tests of the machine share.
check_LIBRARIES += tests/coherence/libtest-machine.a
tests_coherence_libtest_machine_a_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_libtest_machine_a_SOURCES = \
	tests/coherence/dice.h \
	tests/coherence/naive.c \
	tests/coherence/naive.h \
	tests/coherence/plat_test.c \
	tests/coherence/plat_test.h \
	tests/coherence/workload.c \
	tests/coherence/workload.h

machine_test_libraries = tests/coherence/libtest-machine.a libcore-sanitized.a

check_PROGRAMS += tests/coherence/test_against_naive
TESTS += tests/coherence/test_against_naive
tests_coherence_test_against_naive_SOURCES = tests/coherence/test_against_naive.c
tests_coherence_test_against_naive_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_coherence_test_against_naive_LDADD = $(machine_test_libraries)
