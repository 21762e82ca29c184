/* SPDX-License-Identifier: GPL-2.0-or-later
 * import.h: memspy trace import: makes a trace from the traces of other programs. */
#pragma once

#include "ui/base/ui_subcommand.h"
#include "ui/import/import_formats.h"

/* Imports n files, each as a processor, into the trace `to`. Returns false and sets *error if a file is invalid, or the
 * trace cannot be written. */
bool import_files(const ImportFormat *format, char *const *paths, unsigned n, const ImportSymbols *symbols,
                  const char *to, GError **error);

/* The part `import` of memspy trace. */
extern const UiSubcommand import_subcommand;
