/* ui_sweep_values.h: a parameter of a sweep: its name, and the list of values that it takes.
 *
 *   NAME=ITEM,ITEM,...     an item is a value, or numbers from one to another:
 *   FROM..TO:xFACTOR       each the one before times FACTOR
 *   FROM..TO:+STEP         each the one before plus STEP
 * Numbers may end in K, M or G.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_VALUES_H
#define UI_UI_SWEEP_VALUES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { UI_SWEEP_MACHINES_MOST = 4096 };

#define UI_SWEEP_ERROR ui_sweep_error_quark()
GQuark ui_sweep_error_quark(void);

typedef struct {
  char *name;
  char **values; /* as they are written, ended by NULL; sizes with K, M or G where that comes out even */
  unsigned n;    /* at least 1, at most UI_SWEEP_MACHINES_MOST */
} UiSweepParameter;

/* Takes a term apart. False: *error names it and what is allowed. Else the caller ends with ui_sweep_parameter_clear().
 */
bool ui_sweep_parameter_parse(UiSweepParameter *parameter, const char *term, GError **error);
void ui_sweep_parameter_clear(UiSweepParameter *parameter);

/* Reads a number, which may end in K, M or G. False: it is none, or more than 2^60. */
bool ui_sweep_number(const char *text, uint64_t *number);

#endif
