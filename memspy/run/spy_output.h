/* spy_output.h: writes profiles into files.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_OUTPUT_H
#define MEMSPY_SPY_OUTPUT_H

#include "bins/bin_writer.h"
#include "memspy/core/spy_valgrind.h"

/* Notes the start of the program; before anything else. */
void spy_output_start(void);

/* The process is a child after fork: files get its process id. */
void spy_output_forked(void);

/* Each writes a profile under its final name, complete, or shows an error, leaves no file and returns False:
 * the one at the end, for a reason of bin_format.def; one on request; and one before the process becomes
 * another program, which spy_output_exec_failed() takes back. */
Bool spy_output_final(const HChar *reason);
Bool spy_output_dump(const HChar *label);
Bool spy_output_exec(void);
void spy_output_exec_failed(void);

/* The tables of a profile, as docs/trace-format.md has them in a trace, for a reason as above. */
void spy_output_tables(const HChar *reason, bin_sink *sink, void *closure);

/* Shows what went wrong: with which kind of file ("profile"), of which name, when trying to do what ("create"). error: a
 * number of the system's; 0: unknown. */
void spy_output_error(const HChar *file, const HChar *name, const HChar *what, Int error);

/* Whether there is something of that name that is no plain file: a device or a pipe, which is written to as it is. */
Bool spy_output_is_special(const HChar *name);

/* Whether there is a directory of that name. */
Bool spy_output_is_directory(const HChar *name);

/* Name of the file written last. */
const HChar *spy_output_last(void);

#endif
