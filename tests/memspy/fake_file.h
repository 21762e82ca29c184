/* fake_file.h: implements memspy/core/spy_file.h in memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/core/spy_file.h"

/* Returns the file that was opened under a name; NULL: there is none. `closed`: only a file that was closed and renamed
 * to that name. */
typedef struct {
  const HChar *name;
  UChar *bytes;
  ULong n, room;
  Bool closed;
} fake_file;
const fake_file *fake_file_find(const HChar *name);
