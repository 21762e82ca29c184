/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account_state.h: the struct of an account. Only bin_account.c and the files that handle its misses include it. */
#pragma once

#include "bins/bin_cells.h"
#include "bins/bin_contexts.h"
#include "bins/bin_dependence.h"
#include "bins/bin_fetches.h"
#include "bins/bin_memory-inl.h"
#include "bins/bin_references.h"
#include "bins/bin_site.h"
#include "coherence/coh_line-inl.h"

typedef struct {
  uint64_t instructions;
  uint64_t idle; /* cycles in which the processor had no runnable thread */
  uint64_t threads;
} bin_processor_state;

/* The uncounted part of a processor's work. */
typedef struct {
  bool is_idle; /* whether idle cycles are uncounted now */
  uint64_t instructions, idle;
  coh_counts counts;
} bin_uncounted;

struct bin_account {
  coh_system *system;
  bin_table *table;
  bin_processor_state *processors;
  bin_memory memory;
  bin_cells cells;
  bin_sharing *sharing;
  bin_references *references;   /* NULL: not recorded */
  bin_fetches *fetches;         /* NULL: not simulated */
  plat_map codes;               /* key: site; value: low 32 bits of the address of its instruction, for the stride
                                   prefetcher */
  plat_map atomics;             /* key: site; value: 1 if it is atomic, else 0 or no entry; only for windows */
  bin_contexts *contexts;       /* NULL: not recorded */
  const uint32_t *current;      /* context of each processor, if cells have owners (bin_owner.h); otherwise NULL */
  bin_dependences *dependences; /* NULL: the processors have no windows */
  bin_uncounted *uncounted;     /* indexed by processor; NULL: everything is counted */
  bin_site **fixed;             /* sites with BIN_SITE_KNOWN */
  uint32_t n_fixed, fixed_room;
  bool spreads;          /* spreads of cells are recorded */
  bool slots;            /* whether slots of frames are bins. If so, each reference to a stack is looked up, and no site
                      follows a stack */
  bool aside;            /* whether events of shared lines are not counted */
  bool full;             /* whether each reference other than a plain hit of its site takes the full path */
  uint32_t strays;       /* number of hits of a bin that the site does not follow, counted in is_stray() */
  bin_path_counts paths; /* numbers of references by path; plain hits are not included */
};
