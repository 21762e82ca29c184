/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/cluster/cluster_mpi_orders.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 3 /* maximum number of attempts for a share whose child is killed */, NOT_COUNTED = -1 };

typedef enum { OPEN, TAKEN, OVER } State;

typedef struct {
  State state;
  int tries;
} Share;

typedef struct {
  int share; /* number of the rank's current share; 0: none; NOT_COUNTED: a share of an earlier round */
  bool barred, gone;
} Rank;

struct ClusterMpiOrders {
  Rank *ranks;
  Share *shares; /* array in which share n is shares[n - 1] */
  int n_ranks, n_shares;
  bool hopeless;
};

/* As calloc(), but ends the program if there is not enough memory. */
static void *make(int n, size_t size) {
  void *made = calloc((size_t)n, size);
  if (made != NULL) return made;
  fputs("memspy-mpi: out of memory\n", stderr);
  exit(1);
}

ClusterMpiOrders *cluster_mpi_orders_new(int ranks) {
  ClusterMpiOrders *orders = make(1, sizeof *orders);
  *orders = (ClusterMpiOrders){.ranks = make(ranks, sizeof(Rank)), .n_ranks = ranks};
  return orders;
}

void cluster_mpi_orders_free(ClusterMpiOrders *orders) {
  free(orders->ranks);
  free(orders->shares);
  free(orders);
}

void cluster_mpi_orders_round(ClusterMpiOrders *orders, int shares) {
  free(orders->shares);
  orders->shares = make(shares, sizeof(Share));
  orders->n_shares = shares;
  for (int i = 0; i < orders->n_ranks; i++)
    if (orders->ranks[i].share != 0) orders->ranks[i].share = NOT_COUNTED;
}

int cluster_mpi_orders_next(ClusterMpiOrders *orders, int rank) {
  Rank *to = &orders->ranks[rank];
  if (to->share != 0 || to->barred || to->gone) return 0;
  for (int i = 0; i < orders->n_shares; i++) {
    if (orders->shares[i].state != OPEN) continue;
    orders->shares[i].state = TAKEN;
    return to->share = i + 1;
  }
  return 0;
}

bool cluster_mpi_orders_ended(ClusterMpiOrders *orders, int rank, int shares, int share, ClusterMpiEnd end) {
  orders->ranks[rank].share = 0;
  orders->ranks[rank].barred |= end == CLUSTER_MPI_FAILED;
  orders->hopeless |= end == CLUSTER_MPI_HOPELESS;
  if (shares != orders->n_shares) return false;
  Share *of = &orders->shares[share - 1];
  if (of->state == OVER) return false; /* another rank has done this share after this rank was given up */
  const bool again = end == CLUSTER_MPI_FAILED || (end == CLUSTER_MPI_KILLED && ++of->tries < TRIES);
  of->state = again ? OPEN : OVER;
  return again;
}

void cluster_mpi_orders_gone(ClusterMpiOrders *orders, int rank) {
  Rank *of = &orders->ranks[rank];
  if (of->share > 0 && orders->shares[of->share - 1].state == TAKEN) orders->shares[of->share - 1].state = OPEN;
  of->share = 0;
  of->gone = true;
}

bool cluster_mpi_orders_is_gone(const ClusterMpiOrders *orders, int rank) { return orders->ranks[rank].gone; }

bool cluster_mpi_orders_any_gone(const ClusterMpiOrders *orders) {
  for (int i = 0; i < orders->n_ranks; i++)
    if (orders->ranks[i].gone) return true;
  return false;
}

bool cluster_mpi_orders_over(const ClusterMpiOrders *orders) {
  bool is_open = false, can = false;
  if (orders->hopeless) return true;
  for (int i = 0; i < orders->n_shares; i++) {
    if (orders->shares[i].state == TAKEN) return false;
    is_open |= orders->shares[i].state == OPEN;
  }
  for (int i = 0; i < orders->n_ranks; i++) can |= !orders->ranks[i].barred && !orders->ranks[i].gone;
  return !is_open || !can;
}
