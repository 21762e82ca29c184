/* coh_protocol.h: the coherence protocols, as tables.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_PROTOCOL_H
#define COHERENCE_COH_PROTOCOL_H

#include "coherence/coh_config.h"

/* What a processor has of a line. Who owns a line (coh_is_owner()) answers for it. */
typedef enum { COH_INVALID, COH_SHARED, COH_OWNED, COH_EXCLUSIVE, COH_MODIFIED, COH_STATES } coh_state;

/* What happens to a line at a processor. */
typedef enum {
  COH_READS_ALONE,  /* the processor reads it, and no other has it */
  COH_READS_SHARED, /* the processor reads it, and another has it */
  COH_STORES,       /* the processor stores to it */
  COH_OTHER_READS,  /* another processor gets it to read */
  COH_OTHER_STORES, /* another processor gets it, or the right to store to it */
  COH_EVICTED,      /* the processor's caches give it up for another line */
  COH_EVENTS
} coh_event;

/* What a transition does besides. */
enum {
  COH_ASKS = 1,        /* the others are asked: a fetch of what is invalid, else an upgrade */
  COH_SUPPLIES = 2,    /* this copy answers, not memory or the last level */
  COH_WRITES_BACK = 4, /* memory takes this copy over */
};

typedef struct {
  uint8_t next; /* coh_state */
  uint8_t acts; /* COH_ASKS ... */
} coh_transition;

/* Everything of one protocol; rows of states that it does not have are empty. */
typedef struct {
  coh_transition on[COH_STATES][COH_EVENTS];
} coh_rules;

/* The tables of a protocol of the enumeration. */
const coh_rules *coh_rules_of(coh_protocol protocol);

/* At most one processor owns a line. From COH_EXCLUSIVE on it is the only one that has it. */
static inline bool coh_is_owner(coh_state state) { return state > COH_SHARED; }

#endif
