/* ui_uses_maker.h: puts the uses of a function together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_MAKER_H
#define UI_USES_MAKER_H

#include "ui/uses/ui_uses_cells.h"

typedef struct UiUsesMaker UiUsesMaker;

/* Begins with a function that has no uses. The cells must outlive the maker. */
UiUsesMaker *ui_uses_maker_new(UiCellSet *cells, UiUsesWay way, const char *name, const char *file, unsigned first,
                               unsigned last);

/* Data are read or written; the same text in the same line counts once. UI_CELL_NONE: it is not known which. */
void ui_uses_maker_access(UiUsesMaker *maker, UiCell cell, unsigned line, const char *text, bool write,
                          guint64 address);

/* The same of a place in the frame that is no variable's then (UiUsesAccess.spilled). */
void ui_uses_maker_spilled(UiUsesMaker *maker, UiCell cell, unsigned line, bool write, guint64 address);

/* Loops are added from the outside in. Returns the loop's number. */
guint32 ui_uses_maker_loop(UiUsesMaker *maker, unsigned first, unsigned last, guint32 around);

/* There is code in the line. */
void ui_uses_maker_line(UiUsesMaker *maker, unsigned line);

/* A call, and the cells that its arguments point to. `by_pointer`: `callee` is a pointer to the function. */
void ui_uses_maker_call(UiUsesMaker *maker, unsigned line, const char *callee, bool by_pointer, const UiCell *arguments,
                        guint n);

/* The function's parameter of that number, from 0. */
void ui_uses_maker_parameter(UiUsesMaker *maker, unsigned number, UiCell cell);

/* The function has all copies of its cells, when no more will be joined. Where several functions share cells, it is
 * called for one of them. */
void ui_uses_maker_copies(UiUsesMaker *maker);

/* Names all cells, and frees the maker. The caller frees the function with ui_uses_function_free(). */
UiUsesFunction *ui_uses_maker_finish(UiUsesMaker *maker);
void ui_uses_function_free(UiUsesFunction *function); /* NULL is allowed */

#endif
