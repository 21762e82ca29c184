# mpi.m4: finds the MPI library, with which work is shared over the ranks of a job.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# MEMSPY_MPI: sets MPI_CFLAGS and MPI_LIBS for the program memspy-mpi, MPI_FOUND (a text), and the condition WITH_MPI. MPI
# is optional: without it memspy is the same, and rank 0 of a job does all of the work.
AC_DEFUN([MEMSPY_MPI], [
  AC_ARG_WITH([mpi],
    [AS_HELP_STRING([--with-mpi@<:@=MPICC@:>@],
      [share sweeps and merges over the ranks of MPI, whose compiler is MPICC @<:@mpicc, if it is there@:>@])],
    [], [with_mpi=check])
  AC_MSG_CHECKING([for MPI])
  MPI_CFLAGS=
  MPI_LIBS=
  MPI_FOUND="no: a sweep or merge is the work of one process"
  AS_CASE([$with_mpi], [no], [], [
    AS_CASE([$with_mpi], [yes|check], [memspy_mpicc=mpicc], [memspy_mpicc=$with_mpi])
    # OpenMPI, MPICH and its kin, in their words.
    memspy_mpi_compile=`$memspy_mpicc --showme:compile 2>/dev/null || $memspy_mpicc -compile_info 2>/dev/null | sed 's/^@<:@^ @:>@* *//'`
    memspy_mpi_link=`$memspy_mpicc --showme:link 2>/dev/null || $memspy_mpicc -link_info 2>/dev/null | sed 's/^@<:@^ @:>@* *//'`
    AS_IF([test -n "$memspy_mpi_link"], [_MEMSPY_MPI_TRY([$memspy_mpi_compile], [$memspy_mpi_link], [$memspy_mpicc])])
    AS_IF([test -z "$MPI_LIBS" && test "x$memspy_mpicc" = xmpicc],
      [_MEMSPY_MPI_TRY([`$PKG_CONFIG --cflags mpi-c 2>/dev/null`], [`$PKG_CONFIG --libs mpi-c 2>/dev/null`], [pkg-config mpi-c])])
  ])
  AC_MSG_RESULT([$MPI_FOUND])
  AS_IF([test -z "$MPI_LIBS"], [
    AS_CASE([$with_mpi], [no|check], [],
      [AC_MSG_ERROR([--with-mpi=$with_mpi: no program can be built with it (Debian: package libopenmpi-dev or libmpich-dev)])])
  ])
  AM_CONDITIONAL([WITH_MPI], [test -n "$MPI_LIBS"])
  AC_SUBST([MPI_CFLAGS])
  AC_SUBST([MPI_LIBS])
])

# _MEMSPY_MPI_TRY(CFLAGS, LIBS, NAME): takes them if a program links with them.
m4_define([_MEMSPY_MPI_TRY], [
  memspy_saved_cflags=$CFLAGS
  memspy_saved_libs=$LIBS
  memspy_mpi_cflags="$1"
  memspy_mpi_libs="$2"
  CFLAGS="$CFLAGS $memspy_mpi_cflags"
  LIBS="$memspy_mpi_libs $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(0, 0); return MPI_Finalize();]])],
    [MPI_CFLAGS=$memspy_mpi_cflags
     MPI_LIBS=$memspy_mpi_libs
     MPI_FOUND="$3"])
  CFLAGS=$memspy_saved_cflags
  LIBS=$memspy_saved_libs
])
