/* ui_statement.h: bins named by what receives a call's result: where no store was seen, because the address stays in a
 * register, the debug information behind the call and the source line tell.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_STATEMENT_H
#define UI_UI_STATEMENT_H

#include "ui/names/ui_finder.h"

/* What the step itself says of who receives what the call in it returns: by the register that the result is in, and by
 * its source line. `callee` is the name of the function called, NULL for the allocation. Sets
 * *passes_on to whether the step only returns it to its caller. */
UiFound ui_statement_receiver(UiFinder *finder, uint32_t bin, const UiPathStep *step, guint index, const char *callee,
                              bool *passes_on);

/* Does the step return the local variable of that name to its caller? */
bool ui_statement_returns(UiFinder *finder, const UiPathStep *step, const char *variable);

#endif
