/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_formats.h: the formats of memspy trace import. */
#pragma once

#include "ui/import/import_reader.h"

typedef struct {
  const char *name, *summary;
  ImportReader *read;
} ImportFormat;

/* Returns a row of import_readers.def; NULL: there are no more. */
const ImportFormat *import_formats_get(unsigned i);
