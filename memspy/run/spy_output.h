/* spy_output.h: writes profile files. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call in a child after fork: the names of its files get its process id. */
void spy_output_forked(void);

/* _child() records a new child of the process. _report_children(), at the end of the run, reports the children that
 * still run under the tool, and the names of their profiles. */
void spy_output_child(Int pid);
void spy_output_report_children(void);

/* Each function writes a complete profile under its final name. On an error, it reports the error, leaves no file, and
 * returns False. _final(): at the end of the run, for a reason of bin_format.def. _dump(): on request. _exec():
 * before the process executes another program; `path` is that program, or NULL; if it certainly cannot run, nothing is
 * written. spy_output_exec_failed() reverts the effect of _exec(). */
Bool spy_output_final(const HChar *reason);
Bool spy_output_dump(const HChar *label);
Bool spy_output_exec(const HChar *path);
void spy_output_exec_failed(void);

/* Writes the current profile under the name of the final profile. The final profile will replace it. */
Bool spy_output_now(const HChar *label);

/* Returns the name of the file that was written last. */
const HChar *spy_output_last(void);
