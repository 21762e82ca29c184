/* spy_state.h: the one simulated machine of the process and its account.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STATE_H
#define MEMSPY_SPY_STATE_H

#include "bins/bin_account.h"

/* Made in spy_main.c before the program runs. */
extern coh_system *spy_system;
extern bin_table *spy_table;
extern bin_account *spy_account;

#endif
