/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_out_name.h: makes the names of profiles from templates such as memspy.out.%p. */
#pragma once

#include <sys/types.h>

/* Expands the sequences %p, %n and %q{VAR} of a template as valgrind does, for profile number `number` of process
 * `pid`. The caller owns the result. */
char *ui_out_name(const char *template, pid_t pid, unsigned number);
