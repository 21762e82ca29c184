/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_output.h: writes the phases of a program as a table for the terminal, as JSON, and as a file of
 * representatives (docs/phases-format.md). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ui/phases/phases_representatives.h"

/* Appends a table with a line for each representative, and a strip that shows the phases from start to end. path: name
 * of the file of vectors. */
void phases_table(const PhasesRepresentatives *chosen, const char *path, GString *out);

/* Writes the JSON document that docs/phases.schema.json describes. */
void phases_json(const PhasesRepresentatives *chosen, const char *path, uint64_t seed, FILE *file);

/* Writes the representatives in the format of docs/phases-format.md. Returns false if writing fails. */
bool phases_representatives(const PhasesRepresentatives *chosen, FILE *file);
