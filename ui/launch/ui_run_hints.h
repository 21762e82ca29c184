/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_hints.h: what memspy run says about the program that it was asked to run. */
#ifndef UI_LAUNCH_RUN_HINTS_H
#define UI_LAUNCH_RUN_HINTS_H

/* If `program` (a path, or a name to be looked for as the shell does) is a script or a shell, and its children are not
 * profiled, says that the profile is the interpreter's. */
void ui_run_hint_script(const char *program, char *const *options, unsigned n);

#endif
