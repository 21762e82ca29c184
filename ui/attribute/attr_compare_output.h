/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare_output.h: prints a comparison as text, as JSON, and as a bar chart. */
#pragma once

#include <stdio.h>

#include "ui/attribute/attr_compare.h"

/* Appends, as text, the table of ranked variables and the distances of the sides. */
void attr_compare_text(const AttrCompare *compare, GString *out);

/* Writes the whole comparison as JSON (schema: docs/samples-compare.schema.json). */
void attr_compare_json(const AttrCompare *compare, FILE *file);

/* Writes a picture (SVG) of the shares of the ranked variables. Each variable has a group of bars, one for each
 * side. */
void attr_compare_chart(const AttrCompare *compare, FILE *file);

/* Returns the short name of a side, in UTF-8: "direct", or the method of the side. If two sides have equal names, the
 * name of the file follows. The caller owns the name. */
char *attr_compare_column_name(const AttrCompare *compare, guint side);
