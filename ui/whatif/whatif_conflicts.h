/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_conflicts.h: finds the conflicting accesses of a trace, which must keep their order: accesses of different
 * processors to the same byte, at least one of which is a store. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* An access: event `number` of a processor, in ascending order. */
typedef struct {
  uint64_t address, bytes; /* bytes: at least 1; the range does not wrap */
  uint32_t processor, number;
  bool is_store; /* true also for a read-modify-write */
} WhatifAccess;

/* A dependence: an event must follow event `number` of a processor, and so all earlier events of it. */
typedef struct {
  uint32_t processor, number;
} WhatifWait;

typedef struct WhatifConflicts WhatifConflicts;

/* Starts without accesses. Free the result with whatif_conflicts_free(). */
WhatifConflicts *whatif_conflicts_new(void);
void whatif_conflicts_free(WhatifConflicts *conflicts);

/* Adds the next access in the order of the trace. Adds its dependences on all earlier conflicting accesses to the
 * elements of `waits` (WhatifWait) from index `from` on, of which each processor has at most one. */
void whatif_conflicts_add(WhatifConflicts *conflicts, const WhatifAccess *access, GArray *waits, guint from);

/* Adds one dependence to the elements of `waits` from index `from` on. */
void whatif_wait_for(GArray *waits, guint from, WhatifWait wait);

/* Forgets all accesses. */
void whatif_conflicts_clear(WhatifConflicts *conflicts);
