/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_tool_options.h: the options of the tool. The build copies them from the tool's own tables
 * (machine/mach_option_table.def, memspy/setup/spy_options.def). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* An option, or the topic of all options from here to the next topic. */
typedef struct {
  const char *topic;                         /* name of the topic; NULL: the element is an option */
  const char *name, *value, *initial, *help; /* texts of the option, as in the tables */
} LaunchToolOption;

/* The array of all options, and the number of its elements. */
extern const LaunchToolOption launch_tool_options[];
extern const size_t launch_n_tool_options;

/* Prints all options by topic. */
void launch_tool_options_print(FILE *file);

/* Returns the option name that is most similar to `name`, or NULL if no name is similar. */
const char *launch_tool_options_nearest(const char *name);
