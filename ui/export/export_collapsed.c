/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_collapsed.c: writes stacks for flame graphs (export_stacks.h), one on each line.
 *
 * For readers of the format, a frame ends at a semicolon, and the stack ends at the last space. So semicolons in names
 * are escaped as \x3b. Control characters are escaped, too. */
#include <inttypes.h>

#include "ui/export/export_stacks.h"

static void put_frame(FILE *file, const char *name) {
  for (; *name != '\0'; name++) {
    if (*name == ';')
      fputs("\\x3b", file);
    else
      putc(*name, file);
  }
}

/* The closure of write_stack(). */
typedef struct {
  const Export *export;
  FILE *file;
} Writer;

static void write_stack(void *closure, const ExportFrame *frames, unsigned n, uint64_t weight) {
  const Writer *writer = closure;
  for (unsigned i = 0; i < n; i++) {
    if (i != 0) putc(';', writer->file);
    put_frame(writer->file, writer->export->item_names[frames[i].axis][frames[i].rank]);
  }
  fprintf(writer->file, " %" PRIu64 "\n", weight);
}

void export_collapsed(const Export *export, FILE *file) {
  Writer writer = {export, file};
  export_stacks(export, write_stack, &writer);
}
