/* test_mpi_orders.c: tests the distribution of shares to ranks. Some ranks fail, some lose the process that does the
 * share, and some are gone or seem to be gone. Each share of a round must be done, or given up for a stated reason, and
 * no two ranks may have the same share.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/cluster/cluster_mpi_orders.h"

#include <glib.h>
#include <stdio.h>

enum { SEEDS = 3000, RANKS = 7, SHARES = 12, STEPS = 10000 };

typedef struct {
  GRand *random;
  ClusterMpiOrders *orders;
  int shares, held[RANKS]; /* the share that each rank does; 0: none */
  bool gone[RANKS], barred[RANKS];
  bool done[SHARES + 1], given_up[SHARES + 1];
  int killed[SHARES + 1];
} Trial;

/* Returns whether a rank, as far as is known, does the share. */
static bool is_held(const Trial *t, int share) {
  for (int r = 0; r < RANKS; r++)
    if (t->held[r] == share && !t->gone[r]) return true;
  return false;
}

static bool hand_out(Trial *t) {
  for (int r = 0; r < RANKS; r++) {
    const int share = cluster_mpi_orders_next(t->orders, r);
    if (share == 0) continue;
    if (t->held[r] != 0 || t->gone[r] || t->barred[r] || is_held(t, share) || t->done[share]) return false;
    t->held[r] = share;
  }
  return true;
}

/* An event happens to a rank; a rank that seems to be gone may still finish its share. */
static void happen(Trial *t) {
  const int r = g_rand_int_range(t->random, 0, RANKS), share = t->held[r];
  if (g_rand_int_range(t->random, 0, 30) == 0 && r != 0) {
    cluster_mpi_orders_gone(t->orders, r);
    t->gone[r] = true;
    return;
  }
  if (share == 0) return;
  static const ClusterMpiEnd ends[] = {CLUSTER_MPI_DONE,   CLUSTER_MPI_DONE,   CLUSTER_MPI_DONE,    CLUSTER_MPI_DONE,
                                       CLUSTER_MPI_KILLED, CLUSTER_MPI_FAILED, CLUSTER_MPI_DECLINED};
  const ClusterMpiEnd end = t->gone[r] ? CLUSTER_MPI_DONE : ends[g_rand_int_range(t->random, 0, G_N_ELEMENTS(ends))];
  t->done[share] |= end == CLUSTER_MPI_DONE;
  t->killed[share] += end == CLUSTER_MPI_KILLED;
  t->given_up[share] |= end == CLUSTER_MPI_DECLINED || t->killed[share] == 3;
  t->barred[r] |= end == CLUSTER_MPI_FAILED;
  t->held[r] = 0;
  cluster_mpi_orders_ended(t->orders, r, t->shares, share, end);
}

static bool anyone_can(const Trial *t) {
  for (int r = 0; r < RANKS; r++)
    if (!t->gone[r] && !t->barred[r]) return true;
  return false;
}

/* Checks why a round is over. */
static bool check_over(const Trial *t) {
  for (int share = 1; share <= t->shares; share++)
    if (!t->done[share] && !t->given_up[share] && (anyone_can(t) || is_held(t, share))) return false;
  return true;
}

static bool try_seed(guint32 seed) {
  Trial t = {.random = g_rand_new_with_seed(seed), .orders = cluster_mpi_orders_new(RANKS)};
  t.shares = g_rand_int_range(t.random, 1, SHARES + 1);
  cluster_mpi_orders_round(t.orders, t.shares);
  bool good = true;
  int steps = 0;
  while (good && !cluster_mpi_orders_over(t.orders) && steps++ < STEPS) {
    good = hand_out(&t);
    happen(&t);
  }
  good = good && steps < STEPS && check_over(&t);
  if (!good) printf("FAILED: seed %u, after %d steps\n", seed, steps);
  cluster_mpi_orders_free(t.orders);
  g_rand_free(t.random);
  return good;
}

/* No share is given to a rank when one share has shown that none can be done; a share that is left from an earlier
 * round does not count in the next. */
static bool check_rounds(void) {
  ClusterMpiOrders *orders = cluster_mpi_orders_new(2);
  cluster_mpi_orders_round(orders, 2);
  bool good = cluster_mpi_orders_next(orders, 0) == 1 && cluster_mpi_orders_next(orders, 1) == 2;
  cluster_mpi_orders_gone(orders, 1);
  cluster_mpi_orders_ended(orders, 0, 2, 1, CLUSTER_MPI_DONE);
  good = good && cluster_mpi_orders_next(orders, 0) == 2 && !cluster_mpi_orders_over(orders);
  cluster_mpi_orders_ended(orders, 1, 2, 2, CLUSTER_MPI_DONE); /* the rank was not gone */
  good = good && cluster_mpi_orders_over(orders);
  cluster_mpi_orders_round(orders, 1);
  good = good && cluster_mpi_orders_next(orders, 0) == 0; /* it is still busy */
  cluster_mpi_orders_ended(orders, 0, 2, 2, CLUSTER_MPI_DONE);
  good = good && !cluster_mpi_orders_over(orders) && cluster_mpi_orders_next(orders, 0) == 1;
  cluster_mpi_orders_ended(orders, 0, 1, 1, CLUSTER_MPI_HOPELESS);
  good = good && cluster_mpi_orders_over(orders);
  cluster_mpi_orders_round(orders, 3);
  good = good && cluster_mpi_orders_over(orders);
  cluster_mpi_orders_free(orders);
  if (!good) puts("FAILED: rounds");
  return good;
}

int main(void) {
  bool good = check_rounds();
  for (guint32 seed = 1; seed <= SEEDS && good; seed++) good = try_seed(seed);
  if (good) printf("%d trials\n", SEEDS);
  return !good;
}
