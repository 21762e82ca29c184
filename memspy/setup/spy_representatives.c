/* spy_representatives.c: see spy_representatives.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/setup/spy_representatives.h"

#include "memspy/core/spy_file.h"

enum { FILE_MOST = 1 << 24 };

Bool spy_representatives_read(const HChar *name, bin_representatives *all, const HChar **wrong) {
  HChar *text = spy_file_read(name, FILE_MOST, wrong);
  if (!text) return False;
  bin_phases_error error;
  if (!bin_phases_read(all, text, VG_(strlen)(text), &error)) {
    VG_(fmsg)("%s:%u: %s\n", name, error.line, error.message);
    VG_(exit)(1);
  }
  VG_(free)(text);
  return True;
}
