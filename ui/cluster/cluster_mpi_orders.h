/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_mpi_orders.h: rank 0's record of the shares, and of the ranks that do them. */
#pragma once

#include <stdbool.h>

typedef struct ClusterMpiOrders ClusterMpiOrders;

/* How a share ended. */
typedef enum {
  CLUSTER_MPI_DONE,
  CLUSTER_MPI_DECLINED, /* only the run for the whole work can do the share */
  CLUSTER_MPI_KILLED,   /* the share is repeated, a few times */
  CLUSTER_MPI_FAILED,   /* the share is given to another rank; this rank gets no more shares */
  CLUSTER_MPI_HOPELESS  /* no rank can do any share */
} ClusterMpiEnd;

/* Returns the record of `ranks` idle ranks. Free it with cluster_mpi_orders_free(). */
ClusterMpiOrders *cluster_mpi_orders_new(int ranks);
void cluster_mpi_orders_free(ClusterMpiOrders *orders);

/* Begins a round of `shares` shares, after the last round has ended. */
void cluster_mpi_orders_round(ClusterMpiOrders *orders, int shares);

/* Returns the next share for a rank, from 1; 0: none, or the rank is busy. */
int cluster_mpi_orders_next(ClusterMpiOrders *orders, int rank);

/* Records that a rank has ended a share of a round of `shares` shares; ignores shares of earlier rounds. Returns
 * whether the share must be repeated. */
bool cluster_mpi_orders_ended(ClusterMpiOrders *orders, int rank, int shares, int share, ClusterMpiEnd end);

/* Records that a rank is lost. */
void cluster_mpi_orders_gone(ClusterMpiOrders *orders, int rank);
bool cluster_mpi_orders_is_gone(const ClusterMpiOrders *orders, int rank);
bool cluster_mpi_orders_any_gone(const ClusterMpiOrders *orders);

/* Returns whether the round has ended: no share is being done, and none can begin. */
bool cluster_mpi_orders_over(const ClusterMpiOrders *orders);
