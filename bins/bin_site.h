/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_site.h: a memory reference in the program's code, as an account (bin_account.h) counts it. */
#pragma once

#include <stdint.h>

typedef struct bin_account bin_account;

/* Flags of a site. The low two bits are its coh_kind. */
enum {
  BIN_SITE_KIND = 3,
  BIN_SITE_FENCE = 3,   /* a fence, whose address is always 0; it is used in place of a coh_kind, together with
                           BIN_SITE_GUARDED */
  BIN_SITE_GUARDED = 4, /* a conditional reference; an address of 0 means that the reference was not made */
  BIN_SITE_CALL = 8,    /* a call, which stores the return address */
  BIN_SITE_RETURN = 16, /* a return loads its address */
  BIN_SITE_FIXED = 32,  /* the site's address is a constant of the code */
  BIN_SITE_KNOWN = 64,  /* the constant address is in a static variable, so the site's label also holds in a mixed
                           line */
  BIN_SITE_READS = 128  /* the site only reads, so any valid state of the line serves; set by bin_site_init() */
};

/* A memory reference in the program's code, with a count of the references that it has made. The struct is small,
 * because the loop over references touches a site for each reference. It is public only for bin_account-inl.h.
 * Initialize it with bin_site_init(). */
typedef struct {
  uint32_t label;   /* label of the granules whose references `pending` counts */
  uint32_t pending; /* number of references to these granules that are not yet counted in a cell */
  uint16_t last;    /* size of the reference in bytes, minus 1 */
  uint8_t gap;      /* number of instructions that began since the previous reference, or since the start of the block;
                       for the caller */
  uint8_t flags;    /* BIN_SITE_... */
  uint32_t place;
} bin_site;

/* Numbers of references on each path. The plain hits of the inline path are not included. */
typedef struct {
  uint64_t shorts;    /* hits on the short path */
  uint64_t lookups;   /* those of the hits on the short path whose bin had to be looked up by address */
  uint64_t full_hits; /* hits on the full path */
  uint64_t misses;    /* misses of the first line */
} bin_path_counts;
