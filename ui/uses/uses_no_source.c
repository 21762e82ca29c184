/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_no_source.c: implements uses_by_source.h for programs that are built without libclang. */
#include "ui/uses/uses_by_source.h"

struct UsesBySource {
  GPtrArray *notes;
  bool told;
};

UsesBySource *uses_by_source_new(const char *commands, GPtrArray *notes) {
  (void)commands;
  UsesBySource *source = g_new0(UsesBySource, 1);
  source->notes = notes;
  return source;
}

void uses_by_source_free(UsesBySource *source) { g_free(source); }

const UsesFunction *uses_by_source_function(UsesBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line) {
  (void)object, (void)unit, (void)file, (void)line;
  if (!source->told)
    g_ptr_array_add(source->notes,
                    g_strdup("memspy was built without libclang: machine code is read in place of sources"));
  source->told = true;
  return NULL;
}
