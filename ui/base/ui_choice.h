/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_choice.h: an option whose value is one of a few words. */
#pragma once

#include <stdbool.h>

/* Sets *index to the number of a value: words(0), words(1), ... up to NULL. If there is no such value, prints an error of
 * the subcommand, with the nearest and all values, and returns false. */
bool ui_choice_find(const char *subcommand, const char *option, const char *value, const char *(*words)(unsigned i),
                    unsigned *index);
