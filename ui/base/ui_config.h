/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_config.h: the user's defaults of options, in ~/.config/memspy/config.
 *
 * The file has a section for each subcommand without parts and for each part, with lines OPTION = VALUE. Options of the
 * command line override the file. A flag, which is an option without a value, has the value yes or no in the file, and
 * can have it in the command line: --FLAG=no. */
#pragma once

#include "ui/base/ui_subcommand.h"

/* Returns the arguments of the subcommand or part that runs, with the defaults of its section inserted after args[0].
 * args[0] is the name of the section, such as "show" or "db add". The last word with a flag decides about the flag:
 * the result contains --FLAG for --FLAG=yes, and nothing for --FLAG=no. `subcommands` is the table of all subcommands;
 * NULL: the names of sections are not checked.
 *
 * The environment variable MEMSPY_CONFIG names another file; if it is empty, there is no file. If the arguments ask for
 * help, the file is not read. A default is left out if the command line has the option, or an option that excludes it
 * (UiSubcommand.exclusive). Returns NULL and sets *error ("FILE:LINE: message") if the file is wrong in this section,
 * has an unknown section, or cannot be read; if MEMSPY_CONFIG is not set, the file can be missing. The caller frees the
 * array, but not its strings. */
char **ui_config_apply(const UiSubcommand *subcommand, char **args, const UiSubcommand *const *subcommands,
                       GError **error);
