/* spy_proc_files.h: files of /proc and of control groups that describe the computer among other things: the program
 * gets the host's text with the simulated machine in it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PROC_FILES_H
#define MEMSPY_SPY_PROC_FILES_H

#include "memspy/core/spy_valgrind.h"

/* Whether the path, which is absolute and has no "." and "..", is that of such a file. */
Bool spy_is_proc_file(const HChar *path);

/* Appends the text that such a file has now. False: the host has no such file, or the tool cannot read it. */
Bool spy_append_proc_file(XArray *text, const HChar *path);

#endif
