/* SPDX-License-Identifier: GPL-2.0-or-later
 * cluster_mpi_orders.h: records the state of all shares, and of the ranks that do them. Only rank 0 has this record. */
#pragma once

#include <stdbool.h>

typedef struct ClusterMpiOrders ClusterMpiOrders;

/* The ways in which a rank's work on a share can end. */
typedef enum {
  CLUSTER_MPI_DONE,
  CLUSTER_MPI_DECLINED, /* the share can only be done by the final run for the whole work */
  CLUSTER_MPI_KILLED,   /* the child was killed; the share is repeated, but only a few times */
  CLUSTER_MPI_FAILED,   /* the share is assigned to another rank, and this rank gets no more shares */
  CLUSTER_MPI_HOPELESS  /* no rank can do any of the shares */
} ClusterMpiEnd;

/* Returns a new record with `ranks` idle ranks. The caller frees it with cluster_mpi_orders_free(). */
ClusterMpiOrders *cluster_mpi_orders_new(int ranks);
void cluster_mpi_orders_free(ClusterMpiOrders *orders);

/* Begins a round of `shares` shares. The previous round must have ended. */
void cluster_mpi_orders_round(ClusterMpiOrders *orders, int shares);

/* Returns the number of the next share for a rank, from 1; 0: there is none, or the rank is busy. */
int cluster_mpi_orders_next(ClusterMpiOrders *orders, int rank);

/* Records that a rank has ended a share, in a round of `shares` shares. Shares of earlier rounds are ignored. Returns
 * whether the share must be repeated. */
bool cluster_mpi_orders_ended(ClusterMpiOrders *orders, int rank, int shares, int share, ClusterMpiEnd end);

/* Records that a rank is lost, so that another rank does its share. */
void cluster_mpi_orders_gone(ClusterMpiOrders *orders, int rank);
bool cluster_mpi_orders_is_gone(const ClusterMpiOrders *orders, int rank);
bool cluster_mpi_orders_any_gone(const ClusterMpiOrders *orders);

/* Returns whether the round has ended, because no rank is doing a share, and no share can begin. */
bool cluster_mpi_orders_over(const ClusterMpiOrders *orders);
