/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_tables.h: the tables of an imported trace: its machine, its code and its data. */
#pragma once

#include "ui/import/import_trace.h"

/* Returns the tables of a trace after import_trace_end(), of which `path` is the first file and `format` the format.
 * Owned by the caller. */
GString *import_tables_make(const ImportTrace *trace, const char *path, const char *format);
