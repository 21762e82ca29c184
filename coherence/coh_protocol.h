/* coh_protocol.h: the coherence protocols, as tables. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

/* The state of a line at a processor. The owner (coh_is_owner()) of a line supplies it. */
typedef enum { COH_INVALID, COH_SHARED, COH_OWNED, COH_EXCLUSIVE, COH_MODIFIED, COH_STATES } coh_state;

/* Events of a line at a processor. */
typedef enum {
  COH_READS_ALONE,  /* the processor reads the line, and no other processor has it */
  COH_READS_SHARED, /* the processor reads the line, and another processor has it */
  COH_STORES,       /* the processor stores to it */
  COH_OTHER_READS,  /* another processor fetches the line to read it */
  COH_OTHER_STORES, /* another processor fetches the line to store to it, or upgrades it */
  COH_EVICTED,      /* the processor's caches replace the line */
  COH_EVENTS
} coh_event;

/* Actions of a transition. */
enum {
  COH_ASKS = 1,        /* a bus transaction: a fetch if the line is invalid, otherwise an upgrade */
  COH_SUPPLIES = 2,    /* this copy supplies the line, instead of memory or the last level */
  COH_WRITES_BACK = 4, /* this copy is written to memory */
};

typedef struct {
  uint8_t next; /* coh_state */
  uint8_t acts; /* bits: COH_ASKS ... */
} coh_transition;

/* A protocol. For states that it does not have, its rows are empty. */
typedef struct {
  coh_transition on[COH_STATES][COH_EVENTS];
} coh_rules;

/* Returns the tables of a protocol. */
const coh_rules *coh_rules_of(mach_protocol protocol);

/* Returns whether a processor with a line in this state owns it. At most one processor owns a line. If the state is
 * exclusive or modified, no other processor has the line. */
static inline bool coh_is_owner(coh_state state) { return state > COH_SHARED; }
