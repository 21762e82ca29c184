/* spy_output.h: writes profile files. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The process is a child after fork: files get its process id. */
void spy_output_forked(void);

/* Records a new child of the process. The second, at the end, reports the children that still run under the tool, and
 * the names of their profiles. */
void spy_output_child(Int pid);
void spy_output_report_children(void);

/* Each writes a complete profile under its final name, or reports an error, leaves no file and returns False: at the
 * end of the run, for a reason of bin_format.def; on request; and before the process executes another program, which
 * spy_output_exec_failed() reverts. `path`: the program, or NULL; if it certainly cannot run, nothing is written. */
Bool spy_output_final(const HChar *reason);
Bool spy_output_dump(const HChar *label);
Bool spy_output_exec(const HChar *path);
void spy_output_exec_failed(void);

/* Writes the current profile under the name of the final one, which will replace it. */
Bool spy_output_now(const HChar *label);

/* The name of the file written last. */
const HChar *spy_output_last(void);
