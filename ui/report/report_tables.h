/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_tables.h: writes the most numerous records of a profile in a compact form. They form tables, which are stored
 * column by column.
 *
 * A column is a sequence of values. A byte contains seven bits of a value, and the lowest bits come first. The eighth
 * bit is set in all bytes of a value except the last one. In a "step" column, the values are differences from the
 * previous row (in the first row, from 0). The sign of a difference d is in the lowest bit: the value is 2 * d, or -2 *
 * d - 1 if d is negative. In a "bin" column, the values are differences from the bin of the row's cell, in the same
 * form. The columns follow each other in the order of the layout, without gaps.
 *
 * Columns that the identities of docs/profile-format.md give are omitted: `replacement`, `false_sharing`, `local`,
 * `memory`. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Returns the content of the tables, which the caller frees with g_free(), and sets *n to its size in bytes. Writes the
 * layout as the member `key`, an array with the name, the number of rows and the columns of each table. A column has a
 * name and a coding ("plain", "step", "bin"). The tables are: places (with their addresses if they are instructions),
 * cells (sorted by place and bin), and evictors and invalidators (each with the number of its cell). */
void *report_tables_pack(const Profile *profile, UiJson *json, const char *key, size_t *n);
