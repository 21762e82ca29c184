/* fuzz_import.c: the readers of other programs' traces. The trace that a reader makes is read again.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "trace/trace_expand.h"
#include "ui/import/import.h"
#include "ui/trace/events_trace_file.h"

enum { ENOUGH = 5000 }; /* events */

/* Returns the path of the trace that is made: in memory if possible, as each output is written through to the disk. */
static const char *made_path(void) {
  static char path[64];
  const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm/memspy-" : "";
  if (*path == '\0') g_snprintf(path, sizeof path, "%simport-%d.trace", folder, (int)getpid());
  return path;
}

static const ImportFormat *find_format(const char *name) {
  unsigned i = 0;
  while (strcmp(import_formats_get(i)->name, name) != 0) i++;
  return import_formats_get(i);
}

/* Returns the first events of the trace that was made. */
static char *text_of_trace(void) {
  GError *error = NULL;
  EventsTraceFile *file = events_trace_file_open(made_path(), &error);
  if (file == NULL) fuzz_fail("the trace cannot be read: %s", error->message);
  GString *text = g_string_new(NULL);
  trace_expander *expander = trace_expander_new(file->reader, 0);
  trace_batch batch;
  trace_error wrong = {0, NULL};
  uint64_t n = 0;
  while (n < ENOUGH && trace_expander_next(expander, &batch, &wrong)) {
    for (uint32_t i = 0; i < batch.n; i++)
      g_string_append_printf(text, "%" G_GUINT64_FORMAT "\n", batch.items[i].value);
    n += batch.n;
  }
  if (wrong.message != NULL) fuzz_fail("the trace is damaged: %s", wrong.message);
  trace_expander_free(expander);
  events_trace_file_close(file);
  unlink(made_path());
  return g_string_free(text, FALSE);
}

static char *read_format(const char *name, const GByteArray *input) {
  GError *error = NULL;
  ImportSymbols *symbols = import_symbols_read(NULL, 0, NULL);
  char *path = g_strdup(fuzz_path(input));
  const bool good = import_files(find_format(name), &path, 1, symbols, made_path(), &error);
  g_free(path);
  import_symbols_free(symbols);
  return fuzz_check_result(good, error) ? text_of_trace() : NULL;
}

static char *read_symbols(const GByteArray *input) {
  GError *error = NULL;
  ImportSymbols *symbols = import_symbols_read(fuzz_path(input), 0x1000, &error);
  if (!fuzz_check_result(symbols != NULL, error)) return NULL;
  const ImportSymbol *found = import_symbols_find(symbols->functions, 0x402000);
  char *text = g_strdup_printf("%u %u %s", symbols->functions->len, symbols->variables->len,
                               found != NULL ? found->name : "");
  import_symbols_free(symbols);
  return text;
}

#define FORMAT(format, summary)                                                               \
  static char *read_##format(const GByteArray *input) { return read_format(#format, input); } \
  const FuzzReader fuzz_##format = {.name = #format, .read = read_##format};
#include "ui/import/import_readers.def"

const FuzzReader fuzz_symbols = {.name = "symbols", .read = read_symbols};
