/* spy_dataflow_ir.h: the data flow of a block in VEX's intermediate representation, through arithmetic, conversions and
 * conditional moves. The condition of a branch is not an origin, since processors predict branches.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether blocks need a summary, which is the case if the machine has instruction windows. */
Bool spy_dataflow_is_wanted(void);

/* Begins a block (spy_dataflow.h). */
void spy_dataflow_ir_begin(const IRSB *in);

/* Processes a statement of the block other than an exit. (The caller passes exits to spy_dataflow_exit().) `new_site`
 * is whether the statement has added a site. */
void spy_dataflow_ir_statement(const IRStmt *st, Bool new_site);
