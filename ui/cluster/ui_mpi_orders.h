/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_mpi_orders.h: rank 0's record of shares and of the ranks that do them. */
#pragma once

#include <stdbool.h>

typedef struct UiMpiOrders UiMpiOrders;

/* How a share ended. */
typedef enum {
  UI_MPI_DONE,
  UI_MPI_DECLINED, /* only the run for the whole can do it */
  UI_MPI_KILLED,   /* is repeated, a few times */
  UI_MPI_FAILED,   /* is given to another rank; this rank gets no more shares */
  UI_MPI_HOPELESS  /* no rank can do any share */
} UiMpiEnd;

/* The record of `ranks` idle ranks. Free it with ui_mpi_orders_free(). */
UiMpiOrders *ui_mpi_orders_new(int ranks);
void ui_mpi_orders_free(UiMpiOrders *orders);

/* Begins a round of `shares` shares, after the end of the last round. */
void ui_mpi_orders_round(UiMpiOrders *orders, int shares);

/* The next share for a rank, from 1; 0: none, or the rank is busy. */
int ui_mpi_orders_next(UiMpiOrders *orders, int rank);

/* Records that a rank has ended a share of a round of `shares` shares; shares of earlier rounds are ignored. Returns
 * whether the share must be repeated. */
bool ui_mpi_orders_ended(UiMpiOrders *orders, int rank, int shares, int share, UiMpiEnd end);

/* Records that a rank is lost. */
void ui_mpi_orders_gone(UiMpiOrders *orders, int rank);
bool ui_mpi_orders_is_gone(const UiMpiOrders *orders, int rank);
bool ui_mpi_orders_any_gone(const UiMpiOrders *orders);

/* Whether the round is over: no share is being done, and none can begin. */
bool ui_mpi_orders_over(const UiMpiOrders *orders);
