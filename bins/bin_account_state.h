/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account_state.h: the inside of an account, for its own files: bin_account.c, and those of its misses. */
#pragma once

#include "bins/bin_cells.h"
#include "bins/bin_fetches.h"
#include "bins/bin_memory-inl.h"
#include "bins/bin_references.h"
#include "bins/bin_site.h"
#include "coherence/coh_line-inl.h"

typedef struct {
  uint64_t instructions;
  uint64_t idle; /* cycles */
  uint64_t threads;
} bin_processor_state;

struct bin_account {
  coh_system *system;
  bin_table *table;
  bin_processor_state *processors;
  bin_memory memory;
  bin_cells cells;
  bin_sharing *sharing;
  bin_references *references; /* NULL: not kept */
  bin_fetches *fetches;       /* NULL: not simulated */
  coh_map codes;              /* by site, of machines that prefetch by stride: 32 bits of its instruction's address */
  bin_site **fixed;           /* sites with BIN_SITE_KNOWN */
  uint32_t n_fixed, fixed_room;
  bool spreads;    /* are noted */
  bool slots;      /* of stack frames are bins: every reference to a stack is looked up, and no site follows a stack */
  bool aside;      /* events of shared lines are not counted */
  bool full;       /* every reference that is not a site's plain hit takes the full path */
  uint32_t strays; /* hits of sites that follow another bin, as far as is_stray() asks */
  bin_path_counts paths; /* but for plain hits */
};
