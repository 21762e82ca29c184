/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_output.h: writes machines as a table for the terminal and as JSON. */
#pragma once

#include <stdio.h>

#include "ui/machines/machines.h"

/* Appends a line for each machine in an array of MachinesRow. */
void machines_list(const GArray *machines, GString *out);

/* Appends all properties and the sources of the machines, with a column for each machine and lines of at most `width`
 * columns. Marks the rows in which the machines differ. */
void machines_compare(const GArray *machines, unsigned width, GString *out);

/* Writes the document that docs/machines.schema.json describes. */
void machines_json(const GArray *machines, FILE *file);
