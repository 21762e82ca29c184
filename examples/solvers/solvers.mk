# solvers.mk: builds the drivers of the sparse solvers, whose libraries the build of MemSpy does not need.
#
#   make -f examples/solvers/solvers.mk [DRIVER ...] [OUT=DIR] [INCLUDES=DIR]
#
# Run it in the top folder of the source tree. Each driver needs one library with its headers:
#
#   cholmod cxsparse klu spqr umfpack   libsuitesparse-dev       eigen_cg eigen_lu   libeigen3-dev
#   graphblas      libgraphblas-dev                              hypre          libhypre-dev
#   mumps          libmumps-seq-dev, gfortran                    petsc          petsc-dev
#   superlu        libsuperlu-dev                                superlu_dist   libsuperlu-dist-dev
#
# OUT is the folder of the drivers, INCLUDES that of the headers. A driver uses a library that is compiled with -g if LD_LIBRARY_PATH names its folder
# when the driver runs.
#
# SPDX-License-Identifier: GPL-2.0-or-later
OUT ?= solvers
MPICC ?= mpicc
FC = gfortran
VALGRIND_INCLUDES ?= /usr/include
CFLAGS ?= -O2 -g
INCLUDES ?= /usr/include

drivers = cholmod cxsparse klu spqr umfpack eigen_cg eigen_lu graphblas hypre mumps petsc superlu superlu_dist
src = examples/solvers
common = $(OUT)/solvers_matrix.o $(OUT)/solvers_run.o
flags = $(CFLAGS) -I. -idirafter $(VALGRIND_INCLUDES)

.PHONY: all $(drivers)
all: $(drivers)
$(drivers): %: $(OUT)/%

$(OUT)/solvers_%.o: $(src)/solvers_%.c $(src)/solvers.h
	mkdir -p $(OUT)
	$(CC) $(flags) -c -o $@ $<

compile = $(CC) $(flags) $(1) -o $@ $< $(common) $(2) -lm
$(OUT)/cholmod: $(src)/cholmod.c $(common)
	$(call compile,-I$(INCLUDES)/suitesparse,-lcholmod)
$(OUT)/cxsparse: $(src)/cxsparse.c $(common)
	$(call compile,-I$(INCLUDES)/suitesparse,-lcxsparse)
$(OUT)/klu: $(src)/klu.c $(common)
	$(call compile,-I$(INCLUDES)/suitesparse,-lklu)
$(OUT)/spqr: $(src)/spqr.c $(common)
	$(call compile,-I$(INCLUDES)/suitesparse,-lspqr -lcholmod)
$(OUT)/umfpack: $(src)/umfpack.c $(common)
	$(call compile,-I$(INCLUDES)/suitesparse,-lumfpack)
$(OUT)/graphblas: $(src)/graphblas.c $(common)
	$(call compile,,-lgraphblas)
$(OUT)/superlu: $(src)/superlu.c $(common)
	$(call compile,-I$(INCLUDES)/superlu,-lsuperlu -lblas)
$(OUT)/eigen_%: $(src)/eigen_%.cc $(common)
	$(CXX) -std=c++17 $(flags) -fopenmp -isystem $(INCLUDES)/eigen3 -o $@ $< $(common) -lm
$(OUT)/mumps: $(src)/mumps.f90 $(common)
	$(FC) $(CFLAGS) -I$(INCLUDES)/mumps_seq -I$(INCLUDES) -o $@ $< $(common) -ldmumps_seq -lm
$(OUT)/hypre $(OUT)/petsc $(OUT)/superlu_dist: CC = $(MPICC)
$(OUT)/hypre: $(src)/hypre.c $(common)
	$(call compile,-I$(INCLUDES)/hypre,-lHYPRE)
$(OUT)/petsc: $(src)/petsc.c $(common)
	$(call compile,$$(pkg-config --cflags petsc),$$(pkg-config --libs petsc))
$(OUT)/superlu_dist: $(src)/superlu_dist.c $(common)
	$(call compile,-I$(INCLUDES)/superlu-dist,-lsuperlu_dist)
