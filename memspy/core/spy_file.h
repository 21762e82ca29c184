/* spy_file.h: the files of --trace-file and --trace-log.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_FILE_H
#define MEMSPY_SPY_FILE_H

#include "memspy/core/spy_valgrind.h"

/* A file that is written from front to end. */
typedef struct spy_trace_file spy_trace_file;

/* Why no file can be made under a name, as far as can be told; NULL: it can. */
const HChar *spy_trace_file_wrong(const HChar *name);

/* Opens the file whose name a format of an option gives; under another name until it is complete, unless it is a device or a
 * pipe. NULL: it cannot be made, which has been said. */
spy_trace_file *spy_trace_file_open(const HChar *option, const HChar *format);

/* Appends bytes. False: they could not be stored; the first time that is said. */
Bool spy_trace_file_write(spy_trace_file *file, const void *bytes, ULong n);

/* Makes the file shorter again: `size` bytes. Only if it can be. False: as above. */
Bool spy_trace_file_can_cut(const spy_trace_file *file);
Bool spy_trace_file_cut(spy_trace_file *file, ULong size);

/* Whether that has happened. */
Bool spy_trace_file_has_failed(const spy_trace_file *file);

/* Closes the file, which gets its name, with a suffix, if it is `good`, and is removed if not. False: it has not got it. */
Bool spy_trace_file_close(spy_trace_file *file, Bool good, const HChar *suffix);

/* A child after fork leaves its parent's file alone. */
void spy_trace_file_leave(spy_trace_file *file);

#endif
