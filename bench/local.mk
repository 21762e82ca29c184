# SPDX-License-Identifier: GPL-2.0-or-later

# What bench/run measures and measures with. `make` alone does not build them, `make bench` does.
EXTRA_PROGRAMS = bench/measure bench/chase bench/matmul bench/stream
bench_measure_SOURCES = bench/measure.c
bench_measure_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_chase_SOURCES = bench/chase.c
bench_matmul_SOURCES = bench/matmul.c
bench_stream_SOURCES = bench/stream.c

# All else is C: configure looks for no C++ compiler. Without one, bench/run leaves this program out.
BENCH_CXX = c++
bench/nodes: bench/nodes.cc bench/measure$(EXEEXT)
	$(BENCH_CXX) -O2 -Wall -Wextra -o $@ $(srcdir)/bench/nodes.cc

bench-programs: $(EXTRA_PROGRAMS)
	-$(MAKE) $(AM_MAKEFLAGS) bench/nodes
.PHONY: bench-programs

bench_programs = bench-programs

CLEANFILES += $(EXTRA_PROGRAMS) bench/nodes
EXTRA_DIST += bench/run bench/nodes.cc docs/performance.md
