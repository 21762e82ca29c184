/* ui_run_hints.h: what memspy run says about what it was asked to do: options that there are not, scripts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_LAUNCH_RUN_HINTS_H
#define UI_LAUNCH_RUN_HINTS_H

#include "ui/launch/ui_tool.h"

/* The valgrind of `tool` refused to start with these `n` options. If one of them is none that valgrind knows, says
 * which is the nearest that the tool has. */
void ui_run_hint_option(const UiTool *tool, char *const *options, unsigned n);

/* If `program` (a path, or a name to be looked for as the shell does) is a script or a shell, and its children are not
 * profiled, says that the profile is the interpreter's. */
void ui_run_hint_script(const char *program, char *const *options, unsigned n);

#endif
