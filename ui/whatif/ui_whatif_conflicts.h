/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_conflicts.h: finds the conflicting accesses of a trace, which must keep their order: accesses of different
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
} UiWhatifAccess;

/* A dependence: an event must follow event `number` of a processor, and so all earlier events of it. */
typedef struct {
  uint32_t processor, number;
} UiWhatifWait;

typedef struct UiWhatifConflicts UiWhatifConflicts;

/* Starts without accesses. Free the result with ui_whatif_conflicts_free(). */
UiWhatifConflicts *ui_whatif_conflicts_new(void);
void ui_whatif_conflicts_free(UiWhatifConflicts *conflicts);

/* Adds the next access in the order of the trace. Adds its dependences on all earlier conflicting accesses to the
 * elements of `waits` (UiWhatifWait) from index `from` on, of which each processor has at most one. */
void ui_whatif_conflicts_add(UiWhatifConflicts *conflicts, const UiWhatifAccess *access, GArray *waits, guint from);

/* Adds one dependence to the elements of `waits` from index `from` on. */
void ui_whatif_wait_for(GArray *waits, guint from, UiWhatifWait wait);

/* Forgets all accesses. */
void ui_whatif_conflicts_clear(UiWhatifConflicts *conflicts);
