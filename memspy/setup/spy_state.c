/* spy_state.c: see spy_state.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/setup/spy_state.h"

coh_system *spy_system;
bin_table *spy_table;
bin_account *spy_account;
fetch_system *spy_caches;
bin_contexts *spy_contexts;
Bool spy_collecting_now;
Bool spy_has_stopped;

static Bool exact;
static Bool stop_is_due;

Bool spy_is_exact(void) { return exact; }

void spy_set_exact(void) { exact = True; }

void spy_stop_soon(void) { stop_is_due = True; }

Bool spy_stop_is_due(void) { return stop_is_due; }

void spy_set_stopped(void) { spy_has_stopped = True; }
