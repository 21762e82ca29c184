/* ui_phases_output.h: the phases of a run as a table for the terminal, as JSON, and as the file of representatives
 * (docs/phases-format.md).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PHASES_OUTPUT_H
#define UI_UI_PHASES_OUTPUT_H

#include <stdio.h>

#include "ui/phases/ui_phases.h"

/* Appends the table: a line for each phase, and the run as a strip. `path`: the file of vectors. */
void ui_phases_table(const UiPhases *phases, const char *path, GString *out);

/* Instructions of all representatives together. */
uint64_t ui_phases_represented(const UiPhases *phases);

/* Writes the document that docs/phases.schema.json describes. */
void ui_phases_json(const UiPhases *phases, const char *path, uint64_t seed, FILE *file);

/* Writes the representatives, as docs/phases-format.md describes. */
void ui_phases_representatives(const UiPhases *phases, FILE *file);

#endif
