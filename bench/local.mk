# SPDX-License-Identifier: GPL-2.0-or-later

# What bench/run measures and measures with. `make` alone does not build them; `make bench` does, and `make check`, so that
# it is seen when one cannot be built.
bench_of_threads = bench/counters bench/handover bench/jobs bench/rows bench/scale bench/stencil bench/tables bench/triad bench/waiting
programs_of_bench = bench/measure bench/cg bench/chase bench/loops bench/matmul bench/mm_large bench/multigrid bench/stream $(bench_of_threads)
check_PROGRAMS += $(programs_of_bench)
bench_measure_SOURCES = bench/measure.c
bench_measure_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_cg_SOURCES = bench/cg.c
bench_chase_SOURCES = bench/chase.c
bench_loops_SOURCES = bench/loops.c
bench_loops_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_loops_CFLAGS = $(AM_CFLAGS) -O2 -g -fno-tree-vectorize -pthread
bench_loops_LDFLAGS = -pthread
bench_matmul_SOURCES = bench/matmul.c
bench_mm_large_SOURCES = examples/metric/kernel.h examples/metric/mm.c
bench_mm_large_CPPFLAGS = -I$(top_srcdir) -DMAT_DIM=1600
bench_mm_large_CFLAGS = $(metric_flags)
bench_mm_large_LDFLAGS = -no-pie
bench_multigrid_SOURCES = bench/multigrid.c
bench_multigrid_LDADD = -lm
bench_stream_SOURCES = bench/stream.c
bench_counters_SOURCES = bench/counters.c bench/team.h
bench_counters_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_counters_CFLAGS = $(AM_CFLAGS) -pthread
bench_counters_LDFLAGS = -pthread
bench_handover_SOURCES = bench/handover.c bench/team.h
bench_handover_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_handover_CFLAGS = $(AM_CFLAGS) -pthread
bench_handover_LDFLAGS = -pthread
bench_jobs_SOURCES = bench/jobs.c bench/team.h
bench_jobs_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_jobs_CFLAGS = $(AM_CFLAGS) -pthread
bench_jobs_LDFLAGS = -pthread
bench_rows_SOURCES = bench/rows.c bench/team.h
bench_rows_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_rows_CFLAGS = $(AM_CFLAGS) -pthread
bench_rows_LDFLAGS = -pthread
bench_scale_SOURCES = bench/scale.c bench/team.h
bench_scale_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_scale_CFLAGS = $(AM_CFLAGS) -pthread
bench_scale_LDFLAGS = -pthread
bench_stencil_SOURCES = bench/stencil.c bench/team.h
bench_stencil_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_stencil_CFLAGS = $(AM_CFLAGS) -pthread
bench_stencil_LDFLAGS = -pthread
bench_tables_SOURCES = bench/tables.c bench/team.h
bench_tables_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_tables_CFLAGS = $(AM_CFLAGS) -pthread
bench_tables_LDFLAGS = -pthread
bench_triad_SOURCES = bench/triad.c bench/team.h
bench_triad_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_triad_CFLAGS = $(AM_CFLAGS) -pthread
bench_triad_LDFLAGS = -pthread
bench_waiting_SOURCES = bench/waiting.c
bench_waiting_CPPFLAGS = $(HOSTED_CPPFLAGS)
bench_waiting_CFLAGS = $(AM_CFLAGS) -pthread
bench_waiting_LDFLAGS = -pthread

# All else is C: configure looks for no C++ compiler. Without one, bench/run leaves this program out.
BENCH_CXX = c++
bench/nodes: bench/nodes.cc bench/measure$(EXEEXT)
	$(BENCH_CXX) -O2 -Wall -Wextra -o $@ $(srcdir)/bench/nodes.cc

# Nor for OpenMP.
bench/reduction: bench/reduction.c bench/team.h bench/measure$(EXEEXT)
	$(CC) -I$(top_srcdir) -O2 -g -Wall -Wextra -fopenmp -o $@ $(srcdir)/bench/reduction.c

bench-programs: $(programs_of_bench)
	-$(MAKE) $(AM_MAKEFLAGS) bench/nodes
	-$(MAKE) $(AM_MAKEFLAGS) bench/reduction
.PHONY: bench-programs

# All of "Several threads" in docs/performance.md, as Markdown.
bench-threads: all bench-programs
	$(srcdir)/bench/run --programs=threads --runs=3 --markdown=bench-times.md
	$(srcdir)/bench/run --alone --tools=none,memspy,cachegrind --runs=3 --markdown=bench-alone.md
	$(srcdir)/bench/run --quanta=1,10,100,300,1000,3000,10000,100000 --divide=10 --runs=3 --markdown=bench-quanta.md
	$(srcdir)/bench/run --slacks=10,100,1000,10000 --runs=3 --markdown=bench-slack.md
	$(srcdir)/bench/run --scale --runs=3 --markdown=bench-scale.md --plot=bench-scale.svg
.PHONY: bench-threads

bench_programs = bench-programs

CLEANFILES += bench/nodes bench/reduction bench-times.md bench-alone.md bench-quanta.md bench-scale.md bench-scale.svg bench-slack.md
EXTRA_DIST += bench/icache bench/run bench/samples bench/sampling bench/time bench/traces bench/machines.py bench/measuring.py bench/programs.py bench/scaling.py bench/several.py bench/tables.py bench/tracing.py \
	bench/nodes.cc bench/reduction.c docs/performance.md
