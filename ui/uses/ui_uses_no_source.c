/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_no_source.c: ui_uses_by_source.h in a program that was built without libclang. */
#include "ui/uses/ui_uses_by_source.h"

struct UiBySource {
  GPtrArray *notes;
  bool told;
};

UiBySource *ui_by_source_new(const char *commands, GPtrArray *notes) {
  (void)commands;
  UiBySource *source = g_new0(UiBySource, 1);
  source->notes = notes;
  return source;
}

void ui_by_source_free(UiBySource *source) { g_free(source); }

const UiUsesFunction *ui_by_source_function(UiBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line) {
  (void)object, (void)unit, (void)file, (void)line;
  if (!source->told)
    g_ptr_array_add(source->notes,
                    g_strdup("memspy was built without libclang: machine code is read in place of sources"));
  source->told = true;
  return NULL;
}
