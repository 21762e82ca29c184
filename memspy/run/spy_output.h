/* spy_output.h: writes profile files. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call in a child after fork, so that the names of the child's files get the child's process id. */
void spy_output_forked(void);

/* The first function records a new child of the process. The second, which is called at the end of the run, reports the
 * children that still run under the tool, and the names of their profiles. */
void spy_output_child(Int pid);
void spy_output_report_children(void);

/* Each of the next functions writes a complete profile under its final name. On an error, it reports the error, leaves
 * no file, and returns False. Call _final() at the end of the run, with a reason from bin_format.def. Call _dump() on
 * request. Call _exec() before the process executes another program; `path` is that program, or NULL. If that program
 * certainly cannot run, nothing is written. spy_output_exec_failed() reverts the effect of _exec(). */
Bool spy_output_final(const HChar *reason);
Bool spy_output_dump(const HChar *label);
Bool spy_output_exec(const HChar *path);
void spy_output_exec_failed(void);

/* Writes the current profile under the name of the final profile. The final profile will replace it. */
Bool spy_output_now(const HChar *label);

/* Returns the name of the file that was written last. */
const HChar *spy_output_last(void);
