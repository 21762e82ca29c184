/* spy_toggles.h: the functions of --toggle-collect, --count or --trace-function.
 *
 * A pattern matches the whole name of a function, or its plain name: without arguments, without the endings that
 * compilers give to clones (".constprop.0"), and without the module of a Fortran procedure ("__grid_MOD_relax").
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether a function that matches a pattern starts at an address. */
Bool spy_is_toggle(Addr address);

/* Returns whether an instruction is in the body of an inlined function that matches a pattern of --toggle-collect or
 * --count, even if further functions are inlined there. `segment` is a segment of the instruction's object, and `link`
 * is its link-time address. */
Bool spy_is_toggle_body(UInt segment, Addr link);

/* Reports, for each pattern, whether a function that matches was called. If not, reports the most similar names in the
 * program. The reports go to the launcher (spy_file.h), or to the log if there is no launcher. Call it at the end. */
void spy_toggles_report(void);
