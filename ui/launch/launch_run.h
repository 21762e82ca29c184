/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run.h: memspy run, for other commands that run a program first. */
#pragma once

/* Runs a program as memspy run does; args[1] and the following are that command's arguments. Returns the exit
 * status. Sets *profile to the path of the program's profile, or to NULL if it left none; owned by the caller. */
int launch_run_program(char **args, char **profile);
