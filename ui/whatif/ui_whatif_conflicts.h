/* ui_whatif_conflicts.h: which accesses of a trace must keep their order: those of different processors to a byte of
 * which at least one stores.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_CONFLICTS_H
#define UI_UI_WHATIF_CONFLICTS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* An access: event `number` of a processor, numbers of which ascend. */
typedef struct {
  uint64_t address, bytes; /* at least one; addresses do not wrap */
  uint32_t processor, number;
  bool is_store; /* also if it loads as well */
} UiWhatifAccess;

/* What an event waits for: event `number` of a processor, and with it all events of it before. */
typedef struct {
  uint32_t processor, number;
} UiWhatifWait;

typedef struct UiWhatifConflicts UiWhatifConflicts;

/* No access yet. Free with ui_whatif_conflicts_free(). */
UiWhatifConflicts *ui_whatif_conflicts_new(void);
void ui_whatif_conflicts_free(UiWhatifConflicts *conflicts);

/* Takes the next access in the order of the trace, and makes the UiWhatifWait behind the first `from` of `waits` cover
 * all accesses before it that it conflicts with: at most one for each processor. */
void ui_whatif_conflicts_add(UiWhatifConflicts *conflicts, const UiWhatifAccess *access, GArray *waits, guint from);

/* Makes the waits behind the first `from` cover one more. */
void ui_whatif_wait_for(GArray *waits, guint from, UiWhatifWait wait);

/* Forgets all accesses. */
void ui_whatif_conflicts_clear(UiWhatifConflicts *conflicts);

#endif
