/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_out_name.h: names of profiles, from templates such as memspy.out.%p. */
#pragma once

#include <sys/types.h>

/* Expands a template (%p, %n, %q{VAR}) as valgrind does, for profile `number` of process `pid`. Owned by the caller. */
char *ui_out_name(const char *template, pid_t pid, unsigned number);
