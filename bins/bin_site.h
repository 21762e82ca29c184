/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_site.h: a memory reference in the program's code, as an account (bin_account.h) counts it. */
#pragma once

#include <stdint.h>

typedef struct bin_account bin_account;

/* Flags of a site; its coh_kind is in the low two bits. */
enum {
  BIN_SITE_KIND = 3,
  BIN_SITE_FENCE = 3,   /* in place of a coh_kind, with BIN_SITE_GUARDED: a fence, whose address is always 0 */
  BIN_SITE_GUARDED = 4, /* a conditional reference: an address of 0 means that it was not made */
  BIN_SITE_CALL = 8,    /* a call stores its return address */
  BIN_SITE_RETURN = 16, /* a return loads its address */
  BIN_SITE_FIXED = 32,  /* the address is a constant of the code */
  BIN_SITE_KNOWN = 64,  /* the constant address is in a static variable: the label also holds in a mixed line */
  BIN_SITE_READS = 128  /* any valid state of the line will do; set by bin_site_init() */
};

/* A memory reference in the program's code, with the references that it has made. Small, because the loop over
 * references touches a site for each reference. Public for bin_account-inl.h; make it with bin_site_init(). */
typedef struct {
  uint32_t label;   /* label of the granules whose references `pending` counts */
  uint32_t pending; /* number of references to these granules that are not yet counted in a cell */
  uint16_t last;    /* size of the reference in bytes, minus 1 */
  uint8_t gap;      /* instructions begun since the previous reference, or the start of the block; for the caller */
  uint8_t flags;    /* BIN_SITE_... */
  uint32_t place;
} bin_site;

/* Numbers of references by path, without the plain hits of the inline path. */
typedef struct {
  uint64_t shorts;    /* hits on the short path */
  uint64_t lookups;   /* hits on the short path whose bin had to be looked up by address */
  uint64_t full_hits; /* hits on the full path */
  uint64_t misses;    /* misses of the first line */
} bin_path_counts;
