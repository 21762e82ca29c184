/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_config.h: the user's defaults of options, in ~/.config/memspy/config.
 *
 * The file has a section for each subcommand, with lines OPTION = VALUE. A value is added before the options of the
 * command line, which therefore have priority. An option without a value has the value yes or no here. */
#pragma once

#include "ui/base/ui_subcommand.h"

/* Returns the words of a command, which begin with a subcommand, with the defaults of its section inserted after the
 * name of the subcommand or of its part. `subcommands` is the table of all. A request for help, and a command without a
 * known subcommand, stay as they are. Returns NULL and sets *error ("FILE:LINE: message") if the file is wrong in this
 * section, has an unknown section, or cannot be read; no file is no error. The caller frees the array, but not its
 * strings. */
char **ui_config_apply(char *const *words, const UiSubcommand *const *subcommands, GError **error);
