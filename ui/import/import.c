/* SPDX-License-Identifier: GPL-2.0-or-later
 * import.c: reads the files of an import in turns. */
#include "ui/import/import.h"

#include <sys/stat.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_progress.h"
#include "ui/import/import_tables.h"

/* Numbers of records in a turn: with several files, and with a single file. A record has at most IMPORT_READER_MOST
 * references. */
enum { TURN = 64, ALONE = IMPORT_TRACE_CHECK / IMPORT_READER_MOST, TURNS = ALONE / TURN };

typedef struct {
  ImportInput **inputs; /* NULL: the file has ended */
  uint64_t *turns;      /* number of turns of each file */
  unsigned n;
} Files;

/* Returns the bytes of all files; 0: unknown. */
static uint64_t sum_bytes(char *const *paths, unsigned n) {
  uint64_t sum = 0;
  struct stat status;
  for (unsigned i = 0; i < n; i++) {
    if (stat(paths[i], &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    sum += (uint64_t)status.st_size;
  }
  return sum;
}

static void close_files(Files *files) {
  for (unsigned i = 0; i < files->n; i++) import_input_close(files->inputs[i]);
  g_free(files->inputs);
  g_free(files->turns);
}

static bool open_files(Files *files, char *const *paths, unsigned n, GError **error) {
  *files = (Files){g_new0(ImportInput *, n), g_new0(uint64_t, n), n};
  for (unsigned i = 0; i < n; i++) {
    ui_output_note_input(paths[i]);
    files->inputs[i] = import_input_open(paths[i], error);
    if (files->inputs[i] == NULL) return false;
    files->inputs[i]->processor = i;
    files->inputs[i]->alone = n == 1;
  }
  return true;
}

/* Returns the number of the file whose turn is next; files->n: all files have ended. */
static unsigned next_file(const Files *files) {
  unsigned next = files->n;
  for (unsigned i = 0; i < files->n; i++) {
    const ImportInput *input = files->inputs[i], *best = next < files->n ? files->inputs[next] : NULL;
    if (input == NULL) continue;
    if (best == NULL || input->time < best->time || (input->time == best->time && files->turns[i] < files->turns[next]))
      next = i;
  }
  return next;
}

static bool read_files(const ImportFormat *format, Files *files, ImportTrace *trace, GError **error) {
  GError *failure = NULL;
  uint64_t done = 0; /* bytes of ended files */
  unsigned turns = 0;
  for (unsigned i; failure == NULL && (i = next_file(files)) < files->n; files->turns[i]++) {
    ImportInput *input = files->inputs[i];
    import_trace_select(trace, input->processor);
    const ImportResult result = format->read(input, trace, files->n == 1 ? ALONE : TURN, &failure);
    if (files->n == 1 || ++turns % TURNS == 0) import_trace_check(trace);
    if (result == IMPORT_MORE && files->n == 1) ui_progress_at(import_input_done(input));
    if (result != IMPORT_END) continue;
    done += import_input_done(input);
    ui_progress_at(done);
    import_input_close(input);
    files->inputs[i] = NULL;
  }
  if (failure != NULL) g_propagate_error(error, failure);
  return failure == NULL;
}

/* Returns whether the trace has references. */
static bool check_references(const ImportTrace *trace, const char *path, GError **error) {
  return import_trace_has_references(trace) ||
         ui_error_set(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: the file contains no references", path);
}

bool import_files(const ImportFormat *format, char *const *paths, unsigned n, const ImportSymbols *symbols,
                  const char *to, GError **error) {
  Files files;
  bool good = open_files(&files, paths, n, error);
  ImportTrace *trace = good ? import_trace_new(to, symbols, error) : NULL;
  if (trace != NULL) {
    ui_progress_begin("Importing the trace", sum_bytes(paths, n));
    good = read_files(format, &files, trace, error);
    ui_progress_end();
    if (good) import_trace_end(trace);
    good = good && check_references(trace, paths[0], error);
    if (good) {
      GString *tables = import_tables_make(trace, paths[0], format->name);
      good = import_trace_finish(trace, tables->str, tables->len, error);
      g_string_free(tables, TRUE);
    } else {
      import_trace_drop(trace);
    }
  }
  close_files(&files);
  return trace != NULL && good;
}
