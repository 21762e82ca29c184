/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_hints.h: hints that memspy run prints about the program. */
#pragma once

/* If `program` is a script or a shell, and its child processes are not profiled, prints a hint that the profile is that
 * of the interpreter. `program`: a path, or a name to search on PATH. */
void launch_run_hint_script(const char *program, char *const *options, unsigned n);
