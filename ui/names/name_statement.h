/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_statement.h: names bins by the variable that receives a call's result, from the debug information after the call
 * and from the source line. This is used if the tool saw no store of the address, because the address stays in a
 * register. */
#pragma once

#include "ui/names/name_search_context.h"

/* Finds the variable of a step that receives the result of its call, from the result register and the source line.
 * callee: the called function; NULL: the allocation. *passes_on: the step only returns the result to its caller. */
NameResult name_statement_receiver(NameSearchContext *finder, uint32_t bin, const NamePathStep *step, guint index,
                                   const char *callee, bool *passes_on);

/* Returns whether the step returns the local variable of that name to its caller. */
bool name_statement_returns(NameSearchContext *finder, const NamePathStep *step, const char *variable);
