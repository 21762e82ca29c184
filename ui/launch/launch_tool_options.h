/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_tool_options.h: the options of the tool, as its own tables have them (machine/mach_option_table.def,
 * memspy/setup/spy_options.def): the build copies these. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One option; or a topic, which covers all options up to the next one. */
typedef struct {
  const char *topic;                         /* NULL: an option */
  const char *name, *value, *initial, *help; /* as in the tables */
} LaunchToolOption;

/* All options, and their number. */
extern const LaunchToolOption launch_tool_options[];
extern const size_t launch_n_tool_options;

/* Prints all options by topic. */
void launch_tool_options_print(FILE *file);

/* Returns the name of the option nearest to `name`; NULL: none is near. */
const char *launch_tool_options_nearest(const char *name);
