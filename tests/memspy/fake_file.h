/* fake_file.h: implements memspy/core/spy_file.h in memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/core/spy_file.h"

/* A file that was opened under a name. `closed`: it was closed, and got its name. fake_file_find() returns NULL if no
 * such file was opened. */
typedef struct {
  const HChar *name;
  UChar *bytes;
  ULong n, room;
  Bool closed;
} fake_file;
const fake_file *fake_file_find(const HChar *name);
