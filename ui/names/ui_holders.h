/* ui_holders.h: what holds the address of data: names by which a program can mean the same data.
 *
 * "EState.arr2": the field arr2 of any struct EState; "rows in main": the variable of that function; "table": the
 * static variable; "rows[]": an element of what `rows` points to.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_HOLDERS_H
#define UI_UI_HOLDERS_H

#include <glib.h>
#include <stdbool.h>

/* Names, each with a newline behind it; "": none. Each stands there once. */
typedef struct {
  const char *seen;     /* of an exact run: what the tool saw the address in; of samples: what they were reached by */
  const char *assigned; /* what the code copies that to or from */
} UiHolders;

/* Whether a name is among them. */
bool ui_holders_has(const char *names, const char *name);

/* Calls `each` with every name, in their order. */
void ui_holders_for_each(const char *names, void (*each)(void *closure, const char *name), void *closure);

/* Adds a name that is not there yet, or each of others. "" is none. */
void ui_holders_add(GString *names, const char *name);
void ui_holders_add_all(GString *names, const char *others);

#endif
