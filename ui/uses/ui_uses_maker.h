/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_maker.h: builds the uses of a function. */
#pragma once

#include "ui/uses/ui_uses_cells.h"

typedef struct UiUsesMaker UiUsesMaker;

/* Begins with a function that has no uses. The cells must outlive the maker. */
UiUsesMaker *ui_uses_maker_new(UiCellSet *cells, UiUsesWay way, const char *name, const char *file, unsigned first,
                               unsigned last);

/* Adds an access; equal texts in one line count once. cell: UI_CELL_NONE: unknown data. */
void ui_uses_maker_access(UiUsesMaker *maker, UiCell cell, unsigned line, const char *text, bool write,
                          guint64 address);

/* Adds an access to a slot of the frame without a variable (UiUsesAccess.spilled). */
void ui_uses_maker_spilled(UiUsesMaker *maker, UiCell cell, unsigned line, bool write, guint64 address);

/* Adds a loop, enclosing loops first. Returns its number. */
guint32 ui_uses_maker_loop(UiUsesMaker *maker, unsigned first, unsigned last, guint32 around);

/* Adds a line with code. */
void ui_uses_maker_line(UiUsesMaker *maker, unsigned line);

/* Adds a call, with the targets of its arguments. by_pointer: `callee` is a pointer to the function. */
void ui_uses_maker_call(UiUsesMaker *maker, unsigned line, const char *callee, bool by_pointer, const UiCell *arguments,
                        guint n);

/* Adds the parameter with a number, from 0. */
void ui_uses_maker_parameter(UiUsesMaker *maker, unsigned number, UiCell cell);

/* Adds all copies of the cells, after all joins. If several functions share cells, call this for one of them. */
void ui_uses_maker_copies(UiUsesMaker *maker);

/* Names all cells, and frees the maker. The caller frees the function with ui_uses_function_free(). */
UiUsesFunction *ui_uses_maker_finish(UiUsesMaker *maker);
void ui_uses_function_free(UiUsesFunction *function); /* accepts NULL */
