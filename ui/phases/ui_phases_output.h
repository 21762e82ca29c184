/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_phases_output.h: the phases of a run as a table for the terminal, as JSON, and as the file of representatives
 * (docs/phases-format.md). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ui/phases/ui_representatives.h"

/* Appends the table, with a line for each representative, and the run as a strip. path: the file of vectors. */
void ui_phases_table(const UiRepresentatives *chosen, const char *path, GString *out);

/* Writes the document that docs/phases.schema.json describes. */
void ui_phases_json(const UiRepresentatives *chosen, const char *path, uint64_t seed, FILE *file);

/* Writes the representatives in the format of docs/phases-format.md. Returns false if a write fails. */
bool ui_phases_representatives(const UiRepresentatives *chosen, FILE *file);
