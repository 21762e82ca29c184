/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_hints.h: hints of memspy run about its program. */
#pragma once

/* If `program` (a path, or a name to search on PATH) is a script or a shell, and its children are not profiled,
 * prints that the profile is the interpreter's. */
void launch_run_hint_script(const char *program, char *const *options, unsigned n);
