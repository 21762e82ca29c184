/* ui_mpi_orders.h: who does which share: what rank 0 keeps in mind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_CLUSTER_MPI_ORDERS_H
#define UI_CLUSTER_MPI_ORDERS_H

#include <stdbool.h>

typedef struct UiMpiOrders UiMpiOrders;

/* How a share ended. */
typedef enum {
  UI_MPI_DONE,
  UI_MPI_DECLINED, /* it can only be done as part of the whole */
  UI_MPI_KILLED,   /* it is done again, a few times */
  UI_MPI_FAILED,   /* another rank may do it: this one gets none any more */
  UI_MPI_HOPELESS  /* no rank can do any */
} UiMpiEnd;

/* Of so many ranks, which have nothing to do. Free with ui_mpi_orders_free(). */
UiMpiOrders *ui_mpi_orders_new(int ranks);
void ui_mpi_orders_free(UiMpiOrders *orders);

/* Begins a round of `shares` shares, when the one before is over. */
void ui_mpi_orders_round(UiMpiOrders *orders, int shares);

/* The share that a rank is to begin, from 1; 0: none. */
int ui_mpi_orders_next(UiMpiOrders *orders, int rank);

/* A rank has ended a share, of a round of `shares`: one of a round before does not count. Returns whether the share is
 * to be done again. */
bool ui_mpi_orders_ended(UiMpiOrders *orders, int rank, int shares, int share, UiMpiEnd end);

/* A rank will not be heard of any more. */
void ui_mpi_orders_gone(UiMpiOrders *orders, int rank);
bool ui_mpi_orders_is_gone(const UiMpiOrders *orders, int rank);
bool ui_mpi_orders_any_gone(const UiMpiOrders *orders);

/* Whether nothing of the round is being done any more, nor can be. */
bool ui_mpi_orders_over(const UiMpiOrders *orders);

#endif
