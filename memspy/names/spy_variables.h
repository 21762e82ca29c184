/* spy_variables.h: the program's variables, by address: the bins of static data.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_VARIABLES_H
#define MEMSPY_SPY_VARIABLES_H

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* A bin_resolver over Valgrind's symbol tables: a variable; else the section or file. */
bin_id spy_resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high);

/* Calls visit for each stretch of [at, end), memory of one object or file, with its bin: all that spy_resolve() may say
 * of it. A variable that reaches over an end, into other memory of the object, is visited whole: its offsets count from
 * its start. Where the core does not list symbols, variables are left out. */
typedef void spy_resolve_visitor(void *closure, Addr start, Addr end, bin_id bin);
void spy_resolve_all(Addr at, Addr end, spy_resolve_visitor *visit, void *closure);

#endif
