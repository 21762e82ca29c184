/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_site.h: a memory reference in the program's code, as an account (bin_account.h) counts it. */
#pragma once

#include <stdint.h>

typedef struct bin_account bin_account;

/* What a site does, besides its coh_kind in the low two bits. */
enum {
  BIN_SITE_KIND = 3,
  BIN_SITE_GUARDED = 4, /* an address of 0 says that the reference was not made */
  BIN_SITE_CALL = 8,    /* the store of a call's return address */
  BIN_SITE_RETURN = 16, /* the load of a return's address */
  BIN_SITE_FIXED = 32,  /* the address is a constant of the code */
  BIN_SITE_KNOWN = 64,  /* and in a static variable: the label is right wherever it is asked for */
  BIN_SITE_READS = 128  /* the line's state does not matter; set by bin_site_init() */
};

/* A memory reference in the program's code, as often as it is executed. Small, because the loop over references
 * touches one for each. Opened for bin_account-inl.h; make it with bin_site_init(). */
typedef struct {
  uint32_t label;   /* of the granules whose references are counted in `pending` */
  uint32_t pending; /* references to them, not yet in a cell */
  uint16_t last;    /* size - 1, bytes */
  uint8_t gap;      /* instructions begun since the reference before, or since the block's start; for the caller */
  uint8_t flags;    /* BIN_SITE_... */
  uint32_t place;
} bin_site;

/* How many references took which way, but for the plain hits of the inline path. */
typedef struct {
  uint64_t shorts;    /* hits by the short way */
  uint64_t lookups;   /* of these, whose address had to be looked up */
  uint64_t full_hits; /* by the full path */
  uint64_t misses;    /* of the first line */
} bin_path_counts;
