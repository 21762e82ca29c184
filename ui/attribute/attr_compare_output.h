/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare_output.h: prints a comparison as text, as JSON, and as a bar chart. */
#pragma once

#include <stdio.h>

#include "ui/attribute/attr_compare.h"

/* Appends the table of ranked variables, and the distances of the sides. */
void attr_compare_text(const AttrCompare *compare, GString *out);

/* Writes the whole comparison (schema: docs/samples-compare.schema.json). */
void attr_compare_json(const AttrCompare *compare, FILE *file);

/* Writes a picture (SVG) of the shares of the ranked variables: for each a group of bars, one for each side. */
void attr_compare_chart(const AttrCompare *compare, FILE *file);

/* Returns the short name of a side: "direct", or its method; with its file if two are equal. In UTF-8. Owned by the
 * caller. */
char *attr_compare_column_name(const AttrCompare *compare, guint side);
