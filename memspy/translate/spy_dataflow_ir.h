/* spy_dataflow_ir.h: the data flow of a block in VEX's intermediate representation, through arithmetic, conversions and
 * conditional moves. A condition of a branch is no origin, since processors predict branches.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Whether blocks need a summary: the machine has instruction windows. */
Bool spy_dataflow_is_wanted(void);

/* Begins a block (spy_dataflow.h). */
void spy_dataflow_ir_begin(const IRSB *in);

/* Passes a statement of the block. `new_site`: it has added a site. Exits are passed to spy_dataflow_exit(). */
void spy_dataflow_ir_statement(const IRStmt *st, Bool new_site);
