/* SPDX-License-Identifier: GPL-2.0-or-later
 * runs_main.h: what memspy compare and memspy db compare have in common. */
#pragma once

#include <stdbool.h>

#include "ui/runs/runs_table.h"

/* Checks the options of the command line. Returns false and sets *error if one is wrong. */
bool runs_check(GError **error);

/* Compares the profiles in n files, from 2 to RUNS_MOST, as the options say. `labels` are the titles of their columns.
 * `beside`: as for name_open(), for all files; NULL: each file itself. Returns the exit status of the process. */
int runs_compare(const char *const *files, const char *const *labels, unsigned n, const char *beside);
