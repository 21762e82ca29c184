/* spy_proc_files.h: files of /proc and of control groups that partly describe the host. The program gets the host's
 * text, changed to the properties of the simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether an absolute path without "." and ".." is the path of a file that partly describes the host. */
Bool spy_is_proc_file(const HChar *path);

/* Appends the current text of a file that partly describes the host. Returns False if the host does not have the file,
 * or if it is unreadable. */
Bool spy_append_proc_file(XArray *text, const HChar *path);
