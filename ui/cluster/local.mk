# Work that many processes share, on one machine or on many.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/cluster/cluster_launcher.c \
	ui/cluster/cluster_launcher.h \
	ui/cluster/cluster_parts.c \
	ui/cluster/cluster_parts.h \
	ui/cluster/cluster_share.c \
	ui/cluster/cluster_share.h

# Shares work over the ranks of MPI. A program of its own, so that memspy does not need the library.
# (One that is not built is still in the tarball.)
if WITH_MPI
pkglibexec_PROGRAMS += ui/cluster/memspy-mpi
endif
EXTRA_PROGRAMS += ui/cluster/memspy-mpi
ui_cluster_memspy_mpi_SOURCES = \
	ui/cluster/cluster_mpi_child.c \
	ui/cluster/cluster_mpi_child.h \
	ui/cluster/cluster_mpi_main.c \
	ui/cluster/cluster_mpi_orders.c \
	ui/cluster/cluster_mpi_orders.h
ui_cluster_memspy_mpi_CPPFLAGS = $(HOSTED_CPPFLAGS)
ui_cluster_memspy_mpi_CFLAGS = $(AM_CFLAGS) $(MPI_CFLAGS)
ui_cluster_memspy_mpi_LDADD = $(MPI_LIBS)
