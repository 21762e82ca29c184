/* spy_variables.h: the bins of static data: the program's variables, by address.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* The bin_resolver that uses Valgrind's symbol tables. It finds a variable, or, if there is none, the section or
 * file. */
bin_id spy_resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high);

/* Calls `visit` for each range that spy_resolve() can return in [at, end), with its bin. [at, end) is memory of one
 * object or file. A variable that extends beyond `end` is visited as a whole, since offsets are relative to its start.
 * If the core does not list symbols, variables are omitted. */
typedef void spy_resolve_visitor(void *closure, Addr start, Addr end, bin_id bin);
void spy_resolve_all(Addr at, Addr end, spy_resolve_visitor *visit, void *closure);
