# SPDX-License-Identifier: GPL-2.0-or-later

# Programs to try memspy on; `./bootstrap demo` runs matmul.
noinst_PROGRAMS += examples/matmul/matmul
examples_matmul_matmul_SOURCES = examples/matmul/matmul.c
# Valgrind 3.19 does not read all of clang's DWARF 5.
examples_matmul_matmul_CFLAGS = $(AM_CFLAGS) $(DISTINCT_CFLAGS) -O2 -gdwarf-4 -fno-unroll-loops

# docs/case-study-tri.md goes through its versions. A product and a difference are rounded apart, so that all
# versions find the same x to the last bit. Loops are not padded, which would be instructions too.
noinst_PROGRAMS += examples/tri/tri
examples_tri_tri_SOURCES = \
	examples/tri/tri.c \
	examples/tri/tri_matrix.c \
	examples/tri/tri_matrix.h \
	examples/tri/tri_order.c \
	examples/tri/tri_order.h \
	examples/tri/tri_solve.c \
	examples/tri/tri_solve.h \
	examples/tri/tri_system.c \
	examples/tri/tri_system.h
examples_tri_tri_CPPFLAGS = $(HOSTED_CPPFLAGS) $(CLIENT_CPPFLAGS) -I$(top_srcdir)
examples_tri_tri_CFLAGS = $(AM_CFLAGS) $(DISTINCT_CFLAGS) -O2 -gdwarf-4 -ffp-contract=off -fno-unroll-loops -falign-loops=1 -pthread
examples_tri_tri_LDFLAGS = -pthread

# The kernels of METRIC, compiled so that their references are the paper's: see examples/metric/kernel.h. Whatever the
# compiler, a use of an element is one instruction (its loop is not unrolled), and nothing that is used within the three
# inner loops lies in memory: matrices at fixed addresses take no registers.
metric_kernels = \
	examples/metric/adi \
	examples/metric/adi_fused \
	examples/metric/adi_interchanged \
	examples/metric/mm \
	examples/metric/mm_tiled
noinst_PROGRAMS += $(metric_kernels)
metric_flags = $(AM_CFLAGS) $(DISTINCT_CFLAGS) -O2 -gdwarf-4 -ffp-contract=off -fno-unroll-loops -fno-pie
examples_metric_adi_SOURCES = examples/metric/kernel.h examples/metric/adi.c
examples_metric_adi_CPPFLAGS = -I$(top_srcdir)
examples_metric_adi_CFLAGS = $(metric_flags)
examples_metric_adi_LDFLAGS = -no-pie
examples_metric_adi_fused_SOURCES = examples/metric/kernel.h examples/metric/adi_fused.c
examples_metric_adi_fused_CPPFLAGS = -I$(top_srcdir)
examples_metric_adi_fused_CFLAGS = $(metric_flags)
examples_metric_adi_fused_LDFLAGS = -no-pie
examples_metric_adi_interchanged_SOURCES = examples/metric/kernel.h examples/metric/adi_interchanged.c
examples_metric_adi_interchanged_CPPFLAGS = -I$(top_srcdir)
examples_metric_adi_interchanged_CFLAGS = $(metric_flags)
examples_metric_adi_interchanged_LDFLAGS = -no-pie
examples_metric_mm_SOURCES = examples/metric/kernel.h examples/metric/mm.c
examples_metric_mm_CPPFLAGS = -I$(top_srcdir)
examples_metric_mm_CFLAGS = $(metric_flags)
examples_metric_mm_LDFLAGS = -no-pie
examples_metric_mm_tiled_SOURCES = examples/metric/kernel.h examples/metric/mm_tiled.c
examples_metric_mm_tiled_CPPFLAGS = -I$(top_srcdir)
examples_metric_mm_tiled_CFLAGS = $(metric_flags)
examples_metric_mm_tiled_LDFLAGS = -no-pie
EXTRA_DIST += examples/paths/cg.f90 examples/paths/words.cc
EXTRA_DIST += examples/check-workflow.yml examples/metric/.clang-format
# What the programs may take (docs/check.md); tests/e2e/test_budgets.
EXTRA_DIST += \
	examples/metric/mm_tiled.budgets \
	examples/tri/step1.budgets \
	examples/tri/step2.budgets
# Programs of the kinds that samples are attributed for: docs/case-study-samples.md. They are compiled as users compile them.
samples_programs = \
	examples/samples/art \
	examples/samples/md \
	examples/samples/quake
noinst_PROGRAMS += $(samples_programs)
samples_flags = $(AM_CFLAGS) $(DISTINCT_CFLAGS) -O2 -gdwarf-4
examples_samples_art_SOURCES = examples/samples/art.c
examples_samples_art_CFLAGS = $(samples_flags)
examples_samples_art_LDADD = -lm
examples_samples_md_SOURCES = examples/samples/md.c
examples_samples_md_CFLAGS = $(samples_flags)
examples_samples_md_LDADD = -lm
examples_samples_quake_SOURCES = examples/samples/quake.c
examples_samples_quake_CFLAGS = $(samples_flags)
examples_samples_quake_LDADD = -lm
# Drivers of sparse solvers: docs/case-study-solvers.md. Their libraries are many, so their own makefile builds them.
EXTRA_DIST += \
	examples/solvers/cholmod.c \
	examples/solvers/cxsparse.c \
	examples/solvers/eigen_cg.cc \
	examples/solvers/eigen_lu.cc \
	examples/solvers/graphblas.c \
	examples/solvers/hypre.c \
	examples/solvers/klu.c \
	examples/solvers/mumps.f90 \
	examples/solvers/petsc.c \
	examples/solvers/solvers.h \
	examples/solvers/solvers.mk \
	examples/solvers/solvers_matrix.c \
	examples/solvers/solvers_run.c \
	examples/solvers/spqr.c \
	examples/solvers/superlu.c \
	examples/solvers/superlu_dist.c \
	examples/solvers/umfpack.c
