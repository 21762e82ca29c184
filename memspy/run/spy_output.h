/* spy_output.h: writes profiles into files. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_OUTPUT_H
#define MEMSPY_SPY_OUTPUT_H

#include "memspy/core/spy_valgrind.h"

/* The process is a child after fork: files get its process id. */
void spy_output_forked(void);

/* The process has a new child. At the end the second reports which children still run under the tool, and where their
 * profiles will be. */
void spy_output_child(Int pid);
void spy_output_report_children(void);

/* Each writes a profile under its final name, complete, or shows an error, leaves no file and returns False:
 * the one at the end, for a reason of bin_format.def; one on request; and one before the process becomes
 * another program, which spy_output_exec_failed() takes back. `path`: the program, if it is known, else NULL; of one
 * that surely cannot run nothing is written. */
Bool spy_output_final(const HChar *reason);
Bool spy_output_dump(const HChar *label);
Bool spy_output_exec(const HChar *path);
void spy_output_exec_failed(void);

/* Writes the profile as it is now under the name of the final one, which will take its place. */
Bool spy_output_now(const HChar *label);

/* Name of the file written last. */
const HChar *spy_output_last(void);

#endif
