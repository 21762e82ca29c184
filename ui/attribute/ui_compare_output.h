/* ui_compare_output.h: a comparison as text, as JSON, and as a bar chart.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_COMPARE_OUTPUT_H
#define UI_ATTRIBUTE_COMPARE_OUTPUT_H

#include <stdio.h>

#include "ui/attribute/ui_compare.h"

/* Appends the table of ranked variables, and how far each side is off. */
void ui_compare_text(const UiCompare *compare, GString *out);

/* Writes the whole comparison; docs/samples-compare.schema.json is its schema. */
void ui_compare_json(const UiCompare *compare, FILE *file);

/* Writes a picture (SVG) of the shares of the ranked variables: for each a group of bars, one for each side. */
void ui_compare_chart(const UiCompare *compare, FILE *file);

/* What a side is called where it is one of several: "direct", or its method; with its file if two are alike. Owned by
 * the caller, and in UTF-8. */
char *ui_compare_column_name(const UiCompare *compare, guint side);

#endif
