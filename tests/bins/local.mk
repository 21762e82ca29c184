# SPDX-License-Identifier: GPL-2.0-or-later

check_PROGRAMS += tests/bins/test_map
TESTS += tests/bins/test_map
tests_bins_test_map_SOURCES = tests/bins/test_map.c tests/coherence/plat_test.c tests/coherence/plat_test.h
tests_bins_test_map_CFLAGS = $(AM_CFLAGS) $(SANITIZE_CFLAGS)
tests_bins_test_map_LDADD = libcore-sanitized.a
