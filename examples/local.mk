# SPDX-License-Identifier: GPL-2.0-or-later

# Programs to try memspy on; `./bootstrap demo` runs matmul.
noinst_PROGRAMS += examples/matmul/matmul
examples_matmul_matmul_SOURCES = examples/matmul/matmul.c
examples_matmul_matmul_CFLAGS = $(AM_CFLAGS) $(DISTINCT_CFLAGS)
