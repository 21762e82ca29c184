/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_print_tables.h: the tables of subcommands, options and session commands as JSON, for the manual pages and
 * completions. */
#pragma once

#include <stdio.h>

#include "ui/base/ui_subcommand.h"

/* Writes `subcommands` (ended by NULL) and the commands of a session:
 *   {"version": ..., "subcommands": [SUBCOMMAND...],
 *    "commands": [{"name", "topic", "usage", "summary", "help", "example"}...]}
 * where a SUBCOMMAND is {"name", "arguments", "summary", "help", "options": [{"name", "letter", "value", "help",
 * "values": [{"name", "summary"}...]}...], "examples": [{"line", "what"}...], "subcommands": [SUBCOMMAND...]}. An
 * option's "value" is the name of its value; "" if it takes none. */
void ui_print_tables(const UiSubcommand *const *subcommands, FILE *file);
