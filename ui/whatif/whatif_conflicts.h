/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_conflicts.h: finds the conflicting accesses of a trace, which must keep their order. Two accesses conflict if
 * they are by different processors, access the same byte, and at least one of them is a store. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* An access. It is event number `number` of its processor. Numbers ascend. */
typedef struct {
  uint64_t address, bytes; /* bytes: number of bytes, at least 1; the range does not wrap around */
  uint32_t processor, number;
  bool is_store; /* whether the access is a store or a read-modify-write */
} WhatifAccess;

/* A dependence. An event must follow event `number` of `processor`, and therefore all earlier events of this
 * processor. */
typedef struct {
  uint32_t processor, number;
} WhatifWait;

typedef struct WhatifConflicts WhatifConflicts;

/* Returns a new, empty set of accesses. The caller frees it with whatif_conflicts_free(). */
WhatifConflicts *whatif_conflicts_new(void);
void whatif_conflicts_free(WhatifConflicts *conflicts);

/* Adds the next access in the order of the trace. Adds dependences on all earlier conflicting accesses to `waits`
 * (WhatifWait). The elements of `waits` from index `from` on belong to this access, and contain at most one element for
 * each processor. */
void whatif_conflicts_add(WhatifConflicts *conflicts, const WhatifAccess *access, GArray *waits, guint from);

/* Adds a dependence to the elements of `waits` from index `from` on, or updates the element for the same processor. */
void whatif_wait_for(GArray *waits, guint from, WhatifWait wait);

/* Removes all accesses. */
void whatif_conflicts_clear(WhatifConflicts *conflicts);
