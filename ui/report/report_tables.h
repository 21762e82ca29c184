/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_tables.h: the most numerous records of a profile in a compact form: tables, column by column.
 *
 * A column has its values one after the other, as bytes of seven bits, the lowest first; the eighth bit is set in all
 * but the last byte of a value. In a "step" column the values are differences from the previous row (from 0 in the
 * first row), with the sign in the lowest bit: twice the difference, or minus twice the difference minus one. In a
 * "bin" column they are differences from the bin of the row's cell, likewise. The columns follow each other in the
 * order of the layout, without gaps.
 *
 * Columns that the identities of docs/profile-format.md give are omitted: `replacement`, `false_sharing`, `local`,
 * `memory`. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Returns the bytes, which the caller frees with g_free(), and sets *n to their number. Writes the layout as an
 * array called `key`: for each table its name, number of rows, and columns with name and coding ("plain", "step",
 * "bin"). The tables: places (with their addresses if they are instructions), cells (by place and bin), evictors and
 * invalidators (of a cell, by its number). */
void *report_tables_pack(const Profile *profile, UiJson *json, const char *key, size_t *n);
