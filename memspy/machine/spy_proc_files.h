/* spy_proc_files.h: files of /proc and of control groups that partly describe the host: the program gets the host's
 * text with the properties of the simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether an absolute path without "." and ".." is the path of such a file. */
Bool spy_is_proc_file(const HChar *path);

/* Appends the current text of such a file. Returns False if the host has no such file, or if it is unreadable. */
Bool spy_append_proc_file(XArray *text, const HChar *path);
