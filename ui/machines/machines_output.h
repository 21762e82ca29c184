/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_output.h: machines as a table for the terminal and as JSON. */
#pragma once

#include <stdio.h>

#include "ui/machines/machines.h"

/* Appends a line for each of the machines (MachinesRow). */
void machines_list(const GArray *machines, GString *out);

/* Appends all figures of the machines, a column for each, and their sources, in lines of `width` columns. Marks rows
 * that differ. */
void machines_compare(const GArray *machines, unsigned width, GString *out);

/* Writes the document that docs/machines.schema.json describes. */
void machines_json(const GArray *machines, FILE *file);
